/* exchange - one question to a server and its answer, with libcurl. */
#include "fetch/exchange.h"

#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <time.h>

#include "fetch/plan/http_words.h"

enum {
    CONNECT_MS = 5000,
    SILENT_S = 60, /* seconds of almost no bytes */
    BUFFER = 128 << 10
};

/* ---- what comes ---------------------------------------------------------- */

static size_t take_body(char *p, size_t one, size_t n, void *of)
{
    exchange *x = of;

    return body_add(&x->end->body, p, one * n) ? one * n : 0;
}

/* Forgets the headers of an answer: another one follows. */
static void forget_head(exchange *x)
{
    x->head_ended = x->two_lengths = false;
    x->length[0] = x->retry_after[0] = x->way[0] = '\0';
    x->end->body.coding[0] = '\0';
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
    char length[sizeof x->length] = "", coding[sizeof x->way] = "";

    if (line.n > 5 && memcmp(p, "HTTP/", 5) == 0) {
        forget_head(x);
    } else if (line.n && (*p == '\r' || *p == '\n')) {
        x->head_ended = true;
    } else if (header_is(line, "content-length:", length, sizeof length)) {
        x->two_lengths |= x->length[0] && strcmp(x->length, length) != 0;
        snprintf(x->length, sizeof x->length, "%s", length);
    } else if (header_is(line, "content-encoding:", coding, sizeof coding)) {
        body_add_coding(&x->end->body, corr_str_of(coding));
    } else if (header_is(line, "transfer-encoding:", coding, sizeof coding)) {
        if (strcasecmp(coding, "chunked") != 0)
            snprintf(x->way, sizeof x->way, "%s", coding);
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

/* Whether the user's own headers say which codings are wanted. */
static bool names_coding(const fetch_access *a)
{
    static const char name[] = "accept-encoding:";

    for (size_t i = 0; a && i < a->headers; i++)
        if (strncasecmp(a->header[i], name, sizeof name - 1) == 0)
            return true;
    return false;
}

static bool add_headers(exchange *x, const fetch_request *q,
                        const fetch_access *a)
{
    bool ok =
        add_header(x, "Accept", q->accept ? q->accept : "*/*") &&
        (names_coding(a) || add_header(x, "Accept-Encoding", body_codings()));

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
    const int64_t most_ms = (x->end->body.limits->item_ns + records) / 1000000;
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

/* Whether the last request had the same options, all but its address. */
static bool is_ready_for(const exchange *x, const fetch_request *q)
{
    const fetch_request *last = x->ready_for;

    return last && !last->body && !q->body &&
           last->target->access == q->target->access &&
           last->records == q->records &&
           (last->accept == q->accept ||
            (last->accept && q->accept &&
             strcmp(last->accept, q->accept) == 0));
}

/* Sets all options but the address. */
static bool make_ready(exchange *x, const fetch_request *q)
{
    const fetch_access *a = q->target->access;
    CURL *e = x->easy;

    x->ready_for = NULL;
    curl_easy_reset(e);
    curl_slist_free_all(x->header);
    x->header = NULL;
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
    curl_easy_setopt(e, CURLOPT_HTTP_CONTENT_DECODING, 0L);
    curl_easy_setopt(e, CURLOPT_HTTPHEADER, x->header);
    if (q->body) {
        curl_easy_setopt(e, CURLOPT_POSTFIELDSIZE_LARGE,
                         (curl_off_t)q->body_size);
        curl_easy_setopt(e, CURLOPT_POSTFIELDS, q->body);
    }
    if (a)
        set_access(e, a);
    x->ready_for = q;
    return true;
}

bool exchange_start(exchange *x, exchange_end *end, const fetch_request *q,
                    const char *url)
{
    x->easy = x->easy ? x->easy : curl_easy_init();
    x->end = end;
    exchange_end_start(end);
    forget_head(x);
    x->coding_cut = false;
    x->error[0] = '\0';
    return x->easy && (is_ready_for(x, q) || make_ready(x, q)) &&
           curl_easy_setopt(x->easy, CURLOPT_URL, url) == CURLE_OK;
}

void exchange_free(exchange *x)
{
    if (x->easy)
        curl_easy_cleanup(x->easy);
    curl_slist_free_all(x->header);
    *x = (exchange){ 0 };
}

/* ---- how it ended -------------------------------------------------------- */

/* What libcurl takes for a whole answer is none if its headers, its sizes or its
 * coding say otherwise. */
static CURLcode code_of(exchange *x, CURLcode code)
{
    const bool ended = body_end(&x->end->body);

    if (code)
        return code;
    if (!x->head_ended)
        return CURLE_RECV_ERROR;
    if (x->two_lengths)
        return CURLE_WEIRD_SERVER_REPLY;
    if (x->way[0])
        return CURLE_BAD_CONTENT_ENCODING;
    x->coding_cut = !ended;
    return ended ? CURLE_OK : CURLE_PARTIAL_FILE;
}

static bool may_retry(const exchange_end *end, CURLcode code)
{
    static const CURLcode broken[] = {
        CURLE_COULDNT_CONNECT, CURLE_GOT_NOTHING,         CURLE_RECV_ERROR,
        CURLE_SEND_ERROR,      CURLE_PARTIAL_FILE,        CURLE_HTTP2,
        CURLE_HTTP2_STREAM,    CURLE_COULDNT_RESOLVE_HOST
    };

    if (end->body.stop)
        return false;
    if (code == CURLE_OK)
        return end->status == 429 || end->status == 502 || end->status == 503 ||
               end->status == 504;
    if (code == CURLE_OPERATION_TIMEDOUT)
        return end->body.bytes == 0;
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
        if (code == broken[i])
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

static void explain(const exchange *x, CURLcode code, char *to, size_t size)
{
    const answer_body *b = &x->end->body;
    char bytes[CORR_PRINT_MAX], way[2 * sizeof x->way];

    if (b->stop || x->coding_cut)
        body_explain(b, to, size);
    else if (code == CURLE_WEIRD_SERVER_REPLY && x->two_lengths)
        snprintf(to, size, "the answer has two sizes");
    else if (code == CURLE_BAD_CONTENT_ENCODING && x->way[0])
        snprintf(to, size,
                 "the answer is coded for the way as %s; corr asks for no such "
                 "coding",
                 corr_safe(way, sizeof way, corr_str_of(x->way), false));
    else if (code == CURLE_RECV_ERROR && !x->error[0])
        snprintf(to, size, "the connection ended in the headers of the answer");
    else if (code == CURLE_PARTIAL_FILE)
        snprintf(to, size,
                 "the connection ended in the middle of the answer, after %s",
                 corr_print_bytes(bytes, (int64_t)b->bytes));
    else if (code == CURLE_COULDNT_CONNECT)
        explain_connect(x, to, size);
    else if (code == CURLE_OPERATION_TIMEDOUT)
        snprintf(to, size, "no whole answer in time, but %s (--timeout)",
                 corr_print_bytes(bytes, (int64_t)b->bytes));
    else if (code == CURLE_OUT_OF_MEMORY)
        snprintf(to, size, "a header of the answer is too long");
    else
        corr_safe(
            to, size,
            corr_str_of(x->error[0] ? x->error : curl_easy_strerror(code)),
            false);
}

bool exchange_finish(exchange *x, CURLcode code)
{
    exchange_end *end = x->end;
    const char *type = NULL;
    char *location = NULL;
    long status = 0;

    curl_easy_getinfo(x->easy, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_getinfo(x->easy, CURLINFO_CONTENT_TYPE, &type);
    code = code_of(x, code);
    end->status = (int)status;
    end->is_whole = code == CURLE_OK;
    end->retry_after = http_retry_after(x->retry_after, time(NULL));
    end->may_retry = may_retry(end, code);
    http_media_type(end->type, sizeof end->type, type ? type : "");
    if (code)
        explain(x, code, end->why, sizeof end->why);
    if (status / 100 != 3)
        return true;
    curl_easy_getinfo(x->easy, CURLINFO_REDIRECT_URL, &location);
    end->location = location ? strdup(location) : NULL;
    return !location || end->location;
}

void exchange_end_start(exchange_end *end)
{
    free(end->location);
    end->location = NULL;
    end->status = 0;
    end->is_whole = end->may_retry = false;
    end->type[0] = end->why[0] = '\0';
    end->retry_after = -1;
    body_start(&end->body);
}

void exchange_end_free(exchange_end *end)
{
    free(end->location);
    body_free(&end->body);
}
