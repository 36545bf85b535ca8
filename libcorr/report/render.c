/* render - the table of renderers, and the text of a cell for readers and for
 * programs. */
#include "report/render.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"

const char *const corr_targets[] = { "text", "json",  "jsonl", "tsv", "csv",
                                     "md",   "types", "html",  "svg", NULL };

corr_code corr_render(const corr_report *r, const char *target,
                      const corr_style *style, corr_out *out, corr_err *err)
{
    static render_fn *const render[] = {
        render_text, render_json,  render_jsonl, render_tsv, render_csv,
        render_md,   render_types, render_html,  render_svg
    };
    static const corr_style plain;

    if (r->failed)
        return corr_fail(err, CORR_ENOMEM, "out of memory for the report");
    for (size_t i = 0; i < countof(render); i++) {
        if (strcmp(corr_targets[i], target) != 0)
            continue;
        render[i](r, style ? style : &plain, out);
        /* rows are filled while they are drawn, with texts of the report */
        return r->failed
                   ? corr_fail(err, CORR_ENOMEM, "out of memory for the report")
                   : CORR_OK; /* corr_out_close says how the sink failed */
    }
    return corr_fail(err, CORR_EUSAGE, "unknown output \"%s\"", target);
}

unsigned render_width(const corr_style *style)
{
    if (style->wide)
        return UINT32_MAX;
    return style->width > 0 ? (unsigned)style->width : 80;
}

bool render_shows(const corr_column *col, const corr_style *style)
{
    if (!col->title)
        return false;
    return !(col->flags & CORR_COL_WIDE) || render_width(style) >= 100;
}

const char *render_frame_type(corr_frame_type type)
{
    static const char *const name[CORR_FRAME_TYPE_COUNT] = {
        [CORR_FRAME_JIT] = "jit",
        [CORR_FRAME_INLINED] = "inlined",
        [CORR_FRAME_INTERPRETED] = "interpreted",
        [CORR_FRAME_C1] = "c1",
        [CORR_FRAME_KERNEL] = "kernel",
        [CORR_FRAME_NATIVE] = "native",
        [CORR_FRAME_THREAD] = "thread",
    };

    return type < CORR_FRAME_TYPE_COUNT ? name[type] : NULL;
}

corr_str render_id(const corr_cell *c, char buf[RENDER_MAX])
{
    return corr_str_of(c->type == CORR_CELL_TRACE_ID
                           ? corr_print_trace(buf, c->trace)
                           : corr_print_id(buf, (uint64_t)c->i));
}

corr_str render_cell(const corr_cell *c, const corr_style *style,
                     char buf[RENDER_MAX])
{
    switch (c->type) {
    case CORR_CELL_TEXT:
        return c->s;
    case CORR_CELL_COUNT:
        return corr_str_of(corr_print_count(buf, c->i));
    case CORR_CELL_AMOUNT:
        return corr_str_of(corr_print_amount(buf, c->i, c->unit));
    case CORR_CELL_TIME:
        return corr_str_of(
            corr_print_time(buf, c->i, corr_zone_east(&style->zone, c->i)));
    case CORR_CELL_SHARE:
        snprintf(buf, RENDER_MAX, "%.1f%%", 100 * c->f);
        return corr_str_of(buf);
    case CORR_CELL_TENTHS:
        snprintf(buf, RENDER_MAX, "%s%" PRId64 ".%d", c->i < 0 ? "-" : "",
                 c->i < 0 ? -(c->i / 10) : c->i / 10, abs((int)(c->i % 10)));
        return corr_str_of(buf);
    case CORR_CELL_REAL:
        snprintf(buf, RENDER_MAX, "%.4g", c->f);
        return corr_str_of(buf);
    case CORR_CELL_BOOL:
        return corr_str_of(c->i ? "yes" : "no");
    case CORR_CELL_TRACE_ID:
    case CORR_CELL_SPAN_ID:
        return render_id(c, buf);
    case CORR_CELL_FRAME:
        return c->frame.function;
    case CORR_CELL_BAR:
        return render_bar(&c->bar, RENDER_BAR_LEAST, style->ascii, buf);
    case CORR_CELL_NULL:
    case CORR_CELL_OBJECT:
    case CORR_CELL_LIST:
    case CORR_CELL_MAP:
    case CORR_CELL_TYPE_COUNT:
        break;
    }
    return CORR_STR("");
}

/* ---- amounts in one unit ----------------------------------------------- */

