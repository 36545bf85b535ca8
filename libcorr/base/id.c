/* id - reads, prints and compares ids as files write them. */
#include "base/id.h"

#include "corr_bytes.h"

#define TRACE_BYTES 16
#define SPAN_BYTES  8
#define SPAN_DIGITS 16

/* ---- characters ------------------------------------------------------- */

/* Accepts both alphabets: "+/" and "-_". */
static int base64_digit(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    if (c == '+' || c == '-')
        return 62;
    if (c == '/' || c == '_')
        return 63;
    return -1;
}

bool id_is_hex(corr_str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (corr_hex_digit(s.p[i]) < 0)
            return false;
    return s.n > 0;
}

corr_trace_id id_hex(corr_str digits)
{
    corr_trace_id id = { 0, 0 };

    for (size_t i = 0; i < digits.n; i++) {
        id.hi = id.hi << 4 | id.lo >> 60;
        id.lo = id.lo << 4 | (uint64_t)corr_hex_digit(digits.p[i]);
    }
    return id;
}

static corr_trace_id bytes_value(const uint8_t *p, size_t n)
{
    corr_trace_id id = { 0, 0 };

    for (size_t i = 0; i < n; i++) {
        id.hi = id.hi << 8 | id.lo >> 56;
        id.lo = id.lo << 8 | p[i];
    }
    return id;
}

/* Returns the bytes written to out[room]; 0: not base64, or longer. */
static size_t base64_bytes(corr_str s, uint8_t *out, size_t room)
{
    uint32_t bits = 0;
    size_t n = 0, pad = 0;

    while (s.n > 0 && pad < 2 && s.p[s.n - 1] == '=') {
        s.n--;
        pad++;
    }
    if (s.n % 4 == 1 || (pad > 0 && (s.n + pad) % 4 != 0) || s.n * 3 / 4 > room)
        return 0;
    for (size_t i = 0; i < s.n; i++) {
        int digit = base64_digit(s.p[i]);

        if (digit < 0)
            return 0;
        bits = bits << 6 | (uint32_t)digit;
        if (i % 4 != 0)
            out[n++] = (uint8_t)(bits >> (6 - i % 4 * 2));
    }
    return n;
}

/* ---- what files write --------------------------------------------------- */

/* 1-5759e988-bd862e3fe1be46a994272793 */
static bool is_xray(corr_str s)
{
    return s.n == 35 && s.p[0] == '1' && s.p[1] == '-' && s.p[10] == '-' &&
           id_is_hex((corr_str){ s.p + 2, 8 }) &&
           id_is_hex((corr_str){ s.p + 11, 24 });
}

/* Whether dashes stand where a UUID has them; s may be the beginning of one. */
static bool is_uuid(corr_str s)
{
    bool dashes = false;

    for (size_t i = 0; i < s.n; i++) {
        bool here = i == 8 || i == 13 || i == 18 || i == 23;

        if (here ? s.p[i] != '-' : corr_hex_digit(s.p[i]) < 0)
            return false;
        dashes |= here;
    }
    return dashes && s.n <= 36;
}

corr_str id_digits(corr_str s, char digits[ID_DIGITS])
{
    corr_str none = { digits, 0 };
    size_t n = 0;

    if (s.n > 2 && s.p[0] == '0' && (s.p[1] == 'x' || s.p[1] == 'X'))
        s = corr_str_from(s, 2);
    if (is_xray(s))
        s = corr_str_from(s, 2);
    else if (!is_uuid(s) && !id_is_hex(s))
        return none;
    while (s.n > ID_DIGITS && s.p[0] == '0')
        s = corr_str_from(s, 1);
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '-')
            continue;
        if (n == ID_DIGITS)
            return none;
        digits[n++] = s.p[i];
    }
    return (corr_str){ digits, n };
}

bool id_base64(corr_str s, size_t bytes, corr_trace_id *id)
{
    uint8_t raw[ID_DIGITS];
    size_t n = base64_bytes(s, raw, sizeof raw);
    corr_str text = { (const char *)raw, n };

    if (n == bytes) {
        *id = bytes_value(raw, n);
        return true;
    }
    if (n == 2 * bytes && id_is_hex(text)) {
        *id = id_hex(text);
        return true;
    }
    return false;
}

/* Nearly every id is 16 or 32 plain digits: these are read before any other
 * form is tried, and without a branch for each digit. */
