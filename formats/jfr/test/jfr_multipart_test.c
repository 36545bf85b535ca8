/* Tests of the data of an agent: the body of a push, and labels next to a
 * recording. */
#include "jfr/jfr.h"

#include <unistd.h>

#include "test/format_test.h"
#include "test/test_src.h"

#include "test/test_chunk.h"

static test_bytes body, recording, labels;

static void put(const char *text)
{
    put_bytes(&body, text, strlen(text));
}

static void put_part(const char *name, const test_bytes *content, bool packed_)
{
    put("--frontier\r\nContent-Disposition: form-data; name=\"");
    put(name);
    put("\"; filename=\"x\"\r\nContent-Type: application/octet-stream\r\n\r\n");
    if (packed_) {
        z.n = 0;
        pack(&z, content->at, content->n);
        put_bytes(&body, z.bytes, z.n);
    } else {
        put_bytes(&body, content->at, content->n);
    }
    put("\r\n");
}

/* Field of a message: a number, or bytes. */
static void put_number(test_bytes *b, unsigned field, uint64_t x)
{
    put_int(b, field << 3);
    put_int(b, x);
}

static void put_field(test_bytes *b, unsigned field, const void *p, size_t n)
{
    put_int(b, field << 3 | 2);
    put_int(b, n);
    put_bytes(b, p, n);
}

static void put_string(uint64_t number, const char *text)
{
    static test_bytes e;

    e.n = 0;
    if (number)
        put_number(&e, 1, number);
    put_field(&e, 2, text, strlen(text));
    put_field(&labels, 2, e.at, e.n);
}

static void put_context(uint64_t number, uint64_t key, uint64_t value)
{
    static test_bytes pair, context, e;

    pair.n = context.n = e.n = 0;
    put_number(&pair, 1, key);
    put_number(&pair, 2, value);
    put_field(&context, 1, pair.at, pair.n);
    put_number(&e, 1, number);
    put_field(&e, 2, context.at, context.n);
    put_field(&labels, 1, e.at, e.n);
}

/* Three samples: of a span and a context, of neither, of labels unknown. */
static void make(void)
{
    body.n = recording.n = labels.n = 0;
    const size_t at = begin_chunk(&recording, 0);
    put_sample(&recording, 1, 0x77, 5, 3);
    put_sample(&recording, 2, 0, 0, 0);
    put_sample(&recording, 3, 0, 0, 9);
    end_chunk(&recording, at, 10);
    put_string(4, "region");
    put_string(5, "GET /cart");
    put_string(6, "eu");
    put_context(3, 4, 6);
}

static void read_as(loaded *l, const corr_format *f, const test_bytes *b)
{
    load_as(l, f, src_open_memory(b->at, b->n, &plain, NULL),
            &(corr_load_opts){ .needs = 0 });
}

static void read_body(loaded *l)
{
    put("--frontier--\r\n");
    assert_int_equal(corr_format_jfr_push.probe(body.at, body.n, true), 100);
    read_as(l, &corr_format_jfr_push, &body);
}

/* "k=v,k=v" of row i; borrowed until the next call. */
static const char *labels_of(const loaded *l, size_t i)
{
    static char text[256];
    const segment *s = find_kind(l, "cpu");
    const input *in = &l->in;
    size_t n = 0;

    assert_non_null(s);
    assert_true(i < s->n);
    const uint32_t set = s->labels ? s->labels[i] : 0;
    text[0] = 0;
    for (uint32_t k = in->label.set_at.v[set];
         k < in->label.set_at.v[set] + in->label.set_n.v[set]; k++)
        n += (size_t)snprintf(
            text + n, sizeof text - n, "%s%.*s=%.*s", n ? "," : "",
            CORR_STR_ARG(input_text(in, in->label.key.v[k])),
            CORR_STR_ARG(input_text(in, in->label.text.v[k])));
    return text;
}

static void assert_labelled(const loaded *l)
{
    const segment *s = find_kind(l, "cpu");

    assert_int_equal(l->code, CORR_OK);
    assert_int_equal(s->n, 3);
    assert_string_equal(labels_of(l, 0), "region=eu,span_name=GET /cart");
    assert_int_equal(s->span[0], 0x77);
    assert_string_equal(labels_of(l, 1), "");
    assert_string_equal(labels_of(l, 2), "");
}

