/*
 * load_source - reads one source with one format into one input.
 */
#include "load/load.h"

#include "model/build.h"

corr_code load_source(const corr_format *f, corr_src *src,
                      const corr_want *want, const corr_load_opts *opts,
                      const label_alias_set *aliases, input *in, corr_err *err)
{
    return load_census(f, src, want, opts, aliases, NULL, in, err);
}

/* Whether rows outside the window are left out while reading: there is no
 * window, or its limits are known beforehand. */
static bool is_sifted(const input *in)
{
    return !in->window.is_asked || in->window.from != in->window.to;
}

corr_code load_census(const corr_format *f, corr_src *src,
                      const corr_want *want, const corr_load_opts *opts,
                      const label_alias_set *aliases, index_maker *census,
                      input *in, corr_err *err)
{
    corr_want w = *want;
    corr_build *b =
        build_new(&(build_opts){ .aliases = aliases,
                                 .src = src,
                                 .limits = opts->limits,
                                 .needs = w.needs,
                                 .crew = w.crew,
                                 .weighs = f->weighs,
                                 .packs = opts->rows == CORR_ROWS_NONE &&
                                          f->weighs && is_sifted(in),
                                 .strict = opts->strict,
                                 .began = opts->times.began,
                                 .index = census },
                  err);
    if (!b)
        return CORR_ENOMEM;
    if (census)
        w.mode = CORR_MODE_CENSUS;
    corr_code code = f->read(src, &w, b, err);
    if (code == CORR_OK)
        code = build_seal(b, in, err);
    build_free(b);
    return code;
}
