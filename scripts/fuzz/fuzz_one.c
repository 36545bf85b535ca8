/*
 * fuzz_one - one input through the program or a reader, for fuzz targets.
 *
 * For fuzz_one the bytes become an anonymous file, so that the way in is the one a user's
 * file takes: probe, decompression, reader, seal.  The format is named, or
 * most inputs would end at the probe.
 */
#define _GNU_SOURCE /* memfd_create */
#include "fuzz.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "corr_report.h"
#include "corr_view.h"
#include "model/build.h"
#include "source/source.h"
#include "store/store.h"
#include "test/input_check.h"

/* Small, so that what a file claims soon meets a bound. */
static const corr_limits limits = {
    .decoded = 16 << 20,
    .record = 4 << 20,
    .memory = 64 << 20,
    .frames = 512,
    .depth = 64,
};

static int file_of(const uint8_t *data, size_t size)
{
    int fd = memfd_create("fuzz", 0);
    size_t done = 0;

    while (fd >= 0 && done < size) {
        ssize_t n = write(fd, data + done, size - done);
        if (n <= 0)
            abort();
        done += (size_t)n;
    }
    return fd;
}

static void check_inputs(const corr_store *st)
{
    for (size_t i = 0; i < corr_inputs(st); i++) {
        const char *fault = input_check(store_input(st, (uint32_t)i));

        if (fault) {
            fprintf(stderr, "fuzz: input_check: %s\n", fault);
            abort();
        }
    }
}

/* Self values add up to the root's total: nothing is lost, nothing made. */
static void check_tree(const corr_tree *tree)
{
    int64_t sum = 0;
    uint32_t n = corr_tree_size(tree);

    for (uint32_t i = 0; i < n; i++) {
        corr_node node = corr_tree_at(tree, i);

        assert(node.end > i && node.end <= n);
        assert(i == 0 || node.parent < i);
        if (__builtin_add_overflow(sum, node.self[0], &sum))
            return;
    }
    assert(n == 0 || sum == corr_tree_at(tree, 0).total[0]);
}

static void look(corr_store *st)
{
    corr_err err = { 0 };
    corr_sel *sel = corr_sel_of(st, &(corr_query){ .weakest = CORR_ANY }, &err);
    const corr_sel *cols[] = { sel };

    if (!sel)
        return;
    corr_tree *tree = corr_tree_of(cols, 1, &(corr_tree_opts){ 0 }, &err);
    if (tree)
        check_tree(tree);
    corr_tree_free(tree);
    corr_top_free(corr_top_of(sel, &(corr_top_opts){ 0 }, &err));
    corr_sel_free(sel);
}

/* What is written of all that was read, and its samples or spans. */
static void write_slice(corr_slice *s)
{
    corr_out *out = s ? corr_out_memory() : NULL;
    corr_err err = { 0 };

    if (out && corr_slice_write(s, out, &err) == CORR_OK)
        assert(corr_slice_facts_of(s).kept <= corr_slice_facts_of(s).of);
    if (corr_out_close(out, NULL))
        abort();
    corr_slice_free(s);
}

static void cut(corr_store *st)
{
    const corr_slice_opts opts = { .limits = limits };
    corr_err err = { 0 };

    write_slice(corr_slice_of(st, &(corr_query){ 0 }, &opts, &err));
    write_slice(corr_slice_of(st, &(corr_query){ .slowest = 1 }, &opts, NULL));
    write_slice(corr_slice_merge(st, &opts, NULL));
}

void fuzz_one(const corr_format *const *formats, const uint8_t *data,
              size_t size, corr_err *err)
{
    int fd = file_of(data, size);
    char path[64];

    if (fd < 0)
        abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    const char *const paths[] = { path };
    corr_store *st = corr_store_new(formats, err);
    if (st) {
        corr_code code =
            corr_load(st, paths, 1,
                      &(corr_load_opts){
                          .as = formats[0]->name, .jobs = 1, .limits = limits },
                      err);
        check_inputs(st);
        if (code == CORR_OK) {
            look(st);
            cut(st);
        }
    }
    corr_store_free(st);
    close(fd);
}

/* ---- readers of traces ---------------------------------------------------- */

typedef struct outcome {
    size_t nspan;
    bool damaged; /* some could not be read */
} outcome;

static outcome read_some(const corr_format *f, const uint8_t *data, size_t size,
                         const corr_want *want)
{
    corr_limits tight = limits;
    corr_err err = { 0 };

    tight.record = 1 << 20;
    corr_src *in =
        src_open_memory(data, size, &(src_opts){ .limits = tight }, &err);
    corr_build *b =
        build_new(&(build_opts){ .limits = tight, .needs = want->needs }, &err);
    outcome out = { .damaged = true };
    input r = { 0 };

    if (in && b && !f->read(in, want, b, &err) && !build_seal(b, &r, &err)) {
        if (input_check(&r))
            abort();
        out = (outcome){ r.span.n - 1, r.lost.damaged };
    }
    input_clear(&r);
    build_free(b);
    src_close(in);
    return out;
}

void fuzz_spans(const corr_format *f, const uint8_t *data, size_t size)
{
    const corr_format *const only[] = { f, NULL };
    const corr_want every = { .needs = CORR_NEED_SPANS };
    const corr_want one = { .needs = CORR_NEED_SPANS,
                            .by_id = true,
                            .ids.hi = 0x5b8efff798038103,
                            .ids.lo = 0xd269b633813fc700,
                            .ids.mask_hi = UINT64_MAX,
                            .ids.mask_lo = UINT64_MAX };
    const corr_want window = { .spans = { 1000, 1000000 } };
    corr_err err = { 0 };

    fuzz_one(only, data, size, &err);
    const outcome all = read_some(f, data, size, &(corr_want){ 0 });
    const outcome plain = read_some(f, data, size, &every);
    const outcome some = read_some(f, data, size, &window);
    if (!all.damaged && plain.nspan != all.nspan)
        abort();
    if (!all.damaged && some.nspan > all.nspan)
        abort();
    read_some(f, data, size, &one);
}
