/*
 * query_private - shared by the parts of the query language.
 *
 * query_lex.c turns the text into tokens, query_parse.c the tokens into a
 * program, query_check.c finds nonsense in it.  At run time query_run.c works
 * on sets of spans, query_eval.c evaluates an expression for one span,
 * query_field.c reads the fields of a span, and query_value.c compares and
 * calculates.
 *
 * A program is a list of steps in postfix order, so that neither a long chain
 * nor a deep nest needs the C stack.  A step on sets with an expression
 * (SET_FILTER, SET_AGGREGATE, SET_BY) stands before that expression, which ends
 * at `end`.
 */
#ifndef CORR_QUERY_PRIVATE_H
#define CORR_QUERY_PRIVATE_H

#include "base/base.h"
#include "base/regex.h"
#include "query/query.h"

enum {
    QUERY_BYTES = 64 << 10, /* of the text */
    QUERY_DEPTH = 200,      /* of parentheses, signs and powers */
    QUERY_PATTERN = 1024,   /* bytes of one pattern */
    QUERY_PATTERNS = 256,   /* in one query */
    QUERY_LIST = 256,       /* elements of a list that are read */
    QUERY_GROUPS = 1 << 22  /* groups of by() */
};

/* ---- values ------------------------------------------------------------- */

typedef enum value_type {
    VALUE_NIL,
    VALUE_TEXT,
    VALUE_BOOL,
    VALUE_INT,
    VALUE_REAL,
    VALUE_DURATION, /* ns */
    VALUE_STATUS,   /* corr_status */
    VALUE_KIND,     /* corr_span_kind */
    VALUE_LIST,
    VALUE_OTHER, /* exists, but equals no other value: a map */
    VALUE_TYPE_COUNT
} value_type;

typedef struct value {
    uint8_t type;  /* value_type */
    bool is_loose; /* text of an input without other types */
    uint32_t n;    /* list: elements; text: its number in the input of the
                      span, 0: unknown */
    union {
        corr_str text;
        int64_t num; /* bool, int, duration, status, kind */
        double real;
        const struct value *list;
    };
} value;

static inline value value_num(value_type type, int64_t num)
{
    return (value){ .type = (uint8_t)type, .num = num };
}

static inline value value_text(corr_str text)
{
    return (value){ .type = VALUE_TEXT, .text = text };
}

static inline bool value_is_true(const value *v)
{
    return v->type == VALUE_BOOL && v->num;
}

/* Bits of the results of a comparison. */
enum value_order {
    ORDER_LESS = 1,
    ORDER_EQUAL = 2,
    ORDER_MORE = 4,
    ORDER_OTHER = 8,  /* neither smaller, equal nor larger, but unequal */
    ORDER_UNLIKE = 16 /* different types: no test holds */
};

/* *loose is set if text was read as a number; lists are ORDER_UNLIKE. */
unsigned value_compare(const value *a, const value *b, bool *loose);
/* Whether v is a number, or loose text that reads as a number. */
bool value_number(const value *v, value *number, bool *loose);
/* code: STEP_ADD to STEP_POWER. Nil if the result is undefined; *by_zero:
 * because of a division by 0. */
value value_calculate(unsigned code, const value *a, const value *b,
                      bool *by_zero);
value value_negate(const value *a);
/* Reads a JSON list of scalars into memory of the arena; skips other elements
 * and elements after QUERY_LIST (is_long).  False: out of memory. */
bool value_list(corr_str json, corr_arena *arena, value *list, bool *is_long);

/* ---- steps -------------------------------------------------------------- */

typedef enum step_code {
    STEP_LITERAL, /* arg: literal */
    STEP_FIELD,   /* arg: field */
    STEP_NOT,
    STEP_NEGATE,
    STEP_EQ, /* tables use the order of these */
    STEP_NE,
    STEP_LT,
    STEP_LE,
    STEP_GT,
    STEP_GE,
    STEP_MATCH, /* arg: pattern, from query_check.c */
    STEP_UNMATCH,
    STEP_ADD,
    STEP_SUBTRACT,
    STEP_MULTIPLY,
    STEP_DIVIDE,
    STEP_MODULO,
    STEP_POWER,
    STEP_AND,
    STEP_OR,
    STEP_IS_NIL, /* "= nil" and "!= nil", from query_check.c */
    STEP_HAS,
    STEP_UNLESS_TRUE, /* if the top of the stack decides, jump to step end */
    STEP_IF_TRUE,
    STEP_CODES, /* end of the steps of expressions */
    SET_FILTER,
    SET_AND,
    SET_OR,
    SET_RELATION,  /* how: query_relation */
    SET_OPEN,      /* a pipeline in parentheses begins; how: whether it is a
                      pipeline */
    SET_CLOSE,     /* ... and ends */
    SET_KEEP,      /* ends a stage: its set becomes the spans */
    SET_AGGREGATE, /* how: query_aggregate, test: comparison, arg: literal */
    SET_BY,
    SET_COALESCE
} step_code;

typedef struct step {
    uint8_t code;
    uint8_t how, test;
    uint32_t at; /* byte of the text */
    uint32_t arg, end;
} step;

typedef enum query_relation {
    BELOW,  /* >> */
    CHILD,  /* > */
    ABOVE,  /* << */
    PARENT, /* < */
    SIBLING,
    RELATION_COUNT,
    RELATION_NOT = 8, /* flags */
    RELATION_BOTH = 16
} query_relation;

typedef enum query_aggregate {
    AGGREGATE_COUNT,
    AGGREGATE_AVG,
    AGGREGATE_MAX,
    AGGREGATE_MIN,
    AGGREGATE_SUM
} query_aggregate;

