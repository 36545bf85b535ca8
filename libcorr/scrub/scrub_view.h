/*
 * scrub_view - a text with one encoding undone, and where each byte came from.
 *
 * A view owns its memory and is used again for the next text.
 */
#ifndef CORR_SCRUB_VIEW_H
#define CORR_SCRUB_VIEW_H

#include "corr_bytes.h"

typedef enum view_kind {
    VIEW_PLAIN,   /* the text itself */
    VIEW_PERCENT, /* %41 */
    VIEW_JSON,    /* backslash escapes: \u0041, \x41 */
    VIEW_HTML,    /* &#65; &#x41; &amp; */
    VIEW_DASHES,  /* without dashes */
    VIEW_COUNT
} view_kind;

typedef struct view {
    uint8_t *p;   /* [n] */
    uint32_t *at; /* [n + 1] the byte of the text that each began at */
    size_t n, room, at_room;
    bool failed; /* memory is out */
} view;

/* Whether the text is another one without this encoding; then it is in v. */
bool view_of(view *v, view_kind kind, corr_str text);
void view_clear(view *v);

#endif
