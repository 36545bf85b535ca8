/* Tests of why samples near a span are not its own (corr-methods 3.7): each reason
 * by a case that makes it, on the screen and as data. */
#include "cli/verbs.h"
#include "test/test_join.h"

#include "cli/verbs.h"
#include "verbs/span/span.h"

/* ---- spans ------------------------------------------------------------ */

static void request(corr_build *b)
{
    testing_span(b, 1, 0x11, 0, 0, 100, SHOP);
    testing_span(b, 2, 0x21, 0, 200, 300, SHOP);
    testing_span(b, 1, 0x15, 0x11, 55, 75, CART);
}

static void on_a_thread(corr_build *b)
{
    on_thread(b, 1, 0x11, 0, 0, 100, "thread.id=#7");
    on_thread(b, 2, 0x21, 0, 200, 300, "thread.id=#8");
}

static void on_strange_thread(corr_build *b)
{
    on_thread(b, 1, 0x11, 0, 200, 300, "thread.name=gone");
    on_thread(b, 2, 0x21, 0, 0, 300, "thread.id=#8");
}

static void short_one(corr_build *b)
{
    on_thread(b, 1, 0x11, 0, 0, 4, "thread.id=#7");
    on_thread(b, 2, 0x21, 0, 200, 300, "thread.id=#8");
}

/* It calls another, and ran for 4 of its 100 ms. */
static void waiting_one(corr_build *b)
{
    on_thread(b, 1, 0x11, 0, 0, 100, "thread.id=#7");
    testing_span(b, 1, 0x12, 0x11, 2, 98,
                 "service.name=stock, host.name=c, process.pid=#9");
    on_thread(b, 2, 0x21, 0, 200, 300, "thread.id=#8");
}

static corr_thread thread_of(corr_build *b, int64_t id)
{
    char name[16];

    snprintf(name, sizeof name, "exec-%d", (int)id);
    return corr_add_thread(b, corr_add_text(b, corr_str_of(name)), 0, id);
}

/* ---- profiles --------------------------------------------------------- */

static void samples(corr_build *b, int n, double from, double step,
                    const char *labels)
{
    for (int i = 0; i < n; i++)
        testing_sample(b, testing_cpu(b), "main;work", from + i * step, labels);
}

static void profile(corr_build *b, const char *owner)
{
    testing_owner(b, owner);
    corr_set_window(b, testing_ms(-1000), testing_ms(1000));
}

static void of_cart(corr_build *b)
{
    profile(b, CART);
    samples(b, 3, 0, 10, "");
}

static void of_another_time(corr_build *b)
{
    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(-2000), testing_ms(-1000));
    samples(b, 3, -1500, 10, "");
}

static void plain(corr_build *b)
{
    profile(b, SHOP);
    samples(b, 3, NAN, 0, "");
}

static void garbled(corr_build *b)
{
    profile(b, SHOP);
    samples(b, 3, NAN, 0, "span_id=not-an-id!");
}

static void of_others(corr_build *b)
{
    profile(b, SHOP);
    samples(b, 3, 210, 10, "span_id=21");
}

static void unsampled(corr_build *b)
{
    profile(b, SHOP);
    samples(b, 3, 10, 10, "span_id=99");
}

static void far_away(corr_build *b)
{
    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(-1000), testing_ms(10e6));
    samples(b, 12, 1234567, 8, "span_id=11");
}

static void near_away(corr_build *b)
{
    profile(b, SHOP);
    samples(b, 12, 505, 8, "span_id=11");
}

static void between(corr_build *b)
{
    profile(b, SHOP);
    samples(b, 3, -300, 10, "thread name=other");
    samples(b, 3, 210, 10, "span_id=21");
}

static void late(corr_build *b)
{
    profile(b, SHOP);
    samples(b, 3, 150, 10, "span_id=11");
}

