/* limits - the default values of corr_limits. */
#ifndef CORR_LIMITS_H
#define CORR_LIMITS_H

#include "corr_base.h"

static inline corr_limits limits_of(const corr_limits *given)
{
    corr_limits l = given ? *given : (corr_limits){ 0 };

    l.decoded = l.decoded ? l.decoded : (uint64_t)64 << 30;
    l.record = l.record ? l.record : (uint64_t)256 << 20;
    l.memory = l.memory ? l.memory : (uint64_t)8 << 30;
    l.frames = l.frames ? l.frames : 4096;
    l.depth = l.depth ? l.depth : 256;
    return l;
}

#endif
