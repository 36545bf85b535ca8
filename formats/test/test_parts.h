/*
 * test_parts - is what a reader says of parts of a source the same as what it
 * says of the whole?
 *
 * A census is taken in which every record is a block, and then questions are
 * asked twice: of the whole source, and of the parts that the index chooses.
 * If the census was clean, all tables must be equal.  For tests and fuzzing.
 */
#ifndef CORR_TEST_PARTS_H
#define CORR_TEST_PARTS_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* memfd_create */
#endif
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "load/index.h"
#include "model/build.h"

typedef struct parts_case {
    const corr_format *f;
    int fd;
    corr_limits limits;
    corr_str bytes; /* of the index */
    side_index x;
    unsigned blocks, asked, narrower; /* narrower: not all blocks were read */
} parts_case;

static inline bool parts_fetch(void *ctx, uint64_t offset, void *to, size_t n)
{
    const parts_case *c = ctx;

    if (offset > c->bytes.n || n > c->bytes.n - offset)
        return false;
    if (n)
        memcpy(to, c->bytes.p + offset, n);
    return true;
}

/* Reads into an input; false: it failed.  in_parts: what the index chooses, as
 * far as it chooses. */
static inline bool parts_read(parts_case *c, corr_want want, bool in_parts,
                              index_maker *census, input *r)
{
    src_opts opts = { .limits = c->limits };
    corr_err err = { 0 };
    size_t n;

    if (census) {
        opts.mark = index_see_mark;
        opts.mark_ctx = census;
        opts.mark_every = index_maker_stride(census);
    }
    if (lseek(c->fd, 0, SEEK_SET) != 0)
        abort();
    corr_src *in = src_open_fd(c->fd, &opts, &err);
    corr_build *b = build_new(&(build_opts){ .src = in,
                                             .limits = c->limits,
                                             .needs = want.needs,
                                             .index = census },
                              &err);
    if (!in || !b)
        abort();
    corr_src_peek(in, 1000, &n);
    want.mode = census ? CORR_MODE_CENSUS : CORR_MODE_WHOLE;
    if (in_parts && index_choose(&c->x, &want)) {
        want.shape = c->x.facts.shape;
        src_only(in, c->x.part.v, c->x.part.n, index_enter, &c->x);
        c->narrower += c->x.part.n != 1 || c->x.part.v[0].from != 0 ||
                       c->x.part.v[0].to != UINT64_MAX;
    }
    *r = (input){ 0 };
    const bool ok = !c->f->read(in, &want, b, &err) && !build_seal(b, r, &err);
    build_free(b);
    src_close(in);
    return ok;
}

#define PARTS_EQUAL(a, b, table)                                               \
    ((a)->table.n == (b)->table.n &&                                           \
     ((a)->table.n == 0 || memcmp((a)->table.v, (b)->table.v,                  \
                                  (a)->table.n * sizeof *(a)->table.v) == 0))

/* Rows with gaps between their members are compared member by member. */
static inline bool parts_same_spans(const input *a, const input *b)
{
    bool same = a->span.n == b->span.n;

    for (size_t i = 0; same && i < a->span.n; i++)
        same = memcmp(&a->span.v[i], &b->span.v[i],
                      offsetof(span_row, flags) + 1) == 0;
    return same;
}

static inline bool parts_same_procs(const input *a, const input *b)
{
    bool same = a->proc.n == b->proc.n;

    for (size_t i = 0; same && i < a->proc.n; i++)
        same = memcmp(&a->proc.v[i], &b->proc.v[i],
                      offsetof(proc_row, executable) + 4) == 0 &&
               a->proc.v[i].pid == b->proc.v[i].pid &&
               a->proc.v[i].labels == b->proc.v[i].labels;
    return same;
}

static inline bool parts_same_events(const input *a, const input *b)
{
    bool same = a->event.n == b->event.n && a->link.n == b->link.n;

    for (size_t i = 0; same && i < a->event.n; i++)
        same = memcmp(&a->event.v[i], &b->event.v[i],
                      offsetof(event_row, labels) + 4) == 0 &&
               a->event.v[i].time == b->event.v[i].time;
    for (size_t i = 0; same && i < a->link.n; i++)
        same = a->link.v[i].span == b->link.v[i].span &&
               memcmp(&a->link.v[i].trace, &b->link.v[i].trace,
                      sizeof a->link.v[i].trace) == 0 &&
               a->link.v[i].id == b->link.v[i].id;
    return same;
}

static inline bool parts_same_words(const input *a, const input *b)
{
    bool same = a->warning.n == b->warning.n;

    for (size_t i = 0; same && i < a->warning.n; i++)
        same = strcmp(a->warning.v[i].text, b->warning.v[i].text) == 0 &&
               a->warning.v[i].count == b->warning.v[i].count &&
               a->warning.v[i].offset == b->warning.v[i].offset;
    return same;
}

