/* Several services on a side: each is a block, with its own clusters and
 * requests. */
#include "test/test_shop.h"

/* A profile of a service from ms to ms, with n samples of 10 ms. */
static void put_service(FILE *f, const char *service, int from, int to, int n)
{
    fprintf(f,
            "proc service.name %s host.name %s\nwindow %d %d\n"
            "kind cpu ns 10000000\n",
            service, service, from, to);
    put_samples(f, service, n, from, to);
}

static char *service(const char *name, int from, int to, int n)
{
    test_text t;

    put_service(test_begin(&t), name, from, to, n);
    return test_done(&t);
}

/* Traces that begin at a service of their own: 20 a second for 40 s, then as
 * many again a minute later. */
static char *traces(void)
{
    test_text t;
    FILE *f = test_begin(&t);

    for (int i = 0; i < 1600; i++) {
        const int at = i < 800 ? i * 50 : 60000 + (i - 800) * 50;
        fprintf(f, "trace %d\nspan %x 0 %d %d web w 2 0 buy\n", i + 1, i + 1,
                at, at + 20);
        fprintf(f, "span %x %x %d %d shop a 2 0 pay\n", i + 0x10001, i + 1, at,
                at + 10);
    }
    return test_done(&t);
}

/* shop ran for 40 s, cart for 20 s of them. */
static corr_store *two_services(bool backwards)
{
    char *text[5] = { service("shop", 0, 40000, 400),
                      service("cart", 0, 20000, 100),
                      service("shop", 60000, 100000, 480),
                      service("cart", 60000, 80000, 100), traces() };
    test_file file[] = {
        { TEST_BASE, "a", text[0] }, { TEST_BASE, "b", text[1] },
        { TEST_NEW, "c", text[2] },  { TEST_NEW, "d", text[3] },
        { TEST_BOTH, "t", text[4] },
    };
    if (backwards)
        for (int i = 0; i < 4; i += 2) {
            const char *was = file[i].text;
            file[i].text = file[i + 1].text;
            file[i + 1].text = was;
        }
    corr_store *st = test_sides(file, 5);
    for (int i = 0; i < 5; i++)
        free(text[i]);
    return st;
}

static const side_file *file_of(const sides *s, unsigned w, const char *name)
{
    for (size_t i = 0; i < s->side[w].file.n; i++) {
        const side_file *f = &s->side[w].file.v[i];
        if (corr_str_is(s->st->spans.service.v[f->service], name))
            return f;
    }
    fail();
    return NULL;
}

/* 4 s of CPU for 800 requests and 1 s for 400: 5 and 2.5 ms. */
static void a_request_costs_what_it_costs_in_each_service(void **state)
{
    (void)state;
    for (int backwards = 0; backwards < 2; backwards++) {
        corr_store *st = two_services(backwards);
        sides s;
        make(&s, st, test_query, CORR_PER_DEFAULT);
        const side *d = &s.side[0];
        assert_int_equal(s.per, CORR_PER_REQUEST);
        assert_int_equal(s.blocks, 2);
        NEAR(d->facts.requests, 800, 0);
        NEAR(d->facts.factor, 800, 0);
        NEAR(d->total / d->facts.factor, 7.5e6, 1e-3);
        NEAR(s.side[1].total / s.side[1].facts.factor, 8.5e6, 1e-3);
        assert_int_equal(d->weight, SIDE_KISH);
        /* blocks are in the order of names, not of files */
        assert_int_equal(file_of(&s, 0, "cart")->block, 0);
        assert_int_equal(file_of(&s, 0, "shop")->block, 1);
        double of[2] = { 0 };
        for (uint32_t c = 0; c < d->k; c++)
            of[d->block[c]] += d->exposure[c];
        NEAR(of[0], 400, 1e-9);
        NEAR(of[1], 400, 1e-9);
        sides_clear(&s);
        corr_store_free(st);
    }
}

static void files_of_several_services_are_no_clusters_of_one(void **state)
{
    corr_store *st = two_services(false);
    sides s;

    (void)state;
    make(&s, st, test_query, CORR_PER_SECOND);
    /* windows of each */
    assert_int_equal(file_of(&s, 0, "shop")->n, 4);
    assert_int_equal(file_of(&s, 0, "cart")->n, 2);
    assert_true(s.block[0].in_windows && s.block[1].in_windows);
    assert_int_equal(s.side[0].k, 6);
    assert_null(s.side[0].weight_of);
    NEAR(s.side[0].total, 5e9, 0);
    sides_clear(&s);
    corr_store_free(st);
}

#define HEAP(service, host, value)                                             \
    "proc service.name " service " host.name " host                            \
    "\nkind live_bytes bytes 524288 snapshot\n" value " 100 main;" service     \
    "\n"

