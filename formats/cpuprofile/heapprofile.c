/*
 * heapprofile - sampling heap profiles of V8: node --heap-prof, Chrome's
 * "allocation sampling".
 *
 * Format: the SamplingHeapProfile type of the DevTools protocol.  The nodes of
 * a tree have the bytes of their objects that live, already scaled to all
 * objects; a list of samples shows how many objects were seen.  The two are
 * taken at different moments, so samples may name nodes that the tree lacks;
 * the tree counts, as in Chrome.  There are no times.
 */
#include "common/reader.h"
#include "corr_builtin.h"
#include "cpuprofile/cpuprofile.h"

enum member { TOP_HEAD, TOP_SAMPLES, TOP_MEMBERS };

static const json_name top_names[TOP_MEMBERS] = {
    [TOP_HEAD] = JSON_NAME("head"),
    [TOP_SAMPLES] = JSON_NAME("samples"),
};

typedef struct reader {
    corr_build *b;
    json j;
    v8_tree tree;
    corr_vec(int64_t) seen; /* node of each sample, by id */
    corr_vec(int64_t) size; /* its bytes */
    corr_vec(int64_t) obs;  /* samples of each node */
    corr_kind bytes;
    bool has_samples;
    uint64_t unknown; /* samples without a node */
    int64_t unknown_bytes;
    uint32_t nrow;
} reader;

/* ---- recognising --------------------------------------------------------- */

/* Whether an object is the root of such a tree: it has a size. */
static bool is_root(json *j)
{
    corr_str key;

    if (!json_enter(j, JSON_OBJECT))
        return false;
    while (json_key(j, &key)) {
        if (corr_str_is(key, "selfSize"))
            return true;
        if (corr_str_is(key, "children"))
            return false;
        json_skip(j);
    }
    return false;
}

static int heapprofile_probe(const uint8_t *head, size_t n, bool whole)
{
    json j;

    (void)whole;
    json_open_text(&j, (corr_str){ (const char *)head, n }, 8);
    if (!json_top(&j, NULL))
        return 0;
    for (size_t at = JSON_FIRST;
         json_member(&j, top_names, TOP_MEMBERS, &at);) {
        if (at == TOP_HEAD && json_next(&j) == JSON_OBJECT)
            return is_root(&j) ? 90 : 0;
        json_skip(&j);
    }
    return 0;
}

/* ---- reading ------------------------------------------------------------- */

static void read_samples(reader *r)
{
    enum { NODE, SIZE, MEMBERS };
    static const json_name names[MEMBERS] = {
        [NODE] = JSON_NAME("nodeId"), [SIZE] = JSON_NAME("size")
    };
    json_val v[MEMBERS];
    int64_t id, size;

    r->has_samples |= json_next(&r->j) == JSON_ARRAY;
    for (size_t i = 0; json_each(&r->j, &i);)
        if (json_members(&r->j, names, MEMBERS, v) &&
            (!corr_vec_push(r->b, &r->seen,
                            json_i64(&v[NODE], &id) ? id : -1) ||
             !corr_vec_push(r->b, &r->size,
                            json_i64(&v[SIZE], &size) && size > 0 ? size : 0)))
            return;
}

/* Counts the samples of each node. */
static bool count_heap_samples(reader *r)
{
    const size_t n = r->tree.node.n;

    if (!corr_vec_reserve(r->b, &r->obs, n + 1))
        return false;
    memset(r->obs.v, 0, (n + 1) * sizeof *r->obs.v);
    for (size_t i = 0; i < r->seen.n; i++) {
        const uint32_t node = v8_find_node(&r->tree, r->seen.v[i]);
        r->obs.v[node]++;
        if (!node) {
            r->unknown++;
            r->unknown_bytes = corr_sum(r->unknown_bytes, r->size.v[i]);
        }
    }
    return true;
}

static void add_nodes(reader *r)
{
    v8_link_nodes(&r->tree);
    if (!count_heap_samples(r))
        return;
    for (uint32_t i = 1; i < r->tree.node.n; i++) {
        const int64_t bytes = r->tree.node.v[i].bytes;
        if (bytes > 0)
            corr_add_sample(
                r->b, &(corr_sample_row){ .kind = r->bytes,
                                          .stack = v8_stack(&r->tree, i),
                                          .time = CORR_NO_TIME,
                                          .value = bytes,
                                          .obs = r->obs.v[i] ? r->obs.v[i] : 1,
                                          .row = r->nrow++ });
    }
}

static void read_document(reader *r)
{
    v8_reset(&r->tree);
    r->seen.n = r->size.n = 0;
    for (size_t at = JSON_FIRST;
         !corr_build_failed(r->b) &&
         json_member(&r->j, top_names, TOP_MEMBERS, &at);)
        if (at == TOP_HEAD)
            v8_read_nodes(&r->tree);
        else if (at == TOP_SAMPLES)
            read_samples(r);
        else
            json_skip(&r->j);
    if (r->tree.node.n > 0)
        corr_recognised(r->b);
    add_nodes(r);
}

static void say_what_was_done(reader *r)
{
    const unsigned count = r->has_samples ? 0 : CORR_KIND_NO_COUNT;

    corr_set_kind(r->b, r->bytes,
                  &(corr_kind_row){ .name = CORR_STR("live_bytes"),
                                    .type = CORR_STR("selfSize"),
                                    .unit = CORR_BYTES,
                                    .flags = CORR_KIND_DEFAULT |
                                             CORR_KIND_SNAPSHOT | count });
    corr_set_language(r->b, CORR_STR("nodejs"));
    if (r->unknown)
        corr_warn(r->b, CORR_NO_OFFSET,
                  "%llu sample%s missing in the tree (%lld bytes)",
                  (unsigned long long)r->unknown,
                  r->unknown == 1 ? " names a node that is"
                                  : "s name nodes that are",
                  (long long)r->unknown_bytes);
    if (r->tree.circles)
        corr_damage(r->b, CORR_NO_OFFSET, 0, 0,
                    "%llu node%s in a loop of parents; bytes there have no "
                    "stacks",
                    (unsigned long long)r->tree.circles,
                    corr_plural(r->tree.circles));
}

static corr_code heapprofile_read(corr_src *in, const corr_want *want,
                                  corr_build *b, corr_err *err)
{
    reader r = { .b = b, .tree = { .in = in, .b = b } };

    (void)want;
    r.tree.j = &r.j;
    r.bytes = corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("live_bytes"),
                                                 .unit = CORR_BYTES });
    json_open(&r.j, in, "a heap profile");
    json_deepen(&r.j, 2 * corr_src_limits(in)->frames + 16);
    while (json_document(&r.j, NULL, b))
        read_document(&r);
    json_finish(&r.j, b);
    say_what_was_done(&r);
    v8_clear(&r.tree);
    corr_vec_free(&r.seen);
    corr_vec_free(&r.size);
    corr_vec_free(&r.obs);
    return corr_finish(in, b, err);
}

const corr_format corr_format_heapprofile = {
    .name = "heapprofile",
    .title = "heap profile of V8",
    .probe = heapprofile_probe,
    .members = "selfSize",
    .read = heapprofile_read,
};