static bool sixteen_digits(const char *p, uint64_t *v)
{
    static const uint8_t value[256] = {
        /* bit 4: a digit */
        ['0'] = 0x10, ['1'] = 0x11, ['2'] = 0x12, ['3'] = 0x13, ['4'] = 0x14,
        ['5'] = 0x15, ['6'] = 0x16, ['7'] = 0x17, ['8'] = 0x18, ['9'] = 0x19,
        ['a'] = 0x1a, ['b'] = 0x1b, ['c'] = 0x1c, ['d'] = 0x1d, ['e'] = 0x1e,
        ['f'] = 0x1f, ['A'] = 0x1a, ['B'] = 0x1b, ['C'] = 0x1c, ['D'] = 0x1d,
        ['E'] = 0x1e, ['F'] = 0x1f,
    };
    uint8_t all = 0x10;
    uint64_t x = 0;

    for (int i = 0; i < 16; i++) {
        const uint8_t digit = value[(uint8_t)p[i]];

        all &= digit;
        x = x << 4 | (digit & 15);
    }
    *v = x;
    return all != 0;
}

bool corr_parse_trace_id(corr_str text, corr_trace_id *id)
{
    char buf[ID_DIGITS];

    if (text.n == 32 && sixteen_digits(text.p, &id->hi) &&
        sixteen_digits(text.p + 16, &id->lo))
        return true;
    corr_str digits = id_digits(text, buf);

    *id = (corr_trace_id){ 0, 0 };
    if (text.n == 0)
        return true;
    if (digits.n > 0) {
        *id = id_hex(digits);
        return true;
    }
    if (id_base64(text, TRACE_BYTES, id) || id_base64(text, SPAN_BYTES, id))
        return true;
    id->lo = corr_hash(text.p, text.n);
    id->hi = corr_hash(&id->lo, sizeof id->lo) | 1;
    return false;
}

bool corr_parse_span_id(corr_str text, uint64_t *id)
{
    char buf[ID_DIGITS];

    if (text.n == 16 && sixteen_digits(text.p, id))
        return true;
    corr_str digits = id_digits(text, buf);
    corr_trace_id wide = { 0, 0 };

    *id = 0;
    if (text.n == 0)
        return true;
    while (digits.n > SPAN_DIGITS && digits.p[0] == '0')
        digits = corr_str_from(digits, 1);
    if (digits.n > 0 && digits.n <= SPAN_DIGITS) {
        *id = id_hex(digits).lo;
        return true;
    }
    if (id_base64(text, SPAN_BYTES, &wide)) {
        *id = wide.lo;
        return true;
    }
    *id = corr_hash(text.p, text.n) | 1;
    return false;
}

bool id_parse_decimal(corr_str text, uint64_t *id)
{
    int64_t n;

    if (corr_str_u64(text, id))
        return true;
    if (!corr_str_i64(text, &n))
        return false;
    *id = (uint64_t)n;
    return true;
}

/* ---- printing ----------------------------------------------------------- */

const char *corr_print_id(char *buf, uint64_t id)
{
    *corr_print_hex(buf, id) = '\0';
    return buf;
}

const char *corr_print_trace(char *buf, corr_trace_id id)
{
    *corr_print_hex(corr_print_hex(buf, id.hi), id.lo) = '\0';
    return buf;
}

/* ---- matching ----------------------------------------------------------- */

bool id_fits_span(uint64_t id, uint64_t want, uint64_t mask)
{
    if (mask == 0 || id == 0)
        return false;
    return ((id ^ want) & mask) == 0 || id == want >> __builtin_ctzll(mask);
}

bool id_may_fit_span(uint64_t top, unsigned bits, uint64_t want, uint64_t mask)
{
    const uint64_t known = ~(UINT64_MAX >> bits);

    if (mask == 0)
        return false;
    return ((top ^ want) & mask & known) == 0 ||
           top == (want >> __builtin_ctzll(mask) & known);
}

bool id_fits_trace(corr_trace_id id, corr_trace_id want, corr_trace_id mask)
{
    if (mask.hi == 0 || (id.hi | id.lo) == 0)
        return false;
    if ((((id.hi ^ want.hi) & mask.hi) | ((id.lo ^ want.lo) & mask.lo)) == 0)
        return true;
    if (mask.lo == 0) /* up to 16 digits may be a whole 64-bit id */
        return (id.hi == 0 && id_fits_span(id.lo, want.hi, mask.hi)) ||
               (mask.hi == UINT64_MAX && id.lo == want.hi);
    if (mask.lo == UINT64_MAX)
        return (id.hi == 0 || want.hi == 0) && id.lo == want.lo;

    int lost = __builtin_ctzll(mask.lo);
    return id.hi == want.hi >> lost &&
           id.lo == (want.lo >> lost | want.hi << (64 - lost));
}
