/*
 * process_match - finds the process that a profile is of, whether the profile
 * is used, and what the labels on its samples mean (corr-methods 0 and 1.3).
 *
 * All results go to st->match.  The functions run as steps of store_prepare, on
 * the calling thread; the queries are pure.
 */
#ifndef CORR_PROCESS_MATCH_H
#define CORR_PROCESS_MATCH_H

#include "base/base.h"
#include "model/label_match.h"
#include "store/store.h"

/* Fills st->match.  Spans must be linked.  False: out of memory. */
bool process_inputs(corr_store *st);

/* The service of this name; 0: there is no such service. */
uint32_t process_service_named(const spans *s, corr_str name);

/* ---- process_identity.c --------------------------------------------- */

/* An array by process: whether the process has spans.  The caller frees it.
 * NULL: out of memory. */
uint8_t *process_spanned(const corr_store *st);
/* The only process with spans that may be the owner of an input although the
 * two are described differently: one by an instance, say, the other by host and
 * pid.  0: there is not exactly one. */
uint32_t process_proc_like(const corr_store *st, const uint8_t *spanned,
                           const input *in);

/* Whether a recording is certainly of its process, and no recording of another
 * process may be meant. */
static inline bool process_is_own(const process_match *t)
{
    return t->proc && !t->guessed && !t->apart;
}

/* Whether a span ran while an input was recorded, give or take the error of the
 * clocks of one host (corr-methods 1.7). */
static inline bool process_ran_meanwhile(const input *in, const span_row *r)
{
    const stretch ran = stretch_widen(input_ran(in), STRETCH_CLOCK_NS);

    stretch seen;

    return input_is_timed(in) && span_seen(r, &seen) && seen.from <= ran.to &&
           seen.to >= ran.from;
}

/* Finds the only process whose spans name threads of a profile; 0: there is not
 * exactly one.  False: out of memory. */
bool process_by_threads(const corr_store *st, uint32_t in, uint32_t *proc);
/* Whether a recorder that runs inside of its process states another process
 * number.  The recorder runs inside if it knows the runtime's thread numbers.
 * Outside of a container, a process has another number. */
bool process_is_another(const corr_store *st, uint32_t in, uint32_t proc);

/* Sets in.process.numbered in the edition if spans name the threads of a
 * recording by the system's numbers.  False: out of memory. */
bool process_numbers(corr_store *st, uint32_t in);

/* Marks the threads of a recording of several processes that are not of the
 * matched process, and warns how the process was found.  Runs after
 * process_numbers.  False: out of memory. */
bool process_strangers(corr_store *st, uint32_t in);

/* ---- process_apart.c ------------------------------------------------ */

/* Finds recordings of several processes at one time that traces present as one
 * process: the process of each span is then unknown. */
void process_apart(corr_store *st);

/* ---- process_language.c --------------------------------------------- */

/* Whether a profile may be of a service, by the languages of both; true if one
 * of them is unknown. */
bool process_speaks(const corr_store *st, uint32_t in, uint32_t service);

/* ---- process_file.c ------------------------------------------------- */

/* The only service whose name stands in a path as a word; 0: there is not
 * exactly one. */
uint32_t process_named_in(const spans *s, corr_str path);
/* Matches an input that does not say its service to the one that the user, or
 * the name of its file, says.  the_only: the service that is assumed without a
 * name.  False: out of memory. */
bool process_by_file(corr_store *st, uint32_t in, uint32_t the_only) CORR_CHECK;
/* Warns if the name of the file was all that said it.  False: out of memory. */
bool process_say_file(corr_store *st, uint32_t in) CORR_CHECK;

/* ---- process_label.c ------------------------------------------------ */

/* Whether the process of a profile has a label, KEY=VALUE, by the inputs that
 * recorded its spans. */
label_match process_label(const corr_store *st, uint32_t in, const char *label);

/* ---- process_host.c ------------------------------------------------- */

/* The service that a label set of an input names; empty: no service, or another
 * recording has the kind of g for that service at the same time. */
corr_str process_host_service(const corr_store *st, uint32_t in,
                              const segment *g, uint32_t set);
/* An array by process: whether a recording of that process alone has the same
 * kind at the same time.  The caller frees it.  NULL: out of memory. */
uint8_t *process_elsewhere(const corr_store *st, uint32_t in, const segment *g);

#endif