/* Two of shop and one of cart: what both have at one time is 6 MB, not a third
 * of all three. */
static void what_there_was_is_the_mean_of_each_service_by_itself(void **state)
{
    const test_file file[] = {
        { TEST_BASE, "v1/a", HEAP("shop", "a", "4000000") },
        { TEST_BASE, "v1/b", HEAP("shop", "b", "6000000") },
        { TEST_BASE, "v1/c", HEAP("cart", "c", "1000000") },
        { TEST_NEW, "v2/a", HEAP("shop", "d", "8000000") },
        { TEST_NEW, "v2/c", HEAP("cart", "e", "1000000") },
    };
    corr_store *st = test_sides(file, 5);
    sides s;

    (void)state;
    make(&s, st, test_query, CORR_PER_DEFAULT);
    assert_true(s.standing);
    assert_int_equal(s.blocks, 2);
    NEAR(s.side[0].total / s.side[0].facts.factor, 6e6, 1);
    NEAR(s.side[1].total / s.side[1].facts.factor, 9e6, 1);
    sides_clear(&s);
    corr_store_free(st);
}

/* The service shop has three files a side, cart has one without times. */
static void each_service_has_its_own_clusters(void **state)
{
    static const char cart[] = "proc service.name cart\nkind cpu ns 10000000\n"
                               "1000000000 100 cart\n";
    test_file file[8];
    char *text[6];
    sides s;

    (void)state;
    for (int i = 0; i < 6; i++) {
        static const char *const names[] = { "a", "b", "c", "d", "e", "f" };
        text[i] = service("shop", i * 20000, i * 20000 + 15000, 30 + i);
        file[i] =
            (test_file){ i < 3 ? TEST_BASE : TEST_NEW, names[i], text[i] };
    }
    file[6] = (test_file){ TEST_BASE, "g", cart };
    file[7] = (test_file){ TEST_NEW, "h", cart };
    corr_store *st = test_sides(file, 8);
    make(&s, st, test_query, CORR_PER_TOTAL);
    assert_int_equal(s.bin, 0);
    assert_false(s.block[0].in_windows || s.block[1].in_windows);
    assert_int_equal(s.side[0].k, 4);
    const sides_unseen f = sides_find_unseen(&s);
    assert_int_equal(f.n, 1);
    assert_true(corr_str_is(f.of, "cart"));
    assert_true(f.one_run && corr_str_is(f.one_run_of, "cart"));
    sides_clear(&s);
    corr_store_free(st);
    for (int i = 0; i < 6; i++)
        free(text[i]);
}

/* Two programs of unknown services. */
static void a_program_is_a_block_where_no_service_is_known(void **state)
{
    static const char *const program[2] = { "proc executable shopd\n",
                                            "proc executable cartd\n" };
    test_file file[4];
    char *text[4];
    sides s;

    (void)state;
    for (int i = 0; i < 4; i++) {
        static const char *const names[] = { "a", "b", "c", "d" };
        test_text t;
        FILE *f = test_begin(&t);
        fprintf(f, "%swindow %d %d\nkind cpu ns 10000000\n", program[i % 2],
                i * 60000, i * 60000 + 60000);
        put_samples(f, "main", 60, i * 60000, i * 60000 + 60000);
        text[i] = test_done(&t);
        file[i] =
            (test_file){ i < 2 ? TEST_BASE : TEST_NEW, names[i], text[i] };
    }
    corr_store *st = test_sides(file, 4);
    make(&s, st, test_query, CORR_PER_SECOND);
    assert_int_equal(s.blocks, 2);
    assert_true(corr_str_is(s.block[0].name, "cartd"));
    assert_true(corr_str_is(s.block[1].name, "shopd"));
    assert_int_equal(s.side[0].file.v[0].block, 1);
    assert_int_equal(s.side[1].file.v[1].block, 0);
    sides_clear(&s);
    corr_store_free(st);
    for (int i = 0; i < 4; i++)
        free(text[i]);
}

static void windows_of_one_run_are_told_of(void **state)
{
    corr_store *st = two_services(false);
    sides s;

    (void)state;
    make(&s, st, test_query, CORR_PER_DEFAULT);
    const sides_unseen f = sides_find_unseen(&s);
    assert_int_equal(f.n, 0);
    assert_true(f.one_run && corr_str_is(f.one_run_of, "cart"));
    sides_clear(&s);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_costs_what_it_costs_in_each_service),
        cmocka_unit_test(files_of_several_services_are_no_clusters_of_one),
        cmocka_unit_test(what_there_was_is_the_mean_of_each_service_by_itself),
        cmocka_unit_test(each_service_has_its_own_clusters),
        cmocka_unit_test(a_program_is_a_block_where_no_service_is_known),
        cmocka_unit_test(windows_of_one_run_are_told_of),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
