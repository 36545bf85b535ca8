/* back_ends - the table of servers that corr can ask. */
#include "fetch/url.h"

const fetch_back_end *const fetch_back_ends[FETCH_KIND_COUNT] = {
    [FETCH_URL] = &url_back_end,
};
