/* Tests of slices and merges of profiles: what pprof knows and the tables do
 * not comes through, and equal things of several files are one. */
#include "test/cut_test.h"
#include "test/test_pprof.h"

#include "pprof.pb-c.h"

typedef Perftools__Profiles__Profile profile;

/* Strings: 1 samples 2 count 3 cpu 4 nanoseconds 5 app 6 id 7 main 8 work
 * 9 app.c 10 key 11 red 12 blue 13 size 14 bytes 15 note */
static void put_strings(blob *b, const char *last)
{
    put_words(b, "samples count cpu nanoseconds app id main work app.c key red "
                 "blue size bytes");
    put_mem(b, 6, last, strlen(last));
}

static void put_types(blob *b)
{
    put_nums(b, 1, NUMS(1, 1, 2, 2));
    put_nums(b, 1, NUMS(1, 3, 2, 4));
    put_nums(b, 11, NUMS(1, 3, 2, 4));
}

/* A label: key, text, number, unit. */
static void put_label(blob *sample, uint64_t key, uint64_t str, uint64_t num,
                      uint64_t unit)
{
    put_nums(sample, 3, NUMS(1, key, 2, str, 3, num, 4, unit));
}

static void put_values(blob *sample, uint64_t count)
{
    put_packed(sample, 2, (const uint64_t[]){ count, count * 10 }, 2);
}

/* Location main:7 at start + 0x10, which has work:3:9 inlined; base numbers
 * its ids. */
static void put_code(blob *b, uint64_t base, uint64_t start)
{
    blob loc = { .n = 0 };

    put_nums(b, 3,
             NUMS(1, base, 2, start, 3, start + 0x1000, 4, 0x200, 5, 5, 6, 6, 7,
                  1, 9, 1));
    put_nums(b, 5, NUMS(1, base + 1, 2, 7, 3, 7, 4, 9, 5, 70));
    put_nums(b, 5, NUMS(1, base + 2, 2, 8, 4, 9));
    put_nums(b, 5, NUMS(1, base + 3, 2, 10));
    put_num(&loc, 1, base + 5);
    put_num(&loc, 2, base);
    put_num(&loc, 3, start + 0x10);
    put_nums(&loc, 4, NUMS(1, base + 2, 2, 3, 3, 9));
    put_nums(&loc, 4, NUMS(1, base + 1, 2, 7));
    put_num(&loc, 5, 1);
    put_msg(b, 4, &loc);
    put_nums(b, 4, NUMS(1, base + 6, 2, base, 3, start + 0x20));
}

static void put_one(blob *b, uint64_t location, uint64_t count, bool red_first)
{
    blob m = { .n = 0 };

    put_packed(&m, 1, &location, 1);
    put_values(&m, count);
    put_label(&m, red_first ? 10 : 13, red_first ? 11 : 0, red_first ? 0 : 64,
              red_first ? 0 : 14);
    put_label(&m, red_first ? 13 : 10, red_first ? 0 : 11, red_first ? 64 : 0,
              red_first ? 14 : 0);
    put_msg(b, 2, &m);
}

/* Two samples: in work with labels, and of a location without lines. */
static blob profile_of(uint64_t base, uint64_t start, bool red_first,
                       uint64_t time, const char *note)
{
    blob b = { .n = 0 };
    blob bare = { .n = 0 };

    put_types(&b);
    put_one(&b, base + 5, 2, red_first);
    put_packed(&bare, 1, (const uint64_t[]){ base + 6 }, 1);
    put_values(&bare, 1);
    put_label(&bare, 10, 12, 0, 0);
    put_label(&bare, 10, 11, 0, 0);
    put_msg(&b, 2, &bare);
    put_code(&b, base, start);
    put_strings(&b, note);
    put_num(&b, 9, time);
    put_num(&b, 10, 100);
    put_num(&b, 12, base * 10);
    put_num(&b, 13, 15);
    put_num(&b, 14, 1);
    put_num(&b, 15, 9);
    put_num(&b, 7, 11);
    put_num(&b, 8, 7);
    return b;
}

