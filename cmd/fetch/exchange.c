/* exchange - one question to a server and its answer, with libcurl. */
#include "fetch/exchange.h"

#include <errno.h>
#include <stdio.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "fetch/http_words.h"

enum {
    CONNECT_MS = 5000,
    SILENT_S = 60, /* seconds of almost no bytes */
    BUFFER = 128 << 10,
    BOMB_BYTES = 32 << 20,
    BOMB_RATIO = 400
};

/* ---- what comes ---------------------------------------------------------- */

static bool put_bytes(exchange *x, const char *p, size_t n)
{
    while (n > 0) {
        const ssize_t done = write(x->fd, p, n);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0) {
            x->sys = errno;
            x->stop = EXCHANGE_DISK;
            return false;
        }
        p += done;
        n -= (size_t)done;
    }
    return true;
}

bool exchange_save(exchange *x)
{
    if (x->fd >= 0)
        return true;
    if (!x->open(x->ctx, &x->fd)) {
        x->sys = errno;
        x->stop = EXCHANGE_DISK;
        return false;
    }
    return put_bytes(x, x->held.v, x->held.n);
}

/* Holds bytes, or writes them after those that are held. */
static bool keep_bytes(exchange *x, const char *p, size_t n)
{
    if (x->fd < 0 && x->held.n + n <= EXCHANGE_HELD) {
        if (!corr_grow((void **)&x->held.v, &x->held.room, x->held.n + n, 1)) {
            x->sys = ENOMEM;
            x->stop = EXCHANGE_DISK;
            return false;
        }
        memcpy(x->held.v + x->held.n, p, n);
        x->held.n += n;
        return true;
    }
    return exchange_save(x) && put_bytes(x, p, n);
}

/* Whether a small answer was inflated to a large one.  Text of servers becomes
 * 10 to 100 times as large; gzip can do 1,032 times. */
static bool is_bomb(const exchange *x)
{
    curl_off_t came = 0;

    curl_easy_getinfo(x->easy, CURLINFO_SIZE_DOWNLOAD_T, &came);
    return x->bytes / BOMB_RATIO > (uint64_t)came;
}

static size_t take_body(char *p, size_t one, size_t n, void *of)
{
    exchange *x = of;
    const size_t size = one * n;

    x->bytes += size;
    *x->total += size;
    if (x->bytes > x->limits->item_bytes)
        x->stop = EXCHANGE_ITEM_FULL;
    else if (*x->total > x->limits->total_bytes)
        x->stop = EXCHANGE_TOTAL_FULL;
    else if (x->bytes > BOMB_BYTES && is_bomb(x))
        x->stop = EXCHANGE_BOMB;
    if (x->stop || !keep_bytes(x, p, size))
        return 0;
    corr_sha256_add(&x->hash, p, size);
    return size;
}

/* Copies the value of a header of this name ("name:"). */
static bool header_is(corr_str line, const char *name, char *to, size_t room)
{
    const size_t n = strlen(name);

    if (line.n <= n || strncasecmp(line.p, name, n) != 0)
        return false;
    const corr_str value = corr_str_trim(corr_str_from(line, n));
    size_t size = value.n;
    while (size && (value.p[size - 1] == '\n' || value.p[size - 1] == '\r'))
        size--;
    snprintf(to, room, "%.*s", (int)(size < room ? size : room), value.p);
    return true;
}

/* libcurl takes the end of the connection for the end of the headers, and the
 * last of several sizes: both are looked at here. */
static size_t take_header(char *p, size_t one, size_t n, void *of)
{
    const corr_str line = { p, one * n };
    exchange *x = of;
    char length[sizeof x->length] = "";

    if (line.n > 5 && memcmp(p, "HTTP/", 5) == 0) {
        x->head_ended = x->two_lengths = false;
        x->length[0] = x->retry_after[0] = '\0';
    } else if (line.n && (*p == '\r' || *p == '\n')) {
        x->head_ended = true;
    } else if (header_is(line, "content-length:", length, sizeof length)) {
        x->two_lengths |= x->length[0] && strcmp(x->length, length) != 0;
        snprintf(x->length, sizeof x->length, "%s", length);
    } else {
        header_is(line, "retry-after:", x->retry_after, sizeof x->retry_after);
    }
    return line.n;
}

/* ---- what is asked ------------------------------------------------------- */

static bool add_header(exchange *x, const char *name, const char *value)
{
    char line[1024];
    const int n = snprintf(line, sizeof line, "%s: %s", name, value);

    if (!value[0] || n < 0 || (size_t)n >= sizeof line ||
        !http_is_header(corr_str_of(line)))
        return true;
    struct curl_slist *longer = curl_slist_append(x->header, line);
    if (longer)
        x->header = longer;
    return longer != NULL;
}

