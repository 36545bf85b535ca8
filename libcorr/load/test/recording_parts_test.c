/* Tests of recording_parts: files that are one recording, and reading them as
 * one. */
#include "corr_view.h"
#include "load/recording_parts.h"
#include "test/testing.h"

#include <sys/stat.h>
#include <zlib.h>
#ifdef CORR_WITH_ZSTD
#include <zstd.h>
#endif

#define SECOND INT64_C(1000000000)

/* "pce FROM TO WHOSE BYTES" is a piece.  WHOSE 0 is unknown, BYTES 0 reaches to
 * the end of the file, and a minus before BYTES makes the piece open.  Lines
 * after it are samples; a line "bad" is damage. */
static int probe(const uint8_t *head, size_t n, bool whole)
{
    (void)whole;
    return n > 4 && memcmp(head, "pce ", 4) == 0 ? 100 : 0;
}

static bool piece(const uint8_t *head, size_t n, corr_part *p)
{
    corr_str text = { (const char *)head, n };
    corr_str rest, word;
    int64_t from = -1, to = -1, whose = -1, bytes = 0;

    if (!probe(head, n, true) || !corr_str_next(&text, '\n', &rest))
        return false;
    corr_str_next(&rest, ' ', &word);
    corr_str_next(&rest, ' ', &word);
    corr_str_i64(word, &from);
    corr_str_next(&rest, ' ', &word);
    corr_str_i64(word, &to);
    corr_str_next(&rest, ' ', &word);
    corr_str_i64(word, &whose);
    if (corr_str_next(&rest, ' ', &word))
        corr_str_i64(word, &bytes);
    *p = (corr_part){ .from = from * SECOND,
                      .to = to * SECOND,
                      .bytes = (uint64_t)(bytes < 0 ? -bytes : bytes),
                      .open = bytes < 0,
                      .mark = { 0, whose } };
    return from >= 0;
}

static void part_whose(corr_src *in, corr_part *p)
{
    size_t n;

    corr_src_peek(in, 1, &n);
    assert_true(n > 0);
    p->mark[0] = p->mark[1];

    corr_src *labels = corr_src_beside(in, ".labels");
    p->alone = labels != NULL;
    corr_src_close(labels);
}

static bool part_kin(const corr_part *a, const corr_part *b)
{
    return !a->mark[0] || !b->mark[0] || a->mark[0] == b->mark[0];
}

static bool part_apart(const corr_part *a, const corr_part *b)
{
    return a->mark[0] && (!b || (b->mark[0] && a->mark[0] != b->mark[0]));
}

static bool part_same(const corr_part *a, const corr_part *b)
{
    return a->from == b->from && (a->open || b->open || a->bytes == b->bytes);
}

static corr_code read_pieces(corr_src *in, const corr_want *want, corr_build *b,
                             corr_err *err)
{
    const corr_kind k = testing_kind(b, "samples", 0);
    corr_str line;

    (void)want;
    do {
        corr_src_line(in, &line);
        assert_true(corr_str_starts(line, "pce "));
        while (corr_src_line(in, &line))
            if (corr_str_is(line, "bad"))
                corr_damage(b, corr_src_offset(in) - 4, 4, 1, "a bad line");
            else
                testing_sample(b, k, "x", NAN, "");
    } while (corr_src_next(in));
    return corr_finish(in, b, err);
}

static const corr_format format_piece = { .name = "piece",
                                          .title = "pieces",
                                          .probe = probe,
                                          .read = read_pieces,
                                          .pieces.begins = piece,
                                          .pieces.whose = part_whose,
                                          .pieces.kin = part_kin,
                                          .pieces.apart = part_apart,
                                          .pieces.same = part_same };
static const corr_format *const formats[] = { &format_piece, NULL };

/* ---- files ------------------------------------------------------------ */

static char dir[64];

static void put(const char *name, const char *text)
{
    const char *path = testing_path(dir, name);

    testing_write(path, text, strlen(text));
}

static void put_packed(const char *name, const char *text)
{
    gzFile f = gzopen(testing_path(dir, name), "wb");

    assert_non_null(f);
    assert_int_equal(gzwrite(f, text, (unsigned)strlen(text)), strlen(text));
    assert_int_equal(gzclose(f), Z_OK);
}

