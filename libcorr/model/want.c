/* want - whether a record is wanted, and how a text may spell the wanted id. */
#include "base/id.h"
#include "corr_build.h"
#include "model/span_summary.h"

bool corr_wants_always(corr_str key)
{
    return corr_str_starts(key, "thread.") ||
           corr_str_starts(key, "profile.") || span_summary_has(key);
}

bool corr_want_id(const corr_want *w, corr_trace_id trace, uint64_t span)
{
    const corr_ids *ids = &w->ids;
    const corr_trace_id want = { ids->hi, ids->lo };
    const corr_trace_id mask = { ids->mask_hi, ids->mask_lo };

    if (!w->by_id || id_fits_trace(trace, want, mask))
        return true;
    return id_fits_span(span, ids->span, ids->mask_span) ||
           (ids->mask_span == UINT64_MAX && trace.lo == ids->span && ids->span);
}

bool corr_first_kind(const corr_kind_row *kind)
{
    return kind->flags & CORR_KIND_DEFAULT || corr_str_is(kind->name, "cpu") ||
           corr_str_is(kind->name, "wall");
}

bool corr_want_kind(const corr_want *w, const corr_kind_row *kind)
{
    if (w->rows == CORR_ROWS_ALL ||
        kind->flags & CORR_KIND_DEFAULT) /* a recording is judged by it */
        return true;
    if (w->rows == CORR_ROWS_NO_BYTES)
        return kind->unit != CORR_BYTES ||
               (w->kind && corr_str_is(kind->name, w->kind));
    if (kind->flags & CORR_KIND_CONTEXT) /* it links samples to spans */
        return corr_wants(w, CORR_NEED_LABELS);
    return w->kind ? corr_str_is(kind->name, w->kind) : corr_first_kind(kind);
}

bool corr_want_span(const corr_want *w, const corr_span_row *row)
{
    const corr_window in = w->spans;

    if (w->by_id || (in.from == 0 && in.to == 0) || row->start == 0)
        return true;
    return row->start < in.to &&
           (row->end >= in.from || (row->flags & CORR_SPAN_UNFINISHED));
}

/* ---- needles ------------------------------------------------------------ */

#define NEEDLE_MIN 4

typedef struct needles {
    char (*text)[CORR_NEEDLE_MAX];
    size_t n;
    bool incomplete; /* a spelling is too short or too long to search for */
} needles;

/* Keeps a needle unless it is there already. */
static void add_needle(needles *to, const char *p, size_t n)
{
    if (n < NEEDLE_MIN || n >= CORR_NEEDLE_MAX || to->n == CORR_NEEDLES) {
        to->incomplete = true;
        return;
    }
    for (size_t i = 0; i < to->n; i++)
        if (strlen(to->text[i]) == n && memcmp(to->text[i], p, n) == 0)
            return;
    memcpy(to->text[to->n], p, n);
    to->text[to->n++][n] = '\0';
}

static void add_hex(needles *to, const char *digits, size_t n)
{
    char upper[CORR_NEEDLE_MAX];

    for (size_t i = 0; i < n; i++)
        upper[i] = digits[i] >= 'a' ? (char)(digits[i] - 32) : digits[i];
    add_needle(to, digits, n);
    add_needle(to, upper, n);
}

