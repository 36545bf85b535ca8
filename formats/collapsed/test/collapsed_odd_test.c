/* Tests of the collapsed reader: names, numbers and heads at the edge of what
 * they may be. */
#define FORMAT corr_format_collapsed
#include "test/format_test.h"

static int probe_head(const char *text, size_t n, bool whole)
{
    return corr_format_collapsed.probe((const uint8_t *)text, n, whole);
}

/* ---- codings ------------------------------------------------------------ */

static void a_mark_of_utf8_alone_is_an_empty_file(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "\xef\xbb\xbf");
    assert_int_equal(l.in.segment.v[1].n, 0);
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

/* Little-endian words of 16 bits, after their mark. */
static void read_wide(loaded *l, const uint16_t *unit, size_t n)
{
    char text[256] = "\xff\xfe";

    for (size_t i = 0; i < n; i++) {
        text[2 + 2 * i] = (char)(unit[i] & 0xff);
        text[3 + 2 * i] = (char)(unit[i] >> 8);
    }
    read_bytes(l, text, 2 + 2 * n);
}

static void each_character_of_utf16_becomes_itself(void **state)
{
    static const struct {
        uint16_t unit[2];
        const char *name;
    } rows[] = {
        { { 0x7f, 0 }, "\x7f" },
        { { 0x80, 0 }, "\xc2\x80" },
        { { 0x7ff, 0 }, "\xdf\xbf" },
        { { 0x800, 0 }, "\xe0\xa0\x80" },
        { { 0xd7ff, 0 }, "\xed\x9f\xbf" },
        { { 0xe000, 0 }, "\xee\x80\x80" },
        { { 0xffff, 0 }, "\xef\xbf\xbf" },
        { { 0xd800, 0xdc00 }, "\xf0\x90\x80\x80" },
        { { 0xdbff, 0xdfff }, "\xf4\x8f\xbf\xbf" },
        { { 0xd800, 'x' }, "\xef\xbf\xbdx" },
        { { 0xdc00, 'x' }, "\xef\xbf\xbdx" },
        { { 0xdfff, 'x' }, "\xef\xbf\xbdx" },
        { { 0xd800, 0xe000 }, "\xef\xbf\xbd\xee\x80\x80" },
    };

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        uint16_t unit[8] = { rows[i].unit[0] };
        size_t n = 1;

        if (rows[i].unit[1])
            unit[n++] = rows[i].unit[1];
        unit[n++] = ';';
        unit[n++] = 'b';
        unit[n++] = ' ';
        unit[n++] = '3';
        loaded l;

        read_wide(&l, unit, n);
        assert_int_equal(total_of(&l, "samples"), 3);
        assert_string_equal(frame_at(&l, 0, 0).function.p, rows[i].name);
        assert_string_equal(frame_at(&l, 0, 1).function.p, "b");
        assert_int_equal(l.in.warning.n, 0);
        input_clear(&l.in);
    }
}

static void a_low_surrogate_at_the_end_is_a_character(void **state)
{
    static const uint16_t unit[] = { 'a', ' ', '3', '\n', 0xdc00 };
    loaded l;

    (void)state;
    read_wide(&l, unit, countof(unit));
    assert_int_equal(total_of(&l, "samples"), 3);
    assert_int_equal(l.in.lost.events, 1); /* it is a line without a count */
    input_clear(&l.in);
}

