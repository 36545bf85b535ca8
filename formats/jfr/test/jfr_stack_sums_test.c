/* Flight recordings: samples that are added up by stack are what their rows
 * add up to. */
#include <math.h>

#include "test/test_jfr.h"
#include "test/test_sums.h"

#define WHOSE "eventThread:java.lang.Thread* stackTrace:jdk.types.StackTrace* "
#define AT    "startTime:long@TICKS "

enum { MANY = 300, STACKS = 12 };

/* ---- the sums ------------------------------------------------------------ */

static void samples_of_one_kind_and_stack_are_one_sum(void **state)
{
    jfr_stack_sums p = { 0 };

    (void)state;
    assert_true(jfr_stack_sums_add(&p, 1, 7, 10));
    assert_true(jfr_stack_sums_add(&p, 2, 7, 20));
    assert_true(jfr_stack_sums_add(&p, 1, 8, 30));
    assert_true(jfr_stack_sums_add(&p, 1, 7, -3));
    assert_true(jfr_stack_sums_add(&p, 1, 8, INT64_MAX));
    assert_int_equal(p.row.n, 4);
    assert_int_equal(p.row.v[0].value, 7);
    assert_int_equal(p.row.v[0].obs, 2);
    assert_true(p.row.v[0].differs);
    assert_true(fabs(p.row.v[0].squares - (100 + 9)) < 1e-9);
    assert_false(p.row.v[1].differs);
    assert_int_equal(p.row.v[0].stack, 7);
    assert_int_equal(p.row.v[0].kind, 1);
    assert_int_equal(p.row.v[1].value, 20);
    assert_int_equal(p.row.v[1].kind, 2);
    /* their sum would need more than 63 bits */
    assert_int_equal(p.row.v[2].value, 30);
    assert_int_equal(p.row.v[3].value, INT64_MAX);
    assert_int_equal(p.row.v[3].stack, 8);
    assert_int_equal(p.row.v[3].obs, 1);
    jfr_stack_sums_empty(&p);
    assert_true(jfr_stack_sums_add(&p, 1, 8, 5));
    assert_int_equal(p.row.n, 1);
    assert_int_equal(p.row.v[0].value, 5);
    assert_int_equal(p.row.v[0].obs, 1);
    jfr_stack_sums_clear(&p);
    assert_null(p.row.v);
}

static void sums_are_in_the_order_in_which_they_were_met(void **state)
{
    enum { N = 50000 };
    jfr_stack_sums p = { 0 };

    (void)state;
    for (unsigned round = 0; round < 2; round++)
        for (uint64_t i = 0; i < N; i++)
            assert_true(
                jfr_stack_sums_add(&p, i & 1, i << 20 | i / 3, (int64_t)i));
    assert_int_equal(p.row.n, N);
    for (uint64_t i = 0; i < N; i++) {
        assert_int_equal(p.row.v[i].stack, i << 20 | i / 3);
        assert_int_equal(p.row.v[i].kind, i & 1);
        assert_int_equal(p.row.v[i].value, 2 * i);
        assert_int_equal(p.row.v[i].obs, 2);
    }
    jfr_stack_sums_clear(&p);
}

static void there_are_not_too_many_sums(void **state)
{
    jfr_stack_sums p = { 0 };

    (void)state;
    for (uint64_t i = 0; i < JFR_STACK_SUMS; i++)
        assert_true(jfr_stack_sums_add(&p, 0, i, 1));
    assert_false(jfr_stack_sums_add(&p, 0, JFR_STACK_SUMS, 1));
    assert_false(jfr_stack_sums_add(&p, 1, 0, 1));
    assert_true(jfr_stack_sums_add(&p, 0, JFR_STACK_SUMS - 1, 1));
    assert_int_equal(p.row.n, JFR_STACK_SUMS);
    assert_int_equal(p.row.v[JFR_STACK_SUMS - 1].obs, 2);
    jfr_stack_sums_clear(&p);
}

/* ---- of recordings -------------------------------------------------------- */

/* Adds up the rows of a segment with this stack. */
static void sum_of(const loaded *l, const segment *s, const char *stack,
                   int64_t *value, int64_t *obs)
{
    *value = *obs = 0;
    for (size_t i = 0; i < s->n; i++)
        if (strcmp(stack_of(l, s, i), stack) == 0) {
            *value = corr_sum(*value, s->value[i]);
            *obs += s->obs ? s->obs[i] : 1;
        }
}