static int set_up(void **state)
{
    (void)state;
    snprintf(dir, sizeof dir, "/tmp/corr-pieces-XXXXXX");
    return mkdtemp(dir) ? 0 : 1;
}

static int tear_down(void **state)
{
    (void)state;
    return testing_remove(dir);
}

static walk walk_of(void)
{
    const char *const paths[] = { dir };
    const corr_limits limits = { .record = 1 << 20 };
    walk w = { 0 };

    assert_int_equal(walk_paths(&w, paths, 1, &(walk_how){ 0 }, NULL), CORR_OK);
    assert_true(parts_find(&w, formats, true, &limits, 2));
    return w;
}

static void say(char *text, size_t room, const char *between, const char *more)
{
    const size_t n = strlen(text);

    snprintf(text + n, room - n, "%s%s", between, more);
}

/* "show: piece piece; show; show (1 of 2) 0-16 32-48" */
static void check(const char *want)
{
    walk w = walk_of();
    char got[512] = "";

    for (size_t i = 0; i < w.file.n; i++) {
        say(got, sizeof got, i ? "; " : "", w.file.v[i].show);
        for (size_t k = 0; k < w.file.v[i].piece.n; k++)
            say(got, sizeof got, k ? " " : ": ", w.file.v[i].piece.v[k].show);
        for (size_t k = 0; k < w.file.v[i].part.n; k++) {
            const src_part *p = &w.file.v[i].part.v[k];
            char text[64];
            snprintf(text, sizeof text, "%llu-%llu",
                     (unsigned long long)p->from, (unsigned long long)p->to);
            say(got, sizeof got, " ", text);
        }
    }
    assert_string_equal(got, want);
    walk_clear(&w);
}

/* ---- tests ------------------------------------------------------------ */

static void files_that_go_on_are_one_in_the_order_of_time(void **state)
{
    (void)state;
    assert_int_equal(mkdir(testing_path(dir, "r"), 0755), 0);
    put("r/c", "pce 0 10 7 \n");
    put("r/a", "pce 20 30 7 \n");
    put("r/b", "pce 10 20 7 \n");
    check("r: r/c r/b r/a");
}

static void other_directories_are_other_recordings(void **state)
{
    (void)state;
    assert_int_equal(mkdir(testing_path(dir, "r"), 0755), 0);
    assert_int_equal(mkdir(testing_path(dir, "s"), 0755), 0);
    put("r/a", "pce 0 10 7 \n");
    put("s/b", "pce 10 20 7 \n");
    check("r/a; s/b");
}

static void a_gap_or_another_owner_keeps_files_apart(void **state)
{
    (void)state;
    put("a", "pce 0 10 7 \n");
    put("b", "pce 13 20 7 \n");
    put("c", "pce 20 30 8 \n");
    check("a; b; c");
}

static void
what_is_not_of_the_recording_makes_it_be_called_by_a_file(void **state)
{
    (void)state;
    assert_int_equal(mkdir(testing_path(dir, "r"), 0755), 0);
    put("r/a", "pce 0 10 7 \n");
    put("r/b", "pce 10 20 7 \n");
    put("r/c", "pce 20 30 7 \n");
    put("r/other", "pce 50 60 8 \n");
    put("r/note", "a line\n"); /* of no format: never joined */
    check("r/a +2: r/a r/b r/c; r/note; r/other");
}

static void one_that_stands_for_itself_goes_on_nothing(void **state)
{
    (void)state;
    put("a", "pce 0 10 7 \n");
    put("b.jfr", "pce 10 20 7 \n");
    put("b.labels", "a line\n");
    put("c", "pce 20 30 7 \n");
    put("d", "pce 30 40 7 \n");
    check("a; b.jfr; b.labels; c +1: c d");
}

static void one_that_does_not_know_its_owner_goes_on_by_its_time(void **state)
{
    char name[80];

    (void)state;
    put("a", "pce 0 10 7 \n");
    put("b", "pce 10 20 0 \n");
    snprintf(name, sizeof name, "%s: a b", dir);
    check(name);
}

