/* Archives: what is unpacked, what is passed over, and what is refused. */
#define _GNU_SOURCE /* memfd_create */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

#include "corr_archive.h"
#include "load/archive.h"
#include "source/tar.h"
#include "test/testing.h"

/* A file in memory with these bytes, and its path. */
static int file_of(const void *p, size_t n, char path[64])
{
    const int fd = memfd_create("archive", 0);

    assert_true(fd >= 0);
    assert_int_equal(write(fd, p, n), n);
    snprintf(path, 64, "/proc/self/fd/%d", fd);
    return fd;
}

typedef struct bytes {
    uint8_t v[65536];
    size_t n;
} bytes;

static void put_le(bytes *b, uint64_t v, unsigned n)
{
    for (; n > 0; n--, v >>= 8)
        b->v[b->n++] = (uint8_t)v;
}

static void put_text(bytes *b, const char *z)
{
    memcpy(b->v + b->n, z, strlen(z));
    b->n += strlen(z);
}

static void put_tar(bytes *b, const char *name, const char *text)
{
    corr_out *out = corr_out_memory();

    assert_true(tar_put_header(out, name, strlen(text)));
    corr_puts(out, text);
    tar_put_padding(out, strlen(text));
    const corr_str s = corr_out_bytes(out);
    memcpy(b->v + b->n, s.p, s.n);
    b->n += s.n;
    assert_int_equal(corr_out_close(out, NULL), CORR_OK);
}

/* Makes the checksum of the header at `at` right again. */
static void sum_header(bytes *b, size_t at)
{
    unsigned sum = 0;

    memset(b->v + at + 148, ' ', 8);
    for (size_t i = 0; i < TAR_BLOCK; i++)
        sum += b->v[at + i];
    snprintf((char *)b->v + at + 148, 8, "%06o", sum);
}

static void assert_file(const archive *a, size_t i, const char *name,
                        const char *text)
{
    char got[256] = "";

    assert_string_equal(a->file.v[i].name, name);
    assert_int_equal(pread(a->file.v[i].fd, got, sizeof got - 1, 0),
                     strlen(text));
    assert_string_equal(got, text);
}

static void files_of_a_tar_are_unpacked_in_order(void **state)
{
    bytes b = { 0 };
    char path[64];
    archive a;

    put_tar(&b, "a/x.txt", "one");
    put_tar(&b, "./b", "");
    b.n += 2 * TAR_BLOCK;
    const int fd = file_of(b.v, b.n, path);
    assert_true(archive_is(path, NULL));
    assert_int_equal(archive_read(&a, path, NULL), CORR_OK);
    assert_int_equal(a.file.n, 2);
    assert_file(&a, 0, "a/x.txt", "one");
    assert_file(&a, 1, "b", "");
    assert_false(a.is_cut);
    archive_clear(&a);
    close(fd);
    (void)state;
}

static void names_that_leave_and_links_are_passed_over(void **state)
{
    static const char *const bad[] = { "/etc/passwd", "../x", "a/../../x",
                                       "a\nb", ".." };
    bytes b = { 0 };
    char path[64];
    archive a;

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        put_tar(&b, bad[i], "no");
    const size_t at = b.n;
    put_tar(&b, "link", "");
    b.v[at + 156] = '2';
    sum_header(&b, at);
    put_tar(&b, "good..name", "yes");
    b.n += 2 * TAR_BLOCK;
    const int fd = file_of(b.v, b.n, path);
    assert_int_equal(archive_read(&a, path, NULL), CORR_OK);
    assert_int_equal(a.file.n, 1);
    assert_file(&a, 0, "good..name", "yes");
    assert_int_equal(a.passed, 6);
    archive_clear(&a);
    close(fd);
    (void)state;
}

static void a_cut_tar_gives_what_is_there(void **state)
{
    bytes b = { 0 };
    archive a;

    put_tar(&b, "a", "one");
    put_tar(&b, "b", "two");
    for (size_t n = TAR_BLOCK; n < b.n; n += 100) {
        char path[64];
        const int fd = file_of(b.v, n, path);
        assert_int_equal(archive_read(&a, path, NULL), CORR_OK);
        assert_true(a.is_cut);
        assert_true(a.file.n <= 2);
        archive_clear(&a);
        close(fd);
    }
    (void)state;
}

static void a_header_with_a_wrong_sum_ends_the_archive(void **state)
{
    bytes b = { 0 };
    char path[64];
    archive a;

    put_tar(&b, "a", "one");
    const size_t at = b.n;
    put_tar(&b, "b", "two");
    b.v[at] = 'c';
    const int fd = file_of(b.v, b.n, path);
    assert_int_equal(archive_read(&a, path, NULL), CORR_OK);
    assert_int_equal(a.file.n, 1);
    assert_true(a.is_cut);
    archive_clear(&a);
    close(fd);
    (void)state;
}