static void assert_adds_up(const loaded *rows, const loaded *sums)
{
    char stack[1024];

    assert_int_equal(rows->in.segment.n, sums->in.segment.n);
    for (size_t k = 1; k < rows->in.segment.n; k++) {
        const segment *a = &rows->in.segment.v[k];
        const segment *b = &sums->in.segment.v[k];
        int64_t value, obs, want, nwant, all = 0;
        for (size_t i = 0; i < b->n; i++) {
            snprintf(stack, sizeof stack, "%s", stack_of(sums, b, i));
            sum_of(rows, a, stack, &want, &nwant);
            sum_of(sums, b, stack, &value, &obs);
            assert_int_equal(value, want);
            assert_int_equal(obs, nwant);
            all += b->obs ? b->obs[i] : 1;
        }
        assert_int_equal(all, a->n);
        assert_int_equal(a->min, b->min);
        assert_int_equal(a->max, b->max);
        /* the last chunk counts for objects in use */
        const unsigned flags = rows->in.kind.v[a->kind].flags;
        assert_int_equal(a->n, flags & CORR_KIND_SNAPSHOT ? MANY : 2 * MANY);
    }
    assert_int_equal(rows->in.from, sums->in.from);
    assert_int_equal(rows->in.to, sums->in.to);
}

/* The values of an event: T is a time, S a stack, V a number of any length. */
static void put_sample(recording *r, const char *name, const char *values,
                       unsigned i)
{
    char text[256];
    size_t n = 0;

    for (; *values; values++)
        if (*values == 'T')
            n += (size_t)snprintf(text + n, sizeof text - n, "%u",
                                  5000 - i * 7 % 1000);
        else if (*values == 'S')
            n += (size_t)snprintf(text + n, sizeof text - n, "%u",
                                  200 + i * i % (STACKS + 3));
        else if (*values == 'V')
            n += (size_t)snprintf(text + n, sizeof text - n, "%llu",
                                  (i + 1ULL) << i % 50);
        else
            text[n++] = *values;
    text[n] = 0;
    put_event(r, name, text);
}

/* Stacks of which some are equal, and some are not there. */
static void put_stacks(recording *r)
{
    char stacks[1024];
    size_t n = (size_t)snprintf(stacks, sizeof stacks,
                                "jdk.types.StackTrace: 200 0 1 1 99 0 1");

    for (unsigned i = 1; i < STACKS; i++)
        n += (size_t)snprintf(stacks + n, sizeof stacks - n,
                              "; %u 0 1 1 %u 0 1", 200 + i, 100 + i / 2);
    put_constants(r, stacks);
}

/* Two chunks with many events of a type. */
static void assert_added_up(const char *type, const char *values)
{
    const corr_want plain = { .needs = CORR_NEED_SAMPLES };
    const corr_want timed = { .needs = CORR_NEED_SAMPLES | CORR_NEED_TIME };
    static recording r;
    char types[4096], name[64], count[96];
    loaded rows, sums;

    r.all.n = 0;
    snprintf(types, sizeof types, "%s%s", JAVA_TYPES, type);
    snprintf(name, sizeof name, "%.*s", (int)strcspn(type, "!"), type);
    for (unsigned chunk = 0; chunk < 2; chunk++) {
        begin_chunk(&r,
                    &(clock){ .ns = START + chunk * INT64_C(60000000000),
                              .ticks = 1000 },
                    types);
        put_constants(&r, JAVA_CONSTANTS);
        for (unsigned i = 0; i < MANY; i++)
            put_sample(&r, name, values, i);
        put_stacks(&r);
        end_chunk(&r);
    }
    load_wanted(&sums, r.all.p, r.all.n, &plain);
    load_wanted(&rows, r.all.p, r.all.n, &timed);
    assert_adds_up(&rows, &sums);
    snprintf(count, sizeof count, "%s#count", name);
    assert_string_equal(setting_of(&sums, count), "600");
    assert_int_equal(sums.in.warning.n, rows.in.warning.n);
    for (size_t i = 0; i < sums.in.warning.n; i++)
        assert_string_equal(sums.in.warning.v[i].text,
                            rows.in.warning.v[i].text);
    input_clear(&rows.in);
    input_clear(&sums.in);
}