static void one_that_could_go_on_two_goes_on_none(void **state)
{
    (void)state;
    put("a", "pce 0 10 7 \n");
    put("b", "pce 1 10 8 \n");
    put("c", "pce 10 20 0 \n");
    check("a; b; c");
}

/* ---- pieces in several files ------------------------------------------ */

/* Lines of 16 bytes, one piece each. */
#define ONE   "pce 10 20 7 16 \n"
#define TWO   "pce 20 30 7 16 \n"
#define THREE "pce 30 40 7 16 \n"
#define OPEN  "pce 20 25 7 -9 \n"

static void files_that_share_a_piece_are_one_wherever_they_lie(void **state)
{
    (void)state;
    assert_int_equal(mkdir(testing_path(dir, "r"), 0755), 0);
    put("all", ONE TWO);
    put("first", ONE);
    put("r/second", TWO);
    put("r/third", THREE);
    check("all +3: all first r/second r/third");
}

static void a_share_is_of_one_owner(void **state)
{
    (void)state;
    put("a", ONE TWO);
    put("b", "pce 10 20 8 16 \n");
    put("c", "pce 20 30 7 24         \n");
    check("a; b; c");
}

static void one_that_has_a_piece_twice_shares_it_with_nobody(void **state)
{
    (void)state;
    put("a", ONE ONE);
    put("b", THREE);
    check("a; b");
}

static void a_whole_piece_is_read_before_one_that_is_open(void **state)
{
    (void)state;
    put("a", ONE OPEN);
    put("b", TWO THREE);
    check("b +1: b a");
}

static void what_ends_in_a_piece_is_open_too(void **state)
{
    (void)state;
    put("a", ONE "pce 20 30 7 90 \n");
    put("b", ONE THREE);
    check("b +1: b a");
}

static void packed_files_share_pieces_and_go_on_others(void **state)
{
    (void)state;
    assert_int_equal(mkdir(testing_path(dir, "r"), 0755), 0);
    put_packed("a", ONE TWO);
    put_packed("b", THREE TWO);
    put_packed("r/1", "pce 50 60 8 16 \n");
    put_packed("r/2", "pce 60 70 8 16 \n");
    check("a +1: a b; r: r/1 r/2");
}

static void packed_files_of_others_are_left_alone(void **state)
{
    (void)state;
    put_packed("a", ONE TWO);
    put_packed("b", "pce 10 20 8 16 \n" TWO);
    put_packed("c", "a line\n");
    check("a; b; c");
}

#ifdef CORR_WITH_ZSTD
/* A block of zstd cannot be unpacked before all of it is there. */
static void put_block(const char *name, const char *head)
{
    enum { MUCH = 60000 };
    char text[MUCH];
    uint8_t packed[2 * MUCH];
    uint32_t random = 1;
    size_t n = strlen(head);

    memcpy(text, head, n);
    for (; n < MUCH; n++) {
        random = random * 1664525 + 1013904223;
        text[n] = (char)(' ' + (random >> 24) % 64);
    }
    const size_t got = ZSTD_compress(packed, sizeof packed, text, MUCH, 3);
    assert_false(ZSTD_isError(got));
    assert_true(got > MUCH / 2);
    testing_write(testing_path(dir, name), packed, got);
}

static void a_head_may_need_much_of_a_packed_file(void **state)
{
    (void)state;
    assert_int_equal(mkdir(testing_path(dir, "r"), 0755), 0);
    put_block("r/1", "pce 50 60 8 0 \n");
    put_block("r/2", "pce 60 70 8 0 \n");
    check("r: r/1 r/2");
}
#endif

/* ---- several recordings in one file ----------------------------------- */

#define EIGHT "pce 10 20 8 16 \n"
#define NINTH "pce 20 30 8 16 \n"

static void a_file_of_two_owners_is_taken_apart(void **state)
{
    (void)state;
    put("a", ONE TWO EIGHT NINTH);
    put("b", THREE THREE);
    check("a (1 of 2) 0-32; a (2 of 2) 32-64; b");
}

