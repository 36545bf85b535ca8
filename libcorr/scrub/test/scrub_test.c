/* Tests of the table of a scrub: words, pseudonyms, encodings, public names. */
#include <errno.h>

#include "scrub/scrub_private.h"
#include "scrub/scrub_ring.h"
#include "scrub/scrub_words.h"
#include "test/testing.h"

static const corr_scrub_opts by_rules = { .key = { "corr-test-key", 13 } };

static corr_str text_of(corr_scrub *map, corr_spot place, const char *text)
{
    return corr_scrub_text(map, place, corr_str_of(text));
}

#define assert_becomes(map, place, text, want)                                 \
    do {                                                                       \
        const corr_str got_ = text_of(map, place, text);                       \
        char z_[512];                                                          \
        snprintf(z_, sizeof z_, "%.*s", CORR_STR_ARG(got_));                   \
        assert_string_equal(z_, want);                                         \
    } while (0)

static void names_are_sensitive_by_their_words(void **state)
{
    static const char *const yes[] = {
        "com.acme.auth.PasswordHasher.hash",
        "csrfTokenFilter",
        "getApiKey",
        "com.acme.SecretStore.load",
        "PIN_verify",
        "access_key_id",
        "CredentialsProvider",
        "HTTPTokenCache",
    };
    static const char *const no[] = {
        "tokenize",
        "StringTokenizer",
        "secretary.Schedule",
        "unsecret",
        "pinning",
        "mapping",
        "passThrough",
        "JSON.parse",
        "nextToken",
        "org.acme.lexer.TokenStream",
    };

    (void)state;
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
        if (!word_is_sensitive_code(corr_str_of(yes[i])))
            fail_msg("%s is sensitive", yes[i]);
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        if (word_is_sensitive_code(corr_str_of(no[i])))
            fail_msg("%s is not sensitive", no[i]);
}

static void pseudonyms_are_the_first_bits_of_an_hmac(void **state)
{
    static const struct {
        pseudonym_domain domain;
        const char *value, *want;
    } vectors[] = {
        { DOMAIN_TOK, "acme", "3u899drq" },
        { DOMAIN_TOK, "checkout", "3x88gpkp" },
        { DOMAIN_TOK, "PasswordHasher", "nbzkrnrw" },
        { DOMAIN_VAL, "alice@example.com", "t7krm5gt" },
        { DOMAIN_HOST, "web-07", "nddnnike" },
    };
    pseudonym_keys keys;
    char text[PSEUDONYM_LONG];

    (void)state;
    pseudonym_derive(&keys, CORR_STR("corr-test-key"));
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        pseudonym_of(&keys, vectors[i].domain, corr_str_of(vectors[i].value),
                     text, PSEUDONYM_SHORT);
        assert_memory_equal(text, vectors[i].want, PSEUDONYM_SHORT);
    }
}

static void a_known_value_is_found_in_every_encoding(void **state)
{
    static const char *const forms[] = {
        "Xy7-canary9z",
        "call xy7-CANARY9Z()",
        "XY7-CANARY9Z",
        "%58y7-canary9z&b",
        "%58%79%37%2d%63%61%6e%61%72%79%39%7a",
        "WHk3LWNhbmFyeTl6",
        "YVh5Ny1jYW5hcnk5eg==",
        "YWFYeTctY2FuYXJ5OXo=",
        "5879372d63616e61727939",
        "X-y-7-c-a-n-a-r-y-9-z",
        "\\u0058y7-can\\u0061ry9z",
    };
    corr_scrub *map = scrub_new(&by_rules);

    (void)state;
    assert_non_null(map);
    text_of(map, corr_scrub_place(map, CORR_STR("db.password")),
            "Xy7-canary9z");
    text_of(map, CORR_PLACE_TEXT, "5879372d63616e61727939x");
    assert_true(scrub_learned(map));
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        const corr_str now = text_of(map, CORR_PLACE_TEXT, forms[i]);
        if (i != 8 && now.p == forms[i])
            fail_msg("%s is unchanged", forms[i]);
    }
    const corr_str wide = { "X\0y\0"
                            "7\0-\0c\0a\0n\0a\0r\0y\0"
                            "9\0z\0",
                            24 };
    assert_ptr_not_equal(corr_scrub_text(map, CORR_PLACE_TEXT, wide).p, wide.p);
    scrub_free(map);
}

