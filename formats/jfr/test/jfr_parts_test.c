/* Tests of chunks that are files of their own: whose they are, and which goes
 * on which. */
#include "jfr/jfr_parts.h"

#include "test/test_jfr.h"

#define SECOND INT64_C(1000000000)
#define JVM                                                                    \
    "jdk.JVMInformation! startTime:long@TICKS jvmName:String pid:long "        \
    "jvmStartTime:long@EPOCH_MS"

static bool of_async; /* its types and its version */

static void make(recording *r, int64_t ns, int64_t seconds, const char *process)
{
    const clock at = { .ns = START + ns,
                       .ticks = 1000 + ns,
                       .hz = SECOND,
                       .duration = seconds * SECOND };

    *r = (recording){ 0 };
    begin_chunk(r, &at,
                of_async ? JAVA_TYPES JVM ";profiler.Log! startTime:long@TICKS"
                         : JAVA_TYPES JVM);
    put_event(r, "jdk.ActiveSetting", "1 7 'a' 'b'");
    if (process)
        put_event(r, "jdk.JVMInformation", process);
    end_chunk(r);
}

static corr_part piece_of(const recording *r)
{
    const src_opts so = { .path = "t.jfr" };
    corr_part p;

    assert_true(jfr_piece(r->all.p, r->all.n, &p));
    corr_src *in = src_open_memory(r->all.p, r->all.n, &so, NULL);
    jfr_piece_whose(in, &p);
    src_close(in);
    return p;
}

static bool are_kin(int64_t ns, const char *one, const char *other)
{
    static recording r;

    make(&r, 0, 10, one);
    const corr_part a = piece_of(&r);
    make(&r, ns, 10, other);
    const corr_part b = piece_of(&r);
    return jfr_piece_kin(&a, &b) && jfr_piece_kin(&b, &a);
}

static void a_chunk_is_a_piece(void **state)
{
    static recording r;
    corr_part p;

    (void)state;
    make(&r, 0, 10, NULL);
    assert_true(jfr_piece(r.all.p, r.all.n, &p));
    assert_int_equal(p.from, START);
    assert_int_equal(p.to, START + 10 * SECOND);
    assert_int_equal(p.bytes, r.all.n);
    assert_false(p.open);
    assert_false(jfr_piece(r.all.p, JFR_HEADER - 1, &p));
    r.all.p[64] = 3; /* still being written, longer than it says */
    assert_true(jfr_piece(r.all.p, r.all.n, &p));
    assert_int_equal(p.bytes, 0);
    assert_true(p.open);
    set_be(&r.all, 8, 60, 8); /* its size */
    assert_true(jfr_piece(r.all.p, r.all.n, &p));
    r.all.p[64] = 0;
    assert_false(jfr_piece(r.all.p, r.all.n, &p));
    set_be(&r.all, 8, r.all.n, 8);
    set_be(&r.all, 56, 0, 8); /* ticks a second */
    assert_false(jfr_piece(r.all.p, r.all.n, &p));
}

static void chunks_of_one_process_and_clock_are_kin(void **state)
{
    (void)state;
    assert_true(are_kin(10 * SECOND, "2 'vm' 42 777", "2 'vm' 42 777"));
    assert_true(are_kin(0, "2 'vm' 42 777", "2 'vm' 42 777"));
    assert_true(are_kin(99 * SECOND, "2 'vm' 42 777", "2 'vm' 42 777"));
}

static void a_chunk_is_the_same_with_its_begin_and_size(void **state)
{
    static recording r;

    (void)state;
    make(&r, 0, 10, NULL);
    const corr_part a = piece_of(&r);
    corr_part b = a;
    assert_true(jfr_piece_same(&a, &b));
    b.bytes--;
    assert_false(jfr_piece_same(&a, &b));
    b.open = true; /* an earlier copy */
    assert_true(jfr_piece_same(&a, &b));
    assert_true(jfr_piece_same(&b, &a));
    b.from++;
    assert_false(jfr_piece_same(&a, &b));
    make(&r, 1, 10, NULL);
    b = piece_of(&r);
    b.from = a.from;
    assert_false(jfr_piece_same(&a, &b)); /* begins at another tick */
}

static void chunks_of_another_process_are_none(void **state)
{
    (void)state;
    assert_false(are_kin(10 * SECOND, "2 'vm' 42 777", "2 'vm' 43 777"));
    assert_false(are_kin(10 * SECOND, "2 'vm' 42 777", "2 'vm' 42 778"));
}

static bool are_apart(const char *one, const char *other)
{
    static recording r;

    make(&r, 0, 10, one);
    const corr_part a = piece_of(&r);
    make(&r, 0, 10, other);
    const corr_part b = piece_of(&r);
    return jfr_piece_apart(&a, &b) && jfr_piece_apart(&b, &a);
}