static void owners_may_take_turns(void **state)
{
    (void)state;
    put("a", ONE EIGHT TWO NINTH "pce 50 60 7 16 \nx\n");
    check("a (1 of 2) 0-16 32-48 64-82; a (2 of 2) 16-32 48-64");
}

static void a_file_of_one_owner_is_one_whatever_its_times_are(void **state)
{
    (void)state;
    put("a", THREE ONE "pce 90 99 7 16 \n" ONE);
    check("a");
}

static void nobody_takes_apart_what_does_not_say_whose_it_is(void **state)
{
    (void)state;
    put("a", ONE EIGHT "pce 50 60 0 16 \n");
    put("b.jfr", ONE "pce 10 20 9 16 \n");
    put("b.labels", "a line\n");
    put_packed("c", THREE "pce 70 80 6 16 \n");
    check("a; b.jfr; b.labels; c");
}

static void what_shares_a_piece_with_another_is_not_taken_apart(void **state)
{
    (void)state;
    put("a", ONE EIGHT);
    put("b", ONE TWO);
    check("a +1: a b");
}

#define LATER "pce 12 20 8 16 \n"

static void what_shares_another_than_its_first_is_one_with_it(void **state)
{
    (void)state;
    put("a", ONE LATER);
    put("b", LATER NINTH);
    check("a +1: a b");
}

static void what_a_file_was_made_of_lies_beside_its_parts(void **state)
{
    (void)state;
    put("a", ONE TWO LATER);
    put("b", LATER);
    put("c", ONE TWO);
    check("a (1 of 2) 0-32; a (2 of 2) 32-48; b; c");
    put("b", ONE TWO LATER);
    check("a (1 of 2) 0-32; a (2 of 2) 32-48; b (1 of 2) 0-32; "
          "b (2 of 2) 32-48; c");
    put("b", ONE);
    check("a +2: a c b");
}

static corr_store *load(corr_code expected)
{
    corr_store *st = corr_store_new(formats, NULL);
    const char *const paths[] = { dir };
    corr_err err = { 0 };

    assert_non_null(st);
    assert_int_equal(corr_load(st, paths, 1, NULL, &err), expected);
    return st;
}

static void parts_of_a_file_are_inputs_of_their_own(void **state)
{
    (void)state;
    put("a", "pce 10 20 7 18 \nx\n" EIGHT "pce 20 30 7 20 \nx\nx\n"
             "pce 20 30 8 22 \nx\nbad\n");
    corr_store *st = load(CORR_OK);
    assert_int_equal(corr_inputs(st), 2);
    const corr_input one = corr_input_at(st, 0);
    assert_string_equal(one.path, "a (1 of 2)");
    assert_int_equal(one.bytes, 38);
    assert_int_equal(one.files, 1);
    assert_int_equal(st->input.v[0]->segment.v[1].n, 3);
    const corr_input two = corr_input_at(st, 1);
    assert_string_equal(two.path, "a (2 of 2)");
    assert_int_equal(two.bytes, 38);
    assert_int_equal(two.files, 0);
    assert_int_equal(st->input.v[1]->segment.v[1].n, 1);
    assert_true(two.lost.damaged);
    assert_string_equal(corr_input_is(st, testing_path(dir, "a")),
                        "a (1 of 2)");
    corr_store_free(st);
}

static void pieces_are_read_one_after_the_other(void **state)
{
    (void)state;
    put("a", "pce 0 10 7 \nx\nx\n");
    put("b", "pce 10 20 7 \nx\nbad\n");
    put("c", "pce 20 30 7 \nx\n");
    corr_store *st = load(CORR_OK);
    assert_int_equal(corr_inputs(st), 1);
    const corr_input in = corr_input_at(st, 0);
    assert_int_equal(in.files, 3);
    assert_int_equal(in.bytes, 16 + 19 + 15);
    assert_int_equal(st->input.v[0]->segment.v[1].n, 4);
    corr_store_free(st);
}

