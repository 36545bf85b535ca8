/* What came before profile.proto (formats/pprof.md section 11): recognised, so
 * that the user is told what it is, and not read. */
#include "corr_builtin.h"
#include "wire.h"

static const char *const beginnings[] = {
    "heap profile:",      "heapprofile:",          "growth profile:",
    "goroutine profile:", "threadcreate profile:", "contention profile:",
    "block profile:",     "mutex profile:",        "--- contention",
    "--- mutex",          "--- threadz",           "--- heapz",
    "--- growthz",        "--- Memory map:",       "--- contentionz",
};

static uint64_t word(const uint8_t *p, size_t bytes, bool is_big)
{
    uint64_t x = 0;

    for (size_t i = 0; i < bytes; i++)
        x = x << 8 | p[is_big ? i : bytes - 1 - i];
    return x;
}

/* A CPU profile begins with the machine words 0, 3, 0, period, 0; the period
 * is in microseconds. */
static bool is_binary(const uint8_t *p, size_t n, size_t bytes, bool is_big)
{
    static const uint64_t begin[] = { 0, 3, 0 };
    const uint64_t day_us = UINT64_C(86400000000);

    if (n < bytes * 5)
        return false;
    for (size_t i = 0; i < 3; i++)
        if (word(p + i * bytes, bytes, is_big) != begin[i])
            return false;
    uint64_t period = word(p + 3 * bytes, bytes, is_big);
    return period > 0 && period < day_us &&
           word(p + 4 * bytes, bytes, is_big) == 0;
}

static int probe(const uint8_t *head, size_t n, bool whole)
{
    const corr_str text = { (const char *)head, n };

    (void)whole;
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (corr_str_starts(text, beginnings[i]))
            return 100;
    for (size_t bytes = 4; bytes <= 8; bytes += 4)
        if (is_binary(head, n, bytes, false) || is_binary(head, n, bytes, true))
            return 100;
    return 0;
}

const corr_format corr_format_pprof_legacy = {
    .name = "pprof-legacy",
    .title = "profile of gperftools or of an old Go",
    .probe = probe,
    .refusal = "it is in a format older than pprof's own; "
               "\"go tool pprof -proto FILE > NEW\" makes one that can be read",
};
