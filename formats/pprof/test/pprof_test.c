/* Tests of the pprof reader: what it makes of good files. */
#include "test/test_pprof.h"

#include <math.h>
#include <unistd.h>

/* A minimal profile, byte for byte. */
static const uint8_t worked[] = {
    0x0a, 0x04, 0x08, 0x01, 0x10, 0x02, 0x0a, 0x04, 0x08, 0x03, 0x10, 0x04,
    0x12, 0x19, 0x0a, 0x02, 0x01, 0x02, 0x12, 0x05, 0x03, 0x80, 0x87, 0xa7,
    0x0e, 0x1a, 0x04, 0x08, 0x09, 0x10, 0x0a, 0x1a, 0x06, 0x08, 0x0b, 0x18,
    0x40, 0x20, 0x0b, 0x1a, 0x10, 0x08, 0x01, 0x10, 0x80, 0x80, 0x80, 0x02,
    0x18, 0x80, 0xc0, 0x80, 0x02, 0x28, 0x05, 0x38, 0x01, 0x22, 0x15, 0x08,
    0x01, 0x10, 0x01, 0x18, 0x8a, 0xa0, 0x80, 0x02, 0x22, 0x04, 0x08, 0x01,
    0x10, 0x0c, 0x22, 0x04, 0x08, 0x02, 0x10, 0x1e, 0x22, 0x0f, 0x08, 0x02,
    0x10, 0x01, 0x18, 0xe4, 0xa0, 0x80, 0x02, 0x22, 0x04, 0x08, 0x03, 0x10,
    0x07, 0x2a, 0x06, 0x08, 0x01, 0x10, 0x06, 0x18, 0x06, 0x2a, 0x06, 0x08,
    0x02, 0x10, 0x07, 0x18, 0x07, 0x2a, 0x06, 0x08, 0x03, 0x10, 0x08, 0x18,
    0x08, 0x32, 0x00, 0x32, 0x07, 's',  'a',  'm',  'p',  'l',  'e',  's',
    0x32, 0x05, 'c',  'o',  'u',  'n',  't',  0x32, 0x03, 'c',  'p',  'u',
    0x32, 0x0b, 'n',  'a',  'n',  'o',  's',  'e',  'c',  'o',  'n',  'd',
    's',  0x32, 0x08, '/',  'b',  'i',  'n',  '/',  'a',  'p',  'p',  0x32,
    0x03, 'i',  'n',  'l',  0x32, 0x04, 'w',  'o',  'r',  'k',  0x32, 0x04,
    'm',  'a',  'i',  'n',  0x32, 0x07, 's',  'p',  'a',  'n',  '_',  'i',
    'd',  0x32, 0x10, '0',  '0',  'f',  '0',  '6',  '7',  'a',  'a',  '0',
    'b',  'a',  '9',  '0',  '2',  'b',  '7',  0x32, 0x05, 'b',  'y',  't',
    'e',  's',  0x48, 0x80, 0x80, 0xa8, 0xb1, 0xe3, 0x9f, 0xe7, 0xcb, 0x17,
    0x50, 0x80, 0x94, 0xeb, 0xdc, 0x03, 0x5a, 0x04, 0x08, 0x03, 0x10, 0x04,
    0x60, 0x80, 0xad, 0xe2, 0x04,
};

static void assert_worked(const loaded *l)
{
    const segment *s = find_kind(l, "cpu");

    assert_int_equal(l->code, CORR_OK);
    assert_non_null(s);
    assert_int_equal(s->n, 1);
    assert_int_equal(s->value[0], 30000000);
    assert_int_equal(obs_of(l, "cpu"), 3);
    assert_string_equal(stack_of(l, s, 0), "main:7;work:30;inl:12");
    assert_int_equal(l->in.segment.n, 2); /* nil and cpu */
}