static void an_odd_byte_at_the_end_of_utf16_is_dropped(void **state)
{
    static const char text[] = "\xff\xfe"
                               "a\0 \0"
                               "3\0\n\0b";
    loaded l;

    (void)state;
    read_bytes(&l, text, sizeof text - 1);
    assert_int_equal(total_of(&l, "samples"), 3);
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

/* ---- names -------------------------------------------------------------- */

static void places_are_noted_where_they_are_places(void **state)
{
    static const struct {
        const char *name, *function, *file;
        uint32_t line;
    } rows[] = {
        { "f (a.py)", "f", "a.py", 0 },
        { "f (a.b.go)", "f", "a.b.go", 0 },
        { "f (a.java)", "f", "a.java", 0 },
        { "C.f(A.java:7)", "C.f", "A.java", 7 },
        { "f (a.GO)", NULL, "", 0 },
        { "f (a.)", NULL, "", 0 },
        { "f (.py)", NULL, "", 0 },
        { "f (py)", NULL, "", 0 },
        { "f (a b.py)", NULL, "", 0 },
        { "f (int,b.py)", NULL, "", 0 },
        { "f (A<b.py)", NULL, "", 0 },
        { "f (libz.so)", NULL, "", 0 },
        { "f (a.py:12)", "f", "a.py", 12 },
        { "f (a.js:12:3)", "f", "a.js", 12 },
        { "f (<string>:1)", "f", "<string>", 1 },
        { "f (node:fs:12:3)", "f", "node:fs", 12 },
        { "f (a b.py:1)", "f", "a b.py", 1 },
        { "f (C:\\Files (x86)\\a.py:3)", "f", "C:\\Files (x86)\\a.py", 3 },
        { "f (int) (a.cc:4)", "f (int)", "a.cc", 4 },
        { "f) (a.py:5)", "f)", "a.py", 5 },
        { "f (a.py:4294967295)", "f", "a.py", 4294967295 },
        { "f (a.py:4294967296)", NULL, "", 0 },
        { "f (a:12)", NULL, "", 0 },
        { "f (:12)", NULL, "", 0 },
        { "f(a.py)", NULL, "", 0 },
        { "(a.py)", NULL, "", 0 },
        { " (a.py)", NULL, "", 0 },
        { "f (g) (a.py)", "f (g)", "a.py", 0 },
        { "f (a.py) ", "f", "a.py", 0 },
        { "f (a.py", NULL, "", 0 },
        { "block (2 levels) in <main>", NULL, "", 0 },
        { "f - /a/b.rb:12", "f", "/a/b.rb", 12 },
        { "sleep [c function] - (unknown):0", "sleep [c function]", "", 0 },
        { "f - b:12", NULL, "", 0 },
        { "f - b", NULL, "", 0 },
        { "C#f - /a/b.rb:12", "C#f", "/a/b.rb", 12 },
        { "C#f - /a/b.rb", "C#f", "/a/b.rb", 0 },
        { "new [c function] - (unknown)", "new [c function]", "", 0 },
        { "app.py:12 - f", "f", "app.py", 12 },
        { "a.js:12:3 - f", "f", "a.js", 12 },
        { "(unknown):-1 - new [c function]", "new [c function]", "", 0 },
        { "(unknown):-1 - - [c function]", "- [c function]", "", 0 },
        { "/a/b.rb:12:in `each'", "each", "/a/b.rb", 12 },
        { "/a/b.rb:12:in 'A#each'", "A#each", "/a/b.rb", 12 },
        { "/a/b.py:12(f)", "f", "/a/b.py", 12 },
        { "/a/b.py:12 (f)", "f", "/a/b.py", 12 },
        { "/a/b.py:12:f", "f", "/a/b.py", 12 },
        { "a.py:12:3", NULL, "", 0 },
        { "a.py:12", NULL, "", 0 },
        { "f [a.js:12:3]", "f", "a.js", 12 },
        { "f [a.js]", NULL, "", 0 },
        { "a[1]", NULL, "", 0 },
        { "C.f(A.java)", "C.f", "A.java", 0 },
        { "C.f(Native Method)", "C.f", "", 0 },
        { "f(Native Method)", NULL, "", 0 },
        { "N.C.F(Int32 x) in /a/b.cs:line 12", "N.C.F(Int32 x)", "/a/b.cs",
          12 },
        { "N.C.F(Int32 x) in /a/b.cs:12", "N.C.F(Int32 x)", "/a/b.cs", 12 },
        { "N.C.F(Int32 x) in /a/b.cs:line x", NULL, "", 0 },
        { "A.dll!N.C.F(int32)", NULL, "", 0 },
        { "::f", NULL, "", 0 },
        { ":f:12", NULL, "", 0 },
        { "f /a/b.js:1:2", "f", "/a/b.js", 1 },
        { "GET http://host:8080", NULL, "", 0 },
        { "http://host:8080", NULL, "", 0 },
        { "f@http://h/a.js:1:2", "f", "http://h/a.js", 1 },
        { "a.py:f:3", "f", "a.py", 3 },
        { "node:fs:readSync:3", "readSync", "node:fs", 3 },
        { "<string>:<module>:3", "<module>", "<string>", 3 },
        { "f:/a/k.php:12", "f", "/a/k.php", 12 },
        { "A\\B::f:C:\\k.php:12", "A\\B::f", "C:\\k.php", 12 },
        { "<main>:<internal>:-1", "<main>", "", 0 },
        { "a:b:3", NULL, "", 0 },
        { "std::f", NULL, "", 0 },
        { "foo:33", NULL, "", 0 },
        { "A.f:33", NULL, "", 0 },
        { "api.example.com:8080", NULL, "", 0 },
    };
    char buf[128];

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        const corr_str whole = corr_str_trim(corr_str_of(rows[i].name));
        snprintf(buf, sizeof buf, "root;%s;leaf 1\n", rows[i].name);
        loaded l;

        read_text(&l, buf);
        const corr_frame_view v = frame_at(&l, 0, 1);
        if (strcmp(v.file.p, rows[i].file) != 0 || v.line != rows[i].line)
            fail_msg("%s: \"%s\" %u", rows[i].name, v.file.p, v.line);
        if (!corr_str_eq(v.function, rows[i].function
                                         ? corr_str_of(rows[i].function)
                                         : whole))
            fail_msg("%s: \"%s\"", rows[i].name, v.function.p);
        input_clear(&l.in);
    }
}