/* ---- what was written, by the schema --------------------------------------------- */

static profile *unpack(const cutting *c)
{
    corr_err err = { 0 };
    size_t n;

    if (c->code)
        fail_msg("%s", c->err.what);
    corr_src *in = src_open_memory(c->got.p, c->got.n, &(src_opts){ 0 }, &err);
    const uint8_t *p = corr_src_peek(in, 1 << 20, &n);
    profile *got = perftools__profiles__profile__unpack(NULL, n, p);
    src_close(in);
    assert_non_null(got);
    return got;
}

static const char *text(const profile *p, int64_t string)
{
    assert_true((size_t)string < p->n_string_table);
    return p->string_table[string];
}

static const Perftools__Profiles__Location *location_of(const profile *p,
                                                        uint64_t id)
{
    for (size_t i = 0; i < p->n_location; i++)
        if (p->location[i]->id == id)
            return p->location[i];
    fail_msg("there is no location %llu", (unsigned long long)id);
    return NULL;
}

static const Perftools__Profiles__Function *function_of(const profile *p,
                                                        uint64_t id)
{
    for (size_t i = 0; i < p->n_function; i++)
        if (p->function[i]->id == id)
            return p->function[i];
    fail_msg("there is no function %llu", (unsigned long long)id);
    return NULL;
}

static void done(cutting *c, profile *p)
{
    perftools__profiles__profile__free_unpacked(p, NULL);
    cut_end(c);
}

/* ---- slices ------------------------------------------------------------------- */

static void what_the_tables_do_not_know_comes_through(void **state)
{
    const blob b = profile_of(40, 0x7000, true, 1000, "note");
    cutting c = { 0 };

    (void)state;
    cut_add(&c, b.p, b.n);
    cut_run(&c, &(corr_query){ .focus = "^work$" }, NULL);
    profile *p = unpack(&c);
    assert_int_equal(p->n_sample, 1);
    assert_int_equal(p->n_sample_type, 2);
    assert_string_equal(text(p, p->sample_type[1]->type), "cpu");
    assert_int_equal(p->time_nanos, 1000);
    assert_int_equal(p->duration_nanos, 100);
    assert_int_equal(p->period, 400);
    assert_string_equal(text(p, p->period_type->unit), "nanoseconds");
    assert_string_equal(text(p, p->comment[0]), "note");
    assert_string_equal(text(p, p->default_sample_type), "samples");
    assert_string_equal(text(p, p->doc_url), "app.c");
    assert_string_equal(text(p, p->drop_frames), "red");
    assert_string_equal(text(p, p->keep_frames), "main");

    assert_int_equal(p->n_mapping, 1);
    assert_int_equal(p->mapping[0]->memory_start, 0x7000);
    assert_int_equal(p->mapping[0]->memory_limit, 0x8000);
    assert_int_equal(p->mapping[0]->file_offset, 0x200);
    assert_string_equal(text(p, p->mapping[0]->build_id), "id");
    assert_true(p->mapping[0]->has_functions);
    assert_false(p->mapping[0]->has_filenames);
    assert_true(p->mapping[0]->has_line_numbers);

    assert_int_equal(p->n_location, 1);
    assert_int_equal(p->n_function, 2);
    const Perftools__Profiles__Location *loc =
        location_of(p, p->sample[0]->location_id[0]);
    assert_int_equal(loc->address, 0x7010);
    assert_true(loc->is_folded);
    assert_int_equal(loc->n_line, 2);
    assert_int_equal(loc->line[0]->column, 9);
    assert_int_equal(loc->line[1]->line, 7);
    const Perftools__Profiles__Function *outer =
        function_of(p, loc->line[1]->function_id);
    assert_string_equal(text(p, outer->system_name), "main");
    assert_int_equal(outer->start_line, 70);

    const Perftools__Profiles__Sample *s = p->sample[0];
    assert_int_equal(s->value[0], 2);
    assert_int_equal(s->value[1], 20);
    assert_string_equal(text(p, s->label[0]->str), "red");
    assert_int_equal(s->label[1]->num, 64);
    assert_string_equal(text(p, s->label[1]->num_unit), "bytes");
    done(&c, p);
}

