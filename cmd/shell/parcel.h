/*
 * parcel - messages between corr shell and its processes, over a socket.
 *
 * A message is a kind and bytes.  Both ends are the same program.
 */
#ifndef CORR_CMD_PARCEL_H
#define CORR_CMD_PARCEL_H

#include <signal.h>

#include "corr_bytes.h"
#include "shell/shell_line.h"

enum { PARCEL_MOST = 64 << 20 /* bytes of a message */ };

typedef enum parcel_kind {
    PARCEL_QUESTION = 1, /* to the keeper: a line */
    PARCEL_LIST,         /* to the keeper: the name of a list, a beginning */
    PARCEL_STARTED,      /* to the shell: the pid of the process that answers */
    PARCEL_NAMES,        /* to the shell: names, one a line */
    PARCEL_DONE          /* to the shell: a parcel_done */
} parcel_kind;

typedef struct parcel_done {
    int status;
    bool kept;     /* the inputs stay loaded */
    long peak_kib; /* memory of the keeper */
} parcel_done;

/* False: the other end is gone. */
bool parcel_send(int fd, parcel_kind kind, const void *p, size_t n);

/* Waits for a message; its bytes are in the arena, with a NUL behind them.  A
 * signal that sets *stop ends the waiting.  0: the other end is gone, or
 * *stop. */
parcel_kind parcel_receive(int fd, const volatile sig_atomic_t *stop,
                           corr_arena *arena, corr_str *bytes);

/* A line as the bytes of a message, and back. */
bool parcel_put_line(const shell_line *line, corr_arena *arena,
                     corr_str *bytes);
bool parcel_get_line(corr_str bytes, corr_arena *arena, shell_line *line);

#endif