static void roots_are_threads_only_in_their_form(void **state)
{
    static const struct {
        const char *root, *thread;
        int64_t os;
    } rows[] = {
        { "thread (7): w", "w", 7 },
        { "thread (0x7f): w", "w", 0 },
        { "thread (seven): w", NULL, 0 },
        { "thread (7) w", NULL, 0 },
        { "thread 7: w", NULL, 0 },
        { "[w tid=9]", "w", 9 },
        { "[w tid=0]", NULL, 0 },
        { "[w pid=9]", NULL, 0 },
        { "[ tid=9]", "", 9 },
        { "[w tid=9", NULL, 0 },
        { "w tid=9]", NULL, 0 },
        { "[]", NULL, 0 },
        { "java-5/6", "java", 6 },
        { "a-b-5", "a-b-5", 0 },
        { "pool-1-thread-2", "pool-1-thread-2", 0 },
        { "<main>:<internal>:-1", NULL, 0 },
        { "f:/a/k.php-1", NULL, 0 },
        { "tid:77", "", 77 },
        { "tid:x", NULL, 0 },
        { "java-0", NULL, 0 },
        { "-5", NULL, 0 },
        { "java-x", NULL, 0 },
        { "T5", NULL, 0 }, /* no file of austin */
    };
    char buf[128];

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        snprintf(buf, sizeof buf, "%s;leaf 1\n", rows[i].root);
        loaded l;

        read_text(&l, buf);
        const uint32_t *thread = l.in.segment.v[1].thread;
        if (!thread != !rows[i].thread)
            fail_msg("%s: %s thread", rows[i].root, thread ? "a" : "no");
        if (thread) {
            const thread_row *t = &l.in.thread.v[thread[0]];
            assert_string_equal(input_text(&l.in, t->name).p, rows[i].thread);
            assert_int_equal(t->os_id, rows[i].os);
        }
        assert_int_equal(frame_at(&l, 0, 0).type,
                         thread ? CORR_FRAME_THREAD : CORR_FRAME_PLAIN);
        assert_int_equal(l.in.stack.n.v[l.in.segment.v[1].stack[0]], 2);
        input_clear(&l.in);
    }
}

static void threads_follow_processes_and_nothing_else(void **state)
{
    static const struct {
        const char *line;
        bool has_thread;
        uint32_t depth;
    } rows[] = {
        { "process 7:\"a;b\";thread (1): w;f 1\n", true, 3 },
        { "process 7:\"a\" b;c\";thread (1): w 1\n", true, 2 },
        { "process 7:\"a\" 1\n", false, 1 },
        { "process 7:\"a;b\" 1\n", false, 1 },
        { "process 7:\"a;b 1\n", false, 2 },
        { "process;thread (1): w 1\n", false, 2 },
        { "main;thread (1): w 1\n", false, 2 },
        { "f;process 7:\"a;b\";c 1\n", false, 4 },
    };

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        loaded l;

        read_text(&l, rows[i].line);
        if (!l.in.segment.v[1].thread == rows[i].has_thread ||
            l.in.stack.n.v[l.in.segment.v[1].stack[0]] != rows[i].depth)
            fail_msg("%s: depth %u", rows[i].line,
                     l.in.stack.n.v[l.in.segment.v[1].stack[0]]);
        input_clear(&l.in);
    }
}