static void shapes_of_secrets_are_replaced(void **state)
{
    corr_scrub *map = scrub_new(&by_rules);

    (void)state;
    assert_non_null(map);
    assert_true(scrub_learned(map));
    assert_becomes(map, CORR_PLACE_TEXT, "mail alice@example.com now",
                   "mail v_t7krm5gt now");
    assert_becomes(map, CORR_PLACE_HOST, "web-07:9090", "h_nddnnike:9090");
    assert_becomes(map, CORR_PLACE_SQL,
                   "SELECT a FROM t WHERE id = 42 AND n = 'x''y'",
                   "SELECT a FROM t WHERE id = ? AND n = ?");
    assert_becomes(map, CORR_PLACE_TEXT, "127.0.0.1 localhost 1.2.3",
                   "127.0.0.1 localhost 1.2.3");
    assert_becomes(map, CORR_PLACE_NAME, "com.acme.auth.PasswordHasher.hash",
                   "com.acme.auth.k_nbzkrnrw.hash");
    static const char *const secrets[] = {
        "-Dpassword=hunter22",
        "--api-key abcd1234",
        "http://u:p@h/x",
        "GET /a?user=7",
        "10.1.2.3",
        "AKIAIOSFODNN7EXAMPLE",
        "Bearer abcDEF123",
        "/home/alice/x",
        "4111111111111111",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc",
        "fe80::1ff:fe23:4567:890a",
        "0123456789abcdef0123456789abcdef",
    };
    for (size_t i = 0; i < sizeof secrets / sizeof *secrets; i++) {
        const corr_str now = text_of(map, CORR_PLACE_TEXT, secrets[i]);
        char once[256];
        if (now.p == secrets[i])
            fail_msg("%s is unchanged", secrets[i]);
        snprintf(once, sizeof once, "%.*s", CORR_STR_ARG(now));
        assert_becomes(map, CORR_PLACE_TEXT, once, once);
    }
    scrub_free(map);
}

static void public_names_pass_unchanged(void **state)
{
    static const char *const names[] = {
        "java.security.KeyStore$PasswordProtection.getPassword",
        "javax.crypto.SecretKeyFactory.generateSecret",
        "sun.security.util.Password.readPassword",
        "org.springframework.security.web.csrf.CsrfTokenRequestHandler.handle",
        "org.springframework.web.servlet.DispatcherServlet.doDispatch",
        "java.util.StringTokenizer.nextToken",
        "com.fasterxml.jackson.core.json.UTF8StreamJsonParser.nextToken",
        "java.lang.invoke.LambdaForm$MH.0x00007f1c0c0c4000.invoke",
        "net/http.(*conn).serve",
        "runtime.mallocgc",
        "crypto/tls.(*Conn).Handshake",
        "encoding/json.(*Decoder).Token",
        "golang.org/x/oauth2.(*Transport).RoundTrip",
        "go/token.(*FileSet).Position",
        "std::__1::basic_string<char>::append",
        "_ZNSt6vectorIiSaIiEE17_M_realloc_insertIJiEEEvN9__gnu_cxx",
        "core::ptr::drop_in_place",
        "__x64_sys_getpid",
        "do_syscall_64",
        "pin_user_pages_fast",
        "entry_SYSCALL_64_after_hwframe",
        "getpwnam_r",
        "__libc_start_main",
        "malloc",
        "EVP_DigestSignFinal",
        "PEM_read_bio_PrivateKey",
        "asyncio.base_events.BaseEventLoop.run_forever",
        "django.contrib.auth.hashers.check_password",
        "System.Threading.CancellationToken.Register",
        "node:internal/process/task_queues",
        "/usr/lib/x86_64-linux-gnu/libc.so.6",
        "libjvm.so",
        "[kernel.kallsyms]",
        "GET /api/orders/{id}",
        "kafka-producer-network-thread | producer-1",
        "http-nio-8080-exec-1",
        "Dispatching 2 of 3",
        "2026-11-21T17:01:04.123456789Z",
        "1700000000000000000",
    };
    corr_scrub *map = scrub_new(&by_rules);

    (void)state;
    assert_non_null(map);
    assert_true(scrub_learned(map));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_becomes(map, CORR_PLACE_NAME, names[i], names[i]);
        assert_becomes(map, CORR_PLACE_TEXT, names[i], names[i]);
    }
    scrub_free(map);
}