static void long_names_of_gnu_and_pax_are_read(void **state)
{
    char name[301], record[400];
    bytes b = { 0 };
    char path[64];
    archive a;

    memset(name, 'n', 300);
    name[300] = '\0';
    put_tar(&b, "L", name);
    b.v[156] = 'L';
    sum_header(&b, 0);
    put_tar(&b, "short", "one");
    const size_t at = b.n;
    name[0] = 'p';
    snprintf(record, sizeof record, "310 path=%s\n", name);
    put_tar(&b, "x", record);
    b.v[at + 156] = 'x';
    sum_header(&b, at);
    put_tar(&b, "short", "two");
    put_tar(&b, "last", "three");
    b.n += 2 * TAR_BLOCK;
    const int fd = file_of(b.v, b.n, path);
    assert_int_equal(archive_read(&a, path, NULL), CORR_OK);
    assert_int_equal(a.file.n, 3);
    assert_file(&a, 1, name, "two");
    name[0] = 'n';
    assert_file(&a, 0, name, "one");
    assert_file(&a, 2, "last", "three");
    archive_clear(&a);
    close(fd);
    (void)state;
}

/* ---- zip -------------------------------------------------------------------- */

/* A zip archive with one stored file; size: what its directory says. */
static void put_zip(bytes *b, const char *name, const char *text, uint32_t size,
                    uint32_t crc)
{
    const size_t n = strlen(name), m = strlen(text);

    put_text(b, "PK\3\4");
    put_le(b, 20, 2);
    put_le(b, 0, 8);
    put_le(b, crc, 4);
    put_le(b, m, 4);
    put_le(b, m, 4);
    put_le(b, n, 2);
    put_le(b, 0, 2);
    put_text(b, name);
    put_text(b, text);
    const size_t dir = b->n;
    put_text(b, "PK\1\2");
    put_le(b, 20, 4);
    put_le(b, 0, 8);
    put_le(b, crc, 4);
    put_le(b, m, 4);
    put_le(b, size, 4);
    put_le(b, n, 2);
    put_le(b, 0, 16);
    put_text(b, name);
    const size_t end = b->n;
    put_text(b, "PK\5\6");
    put_le(b, 0, 4);
    put_le(b, 1, 2);
    put_le(b, 1, 2);
    put_le(b, end - dir, 4);
    put_le(b, dir, 4);
    put_le(b, 0, 2);
}

static uint32_t crc_of(const char *text)
{
    return (uint32_t)crc32(0, (const Bytef *)text, (uInt)strlen(text));
}

static void a_stored_file_of_a_zip_is_unpacked(void **state)
{
    bytes b = { 0 };
    char path[64];
    archive a;

    put_zip(&b, "x.txt", "hello", 5, crc_of("hello"));
    const int fd = file_of(b.v, b.n, path);
    assert_true(archive_is(path, NULL));
    assert_int_equal(archive_read(&a, path, NULL), CORR_OK);
    assert_int_equal(a.file.n, 1);
    assert_file(&a, 0, "x.txt", "hello");
    archive_clear(&a);
    close(fd);
    (void)state;
}

static void a_zip_that_lies_gives_no_file(void **state)
{
    static const struct {
        uint32_t size, crc;
    } lie[] = { { 3, 0x3610a686 }, { 9, 0x3610a686 }, { 5, 1 } };

    for (size_t i = 0; i < sizeof lie / sizeof *lie; i++) {
        bytes b = { 0 };
        char path[64];
        archive a;
        put_zip(&b, "x.txt", "hello", lie[i].size, lie[i].crc);
        const int fd = file_of(b.v, b.n, path);
        assert_int_equal(archive_read(&a, path, NULL), CORR_OK);
        assert_int_equal(a.file.n, 0);
        assert_int_equal(a.unread, 1);
        archive_clear(&a);
        close(fd);
    }
    (void)state;
}

static void a_zip_without_its_end_is_refused(void **state)
{
    bytes b = { 0 };
    char path[64];
    corr_err err = { 0 };
    archive a;

    put_zip(&b, "x.txt", "hello", 5, crc_of("hello"));
    const int fd = file_of(b.v, b.n - 4, path);
    assert_int_equal(archive_read(&a, path, &err), CORR_EFORMAT);
    assert_string_equal(
        err.what, "the zip archive has no directory at its end; it is cut off");
    archive_clear(&a);
    close(fd);
    (void)state;
}

