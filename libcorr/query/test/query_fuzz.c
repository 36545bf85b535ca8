/* The query language: any text is refused with a sentence and a caret, or runs
 * over a small store. */
#include <assert.h>
#include <stdlib.h>

#include "base/base.h"
#include "fuzz.h"
#include "join/prepare.h"
#include "model/build.h"
#include "query/query.h"

enum { SPANS = 12, SMALL = 16 << 20 };

static corr_labels attributes(corr_build *b, uint64_t id)
{
    corr_begin_labels(b);
    if (id % 2)
        corr_push_int(b, CORR_STR("a"), (int64_t)id - 3, CORR_STR(""));
    if (id % 3)
        corr_push_label(b, CORR_STR("b"), CORR_STR("text"));
    if (id % 4)
        corr_push_json(b, CORR_STR("c"), CORR_STR("[1,\"x\",null,true,[2]]"));
    if (id % 5)
        corr_push_bool(b, CORR_STR("d.e"), id % 2);
    if (id % 6)
        corr_push_real(b, CORR_STR("f"), (double)id / 4);
    return corr_end_labels(b);
}

static void add_span(corr_build *b, corr_proc proc, uint64_t id)
{
    const corr_span_row row = {
        .trace = { 1, 1 + id % 2 },
        .id = id,
        .parent = id / 3,
        .name = corr_add_text(b, id % 2 ? CORR_STR("GET /") : CORR_STR("x")),
        .proc = proc,
        .attrs = attributes(b, id),
        .start = (int64_t)(1000000000 + id * 1000000),
        .end = (int64_t)(1000000000 + id * 3000000),
        .kind = (uint8_t)(id % CORR_SPAN_KIND_COUNT),
        .status = (uint8_t)(id % CORR_STATUS_COUNT),
    };
    const corr_span span = corr_add_span(b, &row);

    corr_add_event(b, span, row.start + 5, row.name, row.attrs);
    corr_add_link(b, span, row.trace, id + 1, row.attrs);
}

static corr_store *small_store(void)
{
    static const corr_format *const none[] = { NULL };
    corr_err err = { 0 };
    corr_store *st = corr_store_new(none, &err);
    corr_build *b = build_new(&(build_opts){ 0 }, &err);
    input *in = calloc(1, sizeof *in);

    if (!st || !b || !in || !store_adopt(st, in))
        abort();
    corr_begin_labels(b);
    corr_push_label(b, CORR_STR("service.name"), CORR_STR("shop"));
    const corr_proc proc = corr_add_proc(b, corr_end_labels(b));
    for (uint64_t id = 1; id <= SPANS; id++)
        add_span(b, proc, id);
    if (build_seal(b, in, &err) || store_prepare(st, &err))
        abort();
    build_free(b);
    return st;
}

static void run(const query *q)
{
    corr_store *st = small_store();
    corr_arena arena = { .limit = SMALL };
    uint8_t selected[SPANS + 1];
    corr_err err = { 0 };

    assert(st->spans.at.n == countof(selected));
    if (query_run(q, st, &arena, selected, &err))
        for (size_t i = 0; i < countof(selected); i++)
            assert(selected[i] <= (i > 0));
    else
        assert(err.code == CORR_ENOMEM && err.what[0]);
    corr_arena_clear(&arena);
    corr_store_free(st);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    corr_err err = { 0 };

    if (!text)
        abort();
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    query *q = query_new(text, &err);
    if (q) {
        for (size_t i = 0; i < query_warnings(q); i++)
            assert(query_warning(q, i)[0]);
        run(q);
    } else {
        assert(err.code == CORR_EUSAGE && err.what[0]);
        assert(err.hint[0] == '\0' || strchr(err.hint, '^'));
    }
    query_free(q);
    free(text);
    return 0;
}
