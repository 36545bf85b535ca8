/* Tests of slices and merges of recordings. */
#include "jfr/jfr.h"

#include "jfr/jfr_chunk.h"
#include "test/cut_test.h"

#include "test/test_chunk.h"

static test_bytes file[3];

static const corr_query everything = { .every_kind = true };

static corr_query window(int64_t from_ms, int64_t to_ms)
{
    return (corr_query){ .every_kind = true,
                         .from = TEST_EPOCH + from_ms * 1000000,
                         .to = TEST_EPOCH + to_ms * 1000000 };
}

/* Slices or merges the first n files; NULL: merges. */
static void run(cutting *c, size_t n, const corr_query *q,
                const corr_slice_opts *opts)
{
    *c = (cutting){ 0 };
    for (size_t i = 0; i < n; i++)
        cut_add(c, file[i].at, file[i].n);
    cut_run(c, q, opts);
}

static void assert_got(const cutting *c, const uint8_t *p, size_t n)
{
    assert_int_equal(c->code, CORR_OK);
    assert_int_equal(c->got.n, n);
    assert_memory_equal(c->got.p, p, n);
}

/* Chunks of a second each, ten samples at the start of each. */
static void make(void)
{
    file[0].n = file[1].n = file[2].n = 0;
    put_chunk(&file[0], 0, 900, 10);
    put_chunk(&file[0], 1000, 900, 10);
    put_chunk(&file[0], 2000, 900, 10);
}

static void chunks_with_what_is_selected_are_kept_as_they_stand(void **state)
{
    cutting c;

    (void)state;
    make();
    const size_t one = file[0].n / 3;
    static const struct {
        int64_t from, to;
        size_t first, n;
    } way[] = {
        { 0, 3000, 0, 3 }, { 1000, 1001, 1, 1 }, { 1009, 2001, 1, 2 },
        { 5, 6, 0, 1 },    { 9, 1001, 0, 2 },    { 2009, 9000, 2, 1 },
    };
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        const corr_query q = window(way[i].from, way[i].to);
        run(&c, 1, &q, NULL);
        assert_got(&c, file[0].at + way[i].first * one, way[i].n * one);
        assert_int_equal(c.facts.kept, way[i].n);
        assert_int_equal(c.facts.of, 3);
        assert_string_equal(c.facts.block, "chunk");
        cut_end(&c);
    }
    const corr_query none = window(500, 900);
    run(&c, 1, &none, NULL);
    assert_int_equal(c.code, CORR_ENONE);
    cut_end(&c);
}

static void a_merge_has_the_chunks_of_all_files_once(void **state)
{
    static test_bytes all;
    cutting c;

    (void)state;
    make();
    put_chunk(&file[1], 3000, 1000, 2);
    put_chunk(&file[1], 1000, 900, 10); /* there already */
    all.n = 0;
    put_bytes(&all, file[0].at, file[0].n);
    put_chunk(&all, 3000, 1000, 2);
    run(&c, 2, NULL, NULL);
    assert_got(&c, all.at, all.n);
    assert_int_equal(c.facts.kept, 4);
    assert_int_equal(c.facts.of, 5);
    assert_int_equal(c.facts.left_out, 0);
    cut_end(&c);
}

/* Unlike a chunk that is whole: in state, in size, in what is there. */
static void what_is_not_whole_is_left_out_of_a_slice(void **state)
{
    cutting c;

    (void)state;
    for (unsigned how = 0; how < 4; how++) {
        make();
        const size_t one = file[0].n / 3;
        const size_t last = 2 * one;
        if (how == 0)
            file[0].at[last + 64] = 27;
        else if (how == 1)
            file[0].n -= 1;
        else if (how == 2)
            set_be(file[0].at + last + 24, 0, 8);
        else
            set_be(file[0].at + last + 16, 0, 8);
        run(&c, 1, &everything, NULL);
        assert_got(&c, file[0].at, last);
        assert_int_equal(c.facts.kept, 2);
        assert_int_equal(c.facts.left_out, 1);
        cut_end(&c);
        run(&c, 1, NULL, NULL);
        assert_got(&c, file[0].at, last);
        cut_end(&c);
    }
}

