/*
 * pprof_legacy - the formats before profile.proto: gperftools' CPU profiles
 * (words of 4 or 8 bytes of either order: 0, 3, 0, the period in us, 0; then
 * count, depth and addresses; then 0, 1, 0 and /proc/self/maps), its heap
 * profiles in text and jemalloc's, and Go's counts, contention and threads in
 * text; those of Java; any of them behind a list of symbols.
 *
 * Specification: gperftools' cpuprofile-fileformat, and the inputs that
 * google/pprof's legacy_profile.go accepts.
 */
#include "common/file_name_time.h"
#include "corr_builtin.h"
#include "pprof_legacy/legacy.h"

#define SYMBOLS "--- symbol"

typedef struct beginning {
    const char *line;
    void (*read)(legacy *f);
} beginning;

static const beginning beginnings[] = {
    { "heap profile:", legacy_heap },  { "heap_v2/", legacy_jemalloc },
    { "--- contention", legacy_lock }, { "--- mutex", legacy_lock },
    { "--- threadz", legacy_thread },  { "--- heapz", legacy_java_heap },
    { "--- growthz", NULL },
};

#define NBEGINNINGS (sizeof beginnings / sizeof *beginnings)

static int probe_legacy(const uint8_t *head, size_t n, bool whole)
{
    const corr_str text = { (const char *)head, n };
    const corr_str line = { text.p, corr_str_find(text, '\n') };
    corr_str name;
    int64_t total;
    legacy_words words;

    (void)whole;
    if (corr_str_starts(text, SYMBOLS))
        return 100;
    for (size_t i = 0; i < NBEGINNINGS; i++)
        if (corr_str_starts(text, beginnings[i].line))
            return 100;
    if (legacy_is_count(line, &name, &total))
        return 100;
    return legacy_is_cpu(head, n, &words) ? 100 : 0;
}

static void read_legacy_text(legacy *f)
{
    corr_str name;
    int64_t total;

    while (legacy_next(f) && f->line.n == 0)
        continue;
    if (f->line.n == 0 && !f->is_cut && !corr_src_failed(f->in))
        corr_refuse(f->b, CORR_EFORMAT, 0, NULL, "the file is empty");
    if (f->line.n == 0)
        return;
    for (size_t i = 0; i < NBEGINNINGS; i++)
        if (corr_str_starts(f->line, beginnings[i].line)) {
            if (beginnings[i].read)
                beginnings[i].read(f);
            else
                corr_refuse(f->b, CORR_ENOTYET, f->offset, NULL,
                            "a growth profile of Java, which corr cannot read");
            return;
        }
    if (legacy_is_count(f->line, &name, &total))
        legacy_count(f);
    else
        corr_refuse(f->b, CORR_EFORMAT, f->offset, NULL,
                    "line %llu does not begin any profile from before pprof's "
                    "own format",
                    f->number);
}

/* Names in front of the profile. */
static void take_symbols(legacy *f)
{
    size_t got;
    const uint8_t *p = corr_src_peek(f->in, sizeof SYMBOLS - 1, &got);

    if (corr_str_starts((corr_str){ (const char *)p, got }, SYMBOLS) &&
        legacy_next(f))
        legacy_read_symbols(f);
}

static corr_code read_profile(corr_src *in, const corr_want *want,
                              corr_build *b, corr_err *err)
{
    legacy f = { .in = in, .b = b };

    (void)want; /* the numbers of a row precede its stack */
    take_symbols(&f);
    if (!legacy_cpu(&f))
        read_legacy_text(&f);
    window_from_name(in, b);
    legacy_clear(&f);
    return corr_finish(in, b, err);
}

const corr_format corr_format_pprof_legacy = {
    .name = "pprof-legacy",
    .title = "profile of gperftools or of an old Go",
    .probe = probe_legacy,
    .read = read_profile,
};
