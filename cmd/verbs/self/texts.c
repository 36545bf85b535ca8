/* texts - the files of the folder text/, which the program carries. */
#include "verbs/self/texts.h"

void text_print(const char *text, const text_part *parts, corr_out *out)
{
    corr_str rest = corr_str_of(text), line;

    while (rest.n > 0 && corr_str_next(&rest, '\n', &line)) {
        const text_part *p = parts;
        while (p->line && !corr_str_is(line, p->line))
            p++;
        if (p->line) {
            p->print(out);
        } else {
            corr_put_str(out, line);
            corr_putc(out, '\n');
        }
    }
}