/* Field by field; the bytes between them are padding. */
static inline bool parts_same_threads(const input *a, const input *b)
{
    bool same = a->thread.n == b->thread.n;

    for (size_t i = 0; same && i < a->thread.n; i++) {
        const thread_row *x = &a->thread.v[i];
        const thread_row *y = &b->thread.v[i];
        same = x->proc == y->proc && x->name == y->name &&
               x->os_id == y->os_id && x->vm_id == y->vm_id &&
               x->is_virtual == y->is_virtual;
    }
    return same;
}

/* NULL, or the table that differs. */
static inline const char *parts_differ(const input *a, const input *b)
{
    return !parts_same_spans(a, b)     ? "span"
           : !PARTS_EQUAL(a, b, text)  ? "text"
           : !parts_same_procs(a, b)   ? "proc"
           : !parts_same_threads(a, b) ? "thread"
           : !parts_same_events(a, b)  ? "event"
           : !PARTS_EQUAL(a, b, label.key) || !PARTS_EQUAL(a, b, label.text)
               ? "label"
           : !parts_same_words(a, b)              ? "warning"
           : a->from != b->from || a->to != b->to ? "time"
                                                  : NULL;
}

static inline const char *parts_ask(parts_case *c, const corr_want *want)
{
    input whole, parts;
    const bool a = parts_read(c, *want, false, NULL, &whole);
    const bool b = parts_read(c, *want, true, NULL, &parts);
    const char *fault = a != b ? "outcome"
                        : a    ? parts_differ(&whole, &parts)
                               : NULL;

    c->asked++;
    input_clear(&whole);
    input_clear(&parts);
    return fault;
}

static inline const char *parts_ask_span(parts_case *c, const span_row *s)
{
    const corr_want wants[] = {
        { .by_id = true,
          .ids.hi = s->trace.hi,
          .ids.lo = s->trace.lo,
          .ids.mask_hi = UINT64_MAX,
          .ids.mask_lo = UINT64_MAX },
        { .by_id = true,
          .ids.hi = s->id,
          .ids.mask_hi = UINT64_MAX,
          .ids.span = s->id,
          .ids.mask_span = UINT64_MAX },
        { .by_id = true,
          .ids.hi = s->trace.lo,
          .ids.mask_hi = UINT64_MAX,
          .ids.span = s->trace.lo,
          .ids.mask_span = UINT64_MAX },
        { .by_id = true,
          .ids.hi = s->trace.hi & UINT64_MAX << 40,
          .ids.mask_hi = UINT64_MAX << 40,
          .ids.span = s->trace.hi & UINT64_MAX << 40,
          .ids.mask_span = UINT64_MAX << 40 },
        { .spans = { s->start.ns, s->start.ns + 1 } },
        { .needs = CORR_NEED_SPANS, .spans = { s->end.ns - 1, s->end.ns } },
    };
    const char *fault = NULL;

    for (size_t i = 0; !fault && i < sizeof wants / sizeof *wants; i++)
        fault = parts_ask(c, &wants[i]);
    return fault;
}

/* Asks of each of the first most spans, and of one that is not there. */
static inline const char *parts_ask_all(parts_case *c, size_t most)
{
    const span_row nobody = { .trace = { 0x1234567812345678, 77 },
                              .id = 0x8765432187654321 };
    const char *fault = parts_ask_span(c, &nobody);
    stretch ran;
    input all;

    if (!parts_read(c, (corr_want){ 0 }, false, NULL, &all))
        fault = "whole";
    for (size_t i = 1; !fault && i < all.span.n && i <= most; i++)
        if (span_ran(&all.span.v[i], &ran) && ran.to < INT64_MAX)
            fault = parts_ask_span(c, &all.span.v[i]);
    input_clear(&all);
    return fault;
}

/* NULL: the same, or the census was not clean (then c->asked is 0). */
static inline const char *parts_fault(parts_case *c, const corr_format *f,
                                      const corr_limits *limits,
                                      const void *data, size_t size,
                                      size_t most)
{
    index_maker *m = index_maker_new(1, 1000);
    const corr_want nothing = { .by_id = true };
    const char *fault = NULL;
    input r;

    *c = (parts_case){ .f = f, .limits = *limits };
    c->fd = memfd_create("parts", 0);
    if (!m || c->fd < 0 || (size && write(c->fd, data, size) != (ssize_t)size))
        abort();
    if (parts_read(c, nothing, false, m, &r) && r.warning.n == 0) {
        index_facts known = { .key.size = size };

        c->bytes = index_bytes(m, &known, UINT64_MAX, "x");
        if (!index_open(&c->x, parts_fetch, c, c->bytes.n))
            abort();
        c->blocks = c->x.facts.blocks;
        if (c->x.facts.state == INDEX_SERVES)
            fault = parts_ask_all(c, most);
        index_clear(&c->x);
    }
    input_clear(&r);
    index_maker_free(m);
    close(c->fd);
    return fault;
}

#endif
