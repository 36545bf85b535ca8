/* json_damage - reports damage and finds the place to resume. */
#include "common/json_private.h"

#include <stdio.h>

/* The text found in place of the expected one, for a message. */
static const char *found_text(const json *j, char buf[16])
{
    if (j->found < 0)
        return "the end";
    if (j->found > ' ' && j->found < 0x7f)
        snprintf(buf, 16, "\"%c\"", j->found);
    else
        snprintf(buf, 16, "byte 0x%02x", (unsigned)j->found & 0xff);
    return buf;
}

static void report_damage(const json *j, corr_build *b, uint64_t lost)
{
    char buf[16];

    if (j->found < 0 && lost == 0)
        corr_damage(b, j->bad_at, 0, 0, "the input ends before %s does",
                    j->what);
    else if (j->found < 0)
        corr_damage(b, j->bad_at, lost, 0,
                    "the input ends inside %s; its last %llu byte%s cannot be "
                    "used",
                    j->what, (unsigned long long)lost, corr_plural(lost));
    else
        corr_damage(b, j->bad_at, lost, 0,
                    "not JSON; %s should follow in %s, not %s; %llu byte%s "
                    "cannot be used",
                    j->expected, j->what, found_text(j, buf),
                    (unsigned long long)lost, corr_plural(lost));
}

/* The line end in [p,end) before a brace, or NULL. */
static const uint8_t *next_brace_line(const uint8_t *p, const uint8_t *end)
{
    while (p < end && (p = memchr(p, '\n', (size_t)(end - p)))) {
        if (end - p > 1 && p[1] == '{')
            return p;
        p++;
    }
    return NULL;
}

bool json_find_line(json *j)
{
    const uint8_t *at;

    while (!(at = next_brace_line(j->p, j->end))) {
        /* the last byte may be a line end */
        j->p = json_left(j) ? j->end - 1 : j->end;
        if (!json_refill(j))
            break;
    }
    j->p = at ? at + 1 : j->end;
    j->good = json_at(j, j->p);
    return at != NULL;
}

bool json_resume(json *j, corr_build *b)
{
    if (!j->expected || corr_src_failed(j->in))
        return false;
    const json failed = *j;
    j->expected = NULL;
    j->depth = 0;
    j->is_stray = false;
    /* false at a value that failed before its first byte was read */
    const bool is_here = json_left(j) && *j->p == '{' &&
                         j->line == json_at(j, j->p) && failed.good < j->line;
    const bool is_found = is_here || json_find_line(j);
    j->good = json_at(j, j->p);
    report_damage(&failed, b, j->good - failed.good);
    return is_found && !corr_build_failed(b);
}

bool json_document(json *j, const needles *only, corr_build *b)
{
    do
        if (!corr_build_failed(b) && json_top(j, only))
            return true;
    while (json_resume(j, b));
    return false;
}

bool json_give_up(json *j, const json *view, corr_build *b)
{
    const json_type type = json_next(j);
    char buf[16];
    bool escaped;

    while (type != JSON_NONE) {
        const uint8_t *line = next_brace_line(j->p, j->end);
        const uint8_t *end =
            json_value_end(j->p, line ? line : j->end, type, &escaped);

        if (end) {
            corr_damage(
                b, view->bad_at, (uint64_t)(end - j->p), 1,
                "not JSON; %s should follow, not %s; the record was left out",
                view->expected, found_text(view, buf));
            json_pass(j, end);
            return true;
        }
        if (line || !json_more(j))
            break;
    }
    if (!j->expected) {
        j->expected = view->expected;
        j->bad_at = view->bad_at;
        j->found = view->found;
    }
    return false;
}

void json_finish(json *j, corr_build *b)
{
    if (j->ran_over || j->boundary != UINT64_MAX)
        corr_warn(b, CORR_NO_OFFSET, "a record continues on the next line");
    if (j->too_deep)
        corr_warn(b, CORR_NO_OFFSET,
                  "values nested more than %u deep were left out",
                  j->max_depth);
    if (j->stray)
        corr_damage(b, j->stray_at, j->stray, 0,
                    "%llu byte%s outside the document; not used",
                    (unsigned long long)j->stray, corr_plural(j->stray));
    if (j->too_large)
        corr_damage(b, CORR_NO_OFFSET, 0, 1,
                    "left out a value of more than %llu bytes",
                    (unsigned long long)corr_src_limits(j->in)->record);
}
