/* Tests of pprof.c: what is recognised as a profile, and how surely. */
#include "test/test_pprof.h"

static int probe(const void *p, size_t n)
{
    return corr_format_pprof.probe(p, n, true);
}

static int probe_blob(const blob *b)
{
    return probe(b->p, b->n);
}

static void a_profile_is_recognised_by_its_structure(void **state)
{
    static const char text[] = "main;work;parse 12\nmain;work 3\n";
    static const char json[] = "{\"resourceSpans\":[]}";
    blob b = { .n = 0 };
    blob m = { .n = 0 };

    (void)state;
    put_good(&b);
    assert_int_equal(probe(b.p, b.n), 60);
    assert_int_equal(probe(b.p, b.n - 7), 60);     /* cut off */
    assert_int_equal(probe(b.p + 6, b.n - 6), 60); /* without a type */
    assert_int_equal(probe(b.p, 0), 0);
    assert_int_equal(probe(text, sizeof text - 1), 0);
    assert_int_equal(probe(json, sizeof json - 1), 0);
    b.n = 0;
    put_mem(&m, 2, "scope", 5); /* exported traces and OTLP profiles */
    put_msg(&b, 1, &m);
    put_msg(&b, 2, &m);
    assert_int_equal(probe(b.p, b.n), 0);
}

/* Sample type, sample, mapping, ... as letters; "e" and "x" are an empty and
 * another text. */
static int probe_fields(const char *letters)
{
    blob b = { .n = 0 };

    for (; *letters; letters++) {
        switch (*letters) {
        case 'T':
            put_nums(&b, 1, NUMS(1, 1, 2, 2));
            break;
        case 'S':
            put_nums(&b, 2, NUMS(1, 1, 2, 2));
            break;
        case 'M':
            put_nums(&b, 3, NUMS(1, 1));
            break;
        case 'L':
            put_nums(&b, 4, NUMS(1, 1));
            break;
        case 'F':
            put_nums(&b, 5, NUMS(1, 1));
            break;
        case 'e':
            put_mem(&b, 6, "", 0);
            break;
        case 'x':
            put_mem(&b, 6, "x", 1);
            break;
        case 't':
            put_num(&b, 9, 1);
            break;
        case 'd':
            put_num(&b, 10, 1);
            break;
        case 'Y':
            put_nums(&b, 11, NUMS(1, 1));
            break;
        case 'p':
            put_num(&b, 12, 1);
            break;
        default:
            fail_msg("no field %c", *letters);
        }
    }
    return probe_blob(&b);
}

static void a_type_and_one_thing_more_are_enough(void **state)
{
    static const struct {
        const char *fields;
        int sure;
    } way[] = {
        { "T", 0 },   { "Y", 0 },   { "d", 0 },   { "x", 0 },    { "xe", 0 },
        { "TY", 0 },  { "Td", 0 },  { "tp", 0 },  { "Tx", 0 },   { "Txe", 0 },
        { "TS", 60 }, { "TM", 60 }, { "TL", 60 }, { "TF", 60 },  { "Tt", 60 },
        { "Tp", 60 }, { "Te", 60 }, { "YS", 60 }, { "Ye", 60 },  { "Yp", 60 },
        { "Se", 60 }, { "Me", 60 }, { "Le", 60 }, { "Fe", 60 },  { "eS", 60 },
        { "S", 20 },  { "M", 20 },  { "L", 20 },  { "F", 20 },   { "e", 20 },
        { "Sx", 20 }, { "te", 20 }, { "ex", 20 }, { "Sxe", 20 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof way / sizeof *way; i++)
        if (probe_fields(way[i].fields) != way[i].sure)
            fail_msg("%s: %d", way[i].fields, probe_fields(way[i].fields));
}

/* A field of any wire type that is well-formed on its own. */
static void put_wire(blob *b, unsigned number, unsigned type)
{
    put_varint(b, number << 3 | type);
    put_raw(b, "\0\0\0\0\0\0\0\0", type == 1 ? 8 : type == 5 ? 4 : 1);
}

/* Numbers come as varints, texts and messages with a length, lists either
 * way; V, B and * here, from number 1 on. */
static void every_field_has_the_type_of_the_schema(void **state)
{
    static const struct {
        unsigned message; /* 0: the profile itself */
        const char *types;
    } shapes[] = {
        { 0, "BBBBBBVVVVBV*VV" },
        { 1, "VV" },
        { 2, "**B" },
        { 3, "VVVVVVVVVV" },
        { 4, "VVVBV" },
        { 5, "VVVVV" },
        { 11, "VV" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        size_t n = strlen(shapes[i].types);
        for (unsigned number = 1; number <= 20; number++)
            for (unsigned type = 0; type < 6; type++) {
                blob b = { .n = 0 };
                blob m = { .n = 0 };
                char want = number <= n ? shapes[i].types[number - 1] : ' ';
                bool fits = (type == 0 && want != 'B' && want != ' ') ||
                            (type == 2 && want != 'V' && want != ' ');
                if (type == 3 || type == 4)
                    continue;
                put_good(&b);
                put_wire(shapes[i].message ? &m : &b, number, type);
                if (shapes[i].message)
                    put_msg(&b, shapes[i].message, &m);
                else if (number > n) /* what a later version may add */
                    fits = true;
                assert_int_equal(probe_blob(&b), fits ? 60 : 0);
            }
    }
}

static void a_message_that_breaks_off_inside_is_none(void **state)
{
    static const uint8_t bad[] = { 0x08 };
    blob b = { .n = 0 };

    (void)state;
    put_good(&b);
    put_mem(&b, 3, bad, sizeof bad);
    assert_int_equal(probe_blob(&b), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_profile_is_recognised_by_its_structure),
        cmocka_unit_test(a_type_and_one_thing_more_are_enough),
        cmocka_unit_test(every_field_has_the_type_of_the_schema),
        cmocka_unit_test(a_message_that_breaks_off_inside_is_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