static void ids_change_together_on_request(void **state)
{
    const corr_scrub_opts opts = { .key = { "corr-test-key", 13 },
                                   .redact_ids = true };
    corr_scrub *map = scrub_new(&opts);
    char hex[40], low[20];

    (void)state;
    assert_non_null(map);
    text_of(map, CORR_PLACE_ID, "4bf92f3577b34da6a3ce929d0e0e4736");
    assert_true(scrub_learned(map));
    snprintf(hex, sizeof hex, "%.*s",
             CORR_STR_ARG(text_of(map, CORR_PLACE_ID,
                                  "4bf92f3577b34da6a3ce929d0e0e4736")));
    assert_int_equal(strlen(hex), 32);
    assert_string_not_equal(hex, "4bf92f3577b34da6a3ce929d0e0e4736");
    snprintf(low, sizeof low, "%.*s",
             CORR_STR_ARG(text_of(map, CORR_PLACE_ID, "a3ce929d0e0e4736")));
    assert_string_equal(low, hex + 16);
    assert_becomes(map, CORR_PLACE_TEXT, "4bf92f3577b34da6a3ce929d0e0e4736",
                   hex);
    assert_int_equal(corr_scrub_span_id(map, 0), 0);
    scrub_free(map);
}

static void the_allow_list_leaves_public_names_alone(void **state)
{
    static const char *const keep[] = { "com.acme.*" };
    const corr_scrub_opts opts = { .key = { "corr-test-key", 13 },
                                   .only_public = true,
                                   .keep = keep,
                                   .nkeep = 1 };
    corr_scrub *map = scrub_new(&opts);

    (void)state;
    assert_non_null(map);
    assert_true(scrub_learned(map));
    assert_becomes(map, CORR_PLACE_NAME, "java.util.HashMap.get",
                   "java.util.HashMap.get");
    assert_becomes(map, CORR_PLACE_NAME, "com.acme.Order.load",
                   "com.acme.Order.load");
    assert_becomes(map, CORR_PLACE_NAME, "acme.checkout",
                   "s_3u899drq.s_3x88gpkp");
    assert_becomes(map, CORR_PLACE_KEY, "http.method", "http.method");
    scrub_free(map);
}

static const char *const shapes[] = {
    "10.1.2.3",
    "2001:db8::1",
    "00:1b:44:11:3a:b7",
    "alice@example.com",
    "password=hunter2-9",
    "--password hunter2-9",
    "Bearer abcDEF123xyz",
    "Basic YWxhZGRpbjpvcGVu",
    "SELECT a FROM t WHERE b = 'x'",
    "https://bob:pw-1234@db.example",
    "/api/v1?name=bob",
    "/home/bobby1/x",
    "C:\\Users\\bobby1\\x",
    "AKIAIOSFODNN7EXAMPLE",
    "4111111111111111",
    "9a3fQ7bZx2Lm8Kp4Wd6R",
    "0123456789abcdef0123456789abcdef",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcdefgh",
    "-----BEGIN KEY-----abc-----END KEY-----",
};

/* A shape is found wherever it stands between other words. */
static void a_shape_is_found_at_each_place_of_a_long_line(void **state)
{
    corr_scrub *map = scrub_new(&by_rules);
    char line[512], words[201];

    (void)state;
    assert_non_null(map);
    assert_true(scrub_learned(map));
    for (size_t i = 0; i < sizeof words - 1; i++)
        words[i] = i % 7 == 6 ? ' ' : (char)('a' + i % 26);
    words[sizeof words - 1] = '\0';
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        for (size_t at = 0; at < 150; at++) {
            snprintf(line, sizeof line, "%.*s %s %s", (int)at, words, shapes[i],
                     words);
            const corr_str now = text_of(map, CORR_PLACE_TEXT, line);
            if (now.n == strlen(line) && memcmp(now.p, line, now.n) == 0)
                fail_msg("%s stayed at %zu", shapes[i], at);
        }
    assert_becomes(map, CORR_PLACE_TEXT, words, words);
    scrub_free(map);
}

/* The body of a key in PEM is one value, and its margin stays. */
static void a_key_in_pem_is_one_value(void **state)
{
    static const struct {
        const char *text, *begin, *end;
    } keys[] = {
        { "-----BEGIN KEY-----\nabc\n/de+f=\n-----END KEY-----",
          "-----BEGIN KEY-----\nv_", "\n-----END KEY-----" },
        { "  -----BEGIN KEY-----\n  abc\n\t/de+f=\n  -----END KEY-----",
          "  -----BEGIN KEY-----\n  v_", "\n  -----END KEY-----" },
        { "> -----BEGIN KEY-----\r\n> | abc\r\n> | /de+f=\r\n> "
          "-----END KEY-----",
          "> -----BEGIN KEY-----\r\n> | v_", "\r\n> -----END KEY-----" },
        { "k\\n-----BEGIN KEY-----\\nabc\\n/de+f=\\n-----END KEY-----",
          "k\\n-----BEGIN KEY-----\\nv_", "\\n-----END KEY-----" },
        { "x-----BEGIN KEY-----\nabc\n/de+f=", "x-----BEGIN KEY-----\nv_", "" },
    };
    corr_scrub *map = scrub_new(&by_rules);

    (void)state;
    assert_non_null(map);
    assert_true(scrub_learned(map));
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const corr_str now = text_of(map, CORR_PLACE_TEXT, keys[i].text);
        char once[256];
        assert_true(corr_str_starts(now, keys[i].begin));
        assert_true(corr_str_ends(now, keys[i].end));
        assert_false(corr_str_has(now, "de+f") || corr_str_has(now, "abc"));
        snprintf(once, sizeof once, "%.*s", CORR_STR_ARG(now));
        assert_becomes(map, CORR_PLACE_TEXT, once, once);
    }
    scrub_free(map);
}

