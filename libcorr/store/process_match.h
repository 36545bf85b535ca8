/*
 * process_match - which process a profile is of, whether it is used, and what the labels
 * on its samples mean (corr-methods 0 and 1.3).
 */
#ifndef CORR_TIE_H
#define CORR_TIE_H

#include "base/base.h"
#include "store/store.h"

/* Fills st->match; spans must be linked.  False: out of memory. */
bool process_inputs(corr_store *st);

/* ---- process_identity.c ---------------------------------------------------------- */

/* By number, whether a process has spans; the caller frees it.  NULL: out of
 * memory. */
uint8_t *process_spanned(const corr_store *st);
/* The only process with spans that may be the owner of an input, though other
 * things are known of it: one says an instance, say, the other a host and pid.
 * 0: none, or several. */
uint32_t process_proc_like(const corr_store *st, const uint8_t *spanned,
                           const input *in);

/* Whether a recording is of its process by what it says itself, and no recording
 * of another process may be of it as well. */
static inline bool process_is_own(const process_match *t)
{
    return t->proc && !t->guessed && !t->apart;
}

/* Whether a span ran while an input was recorded, give or take the error of the
 * clocks of one host (corr-methods 1.7). */
static inline bool process_ran_meanwhile(const input *in, const span_row *r)
{
    const stretch ran = stretch_widen(input_ran(in), STRETCH_CLOCK_NS);

    return input_is_timed(in) && r->start != 0 && r->start <= ran.to &&
           r->end >= ran.from;
}

/* The only process whose spans name threads of a profile, or 0.  False: out of
 * memory. */
bool process_by_threads(const corr_store *st, uint32_t in, uint32_t *proc);
/* Whether a recorder that runs inside of its process, as it knows the numbers
 * that a runtime gives to threads, says that it is not this one.  From outside
 * of a container a process has another number. */
bool process_is_another(const corr_store *st, uint32_t in, uint32_t proc);

/* Sets whether spans name the threads of a recording by the system's numbers.
 * False: out of memory. */
bool process_numbers(corr_store *st, uint32_t in);

/* Of a recording of several processes, which threads are of the one that it is
 * tied to: marks the others, and says how that is known.  process_numbers comes
 * before.  False: out of memory. */
bool process_strangers(corr_store *st, uint32_t in);

/* ---- process_apart.c --------------------------------------------------------- */

/* Of recordings of several processes at one time, of which traces tell as of
 * one, it is not known which span is of which. */
void process_apart(corr_store *st);

/* ---- process_language.c ------------------------------------------------------ */

/* Whether a profile may be of a service, by what both are written in; true
 * where one of them says nothing. */
bool process_speaks(const corr_store *st, uint32_t in, uint32_t service);

/* ---- process_host.c ---------------------------------------------------------- */

/* The service that a label set of one names, unless another recording has the
 * kind of g of that service at the same time; or empty. */
corr_str process_host_service(const corr_store *st, uint32_t in,
                              const segment *g, uint32_t set);
/* By number, the processes of which another recording has the same kind at the
 * same time, and of nobody else; the caller frees it.  NULL: out of memory. */
uint8_t *process_elsewhere(const corr_store *st, uint32_t in, const segment *g);

#endif