static bool add_headers(exchange *x, const fetch_request *q,
                        const fetch_access *a)
{
    bool ok = add_header(x, "Accept", q->accept ? q->accept : "*/*");

    if (q->body)
        ok = ok &&
             add_header(x, "Content-Type",
                        q->type ? q->type
                                : "application/x-www-form-urlencoded") &&
             (x->header = curl_slist_append(x->header, "Expect:")) != NULL;
    if (a && a->tenant)
        ok = ok && add_header(x, "X-Scope-OrgID", a->tenant);
    for (size_t i = 0; ok && a && i < a->headers; i++) {
        struct curl_slist *longer = curl_slist_append(x->header, a->header[i]);
        ok = longer != NULL;
        if (ok)
            x->header = longer;
    }
    return ok;
}

static void set_secrets(CURL *e, const fetch_access *a)
{
    if (a->bearer.value) {
        curl_easy_setopt(e, CURLOPT_HTTPAUTH, (long)CURLAUTH_BEARER);
        curl_easy_setopt(e, CURLOPT_XOAUTH2_BEARER, a->bearer.value);
    } else if (a->basic.value) {
        curl_easy_setopt(e, CURLOPT_HTTPAUTH, (long)CURLAUTH_BASIC);
        curl_easy_setopt(e, CURLOPT_USERPWD, a->basic.value);
    } else if (a->netrc) {
        curl_easy_setopt(e, CURLOPT_NETRC, (long)CURL_NETRC_OPTIONAL);
        curl_easy_setopt(e, CURLOPT_NETRC_FILE, a->netrc);
    }
}

