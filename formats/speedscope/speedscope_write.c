/*
 * speedscope_write - writes a selection as a speedscope file, version 0.0.1 of
 * its schema: one sampled profile a thread, samples in order of time.
 *
 * Weights are values in the unit of the selection, so the total of a profile is
 * that of its thread.  A file of speedscope has no date and no gaps: a sample
 * takes its weight of the axis.
 */
#include <stdio.h>

#include "common/viewer.h"
#include "speedscope/speedscope.h"

static const char *unit_name(corr_unit unit)
{
    if (corr_is_ns(unit))
        return "nanoseconds";
    return unit == CORR_BYTES ? "bytes" : "none";
}

static void put_frames(viewer *v, corr_out *out)
{
    corr_puts(out, "\"shared\":{\"frames\":[");
    for (size_t i = 0; i < v->frame.n; i++) {
        const viewer_frame *f = &v->frame.v[i];
        corr_puts(out, i ? ",\n{" : "\n{");
        viewer_put_text(out, "name", f->name);
        if (f->file.n) {
            corr_putc(out, ',');
            viewer_put_text(out, "file", f->file);
        }
        if (f->line)
            corr_printf(out, ",\"line\":%u", f->line);
        corr_putc(out, '}');
    }
    corr_puts(out, "]}");
}

static void put_stack(viewer *v, uint32_t node, corr_out *out)
{
    uint32_t n;
    const uint32_t *path = viewer_path(v, node, &n);

    corr_putc(out, '[');
    for (uint32_t i = 0; i < n; i++) {
        if (i)
            corr_putc(out, ',');
        corr_put_int(out, path[i]);
    }
    corr_putc(out, ']');
}

static void put_track_name(const viewer *v, const viewer_track *t,
                           corr_out *out)
{
    char text[512];
    const corr_str service =
        t->service.n ? t->service
                     : corr_str_of(corr_sel_input(v->sel, t->input).path);

    snprintf(text, sizeof text, "%.*s %.*s %.*s", CORR_STR_ARG(service),
             CORR_STR_ARG(t->thread), CORR_STR_ARG(t->kind));
    viewer_put_text(out, "name", corr_str_of(text));
}

static void put_profile(viewer *v, const viewer_track *t, corr_out *out)
{
    const viewer_sample *s = v->sample.v + t->first;

    corr_puts(out, "{\"type\":\"sampled\",");
    put_track_name(v, t, out);
    corr_printf(out, ",\"unit\":\"%s\",\"startValue\":0,\"endValue\":",
                unit_name(t->unit));
    viewer_put_value(out, t->total);
    corr_puts(out, ",\"samples\":[");
    for (size_t i = 0; i < t->n; i++) {
        corr_puts(out, i ? ",\n" : "\n");
        put_stack(v, s[i].node, out);
    }
    corr_puts(out, "],\"weights\":[");
    for (size_t i = 0; i < t->n; i++) {
        if (i)
            corr_putc(out, ',');
        viewer_put_value(out, s[i].value);
    }
    corr_puts(out, "]}");
}

corr_code speedscope_write(const corr_sel *sel, corr_out *out, corr_err *err)
{
    viewer v;
    corr_code code = viewer_of(&v, sel, err);

    if (!code) {
        corr_puts(out, "{\"$schema\":\"https://www.speedscope.app/"
                       "file-format-schema.json\",\"exporter\":\"corr\",\n");
        put_frames(&v, out);
        corr_puts(out, ",\n\"profiles\":[");
        for (size_t i = 0; i < v.track.n && !v.is_failed; i++) {
            corr_puts(out, i ? ",\n" : "\n");
            put_profile(&v, &v.track.v[i], out);
        }
        corr_puts(out, "]}\n");
        if (v.is_failed)
            code = corr_no_memory(err);
    }
    viewer_clear(&v);
    return code;
}