static void a_slice_leaves_equal_samples_apart(void **state)
{
    blob b = profile_of(40, 0x7000, true, 1000, "note");
    cutting c = { 0 };

    (void)state;
    put_one(&b, 45, 2, true);
    put_one(&b, 45, 0, true);
    cut_add(&c, b.p, b.n);
    cut_run(&c, &(corr_query){ 0 }, NULL);
    profile *p = unpack(&c);
    assert_int_equal(p->n_sample, 3);
    assert_int_equal(c.facts.kept, 3);
    assert_int_equal(c.facts.of, 4);
    assert_int_equal(c.facts.sel.total, 50);
    assert_int_equal(p->n_location, 2);
    /* a key that comes twice keeps both of its values, in their order */
    assert_string_equal(text(p, p->sample[1]->label[0]->str), "blue");
    assert_string_equal(text(p, p->sample[1]->label[1]->str), "red");
    done(&c, p);
}

static void lines_without_a_function_are_left_out(void **state)
{
    blob b = { .n = 0 };
    cutting c = { 0 };

    (void)state;
    put_types(&b);
    put_sample(&b, 1, (const int64_t[]){ 1, 10 }, 2);
    put_nums(&b, 4, NUMS(1, 1, 3, 0x99));
    blob loc = { .n = 0 };
    put_num(&loc, 1, 2);
    put_nums(&loc, 4, NUMS(1, 77, 2, 5));
    put_msg(&b, 4, &loc);
    put_sample(&b, 2, (const int64_t[]){ 1, 10 }, 2);
    put_strings(&b, "note");
    cut_add(&c, b.p, b.n);
    cut_run(&c, &(corr_query){ 0 }, NULL);
    profile *p = unpack(&c);
    assert_int_equal(p->n_sample, 2);
    assert_int_equal(p->n_mapping, 0);
    assert_int_equal(location_of(p, p->sample[1]->location_id[0])->n_line, 0);
    assert_int_equal(location_of(p, p->sample[0]->location_id[0])->address,
                     0x99);
    done(&c, p);
}

/* ---- merges ------------------------------------------------------------------- */

static void equal_samples_are_one_whatever_their_ids(void **state)
{
    const blob a = profile_of(40, 0x7000, true, 2000, "note");
    const blob b = profile_of(90, 0x5000, false, 1000, "other");
    cutting c = { 0 };

    (void)state;
    cut_add(&c, a.p, a.n);
    cut_add(&c, b.p, b.n);
    cut_run(&c, NULL, NULL);
    profile *p = unpack(&c);
    assert_int_equal(p->n_sample, 2);
    assert_int_equal(p->sample[0]->value[0], 4);
    assert_int_equal(p->sample[0]->value[1], 40);
    assert_int_equal(p->sample[1]->value[1], 20);
    assert_int_equal(p->n_mapping, 1);
    assert_int_equal(p->mapping[0]->memory_start, 0x7000);
    assert_int_equal(p->n_location, 2);
    assert_int_equal(p->n_function, 2);
    assert_int_equal(p->time_nanos, 1000);
    assert_int_equal(p->duration_nanos, 200);
    assert_int_equal(p->period, 900);
    assert_int_equal(p->n_comment, 2);
    assert_string_equal(text(p, p->comment[1]), "other");
    done(&c, p);
}

static void samples_that_add_up_to_nothing_go(void **state)
{
    blob a = profile_of(40, 0x7000, true, 2000, "note");
    cutting c = { 0 };

    (void)state;
    blob m = { .n = 0 };
    put_packed(&m, 1, (const uint64_t[]){ 45 }, 1);
    put_packed(&m, 2, (const uint64_t[]){ (uint64_t)-2, (uint64_t)-20 }, 2);
    put_label(&m, 10, 11, 0, 0);
    put_label(&m, 13, 0, 64, 14);
    put_msg(&a, 2, &m);
    cut_add(&c, a.p, a.n);
    cut_run(&c, NULL, NULL);
    profile *p = unpack(&c);
    assert_int_equal(p->n_sample, 1);
    assert_int_equal(p->sample[0]->value[0], 1);
    done(&c, p);
}

