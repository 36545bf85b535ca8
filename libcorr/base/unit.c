/* unit - amounts as text, and back.  All arithmetic is on integers: a printed
 * value is the exact value rounded half up, the same on every machine. */
#include "base/base.h"
#include "corr_bytes.h"

#define US INT64_C(1000)
#define MS INT64_C(1000000)
#define S  INT64_C(1000000000)

/* ---- digits ------------------------------------------------------------- */

typedef struct text {
    char *at, *end; /* end: the last place for the NUL */
} text;

static text number_text(char *buf)
{
    return (text){ buf, buf + CORR_PRINT_MAX - 1 };
}

static void put_char(text *t, char c)
{
    if (t->at < t->end)
        *t->at++ = c;
}

static const char *end_text(text *t, char *buf, const char *suffix)
{
    while (*suffix)
        put_char(t, *suffix++);
    *t->at = '\0';
    return buf;
}

/* Writes v with at least `digits` digits, and commas between thousands. */
static void put_uint(text *t, uint64_t v, int digits, bool commas)
{
    char rev[32];
    int n = 0, ndigit = 0;

    do {
        if (commas && ndigit > 0 && ndigit % 3 == 0)
            rev[n++] = ',';
        rev[n++] = (char)('0' + v % 10);
        ndigit++;
    } while ((v /= 10) > 0 || ndigit < digits);
    while (n > 0)
        put_char(t, rev[--n]);
}

/* Writes a minus sign if v is negative; returns the magnitude. */
static uint64_t put_sign(text *t, int64_t v)
{
    if (v >= 0)
        return (uint64_t)v;
    put_char(t, '-');
    return 0 - (uint64_t)v;
}

static const uint64_t power[] = { 1, 10, 100, 1000 };

/* Writes v / unit with up to 3 decimals. */
static void put_decimal(text *t, uint64_t v, uint64_t unit, int decimals,
                        bool commas)
{
    uint64_t whole = v / unit;
    uint64_t part = (v % unit * power[decimals] + unit / 2) / unit;

    if (part == power[decimals]) {
        whole++;
        part = 0;
    }
    put_uint(t, whole, 1, commas);
    if (decimals > 0) {
        put_char(t, '.');
        put_uint(t, part, decimals, false);
    }
}

/* ---- printing ----------------------------------------------------------- */

const char *corr_print_count(char *buf, int64_t n)
{
    text t = number_text(buf);

    put_uint(&t, put_sign(&t, n), 1, true);
    return end_text(&t, buf, "");
}

/* A step of a ladder of units: values under `below` are printed in units of
 * `unit`. The bound lies where rounding would need one digit more. */
typedef struct step {
    uint64_t below, unit;
    int decimals;
    const char *suffix;
} step;

static const step time_steps[] = {
    { US, 1, 0, " ns" },           { 9995, US, 2, " us" },
    { 99950, US, 1, " us" },       { 999500, US, 0, " us" },
    { 9995 * US, MS, 2, " ms" },   { 99950 * US, MS, 1, " ms" },
    { 999500 * US, MS, 0, " ms" }, { UINT64_MAX, S, 3, " s" },
};

static const step amount_steps[] = {
    { US, 1, 0, " ns" },           { 9995, US, 2, " us" },
    { 999950, US, 1, " us" },      { 9995 * US, MS, 2, " ms" },
    { 999950 * US, MS, 1, " ms" }, { 9995 * MS, S, 2, " s" },
    { 999950 * MS, S, 1, " s" },   { UINT64_MAX, S, 0, " s" },
};

static const step byte_steps[] = {
    { 1000, 1, 0, " B" },
    { 99950, 1000, 1, " kB" },
    { 999500, 1000, 0, " kB" },
    { 99950000, 1000000, 1, " MB" },
    { 999500000, 1000000, 0, " MB" },
    { 99950000000, 1000000000, 1, " GB" },
    { 999500000000, 1000000000, 0, " GB" },
    { 99950000000000, 1000000000000, 1, " TB" },
    { UINT64_MAX, 1000000000000, 0, " TB" },
};

static const char *print_step(char *buf, int64_t v, const step *s)
{
    text t = number_text(buf);
    uint64_t n = put_sign(&t, v);

    while (n >= s->below)
        s++;
    put_decimal(&t, n, s->unit, s->decimals, true);
    return end_text(&t, buf, s->suffix);
}