static void austin_has_threads_and_places_of_its_own(void **state)
{
    static const struct {
        const char *thread;
        int64_t os; /* -1: not recognised */
    } rows[] = {
        { "T67", 67 }, { "T0:68", 68 }, { "Tx87", 0 },
        { "T", -1 },   { "Ty87", -1 },  { "U67", -1 },
    };
    char buf[128];

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        snprintf(buf, sizeof buf,
                 "P1;T1;a:b:1 1\nP1;%s;:x:1;a::1;a:f:y;b:f:2 1\n",
                 rows[i].thread);
        loaded l;

        read_text(&l, buf);
        const uint32_t thread = l.in.segment.v[1].thread[1];
        if ((thread == 0) != (rows[i].os < 0))
            fail_msg("%s: %u", rows[i].thread, thread);
        if (thread)
            assert_int_equal(l.in.thread.v[thread].os_id, rows[i].os);
        assert_string_equal(frame_at(&l, 1, 3).file.p, "");
        assert_string_equal(frame_at(&l, 1, 4).file.p, "");
        assert_string_equal(frame_at(&l, 1, 5).file.p, "b");
        assert_int_equal(frame_at(&l, 1, 5).line, 2);
        assert_int_equal(frame_at(&l, 1, 0).type, CORR_FRAME_THREAD);
        input_clear(&l.in);
    }
}

static void other_roots_are_not_of_austin(void **state)
{
    static const char *const texts[] = {
        "x1;T5;a:b:3 1\n", "P;T5;a:b:3 1\n", "Px;T5;a:b:3 1\n",
        "P1;U5;a:b:3 1\n", "P1;T 1\n",       "P1 1\nx;y;a:b:3 1\n",
    };

    (void)state;
    for (size_t i = 0; i < countof(texts); i++) {
        loaded l;

        read_text(&l, texts[i]);
        assert_null(l.in.segment.v[1].thread);
        if (strstr(texts[i], "a:b:3"))
            assert_string_equal(
                frame_at(&l, (uint32_t)l.in.segment.v[1].n - 1, 2).file.p, "");
        input_clear(&l.in);
    }
}

static void comments_of_austin_are_settings(void **state)
{
    loaded l;

    read_text(&l, "# austin: 3.3.0\n# mode: w\n# empty:\n# : none\n"
                  "# no colon\nP1;T2;a:b:1 1\n");

    (void)state;
    assert_int_equal(l.in.setting.n, 2);
    assert_string_equal(input_text(&l.in, l.in.setting.v[1].name).p, "mode");
    assert_string_equal(input_text(&l.in, l.in.setting.v[1].value).p, "w");
    assert_string_equal(input_text(&l.in, l.in.producer).p, "austin");
    assert_string_equal(said_code(&l, "COMMENTS")->text,
                        "5 comment lines left out");
    input_clear(&l.in);
    read_text(&l, "# one\na;b 1\n");
    assert_int_equal(l.in.setting.n, 0);
    assert_string_equal(said_code(&l, "COMMENTS")->text,
                        "1 comment line left out");
    input_clear(&l.in);
}

/* ---- numbers ------------------------------------------------------------ */

static void decimals_are_those_of_counts_that_are_not_zero(void **state)
{
    static const struct {
        const char *text;
        corr_unit unit;
        int64_t total;
        bool rounded;
    } rows[] = {
        { "a 1\nb 0.00\nc 0e-5\n", CORR_COUNT, 1, false },
        { "a 1.50\nb 2\n", CORR_FRACTION, 3500000, false },
        { "a 1.5e-3\nb 15e2\n", CORR_FRACTION, 1500001500, false },
        { "a 0.000001\n", CORR_FRACTION, 1, false },
        { "a 0.0000015\n", CORR_FRACTION, 2, true },
        { "a 0.0000014\n", CORR_FRACTION, 1, true },
        { "a 0.00000149\n", CORR_FRACTION, 1, true },
        { "a 1.00000001\nb 1\n", CORR_FRACTION, 2000000, true },
        { "a 9223372036854.775807\n", CORR_FRACTION, INT64_MAX, false },
        { "a 1e18\n", CORR_COUNT, 1000000000000000000, false },
        { "a 922337203685477580e1\n", CORR_COUNT, 9223372036854775800, false },
    };

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        loaded l;

        read_text(&l, rows[i].text);
        if (total_of(&l, "samples") != rows[i].total)
            fail_msg("%s: %lld", rows[i].text,
                     (long long)total_of(&l, "samples"));
        assert_int_equal(l.in.kind.v[1].unit, rows[i].unit);
        assert_int_equal(said_code(&l, "ROUNDED") != NULL, rows[i].rounded);
        assert_int_equal(l.in.lost.events, 0);
        input_clear(&l.in);
    }
}

