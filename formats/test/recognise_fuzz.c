/* Any first bytes: a format that would recognise them is not excluded by the
 * names of members that it asks for. */
#include <stdio.h>
#include <stdlib.h>

#include "corr_builtin.h"
#include "fuzz.h"
#include "load/head_facts.h"
#include "load/load.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const size_t n = size < CORR_PROBE_MAX ? size : CORR_PROBE_MAX;
    const head_facts facts = head_facts_of(data, n);

    for (size_t i = 0; corr_builtin_formats[i]; i++) {
        const corr_format *f = corr_builtin_formats[i];
        if (!f->members || head_names_may_have_one(&facts.names, f->members) ||
            f->probe(data, n, size < CORR_PROBE_MAX) < LOAD_SURE_NAMED)
            continue;
        fprintf(stderr, "recognise: %s is excluded\n", f->name);
        abort();
    }
    return 0;
}
