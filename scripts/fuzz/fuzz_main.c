/*
 * fuzz_main - replays files through a fuzz target where clang is missing.
 *
 *   X_fuzz [-t SECONDS] FILE|DIRECTORY...
 *
 * Every file is one TAP test: it passes if the target comes back.  With -t the
 * rest of the time goes to changed copies of the files: cut, bytes flipped,
 * pieces moved, or as the target's own mutator changes them, always in the same
 * order.  The name of the file is printed
 * first, so that a crash says what it was reading; a changed copy that crashes
 * can be made again from the number printed with it.
 */
#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "mutate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Missing where a target has no mutator. */
#pragma weak LLVMFuzzerCustomMutator

enum { MOST_GROWTH = 4096 };

typedef struct seed {
    char *path;
    uint8_t *data;
    size_t size;
} seed;

typedef struct seeds {
    seed *at;
    size_t n;
} seeds;

static void *need(void *p)
{
    if (!p) {
        puts("Bail out! out of memory");
        exit(1);
    }
    return p;
}

static void add_file(seeds *s, const char *path)
{
    FILE *f = fopen(path, "rb");
    struct stat st;

    if (!f || fstat(fileno(f), &st) || !S_ISREG(st.st_mode)) {
        printf("# cannot read %s\n", path);
        if (f)
            fclose(f);
        return;
    }
    s->at = need(realloc(s->at, (s->n + 1) * sizeof *s->at));
    seed *one = &s->at[s->n++];
    one->path = need(strdup(path));
    one->data = need(malloc((size_t)st.st_size + 1));
    one->size = fread(one->data, 1, (size_t)st.st_size, f);
    fclose(f);
}

static void add(seeds *s, const char *path)
{
    struct dirent **names = NULL;
    int n = scandir(path, &names, NULL, alphasort);

    if (n < 0) {
        add_file(s, path);
        return;
    }
    for (int i = 0; i < n; i++) {
        char full[4096];

        snprintf(full, sizeof full, "%s/%s", path, names[i]->d_name);
        if (names[i]->d_name[0] != '.')
            add_file(s, full);
        free(names[i]);
    }
    free(names);
}

/* Runs the target on a copy of exactly this size: a sanitizer sees one byte
 * too far. */
static void run(const uint8_t *data, size_t size)
{
    uint8_t *copy = need(malloc(size ? size : 1));

    if (size)
        memcpy(copy, data, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
}

static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static size_t below(uint64_t *state, size_t n)
{
    return n ? (size_t)(next(state) % n) : 0;
}

/* Changes the copy p of size bytes; returns its new size. */
static size_t change(uint8_t *p, size_t size, uint64_t *state)
{
    static const uint8_t odd[] = { 0x00, 0x01, 0x7f, 0x80, 0xff, '"', '\n' };
    size_t times = 1 + below(state, 4);

    for (size_t i = 0; i < times && size > 0; i++) {
        size_t at = below(state, size);
        size_t n = 1 + below(state, size - at < 64 ? size - at : 64);

        switch (below(state, 5)) {
        case 0:
            size = at;
            break;
        case 1:
            p[at] ^= (uint8_t)(1u << below(state, 8));
            break;
        case 2:
            p[at] = odd[below(state, sizeof odd)];
            break;
        case 3:
            memmove(p + at, p + below(state, size - n + 1), n);
            break;
        default:
            memmove(p + at, p + at + n, size - at - n);
            size -= n;
            break;
        }
    }
    return size;
}

/* What the fuzzer of clang would do for a mutator. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most)
{
    static uint64_t state;

    (void)most;
    return change(data, size, &state);
}

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void run_changed(const seeds *s, double until)
{
    uint64_t number = 0;

    while (seconds() < until) {
        const seed *one = &s->at[number % s->n];
        uint64_t state = number++;
        const size_t most = one->size + MOST_GROWTH;
        uint8_t *copy = need(malloc(most));

        memcpy(copy, one->data, one->size);
        size_t size = LLVMFuzzerCustomMutator && number % 2
                          ? LLVMFuzzerCustomMutator(copy, one->size, most,
                                                    (unsigned)number)
                          : change(copy, one->size, &state);
        run(copy, size);
        free(copy);
        if (number % 4096 == 0) {
            printf("# %llu changed copies\n", (unsigned long long)number);
            fflush(stdout);
        }
    }
    printf("# %llu changed copies\n", (unsigned long long)number);
}

int main(int argc, char **argv)
{
    seeds s = { 0 };
    double until = 0;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-t") == 0 && i + 1 < argc)
            until = seconds() + strtod(argv[++i], NULL);
        else
            add(&s, argv[i]);
    }
    if (s.n == 0) {
        puts("1..0 # SKIP no seeds");
        return 0;
    }
    printf("1..%zu\n", s.n + 1);
    for (size_t i = 0; i < s.n; i++) {
        printf("# %s\n", s.at[i].path);
        fflush(stdout);
        run(s.at[i].data, s.at[i].size);
        for (size_t cut = 1; cut <= 16; cut++)
            run(s.at[i].data, s.at[i].size * cut / 17);
        printf("ok %zu - %s\n", i + 1, s.at[i].path);
    }
    run(NULL, 0);
    printf("ok %zu - nothing at all\n", s.n + 1);
    fflush(stdout);
    if (until > 0)
        run_changed(&s, until);
    for (size_t i = 0; i < s.n; i++) {
        free(s.at[i].path);
        free(s.at[i].data);
    }
    free(s.at);
    return 0;
}
