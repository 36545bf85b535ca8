/*
 * markup - text and numbers inside HTML and SVG.
 *
 * Every text of a page goes through markup_text: characters of markup become
 * references, and characters that a terminal must not see are shown as on a
 * screen.  The result is UTF-8 and fit for an element and for an attribute in
 * double quotes.
 */
#ifndef CORR_MARKUP_H
#define CORR_MARKUP_H

#include "report/render.h"

void markup_text(corr_out *out, corr_str s, bool ascii);
/* The same for a text of the program or of a file that ends in NUL; NULL: "". */
void markup_z(corr_out *out, const char *z, bool ascii);

#endif