static void chunks_are_apart_if_both_say_whose_they_are(void **state)
{
    static recording r;

    (void)state;
    assert_true(are_apart("2 'vm' 42 777", "2 'vm' 43 777"));
    assert_true(are_apart("2 'vm' 42 777", "2 'vm' 42 778"));
    assert_true(are_apart("2 'vm' 0 777", "2 'vm' 0 778"));
    assert_false(are_apart("2 'vm' 42 777", "2 'vm' 42 777"));
    assert_false(are_apart("2 'vm' 42 777", "2 'vm' 42 0"));
    assert_false(are_apart("2 'vm' 42 777", NULL));
    of_async = true; /* its start is the time of the query, so starts may
                        differ */
    assert_false(are_apart("2 'vm' 42 777", "2 'vm' 42 778"));
    assert_true(are_apart("2 'vm' 42 777", "2 'vm' 43 777"));
    of_async = false;
    make(&r, 0, 10, "2 'vm' 42 777");
    corr_part p = piece_of(&r);
    assert_true(jfr_piece_apart(&p, NULL));
    make(&r, 0, 10, NULL);
    p = piece_of(&r);
    assert_false(jfr_piece_apart(&p, NULL));
}

static void one_that_does_not_know_its_process_goes_by_the_clocks(void **state)
{
    static recording r;

    (void)state;
    assert_true(are_kin(10 * SECOND, "2 'vm' 42 777", NULL));
    make(&r, 0, 10, "2 'vm' 42 777");
    const corr_part a = piece_of(&r);
    make(&r, 10 * SECOND, 10, NULL);
    set_be(&r.all, 48, 5, 8); /* its first tick, of another clock */
    corr_part b = piece_of(&r);
    assert_false(jfr_piece_kin(&a, &b));
    make(&r, 10 * SECOND, 10, NULL);
    set_be(&r.all, 56, 999999999, 8);
    b = piece_of(&r);
    assert_false(jfr_piece_kin(&a, &b));
}

static void a_broken_chunk_is_of_nobody_that_is_known(void **state)
{
    static recording r;

    (void)state;
    make(&r, 0, 10, "2 'vm' 42 777");
    for (size_t n = JFR_HEADER; n < r.all.n; n++) {
        const src_opts so = { .path = "t.jfr" };
        corr_part p = { 0 };
        uint8_t *copy = malloc(n);
        assert_non_null(copy);
        memcpy(copy, r.all.p, n);
        corr_src *in = src_open_memory(copy, n, &so, NULL);
        jfr_piece_whose(in, &p);
        assert_int_equal(p.mark[2], 0);
        src_close(in);
        free(copy);
    }
}

/* ---- notes about chunks ------------------------------------------- */

static void chunks_are_told_whole_or_not(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    make(&r, 0, 10, NULL);
    const size_t first = r.all.n;
    const clock at = { .ns = START + 10 * SECOND, .ticks = 1, .hz = SECOND };
    begin_chunk(&r, &at, JAVA_TYPES);
    put_event(&r, "jdk.ActiveSetting", "1 7 'a' 'b'");
    end_chunk(&r);
    r.all.p[first + 64] = 2;
    load_bytes(&l, r.all.p, r.all.n);
    assert_int_equal(l.in.block.n, 2);
    assert_int_equal(l.in.block.nbroken, 1);
    assert_int_equal(l.in.block.whole_from, START);
    assert_int_equal(l.in.block.whole_to, START + 10 * SECOND);
    assert_int_equal(l.in.block.broken.n, 1);
    const broken_row *b = &l.in.block.broken.v[0];
    assert_int_equal(b->number, 2);
    assert_true(b->block.open);
    assert_int_equal(b->block.at, first);
    assert_int_equal(b->block.bytes, r.all.n - first);
    assert_int_equal(b->block.read, r.all.n - first);
    assert_int_equal(b->block.types_of, 0);
    input_clear(&l.in);

    r.all.p[first + 64] = 0;
    load_bytes(&l, r.all.p, r.all.n - 3);
    assert_int_equal(l.in.block.nbroken, 1);
    assert_false(l.in.block.broken.v[0].block.open);
    assert_int_equal(l.in.block.broken.v[0].block.bytes, r.all.n - first);
    assert_true(l.in.block.broken.v[0].block.read < r.all.n - first - 3);
    input_clear(&l.in);

    load_bytes(&l, r.all.p, r.all.n);
    assert_int_equal(l.in.block.nbroken, 0);
    assert_int_equal(l.in.block.broken.n, 0);
    input_clear(&l.in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chunk_is_a_piece),
        cmocka_unit_test(chunks_of_one_process_and_clock_are_kin),
        cmocka_unit_test(a_chunk_is_the_same_with_its_begin_and_size),
        cmocka_unit_test(chunks_of_another_process_are_none),
        cmocka_unit_test(chunks_are_apart_if_both_say_whose_they_are),
        cmocka_unit_test(one_that_does_not_know_its_process_goes_by_the_clocks),
        cmocka_unit_test(a_broken_chunk_is_of_nobody_that_is_known),
        cmocka_unit_test(chunks_are_told_whole_or_not),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
