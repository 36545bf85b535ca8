/*
 * remark - the sentences about inputs, selections and sides.
 *
 * A pass that finds something out appends a remark to the list of its
 * selection, diff or view, or to the warnings of an input or the store:
 *
 *     remark_add(&list, .rule = REMARK_TWICE, .n = twice, .of = files);
 *     remark_warn(st, .rule = REMARK_LABEL_MAP, .a = pattern);
 *
 * A new rule is a row in remark_rules.h and the pass that finds it.
 *
 * The list borrows its arena, which keeps the texts.  If memory runs out the
 * remark is lost, and `failed` stays set.  A list serves one thread at a time.
 */
#ifndef CORR_REMARK_H
#define CORR_REMARK_H

#include "base/vec.h"
#include "corr.h"
#include "model/input.h"

typedef enum remark_rule {
#define RULE(name, ...) REMARK_##name,
#include "store/remark_rules.h"
    REMARK_RULES
} remark_rule;

/* The values for the placeholders of a sentence. */
typedef struct remark_about {
    remark_rule rule;
    unsigned side; /* 1 + the side; 0: both sides, or there are no sides */
    uint64_t n, of;
    corr_str a, b, c;
    double x, y, z;
    bool harmless; /* the remark forbids no verdict, whatever its row says */
} remark_about;

typedef struct remarks {
    corr_arena *arena;
    bool of_spans; /* the sides are normal and slow spans, not base and new */
    bool failed;
    vec(corr_remark) list;
} remarks;

void remark_append(remarks *r, remark_about about);
#define remark_add(r, ...) remark_append((r), (remark_about){ __VA_ARGS__ })
/* Formats a text for {a}, {b} or {c}. */
corr_str remark_words(remarks *r, const char *what, ...) CORR_PRINTF(2, 3);
void remarks_clear(remarks *r);

/* Adds a warning to the store, or to an input that the loader or an edition
 * still changes.  Equal sentences are listed once; of a rule that COUNTS, the
 * first sentence is listed with the number of calls.  False: out of memory, and
 * the warning is lost. */
bool remark_append_warning(warnings *list, corr_arena *arena,
                           remark_about about);
#define remark_warn(of, ...)                                                   \
    remark_append_warning(&(of)->warning, &(of)->arena,                        \
                          (remark_about){ __VA_ARGS__ })

static inline corr_remarks remarks_all(const remarks *r)
{
    return (corr_remarks){ r->list.v, r->list.n };
}

#endif
