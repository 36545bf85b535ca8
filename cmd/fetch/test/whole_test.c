/* Answers that end too early, by their own form. */
#include "fetch/servers/whole.h"

#include <zlib.h>

#include "fetch/test/answers.h"

static void json_ends_with_its_brackets(void **state)
{
    static const char *const whole[] = {
        "{}",     "[]\n",       "{\"a\":\"\\\"]\"}", "{\"a\":1}\n{\"a\":2}\n",
        "text {", "[\"\\\\\"]", "[\"\\\\\\\"]\"]"
    };
    static const char *const cut[] = {
        "{", "[[]", "{\"a\":\"}", "{\"a\":1}\n{\"a\"", "[\"\\\\\\\"]", "[\""
    };

    (void)state;
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        assert_null(fetch_is_cut(corr_str_of(whole[i])));
    for (size_t i = 0; i < sizeof cut / sizeof *cut; i++)
        assert_string_equal(fetch_is_cut(corr_str_of(cut[i])),
                            "the JSON has no end");
}

/* A gzip member; its size. */
static size_t pack(Bytef *to, size_t room)
{
    static Bytef in[5000];
    z_stream z = { .next_in = in, .avail_in = sizeof in };

    for (size_t i = 0; i < sizeof in; i++)
        in[i] = (Bytef)(i * i);
    assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, 0), Z_OK);
    z.next_out = to;
    z.avail_out = (uInt)room;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    deflateEnd(&z);
    return room - z.avail_out;
}

static void gzip_ends_with_its_sum(void **state)
{
    static Bytef body[12000];
    const char *p = (const char *)body;
    const size_t one = pack(body, sizeof body / 2);
    const size_t two = one + pack(body + one, sizeof body - one);

    (void)state;
    assert_null(fetch_is_cut((corr_str){ p, one }));
    assert_null(fetch_is_cut((corr_str){ p, two }));
    for (size_t n = 2; n < one; n += 7)
        assert_non_null(fetch_is_cut((corr_str){ p, n }));
    assert_non_null(fetch_is_cut((corr_str){ p, two - 1 }));
    body[one / 2] ^= 0x55;
    assert_non_null(fetch_is_cut((corr_str){ p, one }));
}

static void jfr_ends_with_its_chunk(void **state)
{
    static char body[136] = "FLR";

    (void)state;
    body[15] = 68;
    memcpy(body + 68, body, 68);
    assert_null(fetch_is_cut((corr_str){ body, 136 }));
    assert_null(fetch_is_cut((corr_str){ body, 68 }));
    assert_non_null(fetch_is_cut((corr_str){ body, 100 }));
    assert_non_null(fetch_is_cut((corr_str){ body, 60 }));
    body[15] = 0; /* still written */
    assert_null(fetch_is_cut((corr_str){ body, 136 }));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_ends_with_its_brackets),
        cmocka_unit_test(gzip_ends_with_its_sum),
        cmocka_unit_test(jfr_ends_with_its_chunk),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
