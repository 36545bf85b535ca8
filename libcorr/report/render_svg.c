/* render_svg - the figures of a report as one picture. */
#include "report/markup.h"

void render_svg(const corr_report *r, const corr_style *style, corr_out *out)
{
    unsigned y = 0;

    corr_puts(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1200\" "
                   "height=\"800\" font-family=\"sans-serif\" "
                   "font-size=\"12\">\n");
    for (const report_item *it = r->first; it; it = it->next) {
        if (it->kind != REPORT_FIGURE)
            continue;
        corr_printf(out, "<text x=\"10\" y=\"%u\">", y += 20);
        markup_z(out, it->figure->caption, style->ascii);
        corr_puts(out, "</text>\n");
    }
    corr_puts(out, "</svg>\n");
}
