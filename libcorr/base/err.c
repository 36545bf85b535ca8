#include <stdarg.h>
#include <stdio.h>

#include "base/base.h"
#include "base/huge_pages.h"
#include "corr_base.h"

CORR_PRINTF(3, 0)
static void set_what(corr_err *err, corr_code code, const char *what,
                     va_list ap)
{
    const uint64_t limit = huge_pages_limit();

    vsnprintf(err->what, sizeof err->what, what, ap);
    err->code = code;
    err->offset = CORR_NO_OFFSET;
    if (code == CORR_ENOMEM && limit) {
        snprintf(err->what, sizeof err->what,
                 "this needs more than %llu MB of memory",
                 (unsigned long long)(limit / 1000000));
        corr_hint(err, "raise --max-mem, or ask for fewer files, or a window "
                       "(FILE@-5m)");
    }
}

corr_code corr_fail(corr_err *err, corr_code code, const char *what, ...)
{
    if (err && err->code == CORR_OK) {
        va_list ap;

        va_start(ap, what);
        set_what(err, code, what, ap);
        va_end(ap);
    }
    return code;
}

corr_code corr_fail_at(corr_err *err, corr_code code, uint64_t offset,
                       const char *field, const char *what, ...)
{
    if (err && err->code == CORR_OK) {
        va_list ap;

        va_start(ap, what);
        set_what(err, code, what, ap);
        va_end(ap);
        err->offset = offset;
        if (field)
            snprintf(err->field, sizeof err->field, "%s", field);
    }
    return code;
}

corr_code corr_hint(corr_err *err, const char *hint, ...)
{
    if (err && !err->hint[0]) {
        va_list ap;

        va_start(ap, hint);
        vsnprintf(err->hint, sizeof err->hint, hint, ap);
        va_end(ap);
    }
    return err ? err->code : CORR_EUSAGE;
}

static const char *const code_name[CORR_CODE_COUNT] = {
    [CORR_OK] = "ok",
    [CORR_EUSAGE] = "usage",
    [CORR_EIO] = "input/output",
    [CORR_EFORMAT] = "format",
    [CORR_ELIMIT] = "limit",
    [CORR_ENOMEM] = "out of memory",
    [CORR_ENONE] = "nothing found",
    [CORR_EMANY] = "ambiguous",
    [CORR_ENOTYET] = "not supported",
};

const char *corr_code_name(corr_code c)
{
    return c < CORR_CODE_COUNT ? code_name[c] : "unknown";
}

static const char *const unit_name[] = {
    [CORR_COUNT] = "count",   [CORR_NS] = "ns",
    [CORR_BYTES] = "bytes",   [CORR_NS_RESCALED] = "ns_rescaled",
    [CORR_AMOUNT] = "amount", [CORR_FRACTION] = "count",
};

const char *corr_unit_name(corr_unit u)
{
    return (size_t)u < countof(unit_name) ? unit_name[u] : "count";
}
