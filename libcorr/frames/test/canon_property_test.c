/* Tests of canon: what holds of all names, and of those of a real incident. */
#include "frames/canon.h"

#include "corr_builtin.h"
#include "test/test_memory.h"
#include "test/testing.h"

#define INCIDENT "testdata/incident/"

/* What rules look for, whole and cut to pieces. */
static const char *const fragment[] = {
    "0x7f12",
    "[unknown]",
    "_[j]",
    "_[k]",
    "+0x3f",
    "/0x90",
    "+63",
    " [mod]",
    "$$Lambda",
    "$14",
    "/0x00c8",
    ".0x12",
    "/1234",
    "+",
    ".apply",
    "LambdaForm",
    "$DMH",
    "Generated",
    "Method",
    "Accessor",
    "17",
    "com.sun.proxy.",
    "jdk.proxy2.",
    "$Proxy",
    "$Proxy17",
    "$$Spring",
    "CGLIB",
    "$$",
    "1a2b3c",
    "FastClass",
    "$ByteBuddy$",
    "k3Jx",
    "$$TypeSwitch",
    "[317d481089b8",
    "]::f",
    "::h",
    "01234567",
    "89abcdef",
    ".isra.0",
    ".cold",
    ".part.",
    "3",
    ".llvm.",
    " [clone ",
    "]",
    "[abi:cxx11]",
    "[abi:",
    "[go.shape",
    "[",
    ",go.shape.int]",
    "a.b/vendor/",
    "c.d/e.F",
    "/vendor/",
    "LazyCompile:",
    "Function:*",
    "~",
    ":",
    ".js",
    ":120",
    ".3f2a1b9c",
    ".chunk",
    "(.cold)",
    ":f",
    "(a.py",
    ":12)",
    " - ",
    "b.rb",
    "<>c__",
    "DisplayC",
    "lass5_0",
    "<Run",
    ">b__",
    ">d__5",
    "_0",
    "[Optimiz",
    "edTier1]",
    "[PreJIT]",
    "0x",
    "`",
    "!",
    " (",
    ")",
    "lambda$f$3",
    ".func2.1",
    "#",
    "{lambda(int)",
    "#1}",
    "foo",
    ".",
    "\x80\xff",
    "-",
    ">c__DisplayClass",
    ">g__",
    "|",
};

typedef struct texts {
    canon_text once, twice, stem, ordinal;
} texts;

static void texts_clear(texts *t)
{
    vec_free(&t->once);
    vec_free(&t->twice);
    vec_free(&t->stem);
    vec_free(&t->ordinal);
}

static corr_str of(const canon_text *t)
{
    return (corr_str){ t->v, t->n };
}

/* Checks one name; the rules that changed it. */
static unsigned holds(corr_str name, texts *t)
{
    unsigned rules = 0, more = 0;

    assert_true(canon_name(name, 0, &t->once, &rules));
    assert_true(canon_name(of(&t->once), 0, &t->twice, &more));
    if (!corr_str_eq(of(&t->once), of(&t->twice)) || more)
        fail_msg("%.*s, %.*s, %.*s", CORR_STR_ARG(name),
                 CORR_STR_ARG(of(&t->once)), CORR_STR_ARG(of(&t->twice)));
    assert_true(t->once.n <= name.n + CANON_GROWTH);
    assert_int_equal(t->once.n == 0, name.n == 0);
    assert_true(rules < 1u << CANON_RULES);
    const bool same = corr_str_eq(name, of(&t->once));
    assert_int_equal(same, rules == 0);

    assert_true(canon_stem(of(&t->once), &t->stem, &t->ordinal));
    assert_int_equal(canon_has_ordinal(of(&t->once)), t->ordinal.n > 0);
    assert_true(t->stem.n <= t->once.n && t->ordinal.n <= t->once.n);
    assert_int_equal(t->ordinal.n == 0,
                     corr_str_eq(of(&t->stem), of(&t->once)));
    return rules;
}