static void early(corr_build *b)
{
    profile(b, SHOP);
    samples(b, 3, -50, 10, "span_id=11");
}

static void on_threads(corr_build *b, int n, double from)
{
    for (int i = 0; i < n; i++)
        corr_add_sample(
            b, &(corr_sample_row){ .kind = testing_cpu(b),
                                   .thread = thread_of(b, 7 + i % 2),
                                   .stack = testing_stack(b, "main;work"),
                                   .time = testing_ms(from + i * 10),
                                   .value = 10000000 });
}

static void threads_of_it(corr_build *b)
{
    profile(b, SHOP);
    on_threads(b, 10, 205);
}

static void threads_later(corr_build *b)
{
    profile(b, SHOP);
    on_threads(b, 120, 205);
}

static void torn(corr_build *b)
{
    profile(b, SHOP);
    on_threads(b, 10, 205);
    corr_add_loss(b, testing_ms(-10), testing_ms(50));
}

static void dropped(corr_build *b)
{
    profile(b, SHOP);
    on_threads(b, 10, 205);
    corr_recorder_lost(b);
}

static void lossy_but_there(corr_build *b)
{
    profile(b, SHOP);
    samples(b, 3, 10, 10, "span_id=11");
    corr_recorder_lost(b);
}

static void of_shops(corr_build *b)
{
    profile(b, "service.name=shops, host.name=c");
    samples(b, 2, 0, 10, "");
}

static void of_pricing(corr_build *b)
{
    profile(b, "service.name=pricing, host.name=d");
    samples(b, 4, 0, 10, "");
}

/* ---- running the command ---------------------------------------------- */

static char out[65536];

static const char *answer(testing_fill *const *file, size_t n,
                          const corr_load_opts *opts, const char *target)
{
    char id[64];
    const inputs_opts inputs = { 0 };
    const select_opts select = { 0 };
    const output_opts output = { 0 };
    const of_opts of = { 0 };
    const rescale_opts rescale = { 0 };
    const span_opts own = { 0 };
    corr_store *st = corr_store_new(testing_formats, NULL);
    corr_err err = { 0 };
    testing_add(st, opts, 0, file, n);
    const cmd_ctx ctx = { .cmd = &span_cmd,
                          .store = st,
                          .opts = &own,
                          .inputs = &inputs,
                          .select = &select,
                          .of = &of,
                          .rescale = &rescale,
                          .output = &output,
                          .id = id,
                          .needs = CORR_NEED_ALL };
    corr_report *r = corr_report_new("span");
    corr_out *sink = corr_out_memory();

    corr_print_trace(id, testing_trace(1));
    memcpy(id + strlen(id), "/s1", sizeof "/s1");
    if (span_cmd.run(&ctx, r, &err) ||
        corr_render(r, target, &(corr_style){ .width = 100 }, sink, &err))
        fail_msg("%s", err.what);
    const corr_str all = corr_out_bytes(sink);
    snprintf(out, sizeof out, "%.*s", CORR_STR_ARG(all));
    assert_int_equal(corr_out_close(sink, NULL), CORR_OK);
    corr_report_free(r);
    corr_store_free(st);
    return out;
}

/* ---- the reasons ------------------------------------------------------- */

typedef struct why_case {
    const char *reason; /* as data */
    testing_fill *file[2];
    const char *shown; /* on the screen */
    const char *observations;
    bool keep_clocks;
} why_case;