#define SOME_MISSING                                                           \
    "some samples refer to labels that are not among those of the recording"
#define ALL_MISSING                                                            \
    "labels of samples are missing; the agent pushes them in the part "        \
    "\"labels\""

static void parts_of_a_push_are_read_packed_or_not(void **state)
{
    loaded l;

    (void)state;
    for (unsigned how = 0; how < 4; how++) {
        make();
        if (how & 2)
            put_part("labels", &labels, how & 1);
        put_part("jfr", &recording, how & 1);
        if (!(how & 2))
            put_part("labels", &labels, how & 1);
        read_body(&l);
        assert_labelled(&l);
        assert_non_null(said(&l, SOME_MISSING));
        assert_null(said(&l, ALL_MISSING));
        assert_false(l.in.lost.damaged);
        input_clear(&l.in);
    }
}

static void a_push_without_labels_says_so_if_they_are_named(void **state)
{
    loaded l;

    (void)state;
    make();
    put_part("jfr", &recording, true);
    read_body(&l);
    assert_int_equal(find_kind(&l, "cpu")->n, 3);
    assert_string_equal(labels_of(&l, 0), "");
    assert_non_null(said(&l, ALL_MISSING));
    input_clear(&l.in);

    recording.n = body.n = 0;
    put_chunk(&recording, 0, 10, 2);
    put_part("jfr", &recording, true);
    read_body(&l);
    assert_int_equal(find_kind(&l, "cpu")->n, 2);
    assert_null(said(&l, ALL_MISSING));
    assert_null(said(&l, SOME_MISSING));
    input_clear(&l.in);
}

static void a_form_of_something_else_is_refused(void **state)
{
    loaded l;

    (void)state;
    make();
    put_part("profile", &labels, false);
    put_part("sample_type_config", &labels, false);
    read_body(&l);
    assert_int_equal(l.code, CORR_EFORMAT);
    assert_string_equal(l.err.what, "a form without a part named jfr; the "
                                    "parts are profile, sample_type_config");
}

static void a_body_that_breaks_off_is_read_as_far_as_it_goes(void **state)
{
    loaded l;

    (void)state;
    make();
    put_part("jfr", &recording, false);
    const size_t first = body.n;
    put_part("labels", &labels, false);
    body.n = first + 100 < body.n - 6 ? body.n - 6 : first; /* within labels */
    read_as(&l, &corr_format_jfr_push, &body);
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(find_kind(&l, "cpu")->n, 3);
    assert_true(l.in.lost.damaged);
    assert_non_null(
        said(&l, "the body is cut off; the last part is incomplete"));
    input_clear(&l.in);

    for (size_t n = 0; n < first; n++) { /* anywhere in the recording */
        body.n = n;
        read_as(&l, &corr_format_jfr_push, &body);
        assert_true(l.code != CORR_OK || l.in.lost.damaged);
        if (l.code == CORR_OK)
            input_clear(&l.in);
    }
}

static void a_part_that_is_no_recording_is_refused(void **state)
{
    static test_bytes nothing;
    loaded l;

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        make();
        put_part("jfr", i ? &labels : &nothing, false);
        read_body(&l);
        assert_int_equal(l.code, CORR_EFORMAT);
        assert_string_equal(l.err.what,
                            "the part named jfr is not a flight recording");
    }
}

static void content_may_look_like_a_boundary(void **state)
{
    static test_bytes odd;
    loaded l;

    (void)state;
    make();
    odd.n = 0;
    put_bytes(&odd, "\r\n--frontie\n--\r\n", 16);
    put_part("other", &odd, false);
    put_part("jfr", &recording, false);
    read_body(&l);
    assert_int_equal(find_kind(&l, "cpu")->n, 3);
    input_clear(&l.in);
}