/* "1.50 ms" becomes "1.5 ms", "41.0 ms" becomes "41 ms". */
static void drop_zeros(char *buf)
{
    char *point = strchr(buf, '.');
    char *space = strchr(buf, ' ');

    if (!point || !space)
        return;
    char *last = space;
    while (last[-1] == '0')
        last--;
    if (last[-1] == '.')
        last--;
    memmove(last, space, strlen(space) + 1);
}

const char *corr_print_duration(char *buf, int64_t ns)
{
    if (ns == 0)
        return memcpy(buf, "0 s", 4);
    print_step(buf, ns, time_steps);
    if (ns > -999500 * US && ns < 999500 * US)
        drop_zeros(buf);
    return buf;
}

const char *corr_print_span_of(char *buf, int64_t ns)
{
    text t = number_text(buf);

    if (ns > -S && ns < S)
        return corr_print_duration(buf, ns);
    uint64_t v = put_sign(&t, ns);
    if (v < 59950 * (uint64_t)MS) {
        put_decimal(&t, v, S, 1, false);
        end_text(&t, buf, " s");
        drop_zeros(buf);
        return buf;
    }
    uint64_t s = v / S + (v % S >= S / 2);
    uint64_t hours = s / 3600, minutes = s / 60 % 60;
    if (hours >= 24) {
        put_uint(&t, hours / 24, 1, true);
        put_char(&t, 'd');
    }
    if (hours > 0) {
        put_uint(&t, hours % 24, hours >= 24 ? 2 : 1, false);
        put_char(&t, 'h');
    }
    put_uint(&t, minutes, hours > 0 ? 2 : 1, false);
    put_char(&t, 'm');
    put_uint(&t, s % 60, 2, false);
    return end_text(&t, buf, "s");
}

const char *corr_print_part(char *buf, int64_t ns, int64_t whole)
{
    text t = number_text(buf);

    if (whole < ns / 10)
        whole = ns / 10;
    if (ns >= 3600 * S)
        return corr_print_span_of(buf, ns);
    if (ns > 0 && ns < whole / 1000)
        whole = ns;
    const uint64_t v = put_sign(&t, ns);
    if (whole >= 500 * MS) { /* 0.812 s rather than 812.00 ms */
        put_decimal(&t, v, S, 3, false);
        return end_text(&t, buf, " s");
    }
    put_decimal(&t, v, whole >= MS ? MS : US, whole >= MS ? 2 : 1, false);
    return end_text(&t, buf, whole >= MS ? " ms" : " us");
}

const char *corr_print_bytes(char *buf, int64_t bytes)
{
    return print_step(buf, bytes, byte_steps);
}

static const char *print_fraction(char *buf, int64_t v, bool commas)
{
    text t = number_text(buf);
    const uint64_t n = put_sign(&t, v);
    uint64_t part = n % CORR_FRACTIONS;
    int digits = CORR_FRACTION_DECIMALS;

    put_uint(&t, n / CORR_FRACTIONS, 1, commas);
    for (; part && part % 10 == 0; digits--)
        part /= 10;
    if (part) {
        put_char(&t, '.');
        put_uint(&t, part, digits, false);
    }
    return end_text(&t, buf, "");
}

const char *corr_print_fraction(char *buf, int64_t v)
{
    return print_fraction(buf, v, false);
}

const char *corr_print_amount(char *buf, int64_t v, corr_unit unit)
{
    switch (unit) {
    case CORR_NS:
        return v ? print_step(buf, v, amount_steps) : memcpy(buf, "0 s", 4);
    case CORR_NS_RESCALED:
        corr_print_amount(buf, v, CORR_NS);
        memcpy(buf + strlen(buf), CORR_RESCALED_MARK,
               sizeof CORR_RESCALED_MARK);
        return buf;
    case CORR_BYTES:
        return corr_print_bytes(buf, v);
    case CORR_FRACTION:
        return print_fraction(buf, v, true);
    case CORR_COUNT:
    case CORR_AMOUNT:
        break;
    }
    return corr_print_count(buf, v);
}

/* ---- parsing ------------------------------------------------------------ */

typedef struct unit_name {
    const char *name;
    uint64_t size;
} unit_name;

