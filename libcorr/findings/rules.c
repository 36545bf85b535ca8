/* rules - the rows of rules.h. */
#include "findings/finder.h"

#define MS INT64_C(1000000)

#define RULE(id, number, needs, share, ms, n, fn, against)                     \
    { #id, #number, FINDS_##needs, share, (ms)*MS, n, fn, against },

const finding_rule finding_rules[] = {
#include "findings/rules.h"
};
#undef RULE

const size_t nfinding_rules = countof(finding_rules);