static void only_a_head_of_a_form_is_recognised(void **state)
{
    static const char *const others[] = {
        "",
        "--",
        "--x\r\n",
        "--x\r\n\r\n",
        "--x\r\nContent-Type: a\r\n\r\n",
        "--x\r\nContent-Disposition: attachment; name=\"jfr\"\r\n\r\n",
        "--x\r\nContent-Disposition: form-data\r\n\r\n",
        "--x\r\nContent-Disposition: form-data; name=\"jfr\"\r\n",
        "x\r\nContent-Disposition: form-data; name=\"jfr\"\r\n\r\n",
        "--\r\nContent-Disposition: form-data; name=\"jfr\"\r\n\r\n"
    };
    static const char bare[] =
        "--x\ncontent-disposition:form-data;name=jfr\n\nFLR";

    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (corr_format_jfr_push.probe((const uint8_t *)others[i],
                                       strlen(others[i]), true))
            fail_msg("%s", others[i]);
    assert_int_equal(corr_format_jfr_push.probe((const uint8_t *)bare,
                                                sizeof bare - 1, true),
                     100);
}

/* ---- labels next to a recording ------------------------------------------------------ */

static void write_file(const char *dir, const char *name, const test_bytes *b)
{
    char path[128];

    snprintf(path, sizeof path, "%s/%s", dir, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_int_equal(fwrite(b->at, 1, b->n, f), b->n);
    fclose(f);
}

/* Reads a file of the directory as the loader does. */
static corr_store *load(const char *dir, const char *name)
{
    char path[128];
    const char *const paths[] = { path };
    corr_store *st = corr_store_new(corr_builtin_formats, NULL);

    snprintf(path, sizeof path, "%s/%s", dir, name);
    corr_err err = { 0 };
    (void)!corr_load(st, paths, 1, NULL, &err);
    assert_int_equal(corr_inputs(st), 1);
    return st;
}

static void drop(const char *dir, const char *name)
{
    char path[128];

    snprintf(path, sizeof path, "%s/%s", dir, name);
    unlink(path);
}

/* Otherwise the samples would depend on the query. */
static void a_body_keeps_the_rows_that_a_recording_does(void **state)
{
    (void)state;
    assert_true(corr_format_jfr.weighs);
    assert_true(corr_format_jfr_push.weighs);
}

static void labels_beside_a_recording_are_found(void **state)
{
    static const char *const names[][2] = {
        { "a.jfr", "a.labels" },     { "a.jfr.gz", "a.labels" },
        { "a.jfr", "a.labels.gz" },  { "a", "a.labels" },
        { "a.jfr", "a.jfr.labels" }, { "a.jfr.gz", "a.jfr.labels.gz" },
        { "a.gz", "a.labels" }
    };
    char dir[] = "/tmp/corr-push-XXXXXX";
    static test_bytes zipped;

    (void)state;
    assert_non_null(mkdtemp(dir));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        make();
        write_file(dir, names[i][0], &recording);
        z.n = 0;
        pack(&z, labels.at, labels.n);
        zipped.n = 0;
        put_bytes(&zipped, z.bytes, z.n);
        write_file(dir, names[i][1], i & 1 ? &labels : &zipped);
        corr_store *st = load(dir, names[i][0]);
        loaded l = { .in = *st->input.v[0] };
        assert_labelled(&l);
        corr_store_free(st);
        drop(dir, names[i][0]);
        drop(dir, names[i][1]);
    }
    write_file(dir, "b.jfr", &recording);
    write_file(dir, "a.labels", &labels);
    corr_store *st = load(dir, "b.jfr");
    loaded l = { .in = *st->input.v[0] };
    assert_string_equal(labels_of(&l, 0), "");
    assert_non_null(said(&l, ALL_MISSING));
    corr_store_free(st);
    drop(dir, "b.jfr");
    drop(dir, "a.labels");
    rmdir(dir);
}

