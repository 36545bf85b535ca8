/* Tests of corr trace on a request that a process did not survive: spans in
 * flight, spans that ended and were never exported, calls that broke off or were
 * refused. */
#include "cli/verbs.h"
#include "test/testing.h"

#include "cli/verbs.h"
#include "verbs/trace/trace.h"

#define GATE "service.name=gateway, host.name=a, process.pid=#1"
#define SHOP "service.name=shop, host.name=a, process.pid=#7"
#define TAX  "service.name=tax, host.name=b, process.pid=#9"

static void call(corr_build *b, uint64_t trace, uint64_t id, uint64_t up,
                 double from, double to, const char *words)
{
    corr_add_span(
        b, &(corr_span_row){
               .trace = testing_trace(trace),
               .id = id,
               .parent = up,
               .start = testing_ms(from),
               .end = testing_ms(to),
               .name = corr_add_text(b, CORR_STR("GET")),
               .status_text = corr_add_text(b, corr_str_of(words)),
               .proc = corr_add_proc(b, testing_labels(b, GATE)),
               .kind = CORR_SPAN_CLIENT,
               .status = *words ? CORR_STATUS_ERROR : CORR_STATUS_UNSET });
}

static void served(corr_build *b, uint64_t id, uint64_t up, double from,
                   double to, const char *proc, uint8_t kind, uint8_t flags)
{
    testing_full_span(b, &(testing_span_row){ .trace = 1,
                                              .id = id,
                                              .up = up,
                                              .from = from,
                                              .to = to,
                                              .proc = proc,
                                              .name = "SELECT",
                                              .kind = kind,
                                              .flags = flags });
}

/* Trace 1 was served when the process ended; 2 broke off, 3 was refused, 4
 * went wrong in another way, 5 was long before. */
static void requests(corr_build *b)
{
    call(b, 1, 0x11, 0, 0, 900, "");
    served(b, 0x12, UINT64_C(0xa1) << 32, 100, 200, SHOP, CORR_SPAN_CLIENT, 0);
    served(b, 0x13, UINT64_C(0xa1) << 32, 300, 400, SHOP, CORR_SPAN_CLIENT, 0);
    served(b, 0x14, UINT64_C(0xb1) << 32, 500, 600, TAX, CORR_SPAN_SERVER, 0);
    served(b, 0x15, 0xc1, 100, 200, TAX, CORR_SPAN_CLIENT, 0);
    call(b, 2, 0x21, 0, 600, 800, "read ECONNRESET");
    call(b, 3, 0x31, 0, 900, 901, "connect ECONNREFUSED 127.0.0.1:1");
    call(b, 4, 0x41, 0, 900, 901, "404");
    call(b, 5, 0x51, 0, -90000, -89000, "read ECONNRESET");
}

static void recording(corr_build *b, bool open)
{
    const corr_kind k = testing_cpu(b);

    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(-1000), testing_ms(700));
    testing_sample(b, k, "main", 5, "");
    corr_add_block(b, &(corr_block){ .bytes = 9,
                                     .read = 9,
                                     .from = testing_ms(-1000),
                                     .to = testing_ms(700),
                                     .open = open });
}

static void killed(corr_build *b)
{
    recording(b, true);
}

static void whole(corr_build *b)
{
    recording(b, false);
}

static void killed_early(corr_build *b)
{
    recording(b, true);
    served(b, 0x16, UINT64_C(0xa1) << 32, 150, 180, SHOP, CORR_SPAN_CLIENT,
           CORR_SPAN_RECORDED);
}

static char out[65536];

/* Returns the answer of the command from "ended" to an empty line, or NULL. */
static const char *ended(testing_fill *file, testing_fill *other,
                         uint64_t trace)
{
    char id[64];
    const inputs_opts inputs = { 0 };
    const select_opts select = { 0 };
    const output_opts output = { 0 };
    const of_opts of = { 0 };
    corr_store *st = other ? testing_store(requests, file, other)
                           : testing_store(requests, file);
    corr_err err = { 0 };
    const cmd_ctx ctx = { .cmd = &trace_cmd,
                          .store = st,
                          .inputs = &inputs,
                          .select = &select,
                          .of = &of,
                          .output = &output,
                          .id = id,
                          .needs = CORR_NEED_ALL };
    corr_report *r = corr_report_new("trace");
    corr_out *sink = corr_out_memory();

    corr_print_trace(id, testing_trace(trace));
    if (trace_cmd.run(&ctx, r, &err) ||
        corr_render(r, "text", &(corr_style){ .width = 120 }, sink, &err))
        fail_msg("%s", err.what);
    const corr_str all = corr_out_bytes(sink);
    snprintf(out, sizeof out, "%.*s", CORR_STR_ARG(all));
    assert_int_equal(corr_out_close(sink, NULL), CORR_OK);
    corr_report_free(r);
    corr_store_free(st);
    char *found = strstr(out, "\nended ");
    if (!found)
        return NULL;
    char *end = strstr(found + 1, "\n\n");
    assert_non_null(end);
    end[1] = 0;
    return found + 1;
}

#define HEAD                                                                   \
    "ended     the recording of shop breaks off at 2023-11-14 22:13:20.700Z, " \
    "unfinished\n"

static void what_was_in_flight_is_told_by_what_names_it(void **state)
{
    (void)state;
    assert_string_equal(ended(killed, NULL, 1),
                        HEAD "          in flight then: 000000a1, 000000b1; 3 "
                             "spans name them\n");
}

static void a_call_that_broke_off_had_somebody_to_serve_it(void **state)
{
    (void)state;
    assert_string_equal(ended(killed, NULL, 2),
                        HEAD "          s1 GET: broke off: whoever served it "
                             "was there when it began\n");
}

static void a_call_that_was_refused_had_nobody(void **state)
{
    (void)state;
    assert_string_equal(
        ended(killed, NULL, 3),
        HEAD "          s1 GET: refused: no process listened any more\n");
}

static void other_failures_and_other_times_are_no_matter(void **state)
{
    (void)state;
    assert_null(ended(killed, NULL, 4));
    assert_null(ended(killed, NULL, 5));
}

static void a_recording_that_was_finished_ended_nobody(void **state)
{
    (void)state;
    assert_null(ended(whole, NULL, 1));
    assert_null(ended(whole, NULL, 2));
}

static void of_two_that_broke_off_nothing_is_said(void **state)
{
    (void)state;
    assert_null(ended(killed, killed_early, 1));
}

static void what_only_the_recording_tells_was_never_exported(void **state)
{
    (void)state;
    assert_non_null(strstr(ended(killed_early, NULL, 1),
                           "ended and never exported: s4, told by the "
                           "recording\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_in_flight_is_told_by_what_names_it),
        cmocka_unit_test(a_call_that_broke_off_had_somebody_to_serve_it),
        cmocka_unit_test(a_call_that_was_refused_had_nobody),
        cmocka_unit_test(other_failures_and_other_times_are_no_matter),
        cmocka_unit_test(a_recording_that_was_finished_ended_nobody),
        cmocka_unit_test(of_two_that_broke_off_nothing_is_said),
        cmocka_unit_test(what_only_the_recording_tells_was_never_exported),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
