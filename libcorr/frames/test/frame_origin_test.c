/* Tests of frame_origin: which frames look like application code. */
#include "test/testing.h"

#include "base/base.h"
#include "corr_view.h"

static void check_frames(const char *const *name, size_t n, bool is_app)
{
    for (size_t i = 0; i < n; i++) {
        const corr_frame_view f = { .function = corr_str_of(name[i]) };
        if (corr_frame_is_app(&f) != is_app)
            fail_msg("%s is %s application code", name[i],
                     is_app ? "no" : "taken for");
    }
}

static void code_that_is_no_library_is_of_the_application(void **state)
{
    static const char *const name[] = {
        "lab.checkout.FraudRules.deepScan",
        "lab.checkout.Main.lambda$handler$1",
        "main.price",
        "github.com/acme/shop/cart.(*Cart).Add",
        "io.acme.Basket.add",
        "time.travel.Machine.run",
        "app (flask/app.py:12)",
        "Basket::add",
    };

    (void)state;
    check_frames(name, countof(name), true);
}

static void libraries_of_each_language_are_not(void **state)
{
    static const char *const name[] = {
        "java.util.regex.Pattern.compile",
        "bufio.(*Reader).fill",
        "io.Copy",
        "sort.insertionSort",
        "sync.(*Mutex).Lock",
        "encoding/json.Marshal",
        "net/http.(*conn).serve",
        "run (threading.py:975)",
        "wrapper (/usr/lib/python3/site-packages/flask/app.py:3)",
        "std::sort",
        "",
    };

    (void)state;
    check_frames(name, countof(name), false);
}

static void classes_made_at_run_time_are_not(void **state)
{
    static const char *const name[] = {
        "lab.checkout.Main$$Lambda$646+0x00007f26.476583777.handle",
        "acme.Basket$$EnhancerBySpringCGLIB$$1.add",
        "com.acme.$Proxy12.add",
    };

    (void)state;
    check_frames(name, countof(name), false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(code_that_is_no_library_is_of_the_application),
        cmocka_unit_test(libraries_of_each_language_are_not),
        cmocka_unit_test(classes_made_at_run_time_are_not),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
