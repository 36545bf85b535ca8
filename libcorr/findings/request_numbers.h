/*
 * request_numbers - the numbers that requests of an operation carry.
 *
 * A number is an attribute of the entry span or of a span above it that is a
 * number above 0, or a parameter of their URLs that is one.  It is also the sum
 * of an attribute, or the number of calls of one name, of the spans of the same
 * process below the entry span.  Ids, ports, statuses and times are left out by
 * their keys, and so is what is equal in all requests.  A number need not be in
 * all requests, only in enough of them.  Memory comes from an arena.
 */
#ifndef CORR_REQUEST_NUMBERS_H
#define CORR_REQUEST_NUMBERS_H

#include "store/operation_names.h"

enum { NUMBERS_OPS = 24, NUMBERS_EACH = 12 };

typedef enum number_from {
    NUMBER_OWN,  /* of the request, or above it */
    NUMBER_SUM,  /* of the spans below */
    NUMBER_CALLS /* calls below */
} number_from;

typedef struct request_number {
    corr_str key;
    float *log; /* [requests of the operation] NAN: it has none */
    uint32_t have;
} request_number;

typedef struct numbered_op {
    opname name;
    uint32_t n;     /* requests, in the order of their start */
    uint32_t *span; /* [n] entry spans */
    request_number number[NUMBERS_EACH];
    uint32_t numbers;
} numbered_op;

typedef struct request_numbers {
    numbered_op op[NUMBERS_OPS]; /* those with most requests */
    uint32_t n;
    uint32_t *op_of; /* [spans] 1 + op of entry spans; 0: none */
    uint32_t *at;    /* [spans] the place of an entry span in its op */
} request_numbers;

/* The spans that are asked for. */
typedef struct request_scope {
    const uint8_t *in; /* [spans] */
    unsigned group;    /* of their inputs; 0: any */
} request_scope;

/* Operations and numbers with at least `least` requests.  False: out of memory. */
bool request_numbers_of(request_numbers *r, const corr_store *st,
                        const request_scope *scope, uint32_t least,
                        corr_arena *arena) CORR_CHECK;

#endif
