/*
 * cpuprofile - what the parts of the reader of V8's profiles share.
 *
 *   cpuprofile.c        the format record, its probe, samples and their times
 *   cpuprofile_node.c   the tree that samples are leaves of
 *
 * Nodes, samples and times are three lists of one document, in any order, so
 * they are kept until it is over: 48 bytes a node, 16 a sample.  Nodes may name
 * their children by id, or hold them; the depth of either is bounded by nothing
 * but memory.
 */
#ifndef CORR_CPUPROFILE_H
#define CORR_CPUPROFILE_H

#include "common/json.h"

#define V8_CIRCLE UINT32_MAX
#define V8_OPEN   (UINT32_MAX - 1)

typedef struct v8_node {
    corr_text name, url;
    uint32_t line;   /* 1-based, of its function; 0 unknown */
    uint32_t parent; /* 0: none */
    int64_t hits;
    uint32_t depth;   /* frames of its stack, V8_CIRCLE: it has none */
    uint32_t anchor;  /* the node whose stack it has: itself, or the ancestor at
                        which stacks are cut */
    corr_frame frame; /* made when first needed */
    corr_stack stack;
    bool has_depth, has_stack;
} v8_node;

/* A node names another by id: a child of its, or its parent. */
typedef struct v8_edge {
    uint32_t node;
    bool is_parent;
    int64_t id;
} v8_edge;

/* An object or array that is being read. */
typedef struct v8_level {
    uint32_t node; /* that it is, or whose children it holds */
    bool is_list;
} v8_level;

typedef struct v8_tree {
    corr_src *in;
    corr_build *b;
    json *j;
    corr_map ids;           /* id -> node */
    corr_vec(v8_node) node; /* [0] is none */
    corr_vec(v8_edge) edge;
    corr_vec(v8_level) level;
    corr_vec(uint32_t) path; /* scratch */
    corr_arena scratch;
    uint64_t circles;
} v8_tree;

/* Takes the value at hand: a list of nodes, or the node above all. */
void v8_read_nodes(v8_tree *t);
/* Once all is read. */
void v8_link_nodes(v8_tree *t);
/* The node of an id; 0: none. */
uint32_t v8_find_node(const v8_tree *t, int64_t id);
/* Without (root), which stands for all.  Of a node that is its own ancestor: nil. */
corr_stack v8_stack(v8_tree *t, uint32_t node);
void v8_reset(v8_tree *t); /* for the next document */
void v8_clear(v8_tree *t);

#endif
