/* scrub_digest - the digest of an input. */
#include "scrub/scrub_digest.h"

#include "base/parallel.h"
#include "scrub/scrub_private.h"

static void *digest_file_of(void *arg)
{
    file_digest *d = arg;

    corr_sha256_path(d->path, d->sha); /* empty after a failure */
    return NULL;
}

void digest_start(file_digest *d, const corr_scrub *map, const scrub_item *item)
{
    enum { LEAST = 1 << 20 };

    *d = (file_digest){ .path = item->path };
    d->has_thread = map->learning && !map->opts->preview &&
                    item->show.bytes_before >= LEAST &&
                    !item->show.sha_before[0] &&
                    parallel_threads(map->opts->jobs) > 1 &&
                    pthread_create(&d->thread, NULL, digest_file_of, d) == 0;
}

void digest_end(file_digest *d, char to[CORR_SHA256_TEXT])
{
    if (!d->has_thread)
        return;
    pthread_join(d->thread, NULL);
    if (d->sha[0])
        memcpy(to, d->sha, sizeof d->sha);
}

corr_code digest_of_item(scrub_item *item, corr_err *err)
{
    const int sys = item->show.sha_before[0]
                        ? 0
                        : corr_sha256_path(item->path, item->show.sha_before);

    return sys ? corr_fail(err, CORR_EIO, "%s cannot be read: %s", item->path,
                           strerror(sys))
               : CORR_OK;
}
