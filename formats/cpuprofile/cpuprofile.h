/*
 * cpuprofile - declarations shared by the parts of the reader of V8's profiles.
 *
 *   cpuprofile.c        the format record, its probe, samples and their times
 *   cpuprofile_node.c   the call tree; samples are its leaves
 *   heapprofile.c       heap profiles, which have the same tree
 *
 * Nodes, samples and times are three lists of one document, in any order, so
 * all stay in memory until its end: 56 bytes per node, 16 per sample.  Nodes
 * name their children by id or contain them; only memory limits the depth.
 */
#ifndef CORR_CPUPROFILE_H
#define CORR_CPUPROFILE_H

#include "common/json.h"

#define V8_CIRCLE UINT32_MAX
#define V8_OPEN   (UINT32_MAX - 1)

typedef struct v8_node {
    corr_text name, url;
    uint32_t line, column; /* 1-based, of its function; 0 unknown */
    uint32_t parent;       /* 0: no parent */
    int64_t hits, bytes;
    uint32_t depth;   /* frames of its stack; V8_CIRCLE: the node is its own
                         ancestor */
    uint32_t anchor;  /* itself, or the ancestor from which on the root of a
                         deep stack is kept */
    corr_frame frame; /* made on first use */
    corr_stack stack;
    bool has_depth, has_stack;
} v8_node;

/* A node that names a child or its parent by id. */
typedef struct v8_edge {
    uint32_t node;
    bool is_parent;
    int64_t id;
} v8_edge;

/* An object or array on the reader's stack. */
typedef struct v8_level {
    uint32_t node; /* the node itself, or the node whose children it contains */
    bool is_list;
} v8_level;

typedef struct v8_tree {
    corr_src *in;
    corr_build *b;
    json *j;
    corr_map ids;           /* id -> node */
    corr_vec(v8_node) node; /* [0] is unused */
    corr_vec(v8_edge) edge;
    corr_vec(v8_level) level;
    corr_vec(uint32_t) path; /* scratch */
    corr_arena scratch;
    uint64_t circles;
    uint64_t ticks; /* nodes with samples by line, which are not read */
} v8_tree;

/* Reads the current value: a list of nodes, or the root node. */
void v8_read_nodes(v8_tree *t);
/* Links nodes with their parents, after the whole document. */
void v8_link_nodes(v8_tree *t);
/* The node with an id; 0: no such node. */
uint32_t v8_find_node(const v8_tree *t, int64_t id);
/* The stack of a node, without the root node.  A node that is its own ancestor
 * has the stack nil. */
corr_stack v8_stack(v8_tree *t, uint32_t node);
void v8_reset(v8_tree *t); /* for the next document */
void v8_clear(v8_tree *t);

#endif