static int64_t number_at(const cutting *c, size_t at)
{
    corr_cur cur = corr_cur_of(c->got.p + at, 8);

    return (int64_t)jfr_be(&cur, 8);
}

static uint64_t samples_in(const void *p, size_t n, bool *damaged)
{
    cutting c = { 0 };

    cut_add(&c, p, n);
    cut_load(&c);
    assert_int_equal(c.code, CORR_OK);
    assert_int_equal(corr_prepare(c.st, NULL), CORR_OK);
    const corr_input in = corr_input_at(c.st, 0);
    const uint64_t found = in.nkinds ? (uint64_t)in.kinds[0].samples : 0;
    *damaged = in.lost.damaged || in.lost.bytes;
    cut_end(&c);
    return found;
}

/* A chunk that is being written, cut off anywhere: whole events are rescued,
 * after a header that is true. */
static void what_can_be_read_is_rescued(void **state)
{
    static const corr_slice_opts salvage = { .salvage = true };
    size_t ends[8];
    bool damaged;
    cutting c;

    (void)state;
    file[0].n = 0;
    const size_t at = begin_chunk(&file[0], 0);
    put_sample(&file[0], 100, 0, 0, 0);
    const size_t pools = file[0].n;
    put_checkpoint(&file[0], 0);
    const size_t first = file[0].n;
    for (unsigned i = 0; i < 8; i++) {
        put_sample(&file[0], 200 + 100 * i, 0, 0, 0);
        ends[i] = file[0].n;
    }
    end_chunk(&file[0], at, 5000);
    file[0].at[64] = 9;
    for (size_t n = first; n <= ends[7]; n++) {
        unsigned whole = 0;
        while (whole < 8 && ends[whole] <= n)
            whole++;
        file[0].n = n;
        run(&c, 1, NULL, &salvage);
        assert_int_equal(c.code, CORR_OK);
        const size_t end = whole ? ends[whole - 1] : first;
        assert_int_equal(c.got.n, end);
        assert_memory_equal(c.got.p + 68, file[0].at + 68, end - 68);
        assert_memory_equal(c.got.p, file[0].at, 8);
        assert_int_equal(number_at(&c, 8), end);
        assert_int_equal(number_at(&c, 16), pools);
        assert_int_equal(number_at(&c, 24), TEST_HEAD);
        assert_memory_equal(c.got.p + 32, file[0].at + 32, 8);
        assert_int_equal(number_at(&c, 40), (100 + 100 * whole) * 1000000);
        assert_int_equal(c.got.p[64], 0);
        assert_int_equal(samples_in(c.got.p, c.got.n, &damaged), 1 + whole);
        assert_false(damaged);
        assert_int_equal(c.facts.kept, 1);
        assert_int_equal(c.facts.left_out, 0);
        cut_end(&c);
    }
}

/* All is there, but where its header says that constants or types are is
 * something else. */
static void a_header_that_leads_astray_is_mended(void **state)
{
    const corr_slice_opts salvage = { .salvage = true };
    cutting c;

    (void)state;
    for (size_t at = 16; at <= 24; at += 8) {
        make();
        const size_t one = file[0].n / 3;
        corr_cur cur = corr_cur_of(file[0].at + one + at, 8);
        const uint64_t right = jfr_be(&cur, 8);
        set_be(file[0].at + one + at, right + 1, 8);
        run(&c, 1, NULL, &salvage);
        assert_int_equal(c.code, CORR_OK);
        assert_int_equal(c.facts.kept, 3);
        assert_int_equal(c.got.n, file[0].n);
        assert_int_equal(number_at(&c, one + at), right);
        cut_end(&c);
    }
}

/* If one file has a chunk whole and another has it truncated, the whole one
 * counts, in any order of the files. */
