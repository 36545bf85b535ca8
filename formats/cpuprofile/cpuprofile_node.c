/* cpuprofile_node - the call tree of a V8 profile. */
#include "cpuprofile/cpuprofile.h"

#include "common/reader.h"

enum member {
    NODE_ID,
    NODE_FRAME,
    NODE_NAME,
    NODE_URL,
    NODE_LINE,
    NODE_COLUMN,
    NODE_HITS,
    NODE_SIZE,
    NODE_CHILDREN,
    NODE_PARENT,
    NODE_TICKS,
    NODE_MEMBERS
};

static const json_name members[NODE_MEMBERS] = {
    [NODE_ID] = JSON_NAME("id"),
    [NODE_FRAME] = JSON_NAME("callFrame"),
    [NODE_NAME] = JSON_NAME("functionName"),
    [NODE_URL] = JSON_NAME("url"),
    [NODE_LINE] = JSON_NAME("lineNumber"),
    [NODE_COLUMN] = JSON_NAME("columnNumber"),
    [NODE_HITS] = JSON_NAME("hitCount"),
    [NODE_SIZE] = JSON_NAME("selfSize"),
    [NODE_CHILDREN] = JSON_NAME("children"),
    [NODE_PARENT] = JSON_NAME("parent"),
    [NODE_TICKS] = JSON_NAME("positionTicks"),
};

/* ---- reading ------------------------------------------------------------ */

static bool push_level(v8_tree *t, uint32_t node, bool is_list)
{
    return corr_vec_push(t->b, &t->level, (v8_level){ node, is_list });
}

/* Adds a node.  0: memory is out, and the builder has failed. */
static uint32_t add_node(v8_tree *t, uint32_t parent)
{
    if (t->node.n == 0 && !corr_vec_push(t->b, &t->node, (v8_node){ 0 }))
        return 0;
    if (t->node.n >= UINT32_MAX - 1 ||
        !corr_vec_push(t->b, &t->node, (v8_node){ .parent = parent }))
        return 0;
    return (uint32_t)t->node.n - 1;
}

static void add_edge(v8_tree *t, uint32_t node, bool is_parent, int64_t id)
{
    (void)corr_vec_push(t->b, &t->edge, (v8_edge){ node, is_parent, id });
}

static bool take_int(v8_tree *t, int64_t *n)
{
    json_val v;

    return json_value(t->j, &v) && json_i64(&v, n);
}

/* Sets the id of a node; the first node with an id keeps it. */
static void set_id(v8_tree *t, uint32_t node)
{
    int64_t id;

    if (!take_int(t, &id))
        return;
    uint32_t *at = reader_number_entry(t->b, &t->ids, (uint64_t)id);
    if (at && !*at)
        *at = node;
}

static void read_node_member(v8_tree *t, uint32_t node, size_t member);

static void read_call_frame(v8_tree *t, uint32_t node)
{
    for (size_t at = JSON_FIRST; json_member(t->j, members, NODE_MEMBERS, &at);)
        if (at >= NODE_NAME && at <= NODE_COLUMN)
            read_node_member(t, node, at);
        else
            json_skip(t->j);
}

static void read_node_member(v8_tree *t, uint32_t node, size_t member)
{
    v8_node *n = &t->node.v[node];
    int64_t v = 0;

    if (member == NODE_ID) {
        set_id(t, node);
    } else if (member == NODE_FRAME) {
        read_call_frame(t, node);
    } else if (member == NODE_NAME) {
        n->name = json_take_text(t->j, t->b, &t->scratch);
    } else if (member == NODE_URL) {
        n->url = json_take_text(t->j, t->b, &t->scratch);
    } else if (member == NODE_LINE) { /* counted from 0 */
        if (take_int(t, &v) && v >= 0 && v < UINT32_MAX)
            n->line = (uint32_t)v + 1;
    } else if (member == NODE_COLUMN) {
        if (take_int(t, &v) && v >= 0 && v < UINT32_MAX)
            n->column = (uint32_t)v + 1;
    } else if (member == NODE_HITS) {
        if (take_int(t, &v) && v > 0)
            n->hits = v;
    } else if (member == NODE_SIZE) {
        if (take_int(t, &v) && v > 0)
            n->bytes = v;
    } else if (member == NODE_CHILDREN) {
        if (json_enter(t->j, JSON_ARRAY))
            push_level(t, node, true);
    } else if (member == NODE_PARENT && json_next(t->j) == JSON_NUMBER) {
        if (take_int(t, &v)) /* the form in chunks of a trace */
            add_edge(t, node, true, v);
    } else if (member == NODE_TICKS) {
        size_t lines = 0;
        while (json_each(t->j, &lines))
            json_skip(t->j);
        t->ticks += lines > 0;
    } else {
        json_skip(t->j);
    }
}

static void step_list(v8_tree *t, uint32_t node)
{
    int64_t id;

    if (!json_element(t->j, NULL)) {
        t->level.n--;
    } else if (json_next(t->j) == JSON_OBJECT) {
        if (!json_enter(t->j, JSON_OBJECT))
            return;
        const uint32_t child = add_node(t, node);
        if (child)
            push_level(t, child, false);
    } else if (take_int(t, &id) && node) {
        add_edge(t, node, false, id);
    }
}

static void step_node(v8_tree *t, uint32_t node)
{
    corr_str key;

    if (json_key(t->j, &key))
        read_node_member(t, node,
                         json_find_name(members, NODE_MEMBERS, 0, key));
    else
        t->level.n--;
}

