/*
 * zipkin - traces in Zipkin's JSON, both versions.
 *
 * Specification: zipkin2-api.yaml and zipkin-api.yaml of openzipkin/zipkin-api.
 * Times and durations are microseconds.
 *
 * Accepted: a list of spans, a list of such lists, one span, or lines of any of
 * these.  zipkin.h describes the held pieces.
 *
 * The reader obeys wanted ids (values without a spelling of the id are skipped
 * unparsed), the window, and CORR_NEED_ATTRS: without it spans keep only the
 * attributes for thread, profile and process, and no events.
 */
#include <stdlib.h>

#include "common/json_scan.h"
#include "zipkin/zipkin.h"

enum { LISTS = 3 }; /* nested lists */

static void read_value(zipkin *z, unsigned level)
{
    json *j = &z->t.j;
    const json_type type = json_next(j);

    if (type != JSON_ARRAY || level == LISTS) {
        export_item(&z->t, zipkin_read_record, z);
        return;
    }
    if (json_enter(j, JSON_ARRAY))
        while (json_element(j, z->t.only))
            read_value(z, level + 1);
    if (level > 0) /* the list was one trace */
        zipkin_release(z, true);
}

static corr_code zipkin_read(corr_src *in, const corr_want *want, corr_build *b,
                             corr_err *err)
{
    zipkin z = { 0 };

    if (!corr_wants(want, CORR_NEED_SPANS))
        return corr_finish(in, b, err);
    export_open(&z.t, in, want, b, "a list of Zipkin spans");
    do
        while (!corr_build_failed(b) && json_top(&z.t.j, z.t.only))
            read_value(&z, 0);
    while (export_resume(&z.t));
    zipkin_release(&z, true);
    corr_arena_clear(&z.mem[0]);
    corr_arena_clear(&z.mem[1]);
    corr_vec_free(&z.piece);
    return export_close(&z.t, in, err);
}

/* ---- detection ---------------------------------------------------------- */

enum { SURE = 60 };

/* clang-format off */
static const json_name sign_name[] = {
    JSON_NAME("traceId"), JSON_NAME("id"), JSON_NAME("timestamp"),
    JSON_NAME("localEndpoint"), JSON_NAME("kind"), JSON_NAME("name"),
    JSON_NAME("annotations"), JSON_NAME("binaryAnnotations"),
    JSON_NAME("parentId"),
};
/* clang-format on */

static bool is_record(json *j)
{
    const unsigned ids = 3; /* bits of the first two names */
    const unsigned signs =
        json_signs(j, sign_name, sizeof sign_name / sizeof *sign_name);

    return (signs & ids) == ids && (signs & ~ids);
}

/* Whether the first value, inside up to LISTS lists, is a record. */
static bool has_record(const uint8_t *head, size_t n)
{
    json j;

    json_open_text(&j, (corr_str){ (const char *)head, n }, LISTS + 8);
    if (!json_top(&j, NULL))
        return false;
    for (unsigned level = 0; level < LISTS; level++) {
        if (json_next(&j) != JSON_ARRAY)
            break;
        json_enter(&j, JSON_ARRAY);
        if (!json_element(&j, NULL))
            return false;
    }
    return is_record(&j);
}

static int zipkin_probe(const uint8_t *head, size_t n, bool whole)
{
    return has_record(head, n) ? SURE
                               : (whole && json_scan_bare(head, head + n));
}

const corr_format corr_format_zipkin = {
    .name = "zipkin",
    .title = "Zipkin trace",
    .probe = zipkin_probe,
    .members = "traceId",
    .read = zipkin_read,
    .traces = true,
};

/* ---- nothing at all ----------------------------------------------------- */

/* Confidence that accepts a named file, but not one found in a directory. */
enum { UNSURE = 40 };

static int empty_probe(const uint8_t *head, size_t n, bool whole)
{
    const corr_str text = corr_str_trim((corr_str){ (const char *)head, n });
    json j;

    json_open_text(&j, text, 1);
    return whole && text.n && *text.p == '[' && json_top(&j, NULL) &&
                   json_enter(&j, JSON_ARRAY) && !json_element(&j, NULL) &&
                   !json_failed(&j) && !json_top(&j, NULL)
               ? UNSURE
               : 0;
}

const corr_format corr_format_empty_list = {
    .name = "empty-list",
    .title = "an empty list",
    .probe = empty_probe,
    .refusal =
        "an empty list; Zipkin found no trace, or Alertmanager has no alert",
    .instead = "--as zipkin takes it for traces",
};