static void the_worked_example_reads_as_the_reference_says(void **state)
{
    loaded l;

    (void)state;
    assert_int_equal(sizeof worked, 245);
    load_fd_or_memory(&l, -1, worked, sizeof worked, &(corr_load_opts){ 0 });
    assert_worked(&l);
    const kind_row *k = kind_facts(&l, "cpu");
    assert_true(corr_str_is(input_text(&l.in, k->type), "cpu/nanoseconds"));
    assert_int_equal(k->unit, CORR_NS);
    assert_int_equal(k->period, 10000000);
    assert_int_equal(k->flags, CORR_KIND_DEFAULT);
    assert_true(l.in.from == 1700000000000000000);
    assert_true(l.in.to == 1700000001000000000);
    assert_true(corr_str_is(
        input_text(&l.in, l.in.proc.v[l.in.process.owner].executable), "app"));

    uint32_t set = find_kind(&l, "cpu")->labels[0];
    corr_label label;
    assert_true(input_find_label(&l.in, set, CORR_STR("bytes"), &label));
    assert_int_equal(label.num, 64);
    assert_true(corr_str_is(label.text, "bytes"));
    assert_true(l.in.label.set_ids.v[set].span == 0x00f067aa0ba902b7);

    const input *in = &l.in;
    uint32_t at = in->stack.at.v[find_kind(&l, "cpu")->stack[0]];
    assert_int_equal(input_frame(in, narrow_at(&in->stack.frame, at)).type,
                     CORR_FRAME_PLAIN);
    corr_frame_view leaf = input_frame(in, narrow_at(&in->stack.frame, at + 2));
    assert_int_equal(leaf.type, CORR_FRAME_INLINED);
    assert_true(corr_str_is(leaf.module, "app"));
    input_clear(&l.in);
}

/* The top-level fields of a profile, last first. */
static void reverse(const uint8_t *p, size_t n, blob *to)
{
    size_t at[64];
    size_t k = 0;

    for (size_t i = 0; i < n; k++) {
        at[k] = i;
        bool has_bytes = (p[i] & 7) == 2;
        i += has_bytes ? 2u + p[i + 1] : 1u;
        while (!has_bytes && p[i++] >= 0x80)
            continue;
    }
    to->n = 0;
    for (size_t end = n; k-- > 0; end = at[k])
        put_raw(to, p + at[k], end - at[k]);
}

/* Sample types and texts are numbered by their order, so that one is kept;
 * everything else is turned around and put before and after them. */
static void fields_may_come_in_any_order(void **state)
{
    blob turned = { .n = 0 };
    blob b = { .n = 0 };
    loaded l;
    const size_t types = 12;  /* where they end */
    const size_t texts = 121; /* where the string table begins and ends */
    const size_t rest = 218;

    (void)state;
    assert_int_equal(worked[types], 0x12);
    assert_int_equal(worked[texts], 0x32);
    assert_int_equal(worked[rest], 0x48);
    reverse(worked + types, texts - types, &turned);
    for (int way = 0; way < 2; way++) {
        b.n = 0;
        if (way == 0)
            put_raw(&b, turned.p, turned.n);
        put_raw(&b, worked + rest, sizeof worked - rest);
        put_raw(&b, worked + texts, rest - texts);
        put_raw(&b, worked, types);
        if (way == 1)
            put_raw(&b, turned.p, turned.n);
        assert_int_equal(b.n, sizeof worked);
        load_blob(&l, &b);
        assert_worked(&l);
        input_clear(&l.in);
    }
}

static void a_pipe_will_do(void **state)
{
    int fd[2];
    loaded l;

    (void)state;
    assert_int_equal(pipe(fd), 0);
    assert_int_equal(write(fd[1], worked, sizeof worked), sizeof worked);
    close(fd[1]);
    load_fd_or_memory(&l, fd[0], NULL, 0, &(corr_load_opts){ 0 });
    assert_worked(&l);
    close(fd[0]);
    input_clear(&l.in);
}