static void a_count_too_large_beside_fractions_is_named(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "a 1.5\nb 9223372036855\n");
    assert_int_equal(total_of(&l, "samples"), 1500000);
    assert_string_equal(said_code(&l, "DAMAGED")->text,
                        "the count in line 2 is over 2^63 millionths");
    input_clear(&l.in);
}

static void counts_over_the_most_are_named(void **state)
{
    static const char *const texts[] = {
        "a 9223372036854775808\nb 1\n",
        "a 9223372036854775807e1\nb 1\n",
        "a 18446744073709551615\nb 1\n",
    };

    (void)state;
    for (size_t i = 0; i < countof(texts); i++) {
        loaded l;

        read_text(&l, texts[i]);
        assert_int_equal(total_of(&l, "samples"), 1);
        assert_string_equal(said_code(&l, "DAMAGED")->text,
                            "the count in line 1 is over 2^63");
        assert_int_equal(l.in.lost.events, 1);
        assert_int_equal(l.in.lost.bytes, strlen(texts[i]) - 5);
        input_clear(&l.in);
    }
    loaded l;

    read_text(&l, "a 18446744073709551616\nb 1e99\nc 1e100\nd 1e9\n");
    assert_int_equal(total_of(&l, "samples"), 1000000000);
    assert_int_equal(l.in.lost.events, 3);
    input_clear(&l.in);
}

/* ---- what a file looks like --------------------------------------------- */

static void perf_script_is_known_by_its_frames(void **state)
{
#define FRAME "\tffff f+0x1 (x)\n"
    static const struct {
        const char *text;
        bool is_perf;
    } rows[] = {
        { "sh 1\n" FRAME "\n", true },
        { "sh 1\nsh 2\nsh 3\n" FRAME, true },
        { "sh 1\nsh 2\nsh 3\nsh 4\n" FRAME, false },
        { "a;b 1\n" FRAME FRAME FRAME, false },
        { "a;b 1\n" FRAME FRAME FRAME FRAME, true },
        { "sh 1\n\tfff f+0x1 (x)\n", false },
        { "sh 1\nffff f+0x1 (x)\n", false },
        { "sh 1\n\tffff f+0x1 (x\n", false },
        { "sh 1\n\tffff\n", false },
        { "sh 1\n\tfffg f (x)\n", false },
        { "sh 1\n  09af f (x)\n", true },
    };

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        loaded l;

        read_as(&l, rows[i].text, &(corr_load_opts){ 0 });
        input_clear(&l.in);
        if ((l.code != CORR_OK) != rows[i].is_perf)
            fail_msg("%s: %s", rows[i].text, l.err.what);
    }
}

static void a_head_without_an_end_of_line_may_be_folded(void **state)
{
    static const struct {
        const char *text;
        bool whole;
        int sure;
    } rows[] = {
        { "main;very;long", false, 20 },
        { "main;very;long", true, 0 },
        { "main very long", false, 0 },
        { "{\"a\";1", false, 0 },
        { "<a;b", false, 0 },
        { "[a;b", false, 0 },
        { "a;b 1", true, 60 },
        { "main 1\n", true, 20 },
        { "dd 29776", true, 0 },
        { "dd 29776 6667.", true, 0 },
        { "", false, 0 },
        { "a;b 1\nc;d 2\ne", false, 60 },
        { "\xef\xbb\xbf"
          "a;b 1\n",
          true, 60 },
    };

    (void)state;
    for (size_t i = 0; i < countof(rows); i++)
        if (probe_head(rows[i].text, strlen(rows[i].text), rows[i].whole) !=
            rows[i].sure)
            fail_msg("%s: not %d", rows[i].text, rows[i].sure);
}

static void one_line_in_twenty_may_be_without_a_count(void **state)
{
    (void)state;
    for (unsigned n = 19; n <= 20; n++) {
        char text[512];
        size_t at = 0;

        for (unsigned i = 1; i < n; i++)
            at += (size_t)snprintf(text + at, sizeof text - at, "%s",
                                   i % 2 ? "a;b 1\n" : "c 1\n");
        at += (size_t)snprintf(text + at, sizeof text - at, "no;count\n");
        assert_int_equal(probe_head(text, at, true), n == 20 ? 60 : 20);
    }
    assert_int_equal(probe_head("a;b 1\nc 2\n", 10, true), 60);
    assert_int_equal(probe_head("a;b 1\nc 2\nd 3\n", 14, true), 20);
    assert_int_equal(probe_head("a;b 1\nc\n", 8, true), 20);
}