static const struct {
    corr_unit kind;
    uint64_t unit;
    const char *name;
} scales[] = {
    { CORR_NS, 1000000000, "s" },
    { CORR_NS, 1000000, "ms" },
    { CORR_NS, 1000, "us" },
    { CORR_NS, 1, "ns" },
    { CORR_NS_RESCALED, 1000000000, "s" CORR_RESCALED_MARK },
    { CORR_NS_RESCALED, 1000000, "ms" CORR_RESCALED_MARK },
    { CORR_NS_RESCALED, 1000, "us" CORR_RESCALED_MARK },
    { CORR_NS_RESCALED, 1, "ns" CORR_RESCALED_MARK },
    { CORR_BYTES, 1000000000000, "TB" },
    { CORR_BYTES, 1000000000, "GB" },
    { CORR_BYTES, 1000000, "MB" },
    { CORR_BYTES, 1000, "kB" },
    { CORR_BYTES, 1, "B" },
};

static const uint64_t ten_to[] = { 1, 10, 100, 1000 };

render_scale render_scale_of(uint64_t most, uint64_t least, corr_unit unit)
{
    render_scale s = { 0 };

    for (size_t i = 0; i < countof(scales) && !s.unit; i++)
        if (scales[i].kind == unit && most >= scales[i].unit)
            s = (render_scale){ scales[i].unit, scales[i].name, 0 };
    if (s.unit <= 1)
        return s;
    /* at most four digits for the largest, at least one for the smallest */
    while (s.decimals < 3 &&
           (most / s.unit < ten_to[3 - s.decimals] ||
            (least > 0 && least < s.unit / ten_to[s.decimals])))
        s.decimals++;
    return s;
}

corr_str render_scaled(int64_t v, const render_scale *scale,
                       char buf[RENDER_MAX])
{
    const uint64_t ten = ten_to[scale->decimals];
    uint64_t u = v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
    uint64_t whole = u / scale->unit;
    uint64_t part = (u % scale->unit * ten + scale->unit / 2) / scale->unit;

    if (part == ten) {
        whole++;
        part = 0;
    }
    if (u == 0)
        snprintf(buf, RENDER_MAX, "0 %s", scale->name);
    else if (scale->decimals == 0)
        snprintf(buf, RENDER_MAX, "%s%" PRIu64 " %s", v < 0 ? "-" : "",
                 whole + part, scale->name);
    else
        snprintf(buf, RENDER_MAX, "%s%" PRIu64 ".%0*" PRIu64 " %s",
                 v < 0 ? "-" : "", whole, (int)scale->decimals, part,
                 scale->name);
    return corr_str_of(buf);
}

/* ---- machines ---------------------------------------------------------- */

void render_i64(corr_out *out, int64_t i)
{
    char buf[24];
    char *p = buf + sizeof buf;
    uint64_t u = i < 0 ? 0 - (uint64_t)i : (uint64_t)i;

    do {
        *--p = (char)('0' + u % 10);
        u /= 10;
    } while (u > 0);
    if (i < 0)
        *--p = '-';
    corr_put(out, p, (size_t)(buf + sizeof buf - p));
}

static void render_real(corr_out *out, double f)
{
    char buf[40];

    for (int digits = 15; digits <= 17; digits++) {
        snprintf(buf, sizeof buf, "%.*g", digits, f);
        if (!(strtod(buf, NULL) < f || strtod(buf, NULL) > f))
            break;
    }
    corr_puts(out, buf);
    /* JSON does not distinguish 1.0 from 1, but a column of a table should not
     * change its type from row to row. */
    if (!strpbrk(buf, ".en"))
        corr_puts(out, ".0");
}

void render_number(corr_out *out, const corr_cell *c)
{
    char buf[CORR_PRINT_MAX];

    if (c->type == CORR_CELL_AMOUNT && c->unit == CORR_FRACTION) {
        corr_puts(out, corr_print_fraction(buf, c->i));
        return;
    }
    switch ((int)c->type) {
    case CORR_CELL_COUNT:
    case CORR_CELL_AMOUNT:
    case CORR_CELL_TIME:
        render_i64(out, c->i);
        return;
    case CORR_CELL_TENTHS:
        render_real(out, (double)c->i / 1000);
        return;
    case CORR_CELL_SHARE:
    case CORR_CELL_REAL:
        render_real(out, c->f);
        return;
    default:
        return;
    }
}