static void lists_may_be_packed_or_not_or_both(void **state)
{
    static const uint64_t ids[] = { 1, 2, 300 };
    static const int64_t value[] = { 1, -5 };
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_nums(&b, 1, NUMS(1, 1, 2, 2));
    put_nums(&b, 1, NUMS(1, 3, 2, 4));
    for (int how = 0; how < 4; how++) {
        blob m = { .n = 0 };
        size_t packed = how == 0 ? 0 : how == 1 ? 3 : 1;
        put_packed(&m, 2, (const uint64_t *)value, how & 1 ? 2 : 1);
        if (packed)
            put_packed(&m, 1, ids, packed);
        for (size_t i = packed; i < 3; i++)
            if (how == 3)
                put_packed(&m, 1, ids + i, 1);
            else
                put_num(&m, 1, ids[i]);
        if (!(how & 1))
            put_num(&m, 2, (uint64_t)value[1]);
        put_msg(&b, 2, &m);
    }
    put_function(&b, 1, 5, 0);
    put_function(&b, 2, 6, 0);
    put_function(&b, 300, 7, 0);
    put_words(&b, "samples count cpu nanoseconds leaf mid root");
    load_blob(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(l.in.stack.n.n, 2); /* nil and this one */
    assert_int_equal(total_of(&l, "cpu"), -20);
    assert_int_equal(obs_of(&l, "cpu"), 4);
    assert_string_equal(stack_of(&l, find_kind(&l, "cpu"), 3),
                        "root:3000;mid:20;leaf:10");
    input_clear(&l.in);
}

static void ids_may_be_any_numbers(void **state)
{
    static const uint64_t id[] = { 1, 2, UINT64_MAX, 77, 0x7f0012345678, 3 };
    const int64_t one = 1;
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_nums(&b, 1, NUMS(1, 1, 2, 2));
    for (size_t i = 0; i < 6; i++)
        put_sample(&b, id[i], &one, 1);
    for (size_t i = 0; i < 6; i++)
        put_function(&b, id[i], 3 + i, 0);
    put_words(&b, "samples count a b c d e f");
    load_blob(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    const segment *s = find_kind(&l, "samples");
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(stack_of(&l, s, i)[0], "abcdef"[i]);
    input_clear(&l.in);
}

static void code_without_a_name_shows_its_place(void **state)
{
    static const struct {
        uint64_t mapping, address;
        const char *name;
    } place[] = {
        { 1, 0x1010, "lib.so+0x310" }, /* 0x1010 - 0x1000 + 0x300 */
        { 1, 0, "[lib.so]" },
        { 1, 0x10, "[lib.so]" }, /* outside of its mapping */
        { 0, 0x4040, "0x4040" },
        { 0, 0, "<unknown>" },
        { 9, 0x50, "0x50" },
    };
    const int64_t one = 1;
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_nums(&b, 1, NUMS(1, 1, 2, 2));
    put_nums(&b, 3, NUMS(1, 1, 2, 0x1000, 3, 0x2000, 4, 0x300, 5, 3));
    for (size_t i = 0; i < 6; i++) {
        put_sample(&b, i + 1, &one, 1);
        put_nums(&b, 4,
                 NUMS(1, i + 1, 2, place[i].mapping, 3, place[i].address));
    }
    put_sample(&b, 0, &one, 1);
    put_mem(&b, 6, "", 0);
    put_mem(&b, 6, "samples", 7);
    put_mem(&b, 6, "count", 5);
    put_mem(&b, 6, "/x/lib.so (deleted)", 19);
    load_blob(&l, &b);
    const segment *s = find_kind(&l, "samples");
    for (size_t i = 0; i < 6; i++)
        assert_string_equal(stack_of(&l, s, i), place[i].name);
    assert_string_equal(stack_of(&l, s, 6), "");
    assert_non_null(said(&l,
                         "1 location names mapping 9, which is not defined: "
                         "1 sample"));
    input_clear(&l.in);
}

static void system_names_stand_in_and_zeros_are_left_out(void **state)
{
    static const int64_t value[][2] = { { 0, 0 }, { 2, 7 }, { 1, 0 } };
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_nums(&b, 1, NUMS(1, 1, 2, 2));
    put_nums(&b, 1, NUMS(1, 3, 2, 2));
    for (size_t i = 0; i < 3; i++)
        put_sample(&b, 1, value[i], 2);
    put_function(&b, 1, 0, 0);
    b.n -= 8; /* the function once more, by its system name */
    put_nums(&b, 5, NUMS(1, 1, 3, 4));
    put_words(&b, "apples count pears _ZN1xE");
    load_blob(&l, &b);
    assert_int_equal(find_kind(&l, "apples")->n, 2);
    assert_int_equal(find_kind(&l, "pears")->n, 1);
    assert_int_equal(find_kind(&l, "pears")->row[0], 1);
    assert_string_equal(stack_of(&l, find_kind(&l, "pears"), 0), "_ZN1xE:10");
    input_clear(&l.in);
}

/* ---- labels -------------------------------------------------------- */

static void put_labels(blob *b)
{
    const int64_t one = 1;
    blob m = { .n = 0 };

    put_nums(b, 1, NUMS(1, 1, 2, 2));
    put_packed(&m, 2, (const uint64_t *)&one, 1);
    put_nums(&m, 3, NUMS(1, 3, 2, 4));          /* text */
    put_num(&m, 1, 1);                          /* in between */
    put_nums(&m, 3, NUMS(1, 5, 3, UINT64_MAX)); /* -1 without a unit */
    put_nums(&m, 3, NUMS(1, 6, 4, 2));          /* 0 with a unit */
    put_nums(&m, 3, NUMS(1, 7));                /* neither text nor number */
    put_nums(&m, 3, NUMS(2, 4));                /* no key */
    put_msg(b, 2, &m);
    put_function(b, 1, 4, 0);
    put_words(b, "samples count key text num zero gone");
}

static void a_label_is_a_text_else_a_number_else_nothing(void **state)
{
    blob b = { .n = 0 };
    loaded l;
    corr_label x;

    (void)state;
    put_labels(&b);
    load_blob(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    uint32_t set = find_kind(&l, "samples")->labels[0];
    assert_int_equal(l.in.label.set_n.v[set], 3);
    assert_true(input_find_label(&l.in, set, CORR_STR("key"), &x));
    assert_true(corr_str_is(x.text, "text"));
    assert_true(input_find_label(&l.in, set, CORR_STR("num"), &x));
    assert_int_equal(x.num, -1);
    assert_true(input_find_label(&l.in, set, CORR_STR("zero"), &x));
    assert_true(corr_str_is(x.text, "count"));
    input_clear(&l.in);
}

static void labels_nobody_wants_are_not_kept(void **state)
{
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_labels(&b);
    load_fd_or_memory(&l, -1, b.p, b.n,
                      &(corr_load_opts){ .needs = CORR_NEED_SAMPLES });
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(l.in.label.key.n, 0);
    assert_int_equal(total_of(&l, "samples"), 1);
    input_clear(&l.in);
}

/* ---- real files ---------------------------------------------------- */

static void recordings_read_as_pprof_reads_them(void **state)
{
    static const struct {
        const char *path, *kind, *producer;
        unsigned flags;
    } file[] = {
        { "testdata/pprof/go-cpu.pb.gz", "cpu", "Go", CORR_KIND_DEFAULT },
        { "testdata/pprof/go-cpu.pb", "cpu", "Go", CORR_KIND_DEFAULT },
        { "testdata/pprof/go-heap.pb.gz", "live_bytes", "Go",
          CORR_KIND_DEFAULT | CORR_KIND_SNAPSHOT },
        { "testdata/pprof/go-heap.pb.gz", "alloc_bytes", "Go",
          CORR_KIND_CUMULATIVE },
        { "testdata/pprof/go-block.pb.gz", "block", "Go",
          CORR_KIND_DEFAULT | CORR_KIND_CUMULATIVE },
        { "testdata/pprof/go-mutex.pb.gz", "mutex", "Go",
          CORR_KIND_DEFAULT | CORR_KIND_CUMULATIVE },
        { "testdata/pprof/go-goroutine.pb.gz", "goroutine", "Go",
          CORR_KIND_DEFAULT | CORR_KIND_SNAPSHOT | CORR_KIND_WHOLE },
        { "testdata/pprof/node-datadog.pb.gz", "wall", "Node.js", 0 },
    };
    static uint8_t bytes[1 << 20];

    (void)state;
    for (size_t i = 0; i < sizeof file / sizeof *file; i++) {
        loaded l;
        size_t n = read_file(file[i].path, bytes, sizeof bytes);
        load_fd_or_memory(&l, -1, bytes, n, &(corr_load_opts){ 0 });
        assert_int_equal(l.code, CORR_OK);
        assert_int_equal(l.in.warning.n, 0);
        assert_int_equal(kind_facts(&l, file[i].kind)->flags, file[i].flags);
        assert_true(total_of(&l, file[i].kind) > 0);
        assert_true(
            corr_str_is(input_text(&l.in, l.in.producer), file[i].producer));
        assert_true(l.in.from > 1700000000000000000);
        input_clear(&l.in);
    }
}

static void compressed_or_not_is_the_same(void **state)
{
    static uint8_t bytes[1 << 20];
    loaded a;
    loaded b;

    (void)state;
    size_t n = read_file("testdata/pprof/go-cpu.pb", bytes, sizeof bytes);
    load_fd_or_memory(&a, -1, bytes, n, &(corr_load_opts){ 0 });
    n = read_file("testdata/pprof/go-cpu.pb.gz", bytes, sizeof bytes);
    load_fd_or_memory(&b, -1, bytes, n, &(corr_load_opts){ 0 });
    assert_int_equal(total_of(&a, "cpu"), total_of(&b, "cpu"));
    assert_int_equal(a.in.stack.n.n, b.in.stack.n.n);
    assert_int_equal(a.in.text.n, b.in.text.n);
    input_clear(&a.in);
    input_clear(&b.in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worked_example_reads_as_the_reference_says),
        cmocka_unit_test(fields_may_come_in_any_order),
        cmocka_unit_test(a_pipe_will_do),
        cmocka_unit_test(lists_may_be_packed_or_not_or_both),
        cmocka_unit_test(ids_may_be_any_numbers),
        cmocka_unit_test(code_without_a_name_shows_its_place),
        cmocka_unit_test(system_names_stand_in_and_zeros_are_left_out),
        cmocka_unit_test(a_label_is_a_text_else_a_number_else_nothing),
        cmocka_unit_test(labels_nobody_wants_are_not_kept),
        cmocka_unit_test(recordings_read_as_pprof_reads_them),
        cmocka_unit_test(compressed_or_not_is_the_same),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