static void samples_may_be_added_up_by_stack(void **state)
{
    (void)state;
    assert_added_up("jdk.ObjectAllocationInNewTLAB! " AT WHOSE
                    "objectClass:java.lang.Class* allocationSize:long "
                    "tlabSize:long;",
                    "T 1 S 1 5 V");
    assert_added_up("jdk.ObjectAllocationOutsideTLAB! " AT WHOSE
                    "objectClass:java.lang.Class* allocationSize:long;",
                    "T 1 S 1 V");
    assert_added_up("profiler.Malloc! " AT WHOSE "address:long size:long;",
                    "T 1 S 7 V");
}

static void the_order_of_their_fields_does_not_matter(void **state)
{
    (void)state;
    assert_added_up("profiler.Malloc! size:long " AT WHOSE ";", "V T 1 S");
    assert_added_up("profiler.Malloc! " WHOSE "size:long " AT ";", "1 S V T");
    assert_added_up("profiler.Malloc! note:String " AT WHOSE "size:long;",
                    "'x' T 1 S V");
    assert_added_up("profiler.Malloc! " WHOSE "size:long;", "1 S V");
}

static void what_an_event_stands_for_may_be_a_fraction(void **state)
{
    (void)state;
    assert_added_up("datadog.ObjectSample! " AT WHOSE "size:int weight:float;",
                    "T 1 S 300 f2.5");
    assert_added_up("profiler.Malloc! " AT WHOSE "size:int;", "T 1 S 300");
}

static void samples_of_a_kind_may_differ_in_more(void **state)
{
    (void)state;
    assert_added_up("jdk.OldObjectSample! " AT
                    "allocationTime:long@TICKS " WHOSE "objectSize:long;",
                    "T 700 1 S V");
    assert_added_up("jdk.ObjectAllocationSample! " AT WHOSE
                    "weight:long contextId:long;",
                    "T 1 S V 9");
}

/* Behind so many stacks the others are looked at one by one. */
static void more_stacks_than_are_summed_count_as_well(void **state)
{
    enum { EVENT = 10, MORE = 70000, FIRST = 1 << 21 };
    const corr_want plain = { .needs = CORR_NEED_SAMPLES };
    const size_t nevent = JFR_STACK_SUMS + MORE;
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_java(&r, "profiler.Malloc! " AT WHOSE "size:long;");
    const size_t at = r.all.n;
    put_event(&r, "profiler.Malloc", "1001 0 2097152 3");
    assert_int_equal(r.all.n - at, EVENT);
    end_chunk(&r);
    uint8_t *p = malloc(at + nevent * EVENT);
    assert_non_null(p);
    memcpy(p, r.all.p, at);
    for (size_t i = 0; i < nevent; i++) {
        uint8_t *to = p + at + i * EVENT;
        const uint32_t key = FIRST + (uint32_t)i;
        memcpy(to, r.all.p + at, EVENT);
        for (unsigned k = 0; k < 4; k++) /* of a stack that is not there */
            to[5 + k] = (uint8_t)((key >> 7 * k & 0x7f) | (k < 3 ? 0x80 : 0));
    }
    const size_t n = at + nevent * EVENT;
    for (unsigned i = 0; i < 8; i++)
        p[8 + i] = (uint8_t)((uint64_t)n >> (56 - 8 * i));
    load_wanted(&l, p, n, &plain);
    const segment *s = find_kind(&l, "malloc");
    assert_int_equal(s->n, 1);
    assert_int_equal(s->obs[0], nevent);
    assert_int_equal(s->value[0], 3 * nevent);
    assert_false(l.in.lost.damaged);
    input_clear(&l.in);
    free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_of_one_kind_and_stack_are_one_sum),
        cmocka_unit_test(sums_are_in_the_order_in_which_they_were_met),
        cmocka_unit_test(there_are_not_too_many_sums),
        cmocka_unit_test(samples_may_be_added_up_by_stack),
        cmocka_unit_test(the_order_of_their_fields_does_not_matter),
        cmocka_unit_test(what_an_event_stands_for_may_be_a_fraction),
        cmocka_unit_test(samples_of_a_kind_may_differ_in_more),
        cmocka_unit_test(more_stacks_than_are_summed_count_as_well),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