static void what_is_whole_elsewhere_is_not_rescued(void **state)
{
    static const corr_slice_opts salvage = { .salvage = true };
    cutting c;

    (void)state;
    for (unsigned how = 0; how < 2; how++) {
        test_bytes *whole = &file[how], *cut = &file[!how];
        file[0].n = file[1].n = 0;
        const size_t at = begin_chunk(whole, 0);
        put_sample(whole, 1, 0, 0, 0);
        put_checkpoint(whole, 0);
        const size_t n = whole->n;
        put_sample(whole, 2, 0, 0, 0);
        end_chunk(whole, at, 10);
        put_bytes(cut, whole->at, n);
        for (unsigned rescue = 0; rescue < 2; rescue++) {
            run(&c, 2, NULL, rescue ? &salvage : NULL);
            assert_got(&c, whole->at, whole->n);
            assert_int_equal(c.facts.kept, 1);
            assert_int_equal(c.facts.left_out, !rescue);
            cut_end(&c);
        }
    }
    file[1] = file[0] = file[0].n < file[1].n ? file[0] : file[1];
    run(&c, 2, NULL, &salvage); /* twice cut off */
    assert_int_equal(c.facts.kept, 1);
    cut_end(&c);
    run(&c, 2, NULL, NULL);
    assert_int_equal(c.code, CORR_ENONE);
    assert_string_equal(c.err.what, "no chunk is whole; no file is written");
    cut_end(&c);
}

static void what_says_nothing_of_its_events_cannot_be_rescued(void **state)
{
    static const corr_slice_opts salvage = { .salvage = true };
    cutting c;

    (void)state;
    make();
    const size_t one = file[0].n / 3;
    file[0].n -= 10; /* the only checkpoint */
    run(&c, 1, NULL, &salvage);
    assert_got(&c, file[0].at, 2 * one);
    assert_int_equal(c.facts.left_out, 1);
    cut_end(&c);

    make(); /* all is there, but what it means */
    jfr_header h;
    assert_true(jfr_header_read(&h, file[0].at, one));
    memset(file[0].at + h.metadata + 16, 0xff, 32);
    file[0].n = one;
    run(&c, 1, NULL, &salvage);
    assert_int_equal(c.code, CORR_ENONE);
    cut_end(&c);
}

/* Its own description, which cannot be read, stays among its events. */
static void what_it_means_may_be_said_by_any_chunk_of_its_process(void **state)
{
    static const corr_slice_opts salvage = { .salvage = true };

    (void)state;
    for (size_t chunk = 0; chunk < 3; chunk++) {
        cutting c, again = { 0 };
        jfr_header h;
        make();
        const size_t one = file[0].n / 3;
        uint8_t *at = file[0].at + chunk * one;
        assert_true(jfr_header_read(&h, at, one));
        assert_in_range(h.metadata, JFR_HEADER, one - 48);
        at += (size_t)h.metadata % one; /* which the compiler is to know */
        const size_t size = (size_t)(at[0] & 0x7f) | (size_t)at[1] << 7;
        memset(at + 16, 0xff, 32);
        run(&c, 1, NULL, &salvage);
        assert_int_equal(c.facts.left_out, 0);
        assert_int_equal(c.facts.lost, 0);
        assert_int_equal(c.got.n, 3 * one + size);
        cut_add(&again, c.got.p, c.got.n);
        cut_load(&again);
        assert_int_equal(corr_prepare(again.st, NULL), CORR_OK);
        const corr_input in = corr_input_at(again.st, 0);
        assert_false(in.lost.damaged || in.lost.bytes);
        assert_int_equal(in.kinds[0].samples, 30);
        cut_end(&again);
        cut_end(&c);
    }
}

/* ---- by the times of chunks alone ---------------------------------------- */

/* The same with the first file read as an outline only, from a pipe, which is
 * read once. */
static void run_outline(cutting *c, bool piped, const corr_query *q,
                        const corr_slice_opts *opts)
{
    int end[2] = { -1, -1 };

    *c = (cutting){ .load.slices = { .outline = true, .once = true } };
    if (!piped) {
        cut_add(c, file[0].at, file[0].n);
    } else {
        assert_true(file[0].n < 65536); /* that a pipe holds */
        assert_int_equal(pipe(end), 0);
        assert_int_equal(write(end[1], file[0].at, file[0].n), file[0].n);
        close(end[1]);
        snprintf(c->path[c->n++], sizeof c->path[0], "/proc/self/fd/%d",
                 end[0]);
    }
    cut_run(c, q, opts);
    if (piped)
        close(end[0]);
}

