/* Fuzzes known_formats: any head is named with something to type, or not
 * named. */
#include <assert.h>

#include "fuzz.h"
#include "load/known_formats.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char members[160];
    const head_facts facts = head_facts_of(data, size);
    const known_format k = known_format_of(data, size, &facts, 0);

    assert(!k.what == !k.instead);
    if (known_members(data, size, members, sizeof members))
        assert(members[0] == '"');
    return 0;
}
