/* json_doc - tells text that is no JSON from want of memory. */
#include "cli/json_doc.h"

#include <errno.h>

#include "cli/cmd.h"

cJSON *json_doc_parse(corr_str text, const char **end, corr_err *err)
{
    errno = 0; /* cJSON gives no reason; malloc sets errno */
    cJSON *doc = cJSON_ParseWithLengthOpts(text.p, text.n, end, false);

    if (!doc && errno == ENOMEM)
        corr_no_memory(err);
    return doc;
}