static void names_of_an_incident_are_settled(void **state)
{
    static const char *const path[] = {
        INCIDENT "pricing.cpu.07.pb.gz",    INCIDENT "pricing.heap.pb.gz",
        INCIDENT "pricing.mutex.pb.gz",     INCIDENT "pricing.block.pb.gz",
        INCIDENT "pricing.goroutine.pb.gz", INCIDENT "reco.threads.folded",
    };
    corr_store *st = corr_store_new(corr_builtin_formats, NULL);
    texts t = { 0 };
    size_t names = 0, scripts = 0;

    (void)state;
    assert_non_null(st);
    assert_int_equal(corr_load(st, path, countof(path), NULL, NULL), CORR_OK);
    for (size_t i = 0; i < st->input.n; i++) {
        const input *in = st->input.v[i];
        for (size_t f = 1; f < in->frame.n; f++, names++) {
            const frame_row *frame = &in->frame.v[f];
            const corr_str name =
                input_text(in, frame->written ? frame->written
                                              : in->func.v[frame->func].name);
            const unsigned rules = holds(name, &t);
            scripts += rules == 1u << CANON_PYRB;
            if (rules && rules != 1u << CANON_PYRB) /* Go's are canonical */
                fail_msg("%.*s", CORR_STR_ARG(name));
        }
    }
    assert_true(names > 400 && scripts > 100 && scripts < names / 2);
    texts_clear(&t);
    corr_store_free(st);
}

static uint32_t next(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static void any_order_of_fragments_is_settled(void **state)
{
    enum { NAMES = 60000, PIECES = 9 };
    texts t = { 0 };
    uint32_t seed = 1;
    size_t changed = 0;

    (void)state;
    for (int i = 0; i < NAMES; i++) {
        char name[PIECES * 20];
        size_t n = 0;
        for (uint32_t k = next(&seed) % (PIECES + 1); k > 0; k--) {
            const char *piece = fragment[next(&seed) % countof(fragment)];
            memcpy(name + n, piece, strlen(piece));
            n += strlen(piece);
        }
        changed += 0 != holds((corr_str){ name, n }, &t);
    }
    assert_true(changed > NAMES / 10);
    texts_clear(&t);
}

/* A quadratic loop takes seconds for each. */
static void long_names_take_no_longer_than_they_are(void **state)
{
    enum { LONG = 1 << 16 };
    char *name = malloc(LONG);
    texts t = { 0 };

    (void)state;
    assert_non_null(name);
    for (size_t a = 0; a < countof(fragment); a++) {
        const size_t b = (a * 7 + 3) % countof(fragment);
        const char *const pair[] = { fragment[a], fragment[b] };
        size_t n = 0;
        for (size_t k = 0;; k++) {
            const char *piece = pair[k % 2];
            if (n + strlen(piece) > LONG)
                break;
            memcpy(name + n, piece, strlen(piece));
            n += strlen(piece);
        }
        holds((corr_str){ name, n }, &t);
        memset(name, fragment[a][0], LONG);
        holds((corr_str){ name, LONG }, &t);
    }
    texts_clear(&t);
    free(name);
}

static void out_of_memory_is_told(void **state)
{
    static const corr_str name = { "a$$Lambda$1.f_[j]", 17 };

    (void)state;
    for (long n = 1, more = true; more; n++) {
        canon_text out = { 0 }, stem = { 0 };
        unsigned rules = 0;
        test_memory_arm(n);
        const bool ok =
            canon_name(name, 0, &out, &rules) && canon_stem(name, &stem, &out);
        more = test_memory_failed();
        assert_true(ok != more);
        vec_free(&out);
        vec_free(&stem);
        assert_int_equal(test_memory_disarm(), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_an_incident_are_settled),
        cmocka_unit_test(any_order_of_fragments_is_settled),
        cmocka_unit_test(long_names_take_no_longer_than_they_are),
        cmocka_unit_test(out_of_memory_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
