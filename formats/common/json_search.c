/* json_search - skips values without a needle. */
#include "common/json.h"

#include "common/json_private.h"
#include "common/json_scan.h"

/* A line or element longer than this is entered, not searched. */
#define LONG ((size_t)128 * 1024)

/* The first needle in the window at p or later, or NULL. */
static const uint8_t *next_hit(json *j, const needles *only)
{
    const uint64_t here = json_at(j, j->p);

    if (j->hit == UINT64_MAX || j->hit < here) {
        const uint64_t at = j->searched > here ? j->searched : here;
        const uint8_t *hit =
            at < json_at(j, j->end)
                ? needles_find(only, j->from + (at - j->base), j->end)
                : NULL;

        j->hit = hit ? json_at(j, hit) : UINT64_MAX;
        /* a needle can begin in the last bytes and end in the next window */
        const uint64_t last = json_at(j, j->end);
        const uint64_t done =
            last > only->longest ? last - (only->longest - 1) : 0;
        j->searched = hit ? j->hit : done > at ? done : at;
    }
    return j->hit == UINT64_MAX ? NULL : j->from + (j->hit - j->base);
}

bool json_holds(json *j, const needles *only)
{
    return !only || next_hit(j, only) != NULL;
}

/* Skips the value at p if the window has all of it and it contains no
 * needle. */
static bool step_over(json *j, const needles *only, size_t enough)
{
    const json_type type = json_next(j);
    bool escaped;

    while (type != JSON_NONE) {
        const uint8_t *hit = next_hit(j, only);
        /* a little further, because whole blocks are scanned fast */
        const uint8_t *limit = hit && j->end - hit > 64 ? hit + 64 : j->end;
        const uint8_t *end = json_value_end(j->p, limit, type, &escaped);

        if (end && (!hit || end <= hit)) {
            json_pass(j, end);
            return true;
        }
        if (hit || json_left(j) >= enough || !json_refill(j))
            return false;
    }
    return false;
}

bool json_element(json *j, const needles *only)
{
    while (json_next_item(j, ']'))
        if (!only || !step_over(j, only, LONG))
            return !j->expected;
    return false;
}

/* Counts bytes behind the last document as unused. */
static void count_stray(json *j)
{
    const uint64_t here = json_at(j, j->p);

    if (!j->is_stray)
        return;
    j->stray_at = j->stray ? j->stray_at : j->good;
    j->stray += here - j->good;
    j->good = here;
    j->is_stray = false;
}

/* Skips a number or text behind a document, which is no document of any
 * format. */
static bool skip_stray(json *j)
{
    const uint64_t good = j->good;

    if (!j->in || good == 0 || *j->p == '{' || *j->p == '[' || *j->p == 'n')
        return false;
    json_skip(j);
    j->good = good; /* a failure that follows counts it as lost */
    j->is_stray = true;
    return !j->expected;
}

/* Skips all that stands between documents. */
static bool skip_separator(json *j)
{
    while (json_blanks(j)) {
        if (*j->p == ',' || *j->p == 0x1e) {
            j->p++;
        } else if (*j->p == 0xef) {
            while (json_left(j) < 3 && json_refill(j))
                ;
            if (json_left(j) < 3 || memcmp(j->p, "\xef\xbb\xbf", 3) != 0)
                return true;
            j->p += 3;
        } else if (!skip_stray(j)) {
            break;
        }
    }
    if (!j->expected)
        count_stray(j);
    return json_left(j) > 0;
}

bool json_top(json *j, const needles *only)
{
    while (!j->expected && skip_separator(j)) {
        json_look_out(j);
        if (!only)
            return true;
        const uint8_t *hit = next_hit(j, only);
        const uint8_t *line = json_scan_last_line(j->p, hit ? hit : j->end);
        if (line)
            json_pass(j, line);
        if (hit)
            return true;
        if (json_left(j) < LONG && json_refill(j))
            continue;
        if (!step_over(j, only, 0))
            return !j->expected;
    }
    return false;
}