void v8_read_nodes(v8_tree *t)
{
    if (json_next(t->j) == JSON_ARRAY) {
        if (json_enter(t->j, JSON_ARRAY))
            push_level(t, 0, true);
    } else if (json_enter(t->j, JSON_OBJECT)) {
        const uint32_t node = add_node(t, 0);
        if (node)
            push_level(t, node, false);
    }
    while (t->level.n > 0 && !json_failed(t->j) && !corr_build_failed(t->b)) {
        const v8_level top = t->level.v[t->level.n - 1];
        if (top.is_list)
            step_list(t, top.node);
        else
            step_node(t, top.node);
    }
    t->level.n = 0;
}

/* ---- the tree ------------------------------------------------------------ */

uint32_t v8_find_node(const v8_tree *t, int64_t id)
{
    const uint32_t *at = corr_map_find_u64(&t->ids, (uint64_t)id);

    return at ? *at : 0;
}

static void link_nodes(v8_tree *t)
{
    for (size_t i = 0; i < t->edge.n; i++) {
        const v8_edge *e = &t->edge.v[i];
        const uint32_t named = v8_find_node(t, e->id);
        const uint32_t child = e->is_parent ? e->node : named;
        const uint32_t parent = e->is_parent ? named : e->node;
        if (child && parent && !t->node.v[child].parent)
            t->node.v[child].parent = parent;
    }
    t->edge.n = 0;
}

/* Writes a node and its ancestors with unknown depth into path, which has room
 * for all nodes. */
static size_t unknown_ancestors(v8_tree *t, uint32_t node)
{
    size_t n = 0;

    for (; node && !t->node.v[node].has_depth; node = t->node.v[node].parent) {
        if (t->node.v[node].depth == V8_OPEN)
            break; /* the node is its own ancestor */
        t->node.v[node].depth = V8_OPEN;
        t->path.v[n++] = node;
    }
    return n;
}

static void set_depth(v8_tree *t, uint32_t node, corr_text root)
{
    const uint32_t half = corr_src_limits(t->in)->frames / 2;
    v8_node *n = &t->node.v[node];
    const v8_node *up = &t->node.v[n->parent];

    n->has_depth = true;
    n->anchor = node;
    if (n->parent == 0) {
        n->depth = n->name.i != root.i;
    } else if (up->depth == V8_OPEN || up->depth == V8_CIRCLE) {
        n->depth = V8_CIRCLE;
    } else {
        n->depth = up->depth + 1;
        n->anchor = up->depth < half ? node : up->anchor;
    }
}

void v8_link_nodes(v8_tree *t)
{
    const corr_text root = corr_add_text(t->b, CORR_STR("(root)"));

    if (t->node.n == 0 || !corr_vec_reserve(t->b, &t->path, t->node.n))
        return;
    link_nodes(t);
    for (uint32_t i = 1; i < t->node.n; i++)
        for (size_t n = unknown_ancestors(t, i); n > 0; n--)
            set_depth(t, t->path.v[n - 1], root);
}

static corr_frame node_frame(v8_tree *t, uint32_t node)
{
    v8_node *n = &t->node.v[node];
    corr_build *b = t->b;

    if (n->frame.i)
        return n->frame;
    const corr_text name =
        n->name.i ? n->name : corr_add_text(b, CORR_STR("(anonymous)"));
    const corr_func f =
        corr_add_func_at(b, name, n->url, (corr_text){ 0 }, n->line, n->column);
    n->frame =
        corr_add_frame(b, &(corr_frame_row){ .func = f, .line = n->line });
    return n->frame;
}

/* Writes n nodes to the end of the first `end` of the path: the node and its
 * ancestors. */
static void write_path(v8_tree *t, uint32_t node, size_t n, size_t end)
{
    for (; n > 0; n--, node = t->node.v[node].parent)
        t->path.v[--end] = node;
}

corr_stack v8_stack(v8_tree *t, uint32_t node)
{
    v8_node *n = &t->node.v[node];

    if (n->has_stack)
        return n->stack;
    n->has_stack = true;
    if (n->depth == V8_CIRCLE) {
        t->circles++;
        return n->stack;
    }
    const corr_stack_cut cut = corr_cut_stack(t->b, n->depth, 0);
    uint32_t root = cut.gap ? n->anchor : node;
    while (t->node.v[root].depth > cut.root && cut.gap)
        root = t->node.v[root].parent;
    write_path(t, root, cut.root, cut.root);
    write_path(t, node, cut.leaf, cut.root + cut.leaf);
    corr_begin_stack(t->b);
    for (size_t i = 0; i < cut.root + cut.leaf; i++) {
        if (cut.gap && i == cut.root)
            corr_push_gap(t->b, cut.gap);
        corr_push_frame(t->b, node_frame(t, t->path.v[i]));
    }
    n->stack = corr_end_stack(t->b);
    return n->stack;
}

void v8_reset(v8_tree *t)
{
    corr_map_clear(&t->ids);
    t->node.n = t->edge.n = t->level.n = 0;
}

void v8_clear(v8_tree *t)
{
    corr_map_clear(&t->ids);
    corr_arena_clear(&t->scratch);
    corr_vec_free(&t->node);
    corr_vec_free(&t->edge);
    corr_vec_free(&t->level);
    corr_vec_free(&t->path);
}