static void one_odd_line_is_named_and_the_rest_is_read(void **state)
{
    loaded l;

    (void)state;
    assert_int_equal(probe_head("m;a -5\nm;b 10\n", 14, true), 60);
    assert_int_equal(probe_head("odd\nm;b 10\n", 11, true), 20);
    read_text(&l, "m;a -5\nm;b 10\nm;c -.5\nm;d -\n");
    assert_int_equal(total_of(&l, "samples"), 10);
    assert_int_equal(l.in.lost.events, 3);
    assert_non_null(said(&l, "the count in line 1 is negative"));
    assert_non_null(said(&l, "line 4 does not end in a count"));
    input_clear(&l.in);
}

static void other_separators_separate_or_are_named(void **state)
{
    static const struct {
        const char *text;
        uint32_t depth;
        bool is_named;
    } rows[] = {
        { "a -> b -> c 5\na -> d 6\n", 3, true },
        { "a->b->c 5\na->d 6\n", 3, true },
        { "a|b|c 5\na|d 6\n", 3, true },
        { "a\tb\tc 5\na\td 6\n", 3, true },
        { "a\xe2\x86\x92 b 5\na\xe2\x86\x92 d 6\n", 2, true },
        { "a,b 5\na,c 6\n", 2, true },
        { "f(int, int) 5\ng(int, int) 6\n", 1, true },
        { "a/b/c 5\na/d 6\n", 1, true },
        { "a->b 5\nb 6\nc 7\n", 1, false },
        { "a.b 5\nc:d 6\n", 1, false },
        { "a|b;c 5\na|d 6\n", 2, false },
    };

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        loaded l;

        read_text(&l, rows[i].text);
        if (l.in.stack.n.v[l.in.segment.v[1].stack[0]] != rows[i].depth ||
            (said_code(&l, "SEPARATOR") != NULL) != rows[i].is_named)
            fail_msg("%s", rows[i].text);
        input_clear(&l.in);
    }
}

static void metrics_are_no_stacks(void **state)
{
    static const char *const texts[] = {
        "{__name__=\"a;b\", c=\"d e\"} 100 1713099600000\n",
        "a.b:c{ x = \"y;z\"} 1\n",
    };

    (void)state;
    assert_int_equal(probe_head(texts[0], strlen(texts[0]), true), 0);
    assert_int_equal(probe_head("a{b;c 5\n", 8, true), 60);
    assert_int_equal(probe_head("{main};a=b 5\n", 13, true), 60);
}

static void few_zeros_do_not_make_a_text_binary(void **state)
{
    (void)state;
    assert_int_equal(probe_head("a\0;b 1\n", 7, true), 60);
    assert_int_equal(probe_head("a\0\0;b 1\n", 8, true), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mark_of_utf8_alone_is_an_empty_file),
        cmocka_unit_test(each_character_of_utf16_becomes_itself),
        cmocka_unit_test(a_low_surrogate_at_the_end_is_a_character),
        cmocka_unit_test(an_odd_byte_at_the_end_of_utf16_is_dropped),
        cmocka_unit_test(places_are_noted_where_they_are_places),
        cmocka_unit_test(roots_are_threads_only_in_their_form),
        cmocka_unit_test(threads_follow_processes_and_nothing_else),
        cmocka_unit_test(austin_has_threads_and_places_of_its_own),
        cmocka_unit_test(other_roots_are_not_of_austin),
        cmocka_unit_test(comments_of_austin_are_settings),
        cmocka_unit_test(decimals_are_those_of_counts_that_are_not_zero),
        cmocka_unit_test(counts_over_the_most_are_named),
        cmocka_unit_test(a_count_too_large_beside_fractions_is_named),
        cmocka_unit_test(perf_script_is_known_by_its_frames),
        cmocka_unit_test(a_head_without_an_end_of_line_may_be_folded),
        cmocka_unit_test(one_line_in_twenty_may_be_without_a_count),
        cmocka_unit_test(one_odd_line_is_named_and_the_rest_is_read),
        cmocka_unit_test(other_separators_separate_or_are_named),
        cmocka_unit_test(metrics_are_no_stacks),
        cmocka_unit_test(few_zeros_do_not_make_a_text_binary),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
