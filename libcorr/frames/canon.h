/*
 * canon - names that survive a deploy.
 *
 * Two builds of one program give one function two names: addresses, hashes and
 * generated numbers differ.  canon_name takes that noise out of a name, and
 * nothing else: "Price$$Lambda$14/0x0000000800c8b440.apply" becomes
 * "Price$$Lambda.apply".  What is canonical stays as it is.
 *
 * Numbers that count what stands in the source ("lambda$total$3", "func2.1")
 * mean something until code is inserted above; canon_stem tells them apart from
 * the rest of the name, and canon_pool decides where they count.
 *
 * Any bytes are a name.  Time is linear in its length, and the answer has at
 * most CANON_GROWTH bytes more.  A name that keeps changing while it is looked
 * at, as no compiler makes them, is left as it is.  Pure functions.
 */
#ifndef CORR_CANON_H
#define CORR_CANON_H

#include "base/vec.h"
#include "corr_format.h"

/* What may be taken out of a name; tried in this order. */
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

typedef vec(char) canon_text; /* { 0 } is empty; vec_free gives it back */

const char *canon_rule_name(canon_rule r); /* "lambda": key of corr-json(7) */
/* "lambdas" or, of one, "lambda": for the screen */
const char *canon_rule_words(canon_rule r, uint32_t n);

/* What out holds is replaced by the canonical name, which is empty only if the
 * name is; *rules gets bit 1 << r for each rule that changed something.  name
 * is not part of out.  Rules of which without has the bit are not tried.
 * False: out of memory. */
bool canon_name(corr_str name, unsigned without, canon_text *out,
                unsigned *rules);

/* The rules, as bits, that are not for this code, as its file and its type
 * tell: no compiler of C has made clones of functions of Go or Java. */
unsigned canon_not_for(const corr_frame_view *f);
/* Where nothing says whether "main.cold" is a part of a symbol of C or a
 * function of main: the length of main; else 0. */
size_t canon_owner(const corr_frame_view *f);
/* Whether a name says that owner is no symbol of C but has functions:
 * "main.run", not "main.part.0". */
bool canon_is_member(corr_str name, corr_str owner);

/* A canonical name with # for each number that counts within the source, and
 * those numbers: "func#" and "2.1", several as "3,2.1"; of "(anonymous:L#9:C#2)",
 * which says no file, "(anonymous:L#)" and "9:C#2".  Without one the ordinal is
 * empty and the stem is the name.  False: out of memory. */
bool canon_stem(corr_str canonical, canon_text *stem, canon_text *ordinal);
/* Whether that ordinal is not empty. */
bool canon_has_ordinal(corr_str canonical);

#endif
