/* scrub_receipt - what a run did. */
#include "scrub/scrub_receipt.h"

#include <unistd.h>

/* Says whether two receipts are of one key, and nothing about the key. */
static void put_fingerprint(corr_out *out, corr_str key)
{
    uint8_t bytes[CORR_SHA256_BYTES];
    hmac_key k;

    hmac_start(&k, key);
    hmac_of(&k, CORR_STR("corr/v1/fingerprint"), bytes);
    corr_printf(out, "\"%02x%02x%02x%02x\"", bytes[0], bytes[1], bytes[2],
                bytes[3]);
}

static void put_rules(const corr_scrubbed *r, corr_out *out)
{
    const corr_scrub_opts *o = &r->opts;
    const char *comma = "";

    corr_printf(out, "  \"mode\": \"%s\",\n  \"keep\": [",
                o->only_public ? "allow-list" : "rules");
    for (size_t i = 0; i < o->nkeep; i++, comma = ", ") {
        corr_puts(out, comma);
        corr_put_quoted(out, corr_str_of(o->keep[i]), false);
    }
    corr_printf(out, "],\n  \"dropped\": [%s%s%s],\n",
                o->drop & CORR_DROP_ENV ? "\"env\"" : "",
                o->drop & CORR_DROP_ARGS
                    ? o->drop & CORR_DROP_ENV ? ", \"args\"" : "\"args\""
                    : "",
                o->drop & CORR_DROP_PROPERTIES
                    ? o->drop & 3 ? ", \"properties\"" : "\"properties\""
                    : "");
    corr_printf(out,
                "  \"ids\": \"%s\",\n  \"pseudonym_length\": %u,\n"
                "  \"key\": ",
                o->redact_ids ? "remapped" : "kept", r->map->length);
    put_fingerprint(out, o->key);
    corr_puts(out, ",\n");
}

static void put_counts(const corr_scrubbed *r, corr_out *out)
{
    const char *comma = "";

    corr_puts(out, "  \"counts\": {");
    for (unsigned k = 0; k < CORR_SCRUB_KIND_COUNT; k++) {
        const corr_scrub_count c = corr_scrubbed_count(r, (corr_scrub_kind)k);
        if (!c.texts)
            continue;
        corr_printf(out,
                    "%s\n    \"%s\": { \"places\": %llu, \"values\": %llu }",
                    comma, c.name, (unsigned long long)c.texts,
                    (unsigned long long)c.values);
        comma = ",";
    }
    corr_printf(out,
                "\n  },\n  \"scan\": { \"values\": %zu, \"matches\": 0 },\n"
                "  \"values_at_own_places_only\": %zu,\n",
                corr_scrubbed_known(r), corr_scrubbed_weak(r));
}

static void put_files(const corr_scrubbed *r, corr_out *out, bool copied)
{
    const char *comma = "";

    corr_printf(out, "  \"%s\": [", copied ? "files" : "not_copied");
    for (size_t i = 0; i < r->files.item.n; i++) {
        const scrub_item *item = &r->files.item.v[i];
        const corr_scrub_file *f = &item->show;
        if ((item->rewrite != NULL) != copied)
            continue;
        corr_printf(out, "%s\n    { \"path\": ", comma);
        corr_put_quoted(out, corr_str_of(f->to), false);
        if (copied)
            corr_printf(out,
                        ", \"format\": \"%s\", \"changed\": %llu,\n"
                        "      \"bytes_before\": %llu, \"bytes_after\": %llu,\n"
                        "      \"sha256_before\": \"%s\",\n"
                        "      \"sha256_after\": \"%s\" }",
                        f->format, (unsigned long long)f->changed,
                        (unsigned long long)f->bytes_before,
                        (unsigned long long)f->bytes_after, f->sha_before,
                        f->sha_after);
        else {
            corr_puts(out, ", \"why\": ");
            corr_put_quoted(out, corr_str_of(f->why ? f->why : ""), false);
            corr_puts(out, " }");
        }
        comma = ",";
    }
    corr_printf(out, "%s]%s\n", *comma ? "\n  " : "", copied ? "," : "");
}

corr_code scrub_receipt_write(corr_scrubbed *r, const char *out, corr_err *err)
{
    const int fd = scrub_files_create(&r->files, out, CORR_SCRUB_RECEIPT, err);
    corr_out *to = fd >= 0 ? corr_out_fd(fd) : NULL;

    if (!to) {
        if (fd >= 0)
            close(fd);
        return fd >= 0 ? corr_no_memory(err) : CORR_EIO;
    }
    corr_printf(to,
                "{\n  \"kind\": \"corr.scrub.receipt/1\",\n"
                "  \"corr\": \"%s\",\n",
                CORR_VERSION);
    put_rules(r, to);
    put_counts(r, to);
    put_files(r, to, true);
    put_files(r, to, false);
    corr_puts(to, "}\n");
    const corr_code code = corr_out_close(to, err);
    return close(fd) == 0 || code
               ? code
               : corr_fail(err, CORR_EIO, "the receipt cannot be written");
}
