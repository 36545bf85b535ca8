/* Tests of src: pipes, and descriptors that cannot be read. */
#include "test/test_src.h"

#include <fcntl.h>
#include <pthread.h>

/* ---- pipes ------------------------------------------------------------------- */

typedef struct dribble {
    int fd;
    const uint8_t *p;
    size_t n;
} dribble;

static void *write_bytes(void *arg)
{
    const dribble *d = arg;

    for (size_t i = 0; i < d->n; i++)
        if (write(d->fd, d->p + i, 1) != 1)
            break;
    close(d->fd);
    return NULL;
}

static void assert_pipe_reads(const uint8_t *p, size_t n, const uint8_t *want,
                              size_t size)
{
    int ends[2];
    pthread_t writer;
    uint8_t *got = malloc(size + 1);

    assert_non_null(got);
    assert_int_equal(pipe(ends), 0);
    dribble d = { ends[1], p, n };
    assert_int_equal(pthread_create(&writer, NULL, write_bytes, &d), 0);
    corr_src *in = src_open_fd(ends[0], &plain, NULL);
    assert_non_null(in);
    assert_int_equal(read_all(in, got, size + 1), size);
    assert_memory_equal(got, want, size);
    assert_false(corr_src_cut(in));
    assert_int_equal(src_raw(in), n);
    src_close(in);
    pthread_join(writer, NULL);
    close(ends[0]);
    free(got);
}

static void a_pipe_may_hand_over_one_byte_at_a_time(void **state)
{
    uint8_t *p = pattern(5000);

    (void)state;
    assert_pipe_reads(p, 5000, p, 5000);
    assert_pipe_reads(p, 1, p, 1);
    assert_pipe_reads(p, 0, p, 0);
    z.n = 0;
    pack(&z, p, 2000);
    pack(&z, p + 2000, 3000);
    assert_pipe_reads(z.bytes, z.n, p, 5000);
    free(p);
}

static void a_descriptor_that_cannot_be_read_is_an_error(void **state)
{
    const int fd = open("/", O_RDONLY | O_DIRECTORY);
    corr_err err = { 0 };
    size_t got;

    (void)state;
    assert_true(fd >= 0);
    corr_src *in = src_open_fd(fd, &plain, &err);
    assert_non_null(in);
    corr_src_peek(in, 1, &got);
    assert_int_equal(got, 0);
    assert_true(corr_src_failed(in));
    assert_int_equal(src_failure(in, &err), CORR_EIO);
    assert_int_not_equal(err.sys, 0);
    assert_non_null(strstr(err.what, "cannot read"));
    src_close(in);
    close(fd);
}

static void note_bytes(void *ctx, uint64_t bytes)
{
    uint64_t *most = ctx;

    assert_true(bytes >= *most);
    *most = bytes;
}

static void progress_counts_bytes_of_the_file(void **state)
{
    uint64_t most = 0;
    uint8_t *p = pattern(300000);

    (void)state;
    z.n = 0;
    pack(&z, p, 300000);
    corr_src *in = open_bytes(
        z.bytes, z.n, &(src_opts){ .progress = note_bytes, .ctx = &most });
    corr_src_skip(in, 300000);
    assert_int_equal(most, z.n);
    src_close(in);
    free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pipe_may_hand_over_one_byte_at_a_time),
        cmocka_unit_test(a_descriptor_that_cannot_be_read_is_an_error),
        cmocka_unit_test(progress_counts_bytes_of_the_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