static void chunks_of_a_time_are_kept_from_files_and_pipes(void **state)
{
    static const struct {
        int64_t from, to;
        size_t first, n;
    } way[] = {
        { 0, 3000, 0, 3 },    { 1000, 1001, 1, 1 }, { 901, 1001, 1, 1 },
        { 500, 900, 0, 1 },   { 900, 1000, 0, 1 },  { 900, 1001, 0, 2 },
        { 2900, 9000, 2, 1 }, { -5000, 1, 0, 1 },   { 1950, 1960, 3, 0 },
        { 2901, 9000, 3, 0 }, { -5000, 0, 3, 0 },
    };
    cutting c;

    (void)state;
    make();
    const size_t one = file[0].n / 3;
    for (size_t i = 0; i < 2 * sizeof way / sizeof *way; i++) {
        const bool pipe = i % 2;
        const size_t w = i / 2;
        const corr_query q = window(way[w].from, way[w].to);
        run_outline(&c, pipe, &q, NULL);
        assert_int_equal(c.code, way[w].n ? CORR_OK : CORR_ENONE);
        assert_int_equal(c.got.n, way[w].n * one);
        assert_memory_equal(c.got.p ? c.got.p : "",
                            file[0].at + way[w].first % 3 * one, c.got.n);
        if (way[w].n) {
            const int64_t from =
                TEST_EPOCH + (int64_t)way[w].first * 1000000000;
            assert_int_equal(c.facts.kept, way[w].n);
            assert_int_equal(c.facts.of, 3);
            assert_int_equal(c.facts.from, from);
            assert_int_equal(c.facts.to,
                             from + (int64_t)way[w].n * 1000000000 - 100000000);
        } else {
            assert_string_equal(c.err.what,
                                "no chunk is in this time; no file is written");
        }
        cut_end(&c);
    }
    run_outline(&c, true, &everything, NULL);
    assert_got(&c, file[0].at, file[0].n);
    cut_end(&c);
}

/* For a window outside of the recording, the error has the times of the
 * recording. */
static void where_no_chunk_is_of_a_time_it_is_said_which_are(void **state)
{
    const corr_query q = window(9000, 9001);
    cutting c;

    (void)state;
    make();
    for (unsigned pipe = 0; pipe < 2; pipe++) {
        run_outline(&c, pipe, &q, NULL);
        assert_int_equal(c.code, CORR_ENONE);
        assert_string_equal(
            c.err.hint,
            "the data was recorded 2023-11-14 22:13:20.000Z..22:13:22.900Z");
        cut_end(&c);
    }
}

/* Chunks of async-profiler stand after those of the JDK that began after them
 * (jfrsync), and files are concatenated in any order. */
static void chunks_need_not_be_in_the_order_of_time(void **state)
{
    const corr_query q = window(0, 900);
    cutting c;

    (void)state;
    file[0].n = 0;
    put_chunk(&file[0], 1000, 900, 10);
    const size_t one = file[0].n;
    put_chunk(&file[0], 0, 900, 10);
    for (unsigned pipe = 0; pipe < 2; pipe++) {
        run_outline(&c, pipe, &q, NULL);
        assert_got(&c, file[0].at + one, one);
        cut_end(&c);
    }
}

/* The warnings of an input, one after the other. */
static const char *said(const cutting *c)
{
    static char text[1024];
    size_t n = 0;

    text[0] = '\0';
    for (size_t i = 0; i < corr_warnings(c->st); i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%s", n ? "|" : "",
                              corr_warning_at(c->st, i).text);
    return text;
}

/* Damage is reported even if little of the recording is read, and refused on
 * request. */
