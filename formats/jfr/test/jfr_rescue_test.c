/* Tests of what is rescued of a chunk that an event in the middle breaks. */
#include "jfr/jfr.h"

#include "jfr/jfr_chunk.h"
#include "test/cut_test.h"

#include "test/test_chunk.h"

static test_bytes file;

/* Places in the file, and the place of the break. */
static size_t first, broken, second, third, types;

/* A checkpoint before the break, if `before`; two after it, and a description
 * of types, to which the header leads. */
static void make(bool before)
{
    file.n = 0;
    const size_t at = begin_chunk(&file, 0);
    put_sample(&file, 1, 0, 0, 0);
    first = file.n;
    if (before)
        put_checkpoint(&file, 0);
    put_sample(&file, 2, 0, 0, 0);
    broken = file.n;
    put_byte(&file, 0); /* no event is so small */
    put_sample(&file, 3, 0, 0, 0);
    second = file.n;
    put_checkpoint(&file, before ? -(int64_t)(second - first) : 0);
    types = file.n;
    put_types(&file);
    put_sample(&file, 4, 0, 0, 0);
    third = file.n;
    put_checkpoint(&file, -(int64_t)(third - second));
    set_be(file.at + at + 8, file.n, 8);
    set_be(file.at + at + 16, third, 8);
    set_be(file.at + at + 24, types, 8);
    set_be(file.at + at + 40, 5000000, 8);
}

/* The description before the break is one of another kind of event, ... */
static void hide_types(void)
{
    file.at[TEST_HEAD + 2] = TEST_SAMPLE + 1;
}

/* ... or has more names than it has bytes. */
static void break_types(void)
{
    set_be(file.at + TEST_HEAD + 6, 0x7f, 1);
}

/* Puts something else for a letter of the first such name from a place on. */
static void misname(size_t from, const char *name, char letter)
{
    const size_t n = strlen(name);
    size_t at = from;

    while (at + n < file.n && memcmp(file.at + at, name, n) != 0)
        at++;
    assert_true(at + n < file.n);
    file.at[at + 1] = (uint8_t)letter;
}

static void run(cutting *c)
{
    static const corr_slice_opts salvage = { .salvage = true };

    *c = (cutting){ 0 };
    cut_add(c, file.at, file.n);
    cut_run(c, NULL, &salvage);
}

static size_t number_at(const cutting *c, size_t at)
{
    corr_cur cur = corr_cur_of(c->got.p + at, 8);

    return (size_t)jfr_be(&cur, 8);
}

static jfr_event event_at(const cutting *c, size_t at)
{
    const jfr_chunk k = { .p = (const uint8_t *)c->got.p, .n = c->got.n };
    jfr_event e = { .at = at };

    assert_true(jfr_next(&k, &e));
    return e;
}

/* How far back a checkpoint says that the one before it is. */
static int64_t delta_at(const cutting *c, size_t at)
{
    jfr_event e = event_at(c, at);

    assert_int_equal(e.id, JFR_CHECKPOINT);
    jfr_int(&e.body);
    jfr_int(&e.body);
    const int64_t delta = (int64_t)jfr_int(&e.body);
    assert_int_equal(jfr_byte(&e.body), 0);
    assert_int_equal(jfr_int(&e.body), 0);
    assert_false(e.body.bad);
    assert_int_equal(corr_cur_left(&e.body), 0);
    return delta;
}

static void assert_readable(const cutting *c, int64_t samples)
{
    cutting again = { 0 };

    cut_add(&again, c->got.p, c->got.n);
    cut_load(&again);
    assert_int_equal(again.code, CORR_OK);
    assert_int_equal(corr_prepare(again.st, NULL), CORR_OK);
    const corr_input in = corr_input_at(again.st, 0);
    assert_false(in.lost.damaged || in.lost.bytes);
    assert_int_equal(in.kinds[0].samples, samples);
    cut_end(&again);
}

static void constants_and_events_behind_the_break_come_along(void **state)
{
    cutting c;

    (void)state;
    for (unsigned before = 0; before < 2; before++) {
        make(before);
        run(&c);
        assert_int_equal(c.code, CORR_OK);
        assert_int_equal(c.facts.kept, 1);
        assert_memory_equal(c.got.p + 68, file.at + 68, broken - 68);
        assert_int_equal(number_at(&c, 8), c.got.n);
        assert_int_equal(number_at(&c, 24), TEST_HEAD);
        assert_int_equal(number_at(&c, 40), 5000000);
        const size_t last = number_at(&c, 16);
        assert_int_equal(last + event_at(&c, last).size, c.got.n);
        const int64_t delta = delta_at(&c, last);
        assert_int_equal(last + (size_t)delta, broken);
        assert_int_equal(delta_at(&c, broken),
                         before ? (int64_t)first - (int64_t)broken : 0);
        assert_int_equal(c.facts.lost, second - broken);
        assert_readable(&c, 3);
        cut_end(&c);
    }
}