static const unit_name time_unit[] = {
    { "ns", 1 },         { "us", US },       { "\xc2\xb5s", US },
    { "\xce\xbcs", US }, { "ms", MS },       { "s", S },
    { "sec", S },        { "m", 60 * S },    { "min", 60 * S },
    { "h", 3600 * S },   { "d", 86400 * S }, { "w", 604800 * S },
    { NULL, 0 },
};

/* One letter and KiB are powers of 1024, KB is one of 1000, as in GNU's
 * tools. */
static const unit_name byte_unit[] = {
    { "", 1 },
    { "B", 1 },
    { "K", 1 << 10 },
    { "KiB", 1 << 10 },
    { "kB", 1000 },
    { "KB", 1000 },
    { "M", 1 << 20 },
    { "MiB", 1 << 20 },
    { "MB", 1000000 },
    { "G", 1 << 30 },
    { "GiB", 1 << 30 },
    { "GB", 1000000000 },
    { "T", UINT64_C(1) << 40 },
    { "TiB", UINT64_C(1) << 40 },
    { "TB", UINT64_C(1000000000000) },
    { NULL, 0 },
};

static bool is_digit(const corr_str *s)
{
    return s->n > 0 && corr_is_digit(*s->p);
}

static void step_over(corr_str *s)
{
    s->p++;
    s->n--;
}

/* Reads a decimal number as a whole and a part in 10^-12. */
static bool read_number(corr_str *s, uint64_t *whole, uint64_t *part)
{
    const char *start = s->p;
    uint64_t scale = UINT64_C(100000000000);

    *whole = *part = 0;
    for (; is_digit(s); step_over(s))
        if (MUL_OVERFLOWS(*whole, 10, whole) ||
            ADD_OVERFLOWS(*whole, (uint64_t)(*s->p - '0'), whole))
            return false;
    if (s->p == start)
        return false;
    if (s->n == 0 || *s->p != '.')
        return true;
    step_over(s);
    if (!is_digit(s))
        return false;
    for (; is_digit(s); step_over(s), scale /= 10)
        *part += (uint64_t)(*s->p - '0') * scale;
    return true;
}

/* Reads the word up to the next digit, without spaces around it. */
static uint64_t read_unit(corr_str *s, const unit_name *unit)
{
    corr_str word = { s->p, 0 };

    for (; s->n > 0 && !is_digit(s); step_over(s))
        word.n++;
    word = corr_str_trim(word);
    for (; unit->name; unit++)
        if (corr_str_is(word, unit->name))
            return unit->size;
    return 0;
}

/* (whole + part / 10^12) * size, rounded down. */
static bool scale_number(uint64_t whole, uint64_t part, uint64_t size,
                         uint64_t *v)
{
    __extension__ typedef unsigned __int128 u128;
    u128 product =
        (u128)whole * size + (u128)part * size / UINT64_C(1000000000000);

    *v = (uint64_t)product;
    return product <= INT64_MAX;
}

static bool parse_sum(corr_str s, const unit_name *unit, bool once,
                      int64_t *value)
{
    uint64_t sum = 0, whole, part, v;

    s = corr_str_trim(s);
    do {
        if (!read_number(&s, &whole, &part))
            return false;
        uint64_t size = read_unit(&s, unit);
        if (size == 0 || !scale_number(whole, part, size, &v) ||
            ADD_OVERFLOWS(sum, v, &sum) || sum > INT64_MAX)
            return false;
    } while (s.n > 0 && !once);
    *value = (int64_t)sum;
    return s.n == 0;
}

bool corr_parse_duration(corr_str s, int64_t *ns)
{
    if (corr_str_is(corr_str_trim(s), "0")) {
        *ns = 0;
        return true;
    }
    return parse_sum(s, time_unit, false, ns);
}

bool corr_parse_bytes(corr_str s, int64_t *bytes)
{
    return parse_sum(s, byte_unit, true, bytes);
}

int64_t corr_exact_sum(int64_t a, int64_t b)
{
    int64_t sum;

    return a == CORR_NO_TOTAL || b == CORR_NO_TOTAL || ADD_OVERFLOWS(a, b, &sum)
               ? CORR_NO_TOTAL
               : sum;
}

int64_t corr_sum(int64_t a, int64_t b)
{
    return add_clamped(a, b);
}
