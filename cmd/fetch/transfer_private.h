/* transfer_private - what the two files of transfer share. */
#ifndef CORR_FETCH_TRANSFER_PRIVATE_H
#define CORR_FETCH_TRANSFER_PRIVATE_H

#include "fetch/transfer.h"

/* A request on its way through the transfer. */
typedef struct work {
    transfer_item item;
    const char *url;  /* with all parameters */
    const char *hop;  /* where a redirect leads, or NULL */
    const char *kept; /* of an answer that is only looked at, or NULL */
    char asked[CORR_SHA256_TEXT]; /* of the body; "": no body */
    unsigned tries, agains, hops;
    int64_t not_before; /* ns of the monotonic clock */
    bool is_done;
} work;

/* A place for an exchange that is running. */
typedef struct slot {
    exchange x;
    work *work;
    case_dir *folder;
    int64_t began; /* ns since 1970 */
    char part[CASE_PATH];
    bool busy;
} slot;

struct transfer {
    corr_arena arena;
    fetch_plan *plan;
    case_dir *folder;
    transfer_opts opts;
    CURLM *multi;
    slot *slot;
    unsigned running;
    corr_vec(work *) list;  /* as in the plan */
    corr_vec(work *) later; /* put off */
    size_t next, done;      /* of the list: not yet asked; ended */
    uint64_t bytes;
    int64_t started, shown, looked;
    int signals; /* a descriptor, or -1 */
    bool interrupted, late;
};

/* Asks again after a delay. */
corr_code transfer_put_off(transfer *t, work *w, int64_t ns,
                           corr_err *err) CORR_CHECK;
void transfer_release(transfer *t, slot *s);

/* Takes an answer from the folder, if it has it. */
corr_code transfer_take_cached(transfer *t, work *w, bool *cached,
                               corr_err *err) CORR_CHECK;
/* Takes what came: judges, keeps, notes, or puts off. */
corr_code transfer_take(transfer *t, slot *s, CURLcode ended,
                        corr_err *err) CORR_CHECK;
corr_code transfer_fail(transfer *t, work *w, const char *why,
                        corr_err *err) CORR_CHECK;

#endif
