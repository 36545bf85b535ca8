/*
 * name_place - the file and the line that a profiler writes into a name.
 *
 * "f0 (c.py:30)" is the function f0 in line 30 of c.py.  There are several
 * forms, and a name like "db:5432" only looks like one.  So each form is either
 * plain, with a file of source code in it, or likely; the whole file decides
 * whether likely ones count (build_names.c).  Pure functions.
 */
#ifndef CORR_NAME_PLACE_H
#define CORR_NAME_PLACE_H

#include "corr_base.h"

typedef enum name_form {
    FORM_NONE,
    FORM_PAREN, /* f (a.py:1), f (a.py), f (a.js:1:2), C.f(A.java:1) */
    FORM_DASH,  /* f - a.rb:1, f - a.rb */
    FORM_LEAD,  /* a.py:1 - f, a.rb:1:in 'f', a.py:1(f), a.py:1:f */
    FORM_SPACE, /* f a.js:1:2, f in a.cs:line 1 */
    FORM_AT,    /* f@a.js:1:2 */
    FORM_LAST,  /* f:a.php:1 */
    FORM_FIRST, /* a.py:f:1, :f:1 */
    FORM_CLASS, /* com/foo/C.f:1; always likely */
    FORM_LINE,  /* f:1; always likely */
    FORM_COUNT
} name_form;

typedef struct name_place {
    name_form form;
    bool plain;
    corr_str function, file; /* parts of the name; file may be empty */
    uint32_t line, column;   /* 0 unknown */
} name_place;

/* Form FORM_NONE: the name holds no place. */
name_place name_place_of(corr_str name);
/* Whether a name without a line is one of FORM_CLASS otherwise. */
bool name_is_class(corr_str name);
/* Whether V8 names a function so that its source does not name. */
bool name_is_anonymous(corr_str name);

#endif
