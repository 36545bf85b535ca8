/* Holders of locks of java.util.concurrent, by what is seen of threads. */
#include "test/test_locks.h"

#include "test/test_memory.h"
#include "trace/lock_holders.h"

#define MS INT64_C(1000000)
#define PARK                                                                   \
    ";java.util.concurrent.locks.ReentrantLock.lock"                           \
    ";java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire"           \
    ";java.util.concurrent.locks.LockSupport.park;jdk.internal.misc.Unsafe."   \
    "park"

static void record(corr_build *b, const char *kind, corr_wait wait,
                   const char *stack, int64_t thread, double from, double to,
                   const char *labels)
{
    const corr_kind k =
        corr_add_kind(b, &(corr_kind_row){ .name = corr_str_of(kind),
                                           .type = corr_str_of(kind),
                                           .unit = CORR_NS,
                                           .flags = CORR_KIND_INTERVAL,
                                           .wait = wait });

    corr_add_sample(
        b, &(corr_sample_row){ .kind = k,
                               .stack = testing_stack(b, stack),
                               .thread = thread_of(b, thread),
                               .labels = testing_labels(b, labels),
                               .time = testing_ms(from),
                               .duration = testing_ms(to) - testing_ms(from),
                               .value = testing_ms(to) - testing_ms(from) });
}

static void parks(corr_build *b, int64_t thread, double from, double to)
{
    record(b, "park", CORR_WAIT_PARK, "main;Store.load" PARK, thread, from, to,
           "class=ReentrantLock$NonfairSync, address=#16");
}

static void sleeps(corr_build *b, const char *stack, int64_t thread,
                   double from, double to)
{
    record(b, "sleep", CORR_WAIT_SLEEP, stack, thread, from, to, "");
}

/* The holders of the wait of thread 1, "exec-2", "exec-2?exec-3", "-", joined
 * by blanks. */
static const char *holders_by(void (*fill)(corr_build *))
{
    static char text[256];
    input in = testing_input(fill);
    holders h;
    size_t n = 0;

    assert_true(lock_holders_of(&h, &in));
    size_t i = 0;
    while (i < h.wait.n && in.thread.v[h.wait.v[i].thread].vm_id != 1)
        i++;
    text[0] = '\0';
    if (i < h.wait.n) {
        assert_true(lock_holders_chain(&h, i));
        assert_true(h.held.v[0].from == h.wait.v[i].from);
        assert_true(h.held.v[h.held.n - 1].to == h.wait.v[i].to);
    }
    for (size_t k = 0; i < h.wait.n && k < h.held.n; k++) {
        const holding *s = &h.held.v[k];
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%s", n ? " " : "",
                              s->thread || s->n ? "" : "-");
        if (s->thread)
            n += (size_t)snprintf(text + n, sizeof text - n, "%d",
                                  (int)in.thread.v[s->thread].vm_id);
        for (uint32_t c = 0; c < s->n; c++) {
            const uint32_t thread = h.candidate.v[s->first + c];
            n += (size_t)snprintf(text + n, sizeof text - n, "?%d",
                                  (int)in.thread.v[thread].vm_id);
        }
    }
    lock_holders_clear(&h);
    input_clear(&in);
    return text;
}

static void one_is_seen(corr_build *b)
{
    parks(b, 1, 0, 100);
    sleeps(b, "main;Store.load;Thread.sleep", 2, -10, 99);
    sleeps(b, "main;Other.work;Thread.sleep", 3, -10, 99);
}

static void two_are_seen(corr_build *b)
{
    one_is_seen(b);
    sleeps(b, "main;Store.load;Thread.sleep", 4, 10, 50);
}

static void none_is_seen(corr_build *b)
{
    parks(b, 1, 0, 100);
    sleeps(b, "main;Other.work;Thread.sleep", 3, -10, 99);
    sleeps(b, "main;Store.load;Thread.sleep", 2, -50, -10);
}

static void the_only_thread_seen_there_is_the_holder(void **state)
{
    (void)state;
    assert_string_equal(holders_by(one_is_seen), "2");
    assert_string_equal(holders_by(two_are_seen), "?4?2");
    assert_string_equal(holders_by(none_is_seen), "-");
}

static void waits_too(corr_build *b)
{
    parks(b, 1, 0, 100);
    parks(b, 2, 10, 150);
    record(b, "wall", CORR_WAIT_NONE, "main;Store.load" PARK, 3, 50, 51, "");
    record(b, "cpu", CORR_WAIT_NONE,
           "main;Store.load;java.util.concurrent.locks.ReentrantLock.unlock", 4,
           50, 51, "");
}