/* A stack becomes the same with and without a look at each frame alone; a shape
 * may go over a border of frames. */
static void assert_same_stack(corr_scrub *fast, corr_scrub *slow,
                              const char *line)
{
    char want[512];

    snprintf(want, sizeof want, "%.*s",
             CORR_STR_ARG(text_of(slow, CORR_PLACE_NAME, line)));
    assert_becomes(fast, CORR_PLACE_NAME, line, want);
}

static void frames_are_looked_at_once(void **state)
{
    static const char *const more[] = {
        "com.acme.PasswordHasher.hash",
        "a&amp",
        "select a from b",
        "operator<",
        "known-9value",
        "std::vector<int>::getPassword",
        "SELECT x",
        "FROM t",
    };
    enum {
        SHAPES = sizeof shapes / sizeof *shapes,
        MORE = sizeof more / sizeof *more
    };
    corr_scrub *map[3];
    char line[512];

    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        map[i] = scrub_new(&by_rules);
        assert_non_null(map[i]);
        text_of(map[i], corr_scrub_place(map[i], CORR_STR("password")),
                i < 2 ? "known-9value" : "known;9value");
        assert_true(scrub_learned(map[i]));
        map[i]->own.has_separator |= i > 0;
    }
    for (size_t i = 0; i < SHAPES + MORE; i++) {
        const char *s = i < SHAPES ? shapes[i] : more[i - SHAPES];
        for (size_t at = 0; at <= strlen(s); at++) {
            snprintf(line, sizeof line, "main;f(a, b);%.*s;%s;x::y 3", (int)at,
                     s, s + at);
            assert_same_stack(map[0], map[1], line);
            snprintf(line, sizeof line, "%.*s;%s;FROM t;SET b 12", (int)at, s,
                     s + at);
            assert_same_stack(map[0], map[1], line);
        }
    }
    assert_true(plain_stack(map[0], CORR_STR("main;com.acme.Order.call 3")));
    assert_false(plain_stack(map[0], CORR_STR("main;PasswordHasher.hash 3")));
    assert_false(plain_stack(map[1], CORR_STR("main;com.acme.Order.call 3")));
    assert_false(plain_stack(map[0], CORR_STR("main;known-9value 3")));
    assert_becomes(map[2], CORR_PLACE_NAME, "known-9value;x.known;9value 3",
                   "known-9value;x.v_24z7q26d 3");
    for (unsigned i = 0; i < 3; i++)
        scrub_free(map[i]);
}

/* Each of many statements loses its literals, also behind bytes that end one. */
static void each_of_many_statements_loses_its_literals(void **state)
{
    enum { STATEMENTS = 100 };
    static const char one[] = "SELECT a FROM t WHERE b = 'zebra'";
    static char text[STATEMENTS * sizeof one];
    corr_scrub *map = scrub_new(&by_rules);

    (void)state;
    assert_non_null(map);
    assert_true(scrub_learned(map));
    for (unsigned with_end = 0; with_end < 2; with_end++) {
        for (size_t i = 0; i < STATEMENTS; i++) {
            memcpy(text + i * sizeof one, one, sizeof one);
            if (!with_end)
                text[i * sizeof one + sizeof one - 1] = ';';
        }
        const corr_str now = corr_scrub_text(map, CORR_PLACE_TEXT,
                                             (corr_str){ text, sizeof text });
        assert_false(corr_str_has(now, "zebra"));
    }
    scrub_free(map);
}

/* ---- many values --------------------------------------------------------- */

/* The longest pattern at a place, by trying each. */
static size_t longest_at(const char *const *value, size_t n, const char *text)
{
    size_t longest = 0;

    for (size_t i = 0; i < n; i++)
        if (strncmp(text, value[i], strlen(value[i])) == 0 &&
            strlen(value[i]) > longest)
            longest = strlen(value[i]);
    return longest;
}

