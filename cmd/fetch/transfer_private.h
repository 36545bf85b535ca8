/*
 * transfer_private - what the files of transfer share.
 *
 * Two threads work.  The one that began asks the servers: it has the slots, and
 * libcurl.  The keeper (transfer_keeper.c) has the plan, the case folder and
 * the list: it judges what came, keeps it, and says what is asked next.  So a
 * slow judge or a slow disk delays no server.  While the keeper sleeps the other
 * thread does short things in its place (desk.lent), and while the keeper works
 * it looks ahead at what waits (parcel.look).
 *
 * What both see is in transfer_desk, behind its lock.  A parcel belongs
 * to one of them at a time.
 */
#ifndef CORR_FETCH_TRANSFER_PRIVATE_H
#define CORR_FETCH_TRANSFER_PRIVATE_H

#include <pthread.h>
#include <stdatomic.h>

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

/* Whether a parcel is looked at before the keeper takes it. */
typedef enum parcel_look {
    PARCEL_CLOSED,
    PARCEL_BUSY,
    PARCEL_SEEN
} parcel_look;

/* An answer on its way to the keeper. */
typedef struct parcel {
    exchange_end end;
    work *work;
    case_dir *folder;
    int64_t began; /* ns since 1970 */
    char part[CASE_PATH];
    parcel_look look;
    const char *format;         /* seen: that corr recognised, or NULL ... */
    char sha[CORR_SHA256_TEXT]; /* ... and the digest */
    struct parcel *next;
} parcel;

typedef corr_vec(work *) work_list;

/* A place for an exchange that is running. */
typedef struct slot {
    exchange x;
    parcel *parcel; /* NULL: the place is free */
} slot;

enum {
    MOST_KEPT = 24,        /* answers that wait for the keeper ... */
    MOST_ASLEEP = 3,       /* ... without waking it */
    MOST_BRIEF = 32 << 10, /* bytes of an answer that is kept soon */
    MANY_SPARE = 8         /* parcels that are worth waking the other thread */
};

/* What both threads see. */
typedef struct transfer_desk {
    pthread_mutex_t lock;
    pthread_cond_t news;      /* for the keeper */
    parcel *spare;            /* parcels without an answer */
    parcel *came, **came_end; /* answers for the keeper, first to last */
    unsigned n_came, n_spare;
    work_list due, later; /* to ask now, and at their time */
    size_t due_at;        /* the first of due that is not asked yet */
    bool idle;            /* the keeper sleeps */
    bool lent;            /* ... and the other thread does its work */
    bool waits;           /* the other thread waits for the keeper */
    bool stopping;        /* the keeper shall end */
    corr_code failed;     /* of the keeper ... */
    corr_err err;         /* ... and why */
} transfer_desk;

struct transfer {
    corr_arena arena; /* of the keeper, as all that follows */
    fetch_plan *plan;
    case_dir *folder;
    work_list list;   /* as in the plan */
    size_t looked_up; /* of the list: not to be looked for in the folder */

    transfer_opts opts;
    CURLM *multi;
    slot *slot;
    parcel *parcel;
    unsigned running;
    uint64_t bytes;
    int64_t started, shown, looked;
    int signals; /* a descriptor, or -1 */
    bool interrupted, late;

    bool has_keeper; /* a thread of its own */
    pthread_t keeper;
    transfer_desk desk;
    atomic_size_t planned, done; /* for the progress */
};

/* ---- the keeper: transfer_keeper.c, transfer_take.c ---------------------- */

/* Starts the keeper; without a thread keeper_help does its work. */
void keeper_start(transfer *t);
/* Takes what came, and ends the keeper. */
void keeper_stop(transfer *t);
/* Does all that is there to do, if no other thread does it. */
void keeper_help(transfer *t);
/* Does one short thing for a keeper that sleeps: to wake it costs more.  False:
 * there is none. */
bool keeper_lend(transfer *t);
/* Looks at one short answer that waits for a busy keeper.  False: there is
 * none. */
bool keeper_look_ahead(transfer *t);
/* With the lock: wakes a keeper that sleeps if there is much to do, or what is
 * not short. */
void keeper_wake(transfer *t);
/* With the lock: whether all is done but what is on its way. */
bool keeper_is_done(transfer *t);
/* Makes the records of new requests.  False: out of memory. */
bool keeper_follow_plan(transfer *t);

/* Asks again after a delay. */
corr_code transfer_put_off(transfer *t, work *w, int64_t ns,
                           corr_err *err) CORR_CHECK;
/* Takes an answer from the folder, if it has it. */
corr_code transfer_take_cached(transfer *t, work *w, bool *cached,
                               corr_err *err) CORR_CHECK;
/* Takes what came: judges, keeps, notes, or puts off. */
corr_code transfer_take(transfer *t, parcel *p, corr_err *err) CORR_CHECK;
corr_code transfer_fail(transfer *t, work *w, const char *why,
                        corr_err *err) CORR_CHECK;
/* Finds digest and format of an answer.  Any thread may. */
void transfer_look(parcel *p, corr_str bytes);
/* Drops what a parcel still holds. */
void transfer_empty(transfer *t, parcel *p);

#endif