static void stays_asleep(corr_build *b)
{
    parks(b, 1, 0, 100);
    sleeps(b, "main;Store.load;Thread.sleep", 2, 50, 120);
}

static void went_elsewhere(corr_build *b)
{
    parks(b, 1, 0, 100);
    sleeps(b, "main;Store.load;Thread.sleep", 2, 10, 20);
    sleeps(b, "main;Other.work;Thread.sleep", 2, 60, 80);
}

static void who_cannot_have_it_is_no_holder(void **state)
{
    (void)state;
    assert_string_equal(holders_by(waits_too), "-");
    assert_string_equal(holders_by(stays_asleep), "-");
    assert_string_equal(holders_by(went_elsewhere), "-");
}

static void it_changes_hands(corr_build *b)
{
    parks(b, 1, 0, 100);
    parks(b, 2, -20, 30);
    parks(b, 3, -10, 60);
    sleeps(b, "main;Store.load;Thread.sleep", 4, -30, 29);
    sleeps(b, "main;Store.load;Thread.sleep", 2, 31, 59);
}

static void it_is_lost_to_another(corr_build *b)
{
    parks(b, 1, 0, 100);
    parks(b, 2, -20, 30);
    parks(b, 2, 30.1, 90);
    sleeps(b, "main;Store.load;Thread.sleep", 4, -30, 29);
}

static void other_waits_divide_a_wait(void **state)
{
    (void)state;
    assert_string_equal(holders_by(it_changes_hands), "4 2 ?3");
    assert_string_equal(holders_by(it_is_lost_to_another), "4 - ?2");
}

static void no_lock(corr_build *b)
{
    static const char *const frames[] = {
        "main;java.util.concurrent.Semaphore.acquire;"
        "java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire",
        "main;java.util.concurrent.CountDownLatch.await;"
        "java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire",
        "main;java.util.concurrent.CompletableFuture.get",
        "main;Store.nap",
    };
    char stack[256];

    for (size_t i = 0; i < 4; i++) {
        snprintf(stack, sizeof stack,
                 "%s;java.util.concurrent.locks.LockSupport.park;"
                 "jdk.internal.misc.Unsafe.park",
                 frames[i]);
        record(b, "park", CORR_WAIT_PARK, stack, 1, 0, 100,
               "class=Sync, address=#16");
    }
    record(b, "park", CORR_WAIT_PARK,
           "main;java.util.concurrent.LinkedBlockingQueue.take;"
           "java.util.concurrent.locks.AbstractQueuedSynchronizer$"
           "ConditionObject.await;"
           "java.util.concurrent.locks.LockSupport.park;"
           "jdk.internal.misc.Unsafe.park",
           1, 0, 100,
           "class=java.util.concurrent.locks.AbstractQueuedSynchronizer$"
           "ConditionObject, address=#17");
    sleeps(b, "main;Store.nap;Thread.sleep", 2, -10, 90);
}

static void other_parks_are_no_waits_for_locks(void **state)
{
    input in = testing_input(no_lock);
    holders h;

    (void)state;
    assert_true(lock_holders_of(&h, &in));
    assert_int_equal(h.wait.n, 0);
    lock_holders_clear(&h);
    input_clear(&in);
}

static void out_of_memory_leaks_nothing(void **state)
{
    input in = testing_input(it_changes_hands);
    bool more = true;

    (void)state;
    for (long n = 1; more; n++) {
        holders h;
        test_memory_arm(n);
        bool ok = lock_holders_of(&h, &in);
        for (size_t i = 0; ok && i < h.wait.n; i++)
            ok = lock_holders_chain(&h, i);
        more = test_memory_failed();
        assert_true(ok != more);
        lock_holders_clear(&h);
        assert_int_equal(test_memory_disarm(), 0);
    }
    input_clear(&in);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_only_thread_seen_there_is_the_holder),
        cmocka_unit_test(who_cannot_have_it_is_no_holder),
        cmocka_unit_test(other_waits_divide_a_wait),
        cmocka_unit_test(other_parks_are_no_waits_for_locks),
        cmocka_unit_test(out_of_memory_leaks_nothing),
    };

    return cmocka_run_group_tests_name("lock_inferred", tests, NULL, NULL);
}
