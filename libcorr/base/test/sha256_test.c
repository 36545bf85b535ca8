/* Digests: those of the standard, by the processor and by plain code. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/sha256.h"
#include "corr_bytes.h"
#include "test/testing.h"

static void digests_are_those_of_the_standard(void **state)
{
    char text[CORR_SHA256_TEXT], whole[CORR_SHA256_TEXT], million[1000];
    corr_sha256 s;

    (void)state;
    corr_sha256_of("", 0, text);
    assert_string_equal(text, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934c"
                              "a495991b7852b855");
    corr_sha256_of("abc", 3, text);
    assert_string_equal(text, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9c"
                              "b410ff61f20015ad");
    memset(million, 'a', sizeof million);
    corr_sha256_start(&s);
    for (int i = 0; i < 1000; i++)
        corr_sha256_add(&s, million, sizeof million);
    corr_sha256_end(&s, text);
    assert_string_equal(text, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e"
                              "046d39ccc7112cd0");
    for (size_t cut = 0; cut < 200; cut++) {
        corr_sha256_of(million, 200, whole);
        corr_sha256_start(&s);
        corr_sha256_add(&s, million, cut);
        corr_sha256_add(&s, million + cut, 200 - cut);
        corr_sha256_end(&s, text);
        assert_string_equal(text, whole);
    }
}

static void the_processor_makes_the_same_digest(void **state)
{
    sha256_blocks *native = sha256_native();
    uint8_t block[5 * 64];
    uint32_t a[8] = { 1, 0xffffffff, 3 }, b[8] = { 1, 0xffffffff, 3 };

    (void)state;
    if (!native) /* the processor has no instructions for it */
        native = sha256_plain;
    for (size_t i = 0; i < sizeof block; i++)
        block[i] = (uint8_t)(i * 167 + i / 3);
    for (size_t n = 0; n <= 5; n++) {
        sha256_plain(a, block, n);
        native(b, block, n);
        assert_memory_equal(a, b, sizeof a);
    }
}

static void a_file_has_the_digest_of_its_bytes(void **state)
{
    enum { BYTES = 200001 };
    static uint8_t bytes[BYTES];
    char want[CORR_SHA256_TEXT], text[CORR_SHA256_TEXT] = "";
    FILE *f = tmpfile();

    (void)state;
    assert_non_null(f);
    for (size_t i = 0; i < BYTES; i++)
        bytes[i] = (uint8_t)(i % 251);
    assert_int_equal(fwrite(bytes, 1, BYTES, f), BYTES);
    assert_int_equal(fflush(f), 0);
    corr_sha256_of(bytes, BYTES, want);
    assert_int_equal(lseek(fileno(f), 7, SEEK_SET), 7);
    assert_int_equal(corr_sha256_file(fileno(f), text), 0);
    assert_string_equal(text, want);
    assert_int_equal(lseek(fileno(f), 0, SEEK_CUR), 7);
    fclose(f);
    text[0] = '\0';
    assert_int_equal(corr_sha256_file(-1, text), EBADF);
    assert_string_equal(text, "");
}

static void bytes_before_a_file_count_as_well(void **state)
{
    FILE *f = tmpfile();
    char want[CORR_SHA256_TEXT], text[CORR_SHA256_TEXT] = "", path[64];
    corr_sha256 s;

    (void)state;
    assert_non_null(f);
    assert_true(fputs("second", f) >= 0 && fflush(f) == 0);
    corr_sha256_start(&s);
    corr_sha256_add(&s, "first ", 6);
    assert_int_equal(corr_sha256_read(&s, fileno(f)), 0);
    corr_sha256_end(&s, text);
    corr_sha256_of("first second", 12, want);
    assert_string_equal(text, want);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fileno(f));
    assert_int_equal(corr_sha256_path(path, text), 0);
    corr_sha256_of("second", 6, want);
    assert_string_equal(text, want);
    fclose(f);
    assert_int_equal(corr_sha256_path("/nonexistent", text), ENOENT);
    assert_string_equal(text, want);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_processor_makes_the_same_digest),
        cmocka_unit_test(digests_are_those_of_the_standard),
        cmocka_unit_test(a_file_has_the_digest_of_its_bytes),
        cmocka_unit_test(bytes_before_a_file_count_as_well),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