static void a_profile_without_samples_has_its_say(void **state)
{
    const blob a = profile_of(40, 0x7000, true, 2000, "note");
    blob b = { .n = 0 };
    cutting c = { 0 };

    (void)state;
    put_types(&b);
    put_strings(&b, "empty");
    put_num(&b, 9, 500);
    put_num(&b, 10, 7);
    put_num(&b, 13, 15);
    cut_add(&c, a.p, a.n);
    cut_add(&c, b.p, b.n);
    cut_run(&c, NULL, NULL);
    profile *p = unpack(&c);
    assert_int_equal(p->time_nanos, 500);
    assert_int_equal(p->duration_nanos, 107);
    assert_int_equal(p->n_comment, 2);
    done(&c, p);
}

static blob node_profile(uint64_t ended)
{
    static const int64_t one = 1;
    blob b = { .n = 0 };

    put_mem(&b, 6, "", 0);
    put_mem(&b, 6, "count", 5);
    put_mem(&b, 6, "node:fs", 7);
    put_nums(&b, 1, NUMS(1, 1, 2, 1));
    put_sample(&b, 1, &one, 1);
    put_function(&b, 1, 1, 2);
    put_num(&b, 9, ended);
    put_num(&b, 10, 100);
    return b;
}

/* Their times are when they were done. */
static void profiles_of_node_end_when_the_last_one_does(void **state)
{
    const blob last = node_profile(1100), first = node_profile(1000);
    cutting c = { 0 };

    (void)state;
    cut_add(&c, last.p, last.n);
    cut_add(&c, first.p, first.n);
    cut_run(&c, NULL, NULL);
    profile *p = unpack(&c);
    assert_int_equal(p->time_nanos, 1100);
    assert_int_equal(p->duration_nanos, 200);
    done(&c, p);
}

/* what: the sentence between the names of the files, and after them. */
static void assert_unlike(const blob *b, const char *between, const char *after)
{
    const blob a = profile_of(40, 0x7000, true, 2000, "note");
    cutting c = { 0 };
    char want[512];

    cut_add(&c, a.p, a.n);
    cut_add(&c, b->p, b->n);
    cut_run(&c, NULL, NULL);
    assert_int_equal(c.code, CORR_EUSAGE);
    snprintf(want, sizeof want, "%s %s %s %s", c.path[0], between, c.path[1],
             after);
    assert_string_equal(c.err.what, want);
    cut_end(&c);
}

static void unlike_profiles_are_refused_by_name(void **state)
{
    blob b = { .n = 0 };

    (void)state;
    put_nums(&b, 1, NUMS(1, 1, 2, 2));
    put_sample(&b, 0, (const int64_t[]){ 1 }, 1);
    put_strings(&b, "note");
    assert_unlike(&b, "has samples/count, cpu/nanoseconds and",
                  "has samples/count; they cannot become one profile");
    b.n = 0;
    put_nums(&b, 1, NUMS(1, 1, 2, 2));
    put_nums(&b, 1, NUMS(1, 3, 2, 4));
    put_nums(&b, 11, NUMS(1, 13, 2, 14));
    put_sample(&b, 0, (const int64_t[]){ 1, 10 }, 2);
    put_strings(&b, "note");
    assert_unlike(&b, "and",
                  "differ in what a period is, size/bytes in the second");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_tables_do_not_know_comes_through),
        cmocka_unit_test(a_slice_leaves_equal_samples_apart),
        cmocka_unit_test(lines_without_a_function_are_left_out),
        cmocka_unit_test(equal_samples_are_one_whatever_their_ids),
        cmocka_unit_test(samples_that_add_up_to_nothing_go),
        cmocka_unit_test(a_profile_without_samples_has_its_say),
        cmocka_unit_test(profiles_of_node_end_when_the_last_one_does),
        cmocka_unit_test(unlike_profiles_are_refused_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