static void labels_are_nothing_by_themselves(void **state)
{
    char dir[] = "/tmp/corr-push-XXXXXX";

    (void)state;
    make();
    assert_int_equal(corr_format_jfr_labels.probe(labels.at, labels.n, true),
                     60);
    assert_int_equal(corr_format_pprof.probe(labels.at, labels.n, true), 0);
    assert_int_equal(corr_format_otlp_pb.probe(labels.at, labels.n, true), 0);
    assert_non_null(mkdtemp(dir));
    write_file(dir, "a.labels", &labels);
    corr_store *st = load(dir, "a.labels");
    assert_int_equal(st->input.v[0]->err.code, CORR_EFORMAT);
    assert_string_equal(st->input.v[0]->err.what,
                        "labels without a recording; put them next to the .jfr "
                        "of the same name");
    corr_store_free(st);

    write_file(dir, "a.jfr", &recording);
    st = load(dir, "a.labels");
    assert_int_equal(st->input.v[0]->err.code, CORR_OK);
    corr_store_free(st);
    drop(dir, "a.labels");

    write_file(dir, "a.jfr.labels", &labels);
    st = load(dir, "a.jfr.labels");
    assert_int_equal(st->input.v[0]->err.code, CORR_OK);
    corr_store_free(st);
    drop(dir, "a.jfr.labels");
    write_file(dir, "b.jfr.labels", &labels);
    st = load(dir, "b.jfr.labels");
    assert_int_equal(st->input.v[0]->err.code, CORR_EFORMAT);
    corr_store_free(st);
    drop(dir, "b.jfr.labels");
    drop(dir, "a.jfr");
    rmdir(dir);
}

static void labels_that_are_damaged_are_told(void **state)
{
    loaded l;

    (void)state;
    for (size_t n = 1; n < 8; n++) {
        make();
        labels.n -= n;
        put_part("jfr", &recording, false);
        put_part("labels", &labels, false);
        read_body(&l);
        assert_int_equal(l.code, CORR_OK);
        assert_true(l.in.lost.damaged);
        assert_non_null(said(&l, "the labels of the recording are damaged or "
                                 "cut off; some are unknown"));
        assert_string_equal(labels_of(&l, 0), "span_name=GET /cart");
        input_clear(&l.in);
    }
}

static void nothing_else_is_taken_for_labels(void **state)
{
    static const uint8_t others[][8] = {
        { 0x0a, 0x00 },                              /* no number, no text */
        { 0x0a, 0x04, 0x08, 0x01, 0x10, 0x01 },      /* a type of pprof */
        { 0x12, 0x04, 0x08, 0x01, 0x10, 0x01 },      /* no text */
        { 0x1a, 0x05, 0x08, 0x01, 0x12, 0x01, 'x' }, /* third field */
        { 0x12, 0x03, 0x12, 0x01, 'x' },             /* a text 0 only */
        { 0x12, 0x05, 0x08, 0x01, 0x1a, 0x01, 'x' }, /* third in an entry */
        { 0x0a, 0x05, 0x08, 0x01, 0x12, 0x01, 'x' }, /* no context */
    };
    static const uint8_t one[] = { 0x12, 0x05, 0x08, 0x01, 0x12, 0x01, 'x' };

    (void)state;
    assert_int_equal(corr_format_jfr_labels.probe(one, sizeof one, true), 60);
    assert_int_equal(corr_format_jfr_labels.probe(one, sizeof one - 1, true),
                     0);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (corr_format_jfr_labels.probe(others[i], 2u + others[i][1], true))
            fail_msg("%zu", i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_of_a_push_are_read_packed_or_not),
        cmocka_unit_test(a_push_without_labels_says_so_if_they_are_named),
        cmocka_unit_test(a_form_of_something_else_is_refused),
        cmocka_unit_test(a_body_that_breaks_off_is_read_as_far_as_it_goes),
        cmocka_unit_test(a_part_that_is_no_recording_is_refused),
        cmocka_unit_test(content_may_look_like_a_boundary),
        cmocka_unit_test(only_a_head_of_a_form_is_recognised),
        cmocka_unit_test(a_body_keeps_the_rows_that_a_recording_does),
        cmocka_unit_test(labels_beside_a_recording_are_found),
        cmocka_unit_test(labels_are_nothing_by_themselves),
        cmocka_unit_test(labels_that_are_damaged_are_told),
        cmocka_unit_test(nothing_else_is_taken_for_labels),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