static void types_behind_the_break_come_along_if_none_are_before(void **state)
{
    cutting c;

    (void)state;
    for (unsigned how = 0; how < 2; how++) {
        make(true);
        if (how)
            break_types();
        else
            hide_types();
        run(&c);
        assert_int_equal(c.code, CORR_OK);
        const size_t at = number_at(&c, 24);
        const jfr_event e = event_at(&c, at);
        assert_int_equal(e.id, JFR_METADATA);
        assert_int_equal(at + e.size, c.got.n);
        assert_int_equal(number_at(&c, 8), c.got.n);
        assert_memory_equal(c.got.p + at, file.at + types, e.size);
        assert_int_equal(
            number_at(&c, 16) + event_at(&c, number_at(&c, 16)).size, at);
        assert_readable(&c, 3);
        cut_end(&c);
    }
}

/* The break destroys everything up to a place inside the description. */
static void types_in_which_it_breaks_off_come_along_whole(void **state)
{
    cutting c;

    (void)state;
    make(true);
    hide_types();
    file.at[broken] = (uint8_t)(types + 10 - broken);
    file.at[broken + 1] = TEST_SAMPLE;
    file.at[types + 10] = 0;
    run(&c);
    assert_int_equal(c.code, CORR_OK);
    const size_t at = number_at(&c, 24);
    const jfr_event e = event_at(&c, at);
    assert_true(at > types);
    assert_int_equal(at + e.size, c.got.n);
    assert_memory_equal(c.got.p + at, file.at + types, e.size);
    cut_end(&c);
}

static void assert_left_out(void)
{
    cutting c;

    run(&c);
    assert_int_equal(c.code, CORR_ENONE);
    assert_int_equal(c.got.n, 0);
    cut_end(&c);
}

static void what_cannot_be_read_is_not_said_to_be_rescued(void **state)
{
    (void)state;
    make(true);
    break_types();
    set_be(file.at + 24, 0, 8);
    assert_left_out(); /* no types */
    make(false);
    set_be(file.at + 16, broken - 5, 8);
    assert_left_out(); /* no constants */
}

/* One flipped bit is enough: what is no name, an attribute of that name less,
 * a type that is not there. */
static void types_that_the_jdk_refuses_are_not_rescued(void **state)
{
    static const struct {
        const char *name;
        char letter;
    } wrong[] = { { "jdk.ExecutionSample", '`' }, { "name", 'A' } };

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        make(true);
        misname(TEST_HEAD, wrong[i].name, wrong[i].letter);
        misname(types, wrong[i].name, wrong[i].letter);
        assert_left_out();
    }
    make(true);
    misname(TEST_HEAD, wrong[0].name, wrong[0].letter);
    cutting c;
    run(&c);
    assert_int_equal(c.code, CORR_OK); /* another description is sound */
    cut_end(&c);
}

/* A checkpoint that says that the one before it is itself, after it, before
 * the file, or something else. */
static void a_chain_that_goes_wrong_ends(void **state)
{
    static const int64_t wrong[] = { 0, 5, INT64_MIN, -1, -3 };
    cutting c;

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        make(false);
        file.n = third;
        put_checkpoint(&file, wrong[i]);
        set_be(file.at + 8, file.n, 8);
        run(&c);
        assert_int_equal(c.code, CORR_OK);
        assert_int_equal(number_at(&c, 16), broken);
        assert_int_equal(delta_at(&c, broken), 0);
        assert_int_equal(broken + event_at(&c, broken).size, c.got.n);
        assert_readable(&c, 2);
        cut_end(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants_and_events_behind_the_break_come_along),
        cmocka_unit_test(types_behind_the_break_come_along_if_none_are_before),
        cmocka_unit_test(types_in_which_it_breaks_off_come_along_whole),
        cmocka_unit_test(what_cannot_be_read_is_not_said_to_be_rescued),
        cmocka_unit_test(types_that_the_jdk_refuses_are_not_rescued),
        cmocka_unit_test(a_chain_that_goes_wrong_ends),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