/* ---- fields ------------------------------------------------------------- */

typedef enum field_kind {
    FIELD_ANY, /* attributes: .x, the others by scope */
    FIELD_SPAN,
    FIELD_RESOURCE,
    FIELD_EVENT,
    FIELD_LINK,
    FIELD_SCOPE,
    FIELD_ATTRIBUTES, /* end of the attributes */
    FIELD_DURATION,
    FIELD_NAME,
    FIELD_STATUS,
    FIELD_STATUS_TEXT,
    FIELD_KIND,
    FIELD_ID,
    FIELD_PARENT_ID,
    FIELD_CHILDREN,
    FIELD_TRACE_DURATION,
    FIELD_TRACE_ID,
    FIELD_ROOT_NAME,
    FIELD_ROOT_SERVICE,
    FIELD_EVENT_NAME,
    FIELD_EVENT_TIME,
    FIELD_LINK_TRACE,
    FIELD_LINK_SPAN,
    FIELD_SCOPE_NAME,
    FIELD_SCOPE_VERSION,
    FIELD_KINDS
} field_kind;

typedef struct field {
    uint8_t kind;
    corr_str key; /* name of the attribute */
} field;

/* The type of a field for the checker. */
value_type field_type(const field *f); /* VALUE_NIL: known at run time */
bool field_is_id(const field *f);
bool field_is_never_nil(const field *f);
/* Sets the intrinsic of this name; false: no such intrinsic. */
bool field_named(corr_str word, field *f);

/* ---- the program -------------------------------------------------------- */

struct query {
    corr_arena arena; /* owns this struct and its texts */
    corr_str text;
    vec(step) step;
    vec(value) literal;
    vec(field) field;
    vec(match *) pattern;
    vec(const char *) warning;
    corr_map fields; /* kind and key -> field + 1 */
    uint32_t room;   /* values that an expression keeps on the stack */
    corr_err *err;   /* during compilation */
};

/* Sets the fault at this byte of the text, if it is the first. Always
 * false. */
bool query_fault(query *q, size_t at, const char *what, ...) CORR_PRINTF(3, 4);
bool query_no_memory(query *q);
/* False: out of memory.  Equal sentences are kept once. */
bool query_warn(query *q, const char *what, ...) CORR_PRINTF(2, 3);

bool query_parse(query *q);
bool query_check(query *q);

/* ---- tokens ------------------------------------------------------------- */

typedef enum token_type {
    TOKEN_END,
    TOKEN_LITERAL, /* string, number, duration */
    TOKEN_WORD,    /* name or span:name */
    TOKEN_FIELD,   /* an attribute */
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_BRACE,
    TOKEN_END_BRACE,
    TOKEN_COMMA,
    TOKEN_PIPE,
    TOKEN_NOT,
    TOKEN_STEP,     /* an operator of expressions: code */
    TOKEN_RELATION, /* an operator of sets only: relation */
    TOKEN_BAD
} token_type;

typedef struct token {
    uint8_t type;
    uint8_t code;     /* step_code, also if the token is a relation too */
    uint8_t relation; /* query_relation; RELATION_COUNT: not a relation */
    uint8_t level;    /* precedence: token_level */
    uint32_t at, end; /* bytes */
    value literal;
    field field;
    corr_str word;
} token;

enum token_level {
    LEVEL_NONE,
    LEVEL_LOGIC,
    LEVEL_COMPARE,
    LEVEL_SUM,
    LEVEL_TERM,
    LEVEL_POWER
};

/* Reads the token at *at and moves *at behind it.  TOKEN_BAD: the query has its
 * fault. */
token query_token(query *q, size_t *at);

/* ---- running ------------------------------------------------------------ */

enum run_note {
    NOTE_LOOSE,
    NOTE_NOT,
    NOTE_BY_ZERO,
    NOTE_LONG_LIST,
    NOTE_LIMITED,
    NOTE_COUNT
};

typedef struct query_reads query_reads;

typedef struct query_run_state {
    const query *q;
    corr_store *st;
    corr_arena *arena;
    corr_err *err;
    uint32_t n;   /* spans, the nil one included */
    value *stack; /* [q->room] */
    query_reads *reads;
    uint8_t ***verdict; /* [pattern][input][text]: 0 unknown, 1 no, 2 yes */
    bool note[NOTE_COUNT];
    bool failed; /* out of memory or over a limit, see err */
} query_run_state;

bool run_no_memory(query_run_state *r); /* always false */

/* query_field.c */
bool reads_open(query_run_state *r);
/* Reads a field of a span; the value is valid until the next read. */
value reads_field(query_run_state *r, uint32_t field, uint32_t span);
/* Returns a looked-up name that no span has, or NULL. */
const field *reads_unknown(query_run_state *r);

/* query_eval.c: evaluates steps [from, to) for one span; valid until the next
 * call. */
const value *run_expression(query_run_state *r, uint32_t from, uint32_t to,
                            uint32_t span);
bool run_test(query_run_state *r, const step *s, const value *a, const value *b,
              uint32_t span);

/* query_relate.c: finds the spans of `right` in the relation to a span of
 * `left` in the same group. [n] each; result is zeroed. */
typedef struct query_forest query_forest;
query_forest *forest_of(query_run_state *r);
bool forest_relate(query_run_state *r, const query_forest *f, unsigned relation,
                   const uint32_t *group, uint32_t ngroups, const uint8_t *left,
                   const uint8_t *right, uint8_t *result);

#endif