static void an_outline_tells_what_is_not_whole(void **state)
{
    static const char *const what[] = {
        "chunk 3 was still being written; ",
        "chunk 3 is cut off; ",
        "100 bytes after chunk 3 left out; no chunk",
    };
    cutting c;

    (void)state;
    for (unsigned i = 0; i < 6; i++) {
        const unsigned how = i / 2;
        make();
        const size_t last = 2 * file[0].n / 3;
        if (how == 0)
            file[0].at[last + 64] = 27;
        else if (how == 1)
            file[0].n -= 1;
        else
            for (unsigned k = 0; k < 100; k++)
                file[0].at[file[0].n++] = 'x';
        const size_t kept = how == 2 ? file[0].n - 100 : last;
        run_outline(&c, i % 2, &everything, NULL);
        assert_got(&c, file[0].at, kept);
        assert_int_equal(c.facts.left_out, how != 2);
        assert_memory_equal(said(&c), what[how], strlen(what[how]));
        const corr_input in = corr_input_at(c.st, 0);
        assert_int_equal(in.block.n, 3);
        assert_int_equal(in.block.nbroken, how != 2);
        assert_int_equal(in.from, TEST_EPOCH);
        assert_int_equal(in.to, TEST_EPOCH + 2900000000);
        assert_int_equal(in.nkinds, 0);
        cut_end(&c);
    }
}

static void a_strict_slice_leaves_nothing_out(void **state)
{
    static const corr_slice_opts strict = { .strict = true };
    cutting c;

    (void)state;
    make();
    const size_t last = 2 * file[0].n / 3;
    for (unsigned pipe = 0; pipe < 2; pipe++) {
        run_outline(&c, pipe, &everything, &strict);
        assert_got(&c, file[0].at, file[0].n);
        cut_end(&c);
    }
    corr_cur pools = corr_cur_of(file[0].at + last + 16, 8);
    file[0].at[last + jfr_be(&pools, 8)] = 0; /* an event of no size */
    for (unsigned pipe = 0; pipe < 2; pipe++) {
        run_outline(&c, pipe, &everything, &strict);
        assert_int_equal(c.code, CORR_EFORMAT);
        assert_string_equal(c.err.what, "1 of 3 chunks is not whole; refused");
        cut_end(&c);
        run_outline(&c, pipe, &everything, NULL);
        assert_got(&c, file[0].at, last);
        assert_int_equal(c.facts.left_out, 1);
        cut_end(&c);
    }
    file[0].n -= 1; /* now the header shows it, too */
    run_outline(&c, true, &everything, &strict);
    assert_int_equal(c.code, CORR_EFORMAT);
    assert_memory_equal(c.err.what, "chunk 3 is cut off; ", 20);
    cut_end(&c);
}

/* A chunk without a duration ends with its last event. */
static void a_chunk_without_a_duration_is_of_its_events(void **state)
{
    const corr_query within = window(2009, 2010), behind = window(2010, 9000);
    cutting c;

    (void)state;
    make();
    const size_t one = file[0].n / 3;
    set_be(file[0].at + 2 * one + 40, 0, 8);
    for (unsigned pipe = 0; pipe < 2; pipe++) {
        run_outline(&c, pipe, &within, NULL);
        assert_got(&c, file[0].at + 2 * one, one);
        assert_int_equal(c.facts.to, TEST_EPOCH + 2009000000);
        cut_end(&c);
        run_outline(&c, pipe, &behind, NULL);
        assert_int_equal(c.code, CORR_ENONE);
        cut_end(&c);
    }
}

static void a_pipe_is_read_once(void **state)
{
    corr_err err = { 0 };
    cutting c;

    (void)state;
    make();
    run_outline(&c, true, &everything, NULL);
    assert_int_equal(c.code, CORR_OK);
    assert_false(corr_slice_facts_of(c.s).reads);
    assert_int_equal(corr_slice_write(c.s, c.out, &err), CORR_EIO);
    assert_memory_equal(err.what, "cannot be read again: ", 22);
    cut_end(&c);
}