static void every_cut_and_changed_byte_is_survived(void **state)
{
    bytes b = { 0 };

    put_zip(&b, "x.txt", "hello", 5, crc_of("hello"));
    for (size_t i = 0; i < b.n; i++)
        for (unsigned bit = 0; bit < 8; bit += 7) {
            char path[64];
            archive a;
            b.v[i] ^= (uint8_t)(1 << bit);
            const int fd = file_of(b.v, b.n, path);
            if (archive_read(&a, path, NULL) == CORR_OK)
                assert_true(a.file.n <= 1);
            archive_clear(&a);
            close(fd);
            b.v[i] ^= (uint8_t)(1 << bit);
        }
    (void)state;
}

/* ---- hostile archives ---------------------------------------------------------- */

/* What an archive came to. */
typedef struct tally {
    size_t files;
    uint64_t passed, unread, locked, twice;
    bool is_cut;
} tally;

static void assert_tally(const bytes *b, const tally *want)
{
    char path[64];
    const int fd = file_of(b->v, b->n, path);
    archive a;

    assert_int_equal(archive_read(&a, path, NULL), CORR_OK);
    assert_int_equal(a.file.n, want->files);
    assert_int_equal(a.passed, want->passed);
    assert_int_equal(a.unread, want->unread);
    assert_int_equal(a.locked, want->locked);
    assert_int_equal(a.twice, want->twice);
    assert_int_equal(a.is_cut, want->is_cut);
    archive_clear(&a);
    close(fd);
}

/* An entry of another type before a plain file. */
static void put_typed(bytes *b, char type, const char *text)
{
    const size_t at = b->n;

    put_tar(b, "other", text);
    b->v[at + 156] = (uint8_t)type;
    sum_header(b, at);
}

static void types_that_are_no_plain_file_do_not_hide_the_next(void **state)
{
    static const struct {
        char type;
        const char *text;
        tally want;
    } row[] = {
        { '1', "", { .files = 1, .passed = 1 } }, /* hard link */
        { '2', "", { .files = 1, .passed = 1 } }, /* link */
        { '3', "", { .files = 1, .passed = 1 } }, /* device of characters */
        { '4', "", { .files = 1, .passed = 1 } }, /* device of blocks */
        { '6', "", { .files = 1, .passed = 1 } }, /* pipe */
        { '5', "", { .files = 1 } },              /* folder */
        { '7', "x", { .files = 2 } },             /* contiguous file */
        { 'S', "hole", { .files = 1, .unread = 1 } },
        { 'V', "", { .files = 1 } }, /* name of a volume */
        { 'g', "12 comment=\n", { .files = 1 } },
        { 'x', "24 GNU.sparse.major=1.0\n", { .unread = 1 } },
        { 'x', "17 path=../../up\n", { .passed = 1 } },
        { 'x', "12 path=new\n", { .files = 1 } },
        { 'x', "99999999999999999999 path=new\n", { .files = 1 } },
        { 'x', "3 path=new\n", { .files = 1 } },
        { 'x', "", { .files = 1 } },
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        bytes b = { 0 };
        put_typed(&b, row[i].type, row[i].text);
        put_tar(&b, "plain", "text");
        b.n += 2 * TAR_BLOCK;
        assert_tally(&b, &row[i].want);
    }
    (void)state;
}

/* The map of a sparse file of GNU stands in blocks between header and data. */
static void the_map_of_a_sparse_file_is_skipped(void **state)
{
    bytes b = { 0 };

    put_typed(&b, 'S', "");
    b.v[482] = 1;
    sum_header(&b, 0);
    b.v[b.n + 504] = 1;
    b.n += 2 * TAR_BLOCK;
    put_tar(&b, "plain", "text");
    b.n += 2 * TAR_BLOCK;
    assert_tally(&b, &(tally){ .files = 1, .unread = 1 });
    b.n = 2 * TAR_BLOCK;
    assert_tally(&b, &(tally){ .is_cut = true });
    (void)state;
}

/* pax: a comment of 30,000 bytes does not hide the path behind it. */
static void a_name_behind_a_long_record_is_read(void **state)
{
    static char record[31000];
    bytes b = { 0 };
    char path[64];
    archive a;
    const int n =
        snprintf(record, sizeof record, "30015 comment=%030000d\n", 0);

    assert_int_equal(n, 30015);
    strcat(record, "12 path=new\n");
    put_typed(&b, 'x', record);
    put_tar(&b, "plain", "text");
    b.n += 2 * TAR_BLOCK;
    const int fd = file_of(b.v, b.n, path);
    assert_int_equal(archive_read(&a, path, NULL), CORR_OK);
    assert_int_equal(a.file.n, 1);
    assert_file(&a, 0, "new", "text");
    archive_clear(&a);
    close(fd);
    (void)state;
}

