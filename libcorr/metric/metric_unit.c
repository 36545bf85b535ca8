#include "metric/metric_unit.h"

#include <string.h>

#include "base/base.h"

bool metric_name_has(corr_str name, const char *part)
{
    const size_t n = strlen(part);

    for (size_t i = 0; i + n <= name.n; i++)
        if (memcmp(name.p + i, part, n) == 0)
            return true;
    return false;
}

metric_unit metric_unit_of(const input *in, uint32_t series)
{
    static const struct {
        const char *written, *named; /* "" : no name has it */
        metric_unit is;
    } units[] = {
        { "By", "_bytes", { MEASURES_BYTES, 1 } },
        { "KiBy", "_kibibytes", { MEASURES_BYTES, 1024 } },
        { "MiBy", "_mebibytes", { MEASURES_BYTES, 1048576 } },
        { "kBy", "_kilobytes", { MEASURES_BYTES, 1e3 } },
        { "MBy", "_megabytes", { MEASURES_BYTES, 1e6 } },
        { "s", "_seconds", { MEASURES_TIME, 1e9 } },
        { "ms", "_milliseconds", { MEASURES_TIME, 1e6 } },
        { "us", "_microseconds", { MEASURES_TIME, 1e3 } },
        { "ns", "_nanoseconds", { MEASURES_TIME, 1 } },
        { "min", "_minutes", { MEASURES_TIME, 60e9 } },
    };
    const series_row *row = &in->series.v[series];
    const corr_str name = input_text(in, row->name);
    const corr_str written = input_text(in, row->unit);

    for (size_t i = 0; i < countof(units) && written.n; i++)
        if (corr_str_is(written, units[i].written))
            return units[i].is;
    for (size_t i = 0; i < countof(units); i++)
        if (metric_name_has(name, units[i].named))
            return units[i].is;
    return (metric_unit){ MEASURES_OTHERS, 1 };
}

const char *metric_unit_name(metric_unit u)
{
    static const char *const names[] = { [MEASURES_OTHERS] = "",
                                         [MEASURES_TIME] = "ns",
                                         [MEASURES_BYTES] = "bytes" };

    return names[u.measures];
}
