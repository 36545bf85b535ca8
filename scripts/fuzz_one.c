/*
 * fuzz_one - one input through the program, for fuzz targets.
 *
 * The bytes become an anonymous file, so that the way in is the one a user's
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

#include "corr_view.h"
#include "store.h"

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
        if (code == CORR_OK)
            look(st);
    }
    corr_store_free(st);
    close(fd);
}