static void what_is_said_of_a_piece_names_it_and_a_place_in_it(void **state)
{
    (void)state;
    put("a", "pce 0 10 7 \nx\nbad\n");
    put("b", "pce 10 20 7 \n");
    corr_store *st = load(CORR_OK);
    corr_warning w = corr_warning_at(st, 0);
    assert_string_equal(w.file, "a");
    assert_int_equal(w.offset, 14);
    corr_store_free(st);

    put("a", "pce 0 10 7 \nx\n");
    put("b", "pce 10 20 7 \nx\nx\nbad\n");
    st = load(CORR_OK);
    w = corr_warning_at(st, 0);
    assert_string_equal(w.file, "b");
    assert_int_equal(w.offset, 17);
    corr_store_free(st);
}

static void pieces_may_be_packed_or_not(void **state)
{
    (void)state;
    put_packed("a", "pce 0 10 7 \nx\nx\n");
    put("b", "pce 10 20 7 \nx\n");
    put_packed("c", "pce 20 30 7 \nbad\nx\n");
    corr_store *st = load(CORR_OK);
    assert_int_equal(corr_inputs(st), 1);
    assert_int_equal(st->input.v[0]->segment.v[1].n, 4);
    assert_int_equal(corr_warnings(st), 1);
    const corr_warning w = corr_warning_at(st, 0);
    assert_string_equal(w.file, "c");
    assert_int_equal(w.offset, 13);
    corr_store_free(st);
}

static void a_packed_piece_that_breaks_off_is_named(void **state)
{
    (void)state;
    put_packed("a", "pce 0 10 7 \nx\nx\n");
    assert_int_equal(truncate(testing_path(dir, "a"), 22), 0);
    put("b", "pce 10 20 7 \nx\n");
    corr_store *st = load(CORR_OK);
    assert_int_equal(corr_inputs(st), 1);
    assert_int_equal(corr_warnings(st), 1);
    const corr_warning w = corr_warning_at(st, 0);
    assert_string_equal(w.file, "a");
    assert_non_null(strstr(w.text, "cut off"));
    corr_store_free(st);
}

static void no_piece_is_written_over(void **state)
{
    (void)state;
    put("a", "pce 0 10 7 \n");
    put("b", "pce 10 20 7 \n");
    put("c", "something else\n");
    corr_store *st = load(CORR_OK);
    assert_string_equal(corr_input_is(st, testing_path(dir, "b")), "b");
    assert_null(corr_input_is(st, testing_path(dir, "c")));
    corr_store_free(st);
}

#define T(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(files_that_go_on_are_one_in_the_order_of_time),
        T(other_directories_are_other_recordings),
        T(a_gap_or_another_owner_keeps_files_apart),
        T(what_is_not_of_the_recording_makes_it_be_called_by_a_file),
        T(one_that_stands_for_itself_goes_on_nothing),
        T(one_that_does_not_know_its_owner_goes_on_by_its_time),
        T(one_that_could_go_on_two_goes_on_none),
        T(files_that_share_a_piece_are_one_wherever_they_lie),
        T(a_share_is_of_one_owner),
        T(one_that_has_a_piece_twice_shares_it_with_nobody),
        T(a_whole_piece_is_read_before_one_that_is_open),
        T(what_ends_in_a_piece_is_open_too),
        T(packed_files_share_pieces_and_go_on_others),
        T(packed_files_of_others_are_left_alone),
#ifdef CORR_WITH_ZSTD
        T(a_head_may_need_much_of_a_packed_file),
#endif
        T(a_file_of_two_owners_is_taken_apart),
        T(owners_may_take_turns),
        T(a_file_of_one_owner_is_one_whatever_its_times_are),
        T(nobody_takes_apart_what_does_not_say_whose_it_is),
        T(what_shares_a_piece_with_another_is_not_taken_apart),
        T(what_shares_another_than_its_first_is_one_with_it),
        T(what_a_file_was_made_of_lies_beside_its_parts),
        T(parts_of_a_file_are_inputs_of_their_own),
        T(pieces_are_read_one_after_the_other),
        T(pieces_may_be_packed_or_not),
        T(a_packed_piece_that_breaks_off_is_named),
        T(what_is_said_of_a_piece_names_it_and_a_place_in_it),
        T(no_piece_is_written_over),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