static void outlines_are_merged(void **state)
{
    cutting c;

    (void)state;
    make();
    put_chunk(&file[1], 3000, 1000, 2);
    c = (cutting){ .load.slices.outline = true };
    cut_add(&c, file[0].at, file[0].n);
    cut_add(&c, file[1].at, file[1].n);
    cut_add(&c, file[0].at, file[0].n);
    cut_run(&c, NULL, NULL);
    put_bytes(&file[0], file[1].at, file[1].n);
    assert_got(&c, file[0].at, file[0].n);
    assert_int_equal(c.facts.kept, 4);
    assert_int_equal(c.facts.of, 7);
    cut_end(&c);
}

/* Whatever is in headers and events, what comes out is chunks that were there
 * or, rescued, fewer bytes than that and a description of types. */
static void any_byte_may_be_wrong(void **state)
{
    static const corr_slice_opts salvage = { .salvage = true };
    static const uint8_t wrong[] = { 0x00, 0x7f, 0xff };
    const corr_query q = window(500, 1500);
    cutting c;

    (void)state;
    make();
    const size_t one = file[0].n / 3, n = file[0].n;
    const size_t most = 11 + one; /* a checkpoint grows by 11 */
    for (size_t at = one; at < 2 * one; at += 1 + at % 3) {
        const uint8_t was = file[0].at[at];
        file[0].at[at] = wrong[at % 3];
        run_outline(&c, at % 2, &q, NULL);
        assert_true(c.got.n % one == 0 || c.got.n < n);
        assert_true(c.got.n <= 2 * n);
        cut_end(&c);
        c = (cutting){ .load.slices.outline = true };
        cut_add(&c, file[0].at, n);
        cut_run(&c, NULL, &salvage);
        assert_true(c.got.n <= n + most);
        if (!c.code) /* the last chunk is found again, wherever it begins */
            assert_memory_equal(c.got.p, file[0].at, one);
        cut_end(&c);
        file[0].at[at] = was;
    }
    for (size_t at = 0; at < n; at += 7) {
        file[0].n = at;
        run_outline(&c, at % 2, &everything, NULL);
        assert_int_equal(c.got.n, at / one * one);
        assert_int_equal(c.code == CORR_OK, at >= one);
        cut_end(&c);
    }
}

static void only_chunks_can_be_rescued(void **state)
{
    static const corr_slice_opts salvage = { .salvage = true };
    cutting c = { 0 };

    (void)state;
    cut_add_text(&c, "a;b 1\n");
    cut_run(&c, NULL, &salvage);
    assert_int_equal(c.code, CORR_EUSAGE);
    assert_string_equal(
        c.err.what, "files of the format collapsed have no chunks to rescue");
    cut_end(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chunks_with_what_is_selected_are_kept_as_they_stand),
        cmocka_unit_test(a_merge_has_the_chunks_of_all_files_once),
        cmocka_unit_test(what_is_not_whole_is_left_out_of_a_slice),
        cmocka_unit_test(what_can_be_read_is_rescued),
        cmocka_unit_test(a_header_that_leads_astray_is_mended),
        cmocka_unit_test(what_is_whole_elsewhere_is_not_rescued),
        cmocka_unit_test(what_says_nothing_of_its_events_cannot_be_rescued),
        cmocka_unit_test(what_it_means_may_be_said_by_any_chunk_of_its_process),
        cmocka_unit_test(chunks_of_a_time_are_kept_from_files_and_pipes),
        cmocka_unit_test(where_no_chunk_is_of_a_time_it_is_said_which_are),
        cmocka_unit_test(chunks_need_not_be_in_the_order_of_time),
        cmocka_unit_test(an_outline_tells_what_is_not_whole),
        cmocka_unit_test(a_strict_slice_leaves_nothing_out),
        cmocka_unit_test(a_chunk_without_a_duration_is_of_its_events),
        cmocka_unit_test(a_pipe_is_read_once),
        cmocka_unit_test(outlines_are_merged),
        cmocka_unit_test(any_byte_may_be_wrong),
        cmocka_unit_test(only_chunks_can_be_rescued),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