static const char alphabet[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static unsigned bits_at(const uint8_t *p, size_t bit, size_t n)
{
    unsigned v = 0;

    for (size_t i = bit; i < bit + n; i++)
        v = v << 1 | ((unsigned)p[i / 8] >> (7 - i % 8) & 1u);
    return v;
}

static bool is_plain_base64(char c)
{
    return c != '/' && c != '+';
}

/* JSON writers may escape '/' and '+', and the URL alphabet has other
 * characters for them.  The longest piece without these is common to all
 * spellings. */
static void add_plain_piece(needles *to, const char *p, size_t n)
{
    size_t best = 0, length = 0;

    for (size_t i = 0; i < n;) {
        size_t end = i;

        while (end < n && is_plain_base64(p[end]))
            end++;
        if (end - i > length) {
            best = i;
            length = end - i;
        }
        i = end + 1;
    }
    add_needle(to, p + best, length);
}

/* Adds the base64 characters that these bits determine.  At the start of the
 * encoded text the quote before it is included: four digits determine two
 * characters and leave two bits of the third open, which makes four needles. */
static void add_base64(needles *to, const uint8_t *p, size_t bits, size_t skip)
{
    char text[CORR_NEEDLE_MAX] = { '"' };
    size_t n = 1;

    for (size_t at = (6 - skip * 8 % 6) % 6; at + 6 <= bits && n < 47; at += 6)
        text[n++] = alphabet[bits_at(p, at, 6)];
    if (bits != 16 || !is_plain_base64(text[1]) || !is_plain_base64(text[2])) {
        add_plain_piece(to, text + (skip > 0), n - (skip > 0));
        return;
    }
    for (unsigned i = 0; i < 4; i++) {
        text[3] = alphabet[bits_at(p, 12, 4) << 2 | i];
        add_plain_piece(to, text, 4);
    }
}

static void put_bytes(uint8_t *to, uint64_t hi, uint64_t lo)
{
    for (int i = 0; i < 8; i++) {
        to[i] = (uint8_t)(hi >> (56 - 8 * i));
        to[8 + i] = (uint8_t)(lo >> (56 - 8 * i));
    }
}

/* Enough digits to be rare, few enough to be contiguous in every form: a UUID
 * has a dash after the first 8 and before the last 12.  The file may omit
 * leading zeros, so they are not searched for. */
#define HEAD_DIGITS 8
#define TAIL_DIGITS 12

static void add_digits(needles *to, const char *digits, size_t n)
{
    for (; n > 0 && *digits == '0'; n--)
        digits++;
    add_hex(to, digits, n);
}

static void add_decimal(needles *to, uint64_t v)
{
    char text[24];
    size_t at = sizeof text;

    for (; v > 0; v /= 10)
        text[--at] = (char)('0' + v % 10);
    add_needle(to, text + at, sizeof text - at);
}

/* Adds a whole 128-bit id.  The needle of its last digits also finds a file
 * with only the lower half. */
static void add_whole(needles *to, const corr_ids *w)
{
    char text[CORR_PRINT_MAX];
    uint8_t bytes[16];

    corr_print_trace(text, (corr_trace_id){ w->hi, w->lo });
    put_bytes(bytes, w->hi, w->lo);
    add_base64(to, bytes, 128, 0);
    add_base64(to, bytes + 8, 64, 0);
    add_base64(to, (const uint8_t *)text, 256, 0);
    if (w->hi == 0)
        add_base64(to, (const uint8_t *)text + 16, 128, 0);
    add_digits(to, text + 32 - TAIL_DIGITS, TAIL_DIGITS);
    add_decimal(to, w->lo);
}

/* Adds the first digits of an id, at most 64 bits. */
static void add_prefix(needles *to, uint64_t v, uint64_t mask)
{
    size_t digits = 16 - (size_t)__builtin_ctzll(mask) / 4;
    char text[CORR_PRINT_MAX];
    uint8_t bytes[16];

    corr_print_id(text, v);
    put_bytes(bytes, v, 0);
    add_digits(to, text, digits < HEAD_DIGITS ? digits : HEAD_DIGITS);
    add_base64(to, bytes, digits * 4, 0);
    add_base64(to, (const uint8_t *)text, digits * 8, 0);
    if (mask == UINT64_MAX) { /* also as the lower half of a trace id */
        add_base64(to, bytes, 64, 8);
        add_base64(to, (const uint8_t *)text, digits * 8, 16);
        add_decimal(to, v);
    }
}

size_t corr_want_needles(const corr_want *w,
                         char needle[CORR_NEEDLES][CORR_NEEDLE_MAX])
{
    needles to = { .text = needle };
    const corr_ids *ids = &w->ids;
    const bool span_too =
        ids->mask_span != 0 && (ids->mask_span != ids->mask_hi ||
                                ids->span != ids->hi || ids->mask_lo != 0);

    if (!w->by_id)
        return 0;
    if (ids->mask_lo == UINT64_MAX) {
        add_whole(&to, ids);
    } else if (ids->mask_hi != 0) {
        add_prefix(&to, ids->hi, ids->mask_hi);
    }
    if (span_too)
        add_prefix(&to, ids->span, ids->mask_span);
    return to.incomplete ? 0 : to.n;
}