static void the_last_file_of_a_name_counts(void **state)
{
    bytes b = { 0 };
    char path[64];
    archive a;

    put_tar(&b, "a/b", "first");
    put_tar(&b, "A/b", "other case");
    put_tar(&b, "./a//./b", "last");
    b.n += 2 * TAR_BLOCK;
    const int fd = file_of(b.v, b.n, path);
    assert_int_equal(archive_read(&a, path, NULL), CORR_OK);
    assert_int_equal(a.twice, 1);
    assert_int_equal(a.file.n, 2);
    assert_file(&a, 0, "A/b", "other case");
    assert_file(&a, 1, "a/b", "last");
    archive_clear(&a);
    close(fd);
    (void)state;
}

/* A change of the zip archive of put_zip: a byte in its directory. */
static void entries_of_a_zip_say_what_they_are(void **state)
{
    static const struct {
        unsigned at, n;
        uint8_t v[4];
        tally want;
    } row[] = {
        { 8, 1, { 1 }, { .unread = 1, .locked = 1 } },    /* encrypted */
        { 10, 1, { 12 }, { .unread = 1 } },               /* bzip2 */
        { 38, 4, { 0, 0, 0xff, 0xa1 }, { .passed = 1 } }, /* link */
        { 38, 4, { 0, 0, 0xa4, 0x81 }, { .files = 1 } },  /* plain */
        { 38, 4, { 0, 0, 0xa4, 0x21 }, { .passed = 1 } }, /* device */
        { 46, 3, "../", { .passed = 1 } },
        { 0, 2, "QK", { .is_cut = true } },
        { 32,
          1,
          { 0xff },
          { .is_cut = true } }, /* a comment that is not there */
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        bytes b = { 0 };
        put_zip(&b, "abc.txt", "hello", 5, crc_of("hello"));
        const size_t dir = 30 + 7 + 5;
        b.v[dir + 5] = 3; /* made by Unix */
        memcpy(b.v + dir + row[i].at, row[i].v, row[i].n);
        assert_tally(&b, &row[i].want);
    }
    (void)state;
}

/* More packed bytes than the archive has. */
static void a_zip_whose_files_overlap_is_refused(void **state)
{
    bytes b = { 0 };
    char path[64];
    corr_err err = { 0 };
    archive a;

    put_zip(&b, "abc.txt", "hello", 5, crc_of("hello"));
    b.v[30 + 7 + 5 + 22] = 1;
    const int fd = file_of(b.v, b.n, path);
    assert_int_equal(archive_read(&a, path, &err), CORR_EFORMAT);
    assert_string_equal(err.what,
                        "files of the zip archive overlap each other");
    archive_clear(&a);
    close(fd);
    (void)state;
}

/* ---- writing ------------------------------------------------------------------ */

static void what_is_packed_is_unpacked(void **state)
{
    char path[64], digest[CORR_SHA256_TEXT];
    const int fd = file_of("", 0, path);
    char from[64];
    const int content = file_of("content", 7, from);
    corr_pack *k = corr_pack_new(fd);
    archive a;

    assert_non_null(k);
    assert_int_equal(corr_pack_file(k, "dir/file", content, digest, NULL),
                     CORR_OK);
    assert_int_equal(corr_pack_bytes(k, "note", "text", 4, NULL), CORR_OK);
    assert_int_equal(corr_pack_end(k, NULL), CORR_OK);
    assert_int_equal(archive_read(&a, path, NULL), CORR_OK);
    assert_int_equal(a.file.n, 2);
    assert_file(&a, 0, "dir/file", "content");
    assert_file(&a, 1, "note", "text");
    archive_clear(&a);
    close(fd);
    close(content);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_of_a_tar_are_unpacked_in_order),
        cmocka_unit_test(names_that_leave_and_links_are_passed_over),
        cmocka_unit_test(a_cut_tar_gives_what_is_there),
        cmocka_unit_test(a_header_with_a_wrong_sum_ends_the_archive),
        cmocka_unit_test(long_names_of_gnu_and_pax_are_read),
        cmocka_unit_test(a_stored_file_of_a_zip_is_unpacked),
        cmocka_unit_test(a_zip_that_lies_gives_no_file),
        cmocka_unit_test(a_zip_without_its_end_is_refused),
        cmocka_unit_test(every_cut_and_changed_byte_is_survived),
        cmocka_unit_test(types_that_are_no_plain_file_do_not_hide_the_next),
        cmocka_unit_test(the_map_of_a_sparse_file_is_skipped),
        cmocka_unit_test(a_name_behind_a_long_record_is_read),
        cmocka_unit_test(the_last_file_of_a_name_counts),
        cmocka_unit_test(entries_of_a_zip_say_what_they_are),
        cmocka_unit_test(a_zip_whose_files_overlap_is_refused),
        cmocka_unit_test(what_is_packed_is_unpacked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
