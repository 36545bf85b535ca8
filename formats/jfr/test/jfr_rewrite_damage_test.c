/* Copies of recordings that are damaged, or hold what no type describes. */
#include "test/test_jfr_rewrite.h"

/* ---- what cannot be known --------------------------------------------------- */

static void bytes_of_unknown_meaning_are_left_out(void **state)
{
    static const struct {
        const char *type, *values;
        size_t events;
    } ways[] = {
        { "no.such.Type", "1000 'secret'", 1 },
        { "app.Order", "1000 'a' 0 0 'secret'", 0 }, /* behind its end */
        { "app.Order", "1000 9 'secret'", 1 },       /* no such encoding */
        { "jdk.ExecutionSample", "1000 1 1 1 'secret'", 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        copy c;
        begin();
        put_event(&r, ways[i].type, ways[i].values);
        put_event(&r, "jdk.ExecutionSample", "2000 1 1 1");
        end_chunk(&r);
        make_copy(&c, r.all.p, r.all.n, same_text, NULL);
        assert_int_equal(c.code, CORR_OK);
        assert_int_equal(c.done.events, ways[i].events);
        assert_true(c.done.bytes > 6);
        assert_false(has_bytes(c.got, "secret"));
        assert_int_equal(c.got.n + c.done.bytes, r.all.n);
        end_copy(&c);
    }
}

static void constants_that_cannot_be_walked_are_left_out(void **state)
{
    copy c;

    (void)state;
    begin();
    put_constants(&r, "jdk.types.Symbol: 40 'good'|no.such.Type: 1 'secret'|"
                      "jdk.types.Symbol: 41 'secret'");
    put_event(&r, "jdk.ExecutionSample", "2000 1 1 1");
    end_chunk(&r);
    make_copy(&c, r.all.p, r.all.n, longer_text, "x");
    assert_int_equal(c.code, CORR_OK);
    assert_int_equal(c.done.constants, 1);
    assert_true(has_bytes(c.got, "xgood"));
    assert_false(has_bytes(c.got, "secret"));
    assert_non_null(strstr(read_rows(c.got.p, c.got.n, "cpu"), "0 warnings"));
    end_copy(&c);
}

/* ---- damage -------------------------------------------------------------------- */

static void assert_fails(const void *p, size_t n, const char *what)
{
    copy c;

    make_copy(&c, p, n, same_text, NULL);
    assert_int_equal(c.code, CORR_EFORMAT);
    if (!strstr(c.err.what, what))
        fail_msg("%s, not %s", c.err.what, what);
    assert_non_null(strstr(c.err.hint, "salvage"));
    end_copy(&c);
}

static void damage_is_a_sentence(void **state)
{
    (void)state;
    begin();
    put_orders();
    end_chunk(&r);
    assert_fails("no recording", 12, "no chunk begins here");
    assert_fails(r.all.p, r.all.n - 1, "is cut off");
    const size_t whole = r.all.n;
    put(&r.all, "junk", 4);
    assert_fails(r.all.p, r.all.n, "no chunk begins after the last one");
    r.all.n = whole;
    set_be(&r.all, 24, 100, 8);
    assert_fails(r.all.p, r.all.n, "header names types");
    set_be(&r.all, 24, JFR_HEADER, 8);
    set_be(&r.all, 16, 100, 8);
    assert_fails(r.all.p, r.all.n, "header names constants");
    set_be(&r.all, 16, r.checkpoint, 8);
    set_be(&r.all, 8, 7, 8);
    assert_fails(r.all.p, r.all.n, "size is impossible");
    set_be(&r.all, 8, r.all.n, 8);
    set_be(&r.all, 66, 0, 2);
    assert_fails(r.all.p, r.all.n, "encoding is unknown");
    set_be(&r.all, 66, 1, 2);
    r.all.p[r.all.n - 1] = 0x80; /* a size without end */
    put_byte(&r.all, 0x80);
    set_be(&r.all, 8, r.all.n, 8);
    assert_fails(r.all.p, r.all.n, "break off");
}

/* Readers that walk all events never follow it. */
static void a_distance_that_leads_nowhere_stays(void **state)
{
    copy c;

    (void)state;
    begin();
    r.checkpoint++; /* the next one names a place inside the first */
    put_constants(&r, "java.lang.String: 7 'x'");
    put_event(&r, "jdk.ExecutionSample", "2000 1 1 1");
    end_chunk(&r);
    make_copy(&c, r.all.p, r.all.n, same_text, NULL);
    assert_int_equal(c.code, CORR_OK);
    assert_int_equal(c.got.n, r.all.n);
    assert_memory_equal(c.got.p, r.all.p, r.all.n);
    end_copy(&c);
}

static void an_old_version_is_a_sentence(void **state)
{
    copy c;

    (void)state;
    begin();
    end_chunk(&r);
    set_be(&r.all, 4, 0, 2);
    set_be(&r.all, 6, 9, 2);
    make_copy(&c, r.all.p, r.all.n, same_text, NULL);
    assert_int_equal(c.code, CORR_EFORMAT);
    assert_string_equal(c.err.what,
                        "a recording of version 0.9 cannot be copied");
    end_copy(&c);
}

static void zeros_that_fill_a_block_are_left_out(void **state)
{
    copy c;

    (void)state;
    begin();
    end_chunk(&r);
    const size_t whole = r.all.n;
    for (unsigned i = 0; i < 512; i++)
        put_byte(&r.all, 0);
    make_copy(&c, r.all.p, r.all.n, same_text, NULL);
    assert_int_equal(c.code, CORR_OK);
    assert_int_equal(c.got.n, whole);
    assert_int_equal(c.done.bytes, 512);
    end_copy(&c);
}

static void any_damage_is_survived(void **state)
{
    (void)state;
    begin();
    put_orders();
    end_chunk(&r);
    for (size_t n = 0; n <= r.all.n; n++)
        assert_copies(r.all.p, n);
    for (size_t i = 0; i < r.all.n; i++) {
        static const uint8_t bits[] = { 0xff, 0x80, 0x01, 0x7f };
        for (size_t k = 0; k < sizeof bits; k++) {
            r.all.p[i] ^= bits[k];
            assert_copies(r.all.p, r.all.n);
            r.all.p[i] ^= bits[k];
        }
    }
}

static void memory_that_is_out_is_told(void **state)
{
    (void)state;
    begin();
    put_orders();
    end_chunk(&r);
    for (long n = 1, more = true; more; n++) {
        copy c;
        test_memory_arm(n);
        make_copy(&c, r.all.p, r.all.n, type_texts, NULL);
        more = test_memory_failed();
        assert_int_equal(c.code, more ? CORR_ENOMEM : CORR_OK);
        end_copy(&c);
        assert_int_equal(test_memory_disarm(), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_of_unknown_meaning_are_left_out),
        cmocka_unit_test(constants_that_cannot_be_walked_are_left_out),
        cmocka_unit_test(damage_is_a_sentence),
        cmocka_unit_test(a_distance_that_leads_nowhere_stays),
        cmocka_unit_test(an_old_version_is_a_sentence),
        cmocka_unit_test(zeros_that_fill_a_block_are_left_out),
        cmocka_unit_test(any_damage_is_survived),
        cmocka_unit_test(memory_that_is_out_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
