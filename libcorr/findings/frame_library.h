/*
 * frame_library - the package that a frame is of, and what the package is for.
 *
 * A package is the part of a name that one team publishes: "io.lettuce",
 * "github.com/redis", "redis" of site-packages.  It is found by the shape of
 * the name, so a package that no list knows has one, too.  A list says which
 * packages are runtimes, which are frameworks that call the application, and
 * which are clients of something outside of the process.
 *
 *     runtime   java.util
 *     framework org.springframework
 *     client    io.lettuce    Redis
 *
 * A line is a word, the beginning of function names (or of a package of files),
 * and for a client the name of what it talks to.  The longest beginning wins;
 * later lines win over equal ones, so a list of the user goes last.
 *
 * A list borrows its texts.  Const once made; any thread may ask.
 */
#ifndef CORR_FRAME_LIBRARY_H
#define CORR_FRAME_LIBRARY_H

#include "base/vec.h"
#include "corr_view.h"

typedef enum library_use {
    LIBRARY_UNLISTED, /* the application, or a package that no list has */
    LIBRARY_RUNTIME,
    LIBRARY_FRAMEWORK,
    LIBRARY_CLIENT
} library_use;

typedef struct library_row {
    corr_str begin, title;
    library_use use;
    uint32_t line;
} library_row;

typedef struct library_list {
    vec(library_row) row; /* sorted by begin once library_list_close ran */
} library_list;

/* Adds the lines of a text.  A line without a pattern is counted in *bad and left
 * out.  False: out of memory. */
bool library_list_add(library_list *l, corr_str text, size_t *bad) CORR_CHECK;
void library_list_close(library_list *l);
/* The list that comes with the program. */
bool library_list_builtin(library_list *l) CORR_CHECK;
void library_list_clear(library_list *l);

/* The package of a frame: a part of its function's name, file or module; empty:
 * its name has none. */
corr_str frame_package(const corr_frame_view *f);
/* What a frame's package is for, and the title and the beginning that a list
 * gives it. */
library_use frame_use(const library_list *l, const corr_frame_view *f,
                      library_row *listed);

/* How a thread waits at the leaf of a stack. */
typedef enum leaf_wait {
    LEAF_RUNS,
    LEAF_SOCKET, /* reads, writes or polls sockets */
    LEAF_PARKED, /* waits for another thread */
    LEAF_FILE,
    LEAF_SLEEPS
} leaf_wait;

/* How the leaf waits, by the name of one frame near it. */
leaf_wait frame_leaf_wait(corr_str function);

#endif
