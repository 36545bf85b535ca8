/*
 * canon - function names that are equal in two builds of one program.
 *
 * Two builds of one program give one function two names: addresses, hashes and
 * generated numbers differ. canon_name removes this noise from a name, and
 * nothing else: "Price$$Lambda$14/0x0000000800c8b440.apply" becomes
 * "Price$$Lambda.apply".  A canonical name stays unchanged.
 *
 * Numbers that count items of the source ("lambda$total$3", "func2.1") keep
 * their meaning until code is inserted above the item. canon_stem separates
 * such numbers from the rest of the name, and canon_pool decides whether they
 * count.
 *
 * A name may hold any bytes.  Time is linear in the length of the name, and the
 * result is at most CANON_GROWTH bytes longer.  A name that still changes after
 * a fixed number of rounds stays unchanged; compilers do not make such names.
 * Pure functions; any thread may call.
 */
#ifndef CORR_CANON_H
#define CORR_CANON_H

#include "base/vec.h"
#include "corr_format.h"

/* Kinds of noise; canon_name tries them in this order. */
typedef enum canon_rule {
    CANON_ADDR,    /* 0x7f12 -> [unknown] */
    CANON_ANNOT,   /* f_[j] */
    CANON_KOFF,    /* f+0x3f, f+0x3f/0x90, f+0x3f [module], f+63 */
    CANON_JLAMBDA, /* C$$Lambda$14/0x0000000800c8b440.m */
    CANON_JFORM,   /* LambdaForm$DMH/0x800c01000.m, C$$TypeSwitch/0x1f.m */
    CANON_JACC,    /* GeneratedMethodAccessor117.invoke */
    CANON_JPROXY,  /* jdk.proxy2.$Proxy17.find */
    CANON_CGLIB,   /* C$$SpringCGLIB$$0.m */
    CANON_BB,      /* C$HibernateProxy$k3Jx9aQ2.m */
    CANON_RUSTH,   /* f::h0123456789abcdef, a[0123456789abcdef]::f */
    CANON_CCLONE,  /* f.constprop.0.cold, f [clone .part.3], f[abi:cxx11] */
    CANON_GOGEN,   /* f[go.shape.int], example.com/a/vendor/github.com/b.f */
    CANON_V8,      /* LazyCompile:~f main.3f2a1b9c.js:120:17 */
    CANON_PYRB,    /* f (file.py:12), file.py:f:12, f - file.rb:12 */
    CANON_NET,     /* <>c__DisplayClass5_0.<Run>b__1[OptimizedTier1] */
    CANON_RULES
} canon_rule;

enum { CANON_GROWTH = 12 };

typedef vec(char) canon_text; /* { 0 } is empty; vec_free frees it */

const char *canon_rule_name(canon_rule r); /* "lambda": key of corr-json(7) */
/* "lambdas"; "lambda" for n = 1: words for the screen */
const char *canon_rule_words(canon_rule r, uint32_t n);

/* Replaces the content of out by the canonical name, which is empty only if the
 * name is.  Sets bit 1 << r in *rules for each rule that changed something.
 * name must not be part of out.  Rules whose bit is set in without are not
 * tried.  False: out of memory. */
bool canon_name(corr_str name, unsigned without, canon_text *out,
                unsigned *rules);

/* Returns the rules, as bits, that do not apply to the code of this frame, by
 * its file and type: no C compiler has cloned functions of Go or Java. */
unsigned canon_not_for(const corr_frame_view *f);
/* The length of "main" if "main.cold" may be either a part of a C symbol or a
 * function of main; else 0. */
size_t canon_owner(const corr_frame_view *f);
/* Whether the name shows that owner is no C symbol but has functions:
 * "main.run" does, "main.part.0" does not. */
bool canon_is_member(corr_str name, corr_str owner);

/* Splits a canonical name.  The stem has # in place of each number that counts
 * items of the source ("func#"), and the ordinal holds these numbers ("2.1";
 * several as "3,2.1").  "(anonymous:L#9:C#2)", a name without a file, gives
 * "(anonymous:L#)" and "9:C#2".  Without such a number the ordinal is empty and
 * the stem is the name.  False: out of memory. */
bool canon_stem(corr_str canonical, canon_text *stem, canon_text *ordinal);
/* Whether canon_stem finds an ordinal in the name. */
bool canon_has_ordinal(corr_str canonical);

#endif
