/* Flight recordings: fields of a record, wherever they stand in it. */
#include "test/test_jfr.h"

typedef struct fields {
    jfr_types types;
    jfr_plans plans;
    uint32_t type;
    corr_cur body; /* of the event */
} fields;

/* The first event of a type that is described so. */
static void begin(fields *f, recording *r, const char *type, const char *values)
{
    jfr_event e = { .size = JFR_HEADER };
    bool no_memory;

    r->all.n = 0;
    begin_chunk(r, &(clock){ 0 }, type);
    put_event(r, "some.Event", values);
    end_chunk(r);
    const jfr_chunk k = { .p = r->all.p, .n = r->all.n };
    memset(f, 0, sizeof *f);
    assert_true(jfr_find_types(&k, &e));
    assert_null(
        jfr_types_read(&f->types, corr_cur_of(k.p + e.at, e.size), &no_memory));
    assert_true(jfr_plans_begin(&f->plans, &f->types));
    const int64_t id = number_of(r, CORR_STR("some.Event"));
    e = (jfr_event){ .size = JFR_HEADER };
    while (jfr_next(&k, &e) && e.id != id)
        ;
    assert_int_equal(e.id, id);
    f->type = jfr_type_at(&f->types, id) - 1;
    f->body = e.body;
}

static void end(fields *f)
{
    jfr_types_clear(&f->types);
    jfr_plans_clear(&f->plans);
}

#define MIXED                                                                  \
    "some.Event! startTime:long id:int other:long pid:long name:String "       \
    "gcId:long port:int note:String value:long;"

/* Numbers of all lengths before a text, and after it. */
static void numbers_are_taken_before_and_behind_texts(void **state)
{
    static recording r;
    char values[256];

    (void)state;
    for (unsigned a = 0; a < 63; a++) {
        const long long start = 1LL << a, pid = 1LL << (62 - a);
        fields f;
        jfr_record got;
        snprintf(values, sizeof values, "%lld 7 -1 %lld 'text' %lld 80 ~ %lld",
                 start, pid, start, pid);
        begin(&f, &r, MIXED, values);
        corr_cur c = f.body;
        jfr_take(&f.plans, &f.types, f.type, &c, &got);
        assert_int_equal(jfr_number(&got, F_START, 0), start);
        assert_int_equal(jfr_number(&got, F_ID, 0), 7);
        assert_int_equal(jfr_number(&got, F_PID, 0), pid);
        assert_int_equal(jfr_number(&got, F_GC, 0), start);
        assert_int_equal(jfr_number(&got, F_PORT, 0), 80);
        assert_int_equal(jfr_number(&got, F_VALUE, 0), pid);
        assert_int_equal(got.slot[F_NAME].at[0], JFR_TEXT_UTF8);
        assert_memory_equal(got.slot[F_NAME].at + 2, "text", 4);
        assert_false(c.bad);
        assert_ptr_equal(c.p, c.end);
        /* of these only */
        c = f.body;
        jfr_take_some(&f.plans, &f.types, f.type,
                      JFR_BIT(F_PID) | JFR_BIT(F_PORT), &c, &got);
        assert_int_equal(got.has, JFR_BIT(F_PID) | JFR_BIT(F_PORT));
        assert_int_equal(jfr_number(&got, F_PID, 0), pid);
        assert_int_equal(jfr_number(&got, F_PORT, 0), 80);
        end(&f);
    }
}

static void what_is_cut_off_is_not_there(void **state)
{
    static recording r;
    fields f;
    jfr_record got;

    (void)state;
    begin(&f, &r, MIXED, "300 7 1 300 'text' 300 80 ~ 300");
    const jfr_slot slots[] = { F_START, F_ID,   F_PID,  F_NAME,
                               F_GC,    F_PORT, F_VALUE };
    const size_t ends[] = { 2, 3, 6, 12, 14, 15, 18 };
    for (size_t n = 0; n <= 18; n++) {
        corr_cur c = corr_cur_of(f.body.p, n);
        jfr_take(&f.plans, &f.types, f.type, &c, &got);
        for (size_t i = 0; i < sizeof slots / sizeof *slots; i++)
            assert_int_equal(jfr_has(&got, slots[i]), n >= ends[i]);
    }
    end(&f);
}

static void a_field_is_stepped_to(void **state)
{
    static recording r;
    fields f;

    (void)state;
    begin(&f, &r, MIXED, "300 7 1 300 'text' 301 80 ~ 302");
    corr_cur c = f.body;
    assert_non_null(jfr_step_to(&f.plans, &f.types, f.type, F_START, &c));
    assert_ptr_equal(c.p, f.body.p);
    c = f.body;
    const jfr_field *field = jfr_step_to(&f.plans, &f.types, f.type, F_GC, &c);
    assert_true(corr_str_is(field->name, "gcId"));
    assert_int_equal(jfr_int(&c), 301);
    c = f.body;
    assert_non_null(jfr_step_to(&f.plans, &f.types, f.type, F_VALUE, &c));
    assert_int_equal(jfr_int(&c), 302);
    c = f.body;
    assert_null(jfr_step_to(&f.plans, &f.types, f.type, F_FRAMES, &c));
    end(&f);
}

static void integers_of_one_byte_are_counted(void **state)
{
    uint8_t p[64];

    (void)state;
    for (size_t n = 0; n < sizeof p; n++)
        for (size_t at = 0; at <= n; at++) {
            memset(p, 0x7f, sizeof p);
            p[at] = 0x80; /* after the last field */
            assert_int_equal(jfr_short_ints(p, n), at < n ? at : n);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_taken_before_and_behind_texts),
        cmocka_unit_test(what_is_cut_off_is_not_there),
        cmocka_unit_test(a_field_is_stepped_to),
        cmocka_unit_test(integers_of_one_byte_are_counted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
