/* Flight recordings: the header of a chunk, its clock, and its constants. */
#include "test/test_jfr.h"

/* ---- header ---------------------------------------------------------------- */

static void a_header_is_read_field_by_field(void **state)
{
    static recording r;
    jfr_header h;

    (void)state;
    r.all.n = 0;
    begin_chunk(&r,
                &(clock){ .ns = START + 7,
                          .ticks = -5,
                          .hz = 2500000000,
                          .duration = 900,
                          .major = 2,
                          .minor = 1 },
                JAVA_TYPES);
    put_constants(&r, JAVA_CONSTANTS);
    end_chunk(&r);
    r.all.p[64] = 3; /* still being written */
    assert_true(jfr_header_read(&h, r.all.p, r.all.n));
    assert_int_equal(h.major, 2);
    assert_int_equal(h.minor, 1);
    assert_int_equal(h.size, r.all.n);
    assert_int_equal(h.pools, r.checkpoint);
    assert_int_equal(h.metadata, JFR_HEADER);
    assert_int_equal(h.start_ns, START + 7);
    assert_int_equal(h.duration_ns, 900);
    assert_int_equal(h.start_ticks, -5);
    assert_int_equal(h.hz, 2500000000);
    assert_int_equal(h.state, 3);
    assert_int_equal(h.flags, JFR_COMPRESSED);
    assert_true(jfr_header_read(&h, r.all.p, JFR_HEADER));
    assert_false(jfr_header_read(&h, r.all.p, JFR_HEADER - 1));
    for (size_t i = 0; i < 4; i++) {
        r.all.p[i] ^= 1;
        assert_false(jfr_header_read(&h, r.all.p, r.all.n));
        r.all.p[i] ^= 1;
    }
}

/* ---- clock ------------------------------------------------------------------ */

static void ticks_are_ns_at_any_rate_and_stay_at_the_ends(void **state)
{
    static const int64_t giga = 1000000000, most = INT64_MAX / 1000000000;
    static const struct {
        int64_t hz, ticks, ns;
    } each[] = {
        { 1000000000, 5, 5 },
        { 1000000000, -5, -5 },
        { 0, 5, 5 }, /* unknown: ns */
        { -3, 5, 5 },
        { 1, 3, 3000000000 },
        { 3, 1, 333333333 },
        { 2500000000, 2500000001, 1000000000 },
        { 2500000000, -3750000000, -1500000000 },
        /* more a second than ns can be multiplied with */
        { 1000000000000, 500000000000, 500000000 },
        { 1000000000000, 3500000000000, 3500000000 },
        { 1, most - 1, (most - 1) * giga },
        { 1, most, INT64_MAX },
        { 1, INT64_MAX, INT64_MAX },
        { 1, -(most - 1), -(most - 1) * giga },
        { 1, -most, -INT64_MAX },
        { 1, INT64_MIN, -INT64_MAX },
        { giga, 0, 0 },
        { giga, 1234567890123456789, 1234567890123456789 },
        { giga, -7, -7 },
        { giga, most * giga - 1, most * giga - 1 },
        { giga, most * giga, INT64_MAX },
        { giga, 1 - most * giga, 1 - most * giga },
        { giga, -most * giga, -INT64_MAX },
        { giga, INT64_MIN, -INT64_MAX },
    };

    (void)state;
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        const jfr_header h = { .hz = each[i].hz };
        assert_int_equal(jfr_span_ns(&h, each[i].ticks), each[i].ns);
    }
}

static void a_number_is_a_time_by_its_unit(void **state)
{
    static const jfr_header h = { .hz = 500000000,
                                  .start_ns = START,
                                  .start_ticks = 1000 };
    static const struct {
        jfr_unit unit;
        int64_t n, ns;
    } each[] = {
        { JFR_TIMESTAMP, 1000, START },
        { JFR_TIMESTAMP, 1003, START + 6 },
        { JFR_TIMESTAMP, 997, START - 6 },
        { JFR_TICKS, 3, 6 },
        { JFR_PLAIN, 7, 7 },
        { JFR_NS, 7, 7 },
        { JFR_EPOCH_NS, 7, 7 },
        { JFR_US, 7, 7000 },
        { JFR_MS, -7, -7000000 },
        { JFR_EPOCH_MS, 7, 7000000 },
        { JFR_S, 7, 7000000000 },
        { JFR_EPOCH_S, 7, 7000000000 },
        { JFR_S, 9223372036, 9223372036000000000 },
        { JFR_S, 9223372037, INT64_MAX },
        { JFR_S, -9223372036, -9223372036000000000 },
        { JFR_S, -9223372037, -INT64_MAX },
        { JFR_S, INT64_MIN, CORR_NO_TIME }, /* never */
        { JFR_TIMESTAMP, INT64_MIN, CORR_NO_TIME },
    };

    (void)state;
    for (size_t i = 0; i < sizeof each / sizeof *each; i++)
        assert_int_equal(jfr_ns(&h, each[i].unit, each[i].n), each[i].ns);
}

/* ---- constants ----------------------------------------------------------------- */

/* Keys that are near each other, or alike but for their high bits. */
static uint64_t key_of(uint32_t i)
{
    return i % 2 ? i : (uint64_t)i << 40;
}

static void a_constant_is_found_among_any_number(void **state)
{
    enum { MANY = 5000 };
    jfr_pool p = { 0 };

    (void)state;
    assert_null(jfr_pool_find(&p, 1));
    for (uint32_t i = 1; i <= MANY; i++) {
        assert_null(jfr_pool_find(&p, key_of(i)));
        assert_true(jfr_pool_add(&p, key_of(i), i));
        assert_int_equal(p.n, i);
        assert_true(p.n < p.mask); /* or who looks for more never ends */
    }
    for (uint32_t i = 1; i <= MANY; i++)
        assert_int_equal(jfr_pool_find(&p, key_of(i))->at, i);
    assert_null(jfr_pool_find(&p, key_of(MANY + 1)));
    jfr_pool_empty(&p);
    assert_int_equal(p.n, 0);
    for (uint32_t i = 1; i <= MANY; i++)
        assert_null(jfr_pool_find(&p, key_of(i)));
    assert_true(jfr_pool_add(&p, 7, 70));
    assert_int_equal(jfr_pool_find(&p, 7)->at, 70);
    assert_null(jfr_pool_find(&p, 8));
    jfr_pool_clear(&p);
    assert_null(jfr_pool_find(&p, 7));
}

static void of_equal_keys_the_newest_counts(void **state)
{
    jfr_pool p = { 0 };

    (void)state;
    assert_true(jfr_pool_add(&p, 7, 70));
    jfr_pool_find(&p, 7)->made = 9;
    assert_true(jfr_pool_add(&p, 7, 71));
    assert_int_equal(p.n, 1);
    assert_int_equal(jfr_pool_find(&p, 7)->at, 71);
    assert_int_equal(jfr_pool_find(&p, 7)->made, 0); /* of the one before */
    jfr_pool_clear(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_header_is_read_field_by_field),
        cmocka_unit_test(ticks_are_ns_at_any_rate_and_stay_at_the_ends),
        cmocka_unit_test(a_number_is_a_time_by_its_unit),
        cmocka_unit_test(a_constant_is_found_among_any_number),
        cmocka_unit_test(of_equal_keys_the_newest_counts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
