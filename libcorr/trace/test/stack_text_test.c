/* Tests of stack_text: the frame of a printed stack that is no library's. */
#include "trace/stack_text.h"

#include "test/testing.h"

typedef struct example {
    const char *text, *frame;
} example;

static void the_first_frame_of_the_application_is_found(void **state)
{
    static const example x[] = {
        { "java.lang.IllegalStateException: no stock\n"
          "\tat java.base/java.util.Objects.requireNonNull(Objects.java:9)\n"
          "\tat org.springframework.web.Call.run(Call.java:1)\n"
          "\tat com.shop.Stock.take(Stock.java:42)\n"
          "\tat com.shop.Cart.pay(Cart.java:7)\n",
          "com.shop.Stock.take(Stock.java:42)" },
        { "Traceback (most recent call last):\n"
          "  File \"/app/cart.py\", line 3, in pay\n    take()\n"
          "  File \"/app/stock.py\", line 8, in take\n    raise X\n"
          "  File \"/usr/lib/python3.11/json/x.py\", line 1, in loads\n    y\n"
          "ValueError: no stock\n",
          "File \"/app/stock.py\", line 8, in take" },
        { "Error: no stock\n    at node:internal/x:1:1\n"
          "    at Layer.handle (/app/node_modules/express/l.js:95:5)\n"
          "    at take (/app/stock.js:4:9)\n    at pay (/app/cart.js:1:1)\n",
          "take (/app/stock.js:4:9)" },
        { "goroutine 1 [running]:\nruntime/debug.Stack()\n"
          "\t/usr/local/go/src/runtime/debug/stack.go:24 +0x5e\n"
          "main.take(0xc000012345)\n\t/app/main.go:12 +0x1d\n"
          "main.main()\n\t/app/main.go:5 +0x1d\n",
          "main.take(0xc000012345)" },
        { "Shop.OutOfStock: no stock\n"
          "   at System.Linq.Enumerable.First()\n"
          "   at Shop.Stock.Take() in /src/Stock.cs:line 12\n",
          "Shop.Stock.Take() in /src/Stock.cs:line 12" },
        { "/app/vendor/gems/x/lib/x.rb:1:in `call'\n"
          "/app/stock.rb:3:in `take'\n",
          "/app/stock.rb:3:in `take'" },
        { "#0 /app/vendor/lib/x.php(3): y()\n#1 /app/stock.php(9): take()\n",
          "/app/stock.php(9): take()" },
        { "   0: std::panicking::begin_panic\n   1: shop::take\n"
          "             at ./src/main.rs:4:5\n",
          "shop::take" },
        { "\tat java.lang.Thread.run(Thread.java:1)\n",
          "java.lang.Thread.run(Thread.java:1)" },
        { "no stack at all", "" },
        { "", "" },
    };

    (void)state;
    for (size_t i = 0; i < countof(x); i++) {
        const corr_str frame = stack_text_frame(corr_str_of(x[i].text));
        if (!corr_str_is(frame, x[i].frame))
            fail_msg("%zu: \"%.*s\"", i, CORR_STR_ARG(frame));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_frame_of_the_application_is_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