/* Many values with one beginning, of which some begin others, are found as they
 * are one by one. */
static void values_with_one_beginning_are_found(void **state)
{
    enum { VALUES = 400, LENGTH = 400 };
    static char value[VALUES][64];
    const char *list[VALUES];
    matcher m = { 0 };
    char text[LENGTH + 1] = { 0 };
    uint32_t random = 12345;

    (void)state;
    for (size_t i = 0; i < VALUES; i++) {
        size_t n = (size_t)snprintf(value[i], 16, "beginning-1");
        for (size_t more = i % 40 + 1; more; more--) {
            random = random * 1664525 + 1013904223;
            value[i][n++] = "12-"[(random >> 16) % (i % 2 ? 2 : 3)];
        }
        list[i] = value[i];
        assert_true(
            match_add(&m, (corr_str){ value[i], n }, (uint32_t)i, true, true));
    }
    assert_true(match_build(&m));
    for (size_t round = 0; round < 300; round++) {
        size_t n = 0;
        while (n < LENGTH - 70) {
            random = random * 1664525 + 1013904223;
            const char *v = value[(random >> 8) % VALUES];
            n += (size_t)snprintf(text + n, LENGTH - n, "%.*s%s",
                                  (int)((random >> 20) % 50), v,
                                  random >> 31 ? " " : "12");
        }
        match_hit hit = { 0 };
        for (size_t at = 0; at < n; at++) {
            const size_t want = longest_at(list, VALUES, text + at);
            const bool found =
                match_next(&m, (const uint8_t *)text, n, at, &hit) &&
                hit.from == at;
            assert_int_equal(found ? hit.to - at : 0, want);
        }
    }
    match_clear(&m);
}

/* ---- the ring ------------------------------------------------------------ */

typedef struct ring_log {
    size_t bytes, blocks, fails_at;
    uint8_t last;
    bool in_order;
} ring_log;

static int log_block(void *ctx, uint8_t *p, size_t n)
{
    ring_log *log = ctx;

    for (size_t i = 0; i < n; i++)
        log->in_order &= p[i] == (uint8_t)((log->bytes + i) % 251);
    log->bytes += n;
    memset(p - RING_BEFORE, 0, RING_BEFORE);
    return ++log->blocks == log->fails_at ? ENOSPC : 0;
}

static void blocks_are_taken_in_order_until_one_fails(void **state)
{
    enum { BYTES = 3000000 };
    uint8_t *bytes = malloc(BYTES);

    (void)state;
    assert_non_null(bytes);
    for (size_t i = 0; i < BYTES; i++)
        bytes[i] = (uint8_t)(i % 251);
    for (size_t fails_at = 0; fails_at < 46; fails_at++) {
        ring_log log = { .in_order = true, .fails_at = fails_at };
        scrub_ring *r = ring_new(log_block, &log, false);
        int sys = 0;
        assert_non_null(r);
        for (size_t at = 0; at < BYTES && !sys;) {
            const size_t n = at % 100003 + 1;
            const size_t left = BYTES - at;
            sys = ring_put(r, bytes + at, n < left ? n : left);
            at += n < left ? n : left;
        }
        const int end = ring_end(r);
        ring_free(r);
        assert_true(log.in_order);
        assert_int_equal(end, fails_at ? ENOSPC : 0);
        assert_true(sys == 0 || sys == end);
        if (fails_at)
            assert_int_equal(log.blocks, fails_at);
        else
            assert_int_equal(log.bytes, BYTES);
    }
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_sensitive_by_their_words),
        cmocka_unit_test(pseudonyms_are_the_first_bits_of_an_hmac),
        cmocka_unit_test(a_known_value_is_found_in_every_encoding),
        cmocka_unit_test(shapes_of_secrets_are_replaced),
        cmocka_unit_test(public_names_pass_unchanged),
        cmocka_unit_test(ids_change_together_on_request),
        cmocka_unit_test(the_allow_list_leaves_public_names_alone),
        cmocka_unit_test(a_shape_is_found_at_each_place_of_a_long_line),
        cmocka_unit_test(a_key_in_pem_is_one_value),
        cmocka_unit_test(each_of_many_statements_loses_its_literals),
        cmocka_unit_test(frames_are_looked_at_once),
        cmocka_unit_test(values_with_one_beginning_are_found),
        cmocka_unit_test(blocks_are_taken_in_order_until_one_fails),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