static const why_case cases[] = {
    { "NO_PROFILE",
      { request, of_another_time },
      "1.test covers another time: 2023-11-14",
      "null",
      false },
    { "NO_IDENTITY",
      { request, of_cart },
      "\n  profile  profiles here cover cart\n",
      "null",
      false },
    { "LABELS_ABSENT",
      { request, plain },
      "\n  labels   no sample carries a span or trace id",
      "3",
      false },
    { "LABEL_FORMAT",
      { request, garbled },
      "\n  labels   samples carry ids that corr cannot read",
      "3",
      false },
    { "LABEL_OTHER",
      { request, of_others },
      "\n  labels   samples carry ids of other spans only",
      "3",
      false },
    { "UNSAMPLED",
      { request, unsampled },
      "\n  labels   samples name traces that are not here",
      "3",
      false },
    { "THREAD_UNKNOWN",
      { on_strange_thread, threads_of_it },
      "\nwhy   the profile has no thread with its name or id",
      "5",
      false },
    { "CLOCK",
      { request, far_away },
      "and fit it if the profile is shifted by -1234.561 s\n",
      "12",
      false },
    { "CLOCK",
      { request, near_away },
      "and fit it if the profile is shifted by -499.0 ms\n",
      "12",
      true },
    { "TOO_SHORT",
      { short_one, threads_of_it },
      "\ns1 is too short: at most 0.4 samples in 4.00 ms\n",
      "null",
      false },
    { "TOO_SHORT",
      { waiting_one, threads_later },
      "\ns1 mostly waited: 4.00 ms of its 100.00 ms could be on a CPU, at "
      "most 0.4 samples\n",
      "null",
      false },
    { "LOST",
      { on_a_thread, torn },
      ", or the recorder lost its samples\n",
      "null",
      false },
    { "LOST",
      { on_a_thread, dropped },
      ", or the recorder lost its samples\n",
      "null",
      false },
    { "BACKGROUND",
      { request, between },
      "\n  labels   samples carry ids of other spans only",
      "3",
      false },
    { "AFTER_END",
      { request, late },
      "\n  labels   samples name this request, but after it ended",
      "3",
      false },
    { "BEFORE_START",
      { request, early },
      "\n  labels   samples name this request, but before it began",
      "3",
      false },
};

static void each_reason_is_said_of_the_span_asked_about(void **state)
{
    (void)state;
    for (size_t i = 0; i < countof(cases); i++) {
        const why_case *c = &cases[i];
        const corr_load_opts opts = { .times.keep_clocks = c->keep_clocks };
        char stopped[96];

        snprintf(stopped, sizeof stopped,
                 "{\"reason\": \"%s\", \"observations\": %s, ", c->reason,
                 c->observations);
        if (!strstr(answer(c->file, 2, &opts, "text"), c->shown))
            fail_msg("%s: no \"%s\" in:\n%s", c->reason, c->shown, out);
        if (!strstr(answer(c->file, 2, &opts, "json"), stopped))
            fail_msg("%s: no %s in:\n%s", c->reason, stopped, out);
    }
}

static void samples_of_a_second_copy_are_duplicates(void **state)
{
    testing_fill *const files[] = { request, late, late };

    (void)state;
    assert_non_null(strstr(answer(files, 3, NULL, "json"),
                           "{\"reason\": \"DUPLICATE\", \"observations\": 3"));
}

static void nothing_is_lost_or_short_of_a_span_that_has_samples(void **state)
{
    testing_fill *const files[] = { request, lossy_but_there };

    (void)state;
    const char *text = answer(files, 2, NULL, "text");
    assert_non_null(strstr(text, "evidence  "));
    assert_null(strstr(text, "recorder lost"));
    assert_null(strstr(answer(files, 2, NULL, "json"), "TOO_SHORT"));
}

static void the_two_names_most_alike_are_told(void **state)
{
    testing_fill *const files[] = { request, of_cart, of_shops, of_pricing };

    (void)state;
    if (!strstr(answer(files, 4, NULL, "text"),
                "\n  profile  profiles here cover shops, cart, the names most "
                "alike\n"))
        fail_msg("%s", out);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_reason_is_said_of_the_span_asked_about),
        cmocka_unit_test(samples_of_a_second_copy_are_duplicates),
        cmocka_unit_test(nothing_is_lost_or_short_of_a_span_that_has_samples),
        cmocka_unit_test(the_two_names_most_alike_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