static void set_access(CURL *e, const fetch_access *a)
{
    set_secrets(e, a);
    if (a->cert)
        curl_easy_setopt(e, CURLOPT_SSLCERT, a->cert);
    if (a->key)
        curl_easy_setopt(e, CURLOPT_SSLKEY, a->key);
    if (a->cacert)
        curl_easy_setopt(e, CURLOPT_CAINFO, a->cacert);
    if (a->proxy)
        curl_easy_setopt(e, CURLOPT_PROXY, a->proxy);
    if (a->no_proxy)
        curl_easy_setopt(e, CURLOPT_NOPROXY, a->no_proxy);
    if (a->unix_socket)
        curl_easy_setopt(e, CURLOPT_UNIX_SOCKET_PATH, a->unix_socket);
    if (a->insecure) {
        curl_easy_setopt(e, CURLOPT_SSL_VERIFYPEER, 0L);
        curl_easy_setopt(e, CURLOPT_SSL_VERIFYHOST, 0L);
    }
    if (a->http1)
        curl_easy_setopt(e, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
}

/* records: ns that the server takes before it answers. */
static void set_limits(exchange *x, int64_t records)
{
    const int64_t most_ms = (x->limits->item_ns + records) / 1000000;
    CURL *e = x->easy;

    curl_easy_setopt(e, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(e, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(e, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(e, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
    curl_easy_setopt(e, CURLOPT_TIMEOUT_MS, (long)most_ms);
    curl_easy_setopt(e, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(e, CURLOPT_LOW_SPEED_TIME,
                     (long)(SILENT_S + records / 1000000000));
    curl_easy_setopt(e, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    curl_easy_setopt(e, CURLOPT_BUFFERSIZE, (long)BUFFER);
}

bool exchange_start(exchange *x, const fetch_request *q, const char *url)
{
    const fetch_access *a = q->target->access;
    CURL *e = x->easy ? x->easy : curl_easy_init();

    if (!e)
        return false;
    x->easy = e;
    curl_easy_reset(e);
    curl_slist_free_all(x->header);
    x->header = NULL;
    x->fd = -1;
    x->held.n = 0;
    x->bytes = 0;
    x->stop = EXCHANGE_WHOLE;
    x->head_ended = x->two_lengths = false;
    x->length[0] = x->retry_after[0] = x->error[0] = '\0';
    corr_sha256_start(&x->hash);
    if (!add_headers(x, q, a))
        return false;
    set_limits(x, q->records);
    curl_easy_setopt(e, CURLOPT_ERRORBUFFER, x->error);
    curl_easy_setopt(e, CURLOPT_WRITEFUNCTION, take_body);
    curl_easy_setopt(e, CURLOPT_WRITEDATA, x);
    curl_easy_setopt(e, CURLOPT_HEADERFUNCTION, take_header);
    curl_easy_setopt(e, CURLOPT_HEADERDATA, x);
    curl_easy_setopt(e, CURLOPT_PRIVATE, x);
    curl_easy_setopt(e, CURLOPT_USERAGENT, "corr/" CORR_VERSION);
    curl_easy_setopt(e, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(e, CURLOPT_HTTPHEADER, x->header);
    if (q->body) {
        curl_easy_setopt(e, CURLOPT_POSTFIELDSIZE_LARGE,
                         (curl_off_t)q->body_size);
        curl_easy_setopt(e, CURLOPT_POSTFIELDS, q->body);
    }
    if (a)
        set_access(e, a);
    return curl_easy_setopt(e, CURLOPT_URL, url) == CURLE_OK;
}

void exchange_free(exchange *x)
{
    if (x->easy)
        curl_easy_cleanup(x->easy);
    curl_slist_free_all(x->header);
    corr_vec_free(&x->held);
    *x = (exchange){ 0 };
}

/* ---- how it ended -------------------------------------------------------- */

void exchange_finish(exchange *x, CURLcode code, exchange_end *end)
{
    const char *type = NULL;
    char *location = NULL;
    long status = 0;

    curl_easy_getinfo(x->easy, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_getinfo(x->easy, CURLINFO_CONTENT_TYPE, &type);
    curl_easy_getinfo(x->easy, CURLINFO_REDIRECT_URL, &location);
    if (!code && !x->head_ended)
        code = CURLE_RECV_ERROR;
    if (!code && x->two_lengths)
        code = CURLE_WEIRD_SERVER_REPLY;
    *end = (exchange_end){ .code = code,
                           .status = (int)status,
                           .location = location,
                           .retry_after =
                               http_retry_after(x->retry_after, time(NULL)) };
    http_media_type(end->type, sizeof end->type, type ? type : "");
}

bool exchange_may_retry(const exchange *x, const exchange_end *end)
{
    static const CURLcode broken[] = {
        CURLE_COULDNT_CONNECT, CURLE_GOT_NOTHING,         CURLE_RECV_ERROR,
        CURLE_SEND_ERROR,      CURLE_PARTIAL_FILE,        CURLE_HTTP2,
        CURLE_HTTP2_STREAM,    CURLE_COULDNT_RESOLVE_HOST
    };

    if (x->stop)
        return false;
    if (end->code == CURLE_OK)
        return end->status == 429 || end->status == 502 || end->status == 503 ||
               end->status == 504;
    if (end->code == CURLE_OPERATION_TIMEDOUT)
        return x->bytes == 0;
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
        if (end->code == broken[i])
            return true;
    return false;
}

static void explain_connect(const exchange *x, char *to, size_t size)
{
    long sys = 0;

    curl_easy_getinfo(x->easy, CURLINFO_OS_ERRNO, &sys);
    snprintf(to, size, "the server cannot be reached: %s",
             sys ? strerror((int)sys) : "no connection in time");
}

void exchange_explain(const exchange *x, const exchange_end *end, char *to,
                      size_t size)
{
    char bytes[CORR_PRINT_MAX];

    if (x->stop == EXCHANGE_ITEM_FULL)
        snprintf(to, size, "the answer is larger than %s (--max-size)",
                 corr_print_bytes(bytes, (int64_t)x->limits->item_bytes));
    else if (x->stop == EXCHANGE_TOTAL_FULL)
        snprintf(to, size, "all answers are larger than %s (--max-total)",
                 corr_print_bytes(bytes, (int64_t)x->limits->total_bytes));
    else if (x->stop == EXCHANGE_BOMB)
        snprintf(to, size,
                 "the answer is compressed more than %d times, which data "
                 "never is",
                 (int)BOMB_RATIO);
    else if (end->code == CURLE_WEIRD_SERVER_REPLY && x->two_lengths)
        snprintf(to, size, "the answer has two sizes");
    else if (end->code == CURLE_RECV_ERROR && !x->error[0])
        snprintf(to, size, "the connection ended in the headers of the answer");
    else if (x->stop == EXCHANGE_DISK)
        snprintf(to, size, "the answer cannot be written: %s",
                 strerror(x->sys));
    else if (end->code == CURLE_PARTIAL_FILE)
        snprintf(to, size,
                 "the connection ended in the middle of the answer, after %s",
                 corr_print_bytes(bytes, (int64_t)x->bytes));
    else if (end->code == CURLE_COULDNT_CONNECT)
        explain_connect(x, to, size);
    else if (end->code == CURLE_OPERATION_TIMEDOUT)
        snprintf(to, size, "no whole answer in time, but %s (--timeout)",
                 corr_print_bytes(bytes, (int64_t)x->bytes));
    else if (end->code == CURLE_OUT_OF_MEMORY)
        snprintf(to, size, "a header of the answer is too long");
    else if (end->code != CURLE_OK)
        corr_safe(
            to, size,
            corr_str_of(x->error[0] ? x->error : curl_easy_strerror(end->code)),
            false);
    else
        snprintf(to, size, "HTTP status %d", end->status);
}
