/* Tests of canon: what is taken out of names, and what stays. */
#include "frames/canon.h"

#include "test/testing.h"

typedef struct vector {
    const char *in, *out;
    unsigned rules; /* bits that shall be set */
} vector;

#define R(rule) (1u << CANON_##rule)

static void canonical(corr_str name, canon_text *out, unsigned *rules)
{
    *rules = 0;
    assert_true(canon_name(name, 0, out, rules));
}

static void is_made(const vector *v, size_t n)
{
    canon_text out = { 0 };
    unsigned rules;

    for (size_t i = 0; i < n; i++) {
        canonical(corr_str_of(v[i].in), &out, &rules);
        if (!corr_str_is((corr_str){ out.v, out.n }, v[i].out))
            fail_msg("%s became %.*s, not %s", v[i].in, (int)out.n, out.v,
                     v[i].out);
        if (rules != v[i].rules)
            fail_msg("%s: rules %x, not %x", v[i].in, rules, v[i].rules);
    }
    vec_free(&out);
}

static void stays(const char *const *name, size_t n)
{
    for (size_t i = 0; i < n; i++)
        is_made(&(vector){ name[i], name[i], 0 }, 1);
}

#define MADE(...)                                                              \
    is_made((const vector[]){ __VA_ARGS__ },                                   \
            countof(((const vector[]){ __VA_ARGS__ })))
#define STAYS(...)                                                             \
    stays((const char *const[]){ __VA_ARGS__ },                                \
          countof(((const char *const[]){ __VA_ARGS__ })))

/* ---- machine code --------------------------------------------------------- */

static void a_frame_that_is_an_address_is_unknown(void **state)
{
    (void)state;
    MADE({ "0x7f12ab", "[unknown]", R(ADDR) }, { "0x0", "[unknown]", R(ADDR) },
         { "0x7F12 (libc.so.6)", "[unknown] (libc.so.6)", R(ADDR) },
         { "0x7f12 [libc.so.6]", "[unknown] [libc.so.6]", R(ADDR) },
         { "libc.so.6`0x7f12", "libc.so.6`[unknown]", R(ADDR) },
         { "ntdll!0x7f12", "ntdll![unknown]", R(ADDR) });
    STAYS("0x", "0xg", "0x7f12g", "x7f12", "7f12ab", "f0x7f12", "f 0x7f12",
          "0x7f12 f", "0x7f12 ", "[unknown]", "0x7f12/f", "a!0x7f12 (b)",
          "a!0x", "0");
}

static void the_type_of_a_frame_is_no_part_of_its_name(void **state)
{
    (void)state;
    MADE({ "tcp_sendmsg_[k]", "tcp_sendmsg", R(ANNOT) },
         { "com.acme.A.f_[j]", "com.acme.A.f", R(ANNOT) },
         { "f_[i]", "f", R(ANNOT) }, { "f_[0]", "f", R(ANNOT) },
         { "f_[1]", "f", R(ANNOT) }, { "f_[j]_[j]_[i]", "f", R(ANNOT) });
    STAYS("f_[x]", "f[j]", "f_[jj]", "f_[2]", "f_[j].g", "_[j]", "f_[j",
          "f_j]");
}

static void an_offset_at_the_end_goes(void **state)
{
    (void)state;
    MADE({ "do_syscall_64+0x3f", "do_syscall_64", R(KOFF) },
         { "do_syscall_64+0x3f/0x90", "do_syscall_64", R(KOFF) },
         { "libjvm.so+0x7F12ab", "libjvm.so", R(KOFF) },
         { "do_syscall_64+0x3f_[k]", "do_syscall_64", R(KOFF) | R(ANNOT) },
         { "do_syscall_64_[k]+0x3f", "do_syscall_64", R(KOFF) | R(ANNOT) },
         { "0x12+0x3f", "[unknown]", R(KOFF) | R(ADDR) });
    MADE({ "nf_hook+0x3f/0x90 [nf_tables]", "nf_hook [nf_tables]", R(KOFF) },
         { "nf_hook+0x3f [nf_tables]", "nf_hook [nf_tables]", R(KOFF) },
         { "dput.part.34+212", "dput", R(KOFF) | R(CCLONE) },
         { "ns::f(int)+7", "ns::f(int)", R(KOFF) });
    STAYS("c++11", "+12", "f +12", "f+12 ", "f+12.g", "f+0x [m]",
          "f+0x3f/0x [m]", "f+0x3f[m]", "f+0x3f [m", "f+0x3fg [m]", "f+12 [m]");
    STAYS("f+0x", "f+0xg", "f+3f", "f+0x3f.g", "f/0x3f", "f+0x3f/90",
          "f/0x3f/0x90", "+0x3f", "f-0x3f", "operator+", "fx3f", "f+1x3f",
          "f/0x3f/", "+0x3f/0x90", "f+x3f", "f+0x3f//0x90", "x3f", "f",
          "+0x3f/f");
}

static void a_hash_of_rust_goes(void **state)
{
    (void)state;
    MADE({ "core::ptr::drop_in_place::h0123456789abcdef",
           "core::ptr::drop_in_place", R(RUSTH) },
         { "f::h0123456789abcdef.llvm.42", "f", R(RUSTH) | R(CCLONE) });
    MADE(
        { "core[317d481089b8c8fe]::ptr::drop_in_place",
          "core::ptr::drop_in_place", R(RUSTH) },
        { "<shop[d481089b8c8fe]::Cart as core[317d481089b8c8fe]::Clone>::clone",
          "<shop::Cart as core::Clone>::clone", R(RUSTH) });
    STAYS("a[317d481089b]::f", "a[317d481089b8c8fe0]::f", "a[317d481089b8c8fe]",
          "a[317D481089B8C8FE]::f", "[317d481089b8c8fe]::f",
          "a[317d481089b8c8fe", "<[317d481089b8c8fe]::f",
          "a[317d481089b8c8fg]::f");
    STAYS("f::h0123", "f::h0123456789abcde", "f::h0123456789abcdef0",
          "f::h0123456789abcdeg", "f::hA123456789012345",
          "f::h012345678901234F", "f::h0123456789ABCDEF",
          "f::g0123456789abcdef", "f:h0123456789abcdef",
          "f::h0123456789abcdef::g", "h0123456789abcdef", "::h0123456789abcdef",
          "f::hg123456789abcdef");
}

static void clones_of_a_compiler_are_the_function(void **state)
{
    (void)state;
    MADE({ "foo.constprop.0.cold", "foo", R(CCLONE) },
         { "bar [clone .part.3]", "bar", R(CCLONE) },
         { "bar(int) [clone .isra.0] [clone .cold]", "bar(int)", R(CCLONE) },
         { "std::__cxx11::basic_string[abi:cxx11]",
           "std::__cxx11::basic_string", R(CCLONE) },
         { "f[abi:cxx11](int)", "f(int)", R(CCLONE) },
         { "foo.isra.12", "foo", R(CCLONE) },
         { "foo.part.3.lto_priv.0", "foo", R(CCLONE) },
         { "foo.llvm.1234567890123", "foo", R(CCLONE) },
         { "foo.__uniq.99887766", "foo", R(CCLONE) },
         { "foo.cold", "foo", R(CCLONE) }, { "foo.cold.7", "foo", R(CCLONE) },
         { "a.b.isra.0.cold", "a.b", R(CCLONE) },
         { "foo.cold.part.0", "foo", R(CCLONE) },
         { "foo.cold.cold", "foo", R(CCLONE) });
    MADE({ "ns::f(int) (.llvm.1234567890123)", "ns::f(int)", R(CCLONE) },
         { "f() const (.isra.0.cold)", "f() const", R(CCLONE) },
         { "f (.cold.1)", "f", R(CCLONE) });
    STAYS("f (.)", "f(.cold)", " (.cold)", "(.cold)", "f (a.cold)", "f (.x)",
          "f ()", ")", "f (.cold )");
    STAYS("foo.isra", "foo.part", "foo.part.3.x", "foo.party.3", "foo.3",
          "foo.isra.0x", "foo isra.0", "com.acme.Tap.cold", ".cold", ".isra.0",
          "foo.colder", "bar [clone .part.3", "bar[clone .part.3]",
          "bar [clone]", "bar [cloned by me]", "f[abi:cxx11", "f[ab:cxx11]",
          "[abi:cxx11]", "[clone .part.3]", "foo.isra0", "foo.isra.", "isra.0",
          "foo.", "42", ".42");
}

static void of_a_method_called_cold_only_the_clone_goes(void **state)
{
    (void)state;
    MADE({ "com.acme.Tap.cold.isra.0", "com.acme.Tap.cold", R(CCLONE) },
         { "com.acme.Tap.cold.cold", "com.acme.Tap.cold", R(CCLONE) });
}

static void code_that_is_no_symbol_has_no_clones(void **state)
{
    static const struct {
        const char *name, *file;
        corr_frame_type type;
        bool clones;
    } each[] = {
        { "main.cold", "/app/main.go", CORR_FRAME_PLAIN, false },
        { "Cache.cold", "Cache.java", CORR_FRAME_PLAIN, false },
        { "Cache.part.3", "", CORR_FRAME_JIT, false },
        { "Cache.cold", "", CORR_FRAME_INTERPRETED, false },
        { "Cache.cold", "", CORR_FRAME_C1, false },
        { "main.cold", "main.c", CORR_FRAME_PLAIN, true },
        { "main.cold", "", CORR_FRAME_INLINED, true },
        { "main.cold", "", CORR_FRAME_NATIVE, true },
        { "main.cold", "", CORR_FRAME_PLAIN, true },
        { "main.run", "main.go", CORR_FRAME_PLAIN, true }, /* has none */
    };
    canon_text out = { 0 };
    unsigned rules = 0;

    (void)state;
    for (size_t i = 0; i < countof(each); i++) {
        const corr_frame_view f = { .function = corr_str_of(each[i].name),
                                    .file = corr_str_of(each[i].file),
                                    .type = each[i].type };
        assert_int_equal(canon_not_for(&f), each[i].clones ? 0 : R(CCLONE));
    }
    assert_true(canon_name(CORR_STR("main.cold"), R(CCLONE), &out, &rules));
    assert_true(corr_str_is((corr_str){ out.v, out.n }, "main.cold"));
    assert_int_equal(rules, 0);
    vec_free(&out);
}

static size_t owner_of(const char *name, const char *file, corr_frame_type type)
{
    return canon_owner(&(corr_frame_view){ .function = corr_str_of(name),
                                           .file = corr_str_of(file),
                                           .type = type });
}

static void a_clone_and_a_function_of_go_may_look_alike(void **state)
{
    (void)state;
    assert_int_equal(owner_of("main.cold", "", CORR_FRAME_PLAIN), 4);
    assert_int_equal(owner_of("main.cold", "", CORR_FRAME_JIT), 4);
    assert_int_equal(owner_of("main.cold", "a.c", CORR_FRAME_PLAIN), 0);
    assert_int_equal(owner_of("main.cold", "", CORR_FRAME_NATIVE), 0);
    assert_int_equal(owner_of("main.cold", "", CORR_FRAME_KERNEL), 0);
    assert_int_equal(owner_of("a::main.cold", "", CORR_FRAME_PLAIN), 0);
    assert_int_equal(owner_of("a.main.cold", "", CORR_FRAME_PLAIN), 0);
    assert_int_equal(owner_of(".cold", "", CORR_FRAME_PLAIN), 0);
    assert_int_equal(owner_of("cold", "", CORR_FRAME_PLAIN), 0);
    assert_int_equal(owner_of("main.run", "", CORR_FRAME_PLAIN), 0);
    assert_int_equal(owner_of("", "", CORR_FRAME_PLAIN), 0);
}

static void another_function_of_the_owner_tells(void **state)
{
    static const char *const yes[] = { "main.main", "main.cold.func1",
                                       "main.hot.part.1", "main._x",
                                       "main.(*T).f" };
    static const char *const no[] = {
        "main",      "main.",      "main.cold",       "main.part.0",
        "main2.run", "domain.run", "main.isra.0.cold"
    };

    (void)state;
    for (size_t i = 0; i < countof(yes); i++)
        assert_true(canon_is_member(corr_str_of(yes[i]), CORR_STR("main")));
    for (size_t i = 0; i < countof(no); i++)
        assert_false(canon_is_member(corr_str_of(no[i]), CORR_STR("main")));
}

/* ---- Java ----------------------------------------------------------------- */

static void lambdas_of_java_have_no_numbers(void **state)
{
    (void)state;
    const char *const apply = "com.acme.Price$$Lambda.apply";

    MADE({ "com.acme.Price$$Lambda$14/0x0000000800c8b440.apply", apply,
           R(JLAMBDA) },
         { "com.acme.Price$$Lambda+0x00007f8177090218/543846639.apply", apply,
           R(JLAMBDA) },
         { "com.acme.Price$$Lambda/0x00007c2d44001000.apply", apply,
           R(JLAMBDA) },
         { "com.acme.Price$$Lambda$22.0x0000000801203000.apply", apply,
           R(JLAMBDA) },
         { "com.acme.Price$$Lambda$14/1234567.apply", apply, R(JLAMBDA) },
         { "com.acme.Price$$Lambda$25.2122198491.apply", apply, R(JLAMBDA) },
         { "com.acme.Price$$Lambda$659+0x00007f26184a5258.2044005146.apply",
           apply, R(JLAMBDA) },
         { "com.acme.Price$$Lambda$14.apply", apply, R(JLAMBDA) },
         { "com/acme/Price$$Lambda$14/1234567.apply",
           "com/acme/Price$$Lambda.apply", R(JLAMBDA) },
         { "com.acme.Price$$Lambda+0x00007f8177090218",
           "com.acme.Price$$Lambda", R(JLAMBDA) },
         { "a$$Lambda$1.b$$Lambda$2", "a$$Lambda.b$$Lambda", R(JLAMBDA) });
    STAYS("com.acme.Price$$Lambda.apply", "com.acme.Price$$LambdaX$14.apply",
          "com.acme.Price$$Lambda$14x.apply", "com.acme.Price$Lambda$x",
          "com.acme.Price$$Lambda/apply", "com.acme.Price$$Lambda/0xapply",
          "com.acme.Price$$Lambda/0x", "com.acme.Price$$Lambda$",
          "com.acme.Price$$Lambda/0x12z", "com.acme.Price$$Lambda/12z",
          "com.acme.Price$$Lambda:12", "com.acme.Price$$Lamb");
}

static void forms_of_method_handles_have_no_numbers(void **state)
{
    (void)state;
    const char *const dmh = "java.lang.invoke.LambdaForm$DMH.invokeStatic";

    MADE({ "java.lang.invoke.LambdaForm$DMH/0x0000000800c01000.invokeStatic",
           dmh, R(JFORM) },
         { "java.lang.invoke.LambdaForm$DMH.0x0000000800c01000.invokeStatic",
           dmh, R(JFORM) },
         { "java.lang.invoke.LambdaForm$DMH/1234567.invokeStatic", dmh,
           R(JFORM) },
         { "java.lang.invoke.LambdaForm$DMH+0x00007f2618194400.532048323"
           ".invokeStatic",
           dmh, R(JFORM) },
         { "java.lang.invoke.LambdaForm$MH.0x0000000103ad5400.invoke",
           "java.lang.invoke.LambdaForm$MH.invoke", R(JFORM) });
    MADE({ "java.lang.String$$StringConcat/0x0000000800c01000.concat",
           "java.lang.String$$StringConcat.concat", R(JFORM) },
         { "com.acme.Pay$$TypeSwitch.0x00007f8177090218.typeSwitch",
           "com.acme.Pay$$TypeSwitch.typeSwitch", R(JFORM) },
         { "com.acme.Pay$$InjectedInvoker+0x00007f26181944.53204.invoke_V",
           "com.acme.Pay$$InjectedInvoker.invoke_V", R(JFORM) });
    STAYS("com.acme.Pay$$TypeSwitch.typeSwitch", "com.acme.Pay$$Switch/12.f",
          "com.acme.Pay$TypeSwitch/0x12.f", "com.acme.Pay$$TypeSwitch/0xf_.x",
          "com.acme.Pay$$TypeSwitch/0x", "Pay$$Type-/0x12.f");
    STAYS("java.lang.invoke.LambdaForm$NamedFunction.arity",
          "java.lang.invoke.LambdaForms$DMH/12.f", "LambdaForm.12",
          "DirectMethodHandle$Holder.invokeStatic", "LambdaForm$DMH",
          "LambdaForm$DMH/invoke");
}

static void generated_accessors_have_no_numbers(void **state)
{
    (void)state;
    MADE({ "jdk.internal.reflect.GeneratedMethodAccessor117.invoke",
           "jdk.internal.reflect.GeneratedMethodAccessor#.invoke", R(JACC) },
         { "sun/reflect/GeneratedConstructorAccessor3.newInstance",
           "sun/reflect/GeneratedConstructorAccessor#.newInstance", R(JACC) },
         { "GeneratedSerializationConstructorAccessor9.f",
           "GeneratedSerializationConstructorAccessor#.f", R(JACC) });
    STAYS("com.acme.GeneratedMethodAccessor.f", "MyGeneratedMethodAccessor1.f",
          "GeneratedMethodAccessor1x.f", "GeneratedMethodAccess1",
          "com.acme.G17.f", "GeneratedMethodAccessor");
}

static void proxies_of_java_have_no_numbers(void **state)
{
    (void)state;
    MADE({ "jdk.proxy2.$Proxy17.find", "$Proxy#.find", R(JPROXY) },
         { "com.sun.proxy.$Proxy17.find", "$Proxy#.find", R(JPROXY) },
         { "com/sun/proxy/$Proxy17.find", "$Proxy#.find", R(JPROXY) },
         { "jdk/proxy12/$Proxy1.find", "$Proxy#.find", R(JPROXY) },
         { "$Proxy17.find", "$Proxy#.find", R(JPROXY) },
         { "void jdk.proxy2.$Proxy17.f", "void $Proxy#.f", R(JPROXY) },
         { "1.$Proxy17.f", "1.$Proxy#.f", R(JPROXY) },
         { "a$jdk.proxy1.$Proxy1", "a$jdk.proxy1.$Proxy#", R(JPROXY) },
         { "com.acme.$Proxy17.f", "com.acme.$Proxy#.f", R(JPROXY) },
         { "x.jdk.proxy2.$Proxy1.f", "x.jdk.proxy2.$Proxy#.f", R(JPROXY) },
         { "xjdk.proxy2.$Proxy1.f", "xjdk.proxy2.$Proxy#.f", R(JPROXY) },
         { "jdk.proxy.$Proxy1.f", "jdk.proxy.$Proxy#.f", R(JPROXY) },
         { "jdk.proxy2 $Proxy1.f", "jdk.proxy2 $Proxy#.f", R(JPROXY) },
         { "jdk.prox2.$Proxy1.f", "jdk.prox2.$Proxy#.f", R(JPROXY) });
    STAYS("com.acme.Some$Proxy17.f", "S$Proxy17.f", "$$Proxy17.f",
          "com.sun.proxy.$Proxy.f", "com.sun.proxy.$Proxy17x.f",
          "com.sun.proxy.$Proxies1.f", "a$$Proxy1.f", "jdk.proxy2.Proxy17.f");
}

static void enhanced_classes_have_no_numbers(void **state)
{
    (void)state;
    MADE({ "com.acme.Svc$$SpringCGLIB$$0.pay",
           "com.acme.Svc$$SpringCGLIB$$#.pay", R(CGLIB) },
         { "com.acme.Svc$$EnhancerBySpringCGLIB$$1a2b3c4d.pay",
           "com.acme.Svc$$EnhancerBySpringCGLIB$$#.pay", R(CGLIB) },
         { "com.acme.Svc$$FastClassBySpringCGLIB$$deadbeef.invoke",
           "com.acme.Svc$$FastClassBySpringCGLIB$$#.invoke", R(CGLIB) },
         { "a$$EnhancerBySpringCGLIB$$1a$$FastClassBySpringCGLIB$$2b.f",
           "a$$EnhancerBySpringCGLIB$$#$$FastClassBySpringCGLIB$$#.f",
           R(CGLIB) },
         { "com.acme.Svc$$SpringCGLIB$$FastClass$$1.invoke",
           "com.acme.Svc$$SpringCGLIB$$FastClass$$#.invoke", R(CGLIB) },
         { "com.acme.Svc$$EnhancerByGuice$$8f3a.pay",
           "com.acme.Svc$$EnhancerByGuice$$#.pay", R(CGLIB) });
    STAYS("com.acme.Svc$$SpringCGLIB$$pay", "com.acme.Svc$$SpringCGLIB$$0x.f",
          "com.acme.Svc$$Other$$0.pay", "com.acme.Svc$$SpringCGLIB$0.pay",
          "com.acme.Svc$$SpringCGLIB$$.pay", "com.acme.Svc$$SpringCGLIB");
}

static void classes_made_at_run_time_have_no_numbers(void **state)
{
    (void)state;
    MADE({ "com.acme.User$HibernateProxy$k3Jx9aQ2.getName",
           "com.acme.User$HibernateProxy$#.getName", R(BB) },
         { "com.acme.User$ByteBuddy$Zz09.f", "com.acme.User$ByteBuddy$#.f",
           R(BB) },
         { "com.acme.User$MockitoMock$123456.f",
           "com.acme.User$MockitoMock$#.f", R(BB) },
         { "U$ByteBuddy$k3Jx", "U$ByteBuddy$#", R(BB) },
         { "U$ByteBuddy$kZJxAaQQ", "U$ByteBuddy$#", R(BB) },
         { "U$HibernateProxy$kZ", "U$HibernateProxy$#", R(BB) },
         { "U$MockitoMock$kZ", "U$MockitoMock$#", R(BB) });
    STAYS("com.acme.User$HibernateProxy.f", "com.acme.User$HibernateProxy$.f",
          "AgentBuilder$ExecutingTransformer$ByteBuddy$ModuleSupport.f",
          "U$ByteBuddy$kZJxAaQ.f", "U$ByteBuddy$kZJxAaQQx.f",
          "com.acme.ByteBuddy$k3Jx9aQ2.f", "com.acme.User$ByteBuddies$k3.f",
          "a$b", "a$1", "$");
}

/* ---- others --------------------------------------------------------------- */

static void names_of_go_have_no_shapes_and_no_vendor(void **state)
{
    (void)state;
    MADE({ "main.Map[go.shape.int,go.shape.string].Get", "main.Map[...].Get",
           R(GOGEN) },
         { "main.F[go.shape.struct { X []int; Y [4]string }].func1",
           "main.F[...].func1", R(GOGEN) },
         { "a[go.shape.int].b[go.shape.int]", "a[...].b[...]", R(GOGEN) },
         { "example.com/app/vendor/github.com/lib/pq.(*conn).Query",
           "github.com/lib/pq.(*conn).Query", R(GOGEN) },
         { "a/vendor/b.com/c/vendor/d.com/e.F", "d.com/e.F", R(GOGEN) });
    STAYS("main.Map[...].Get", "main.Map[int].Get", "main.Map[go.shape.int",
          "main.Map[go.shape[int]", "main.Map[go.shap]",
          "/app/vendor/github.com/x.rb", "dist/vendor/react.js",
          "vendor/golang.org/x/net.F", "f (app/vendor/a.b/c.js)",
          "a/vendors/github.com/b.F", "a/vendor/github/b.F", "/vendor/a.b/c",
          "a/vendor/", "a[b]", "avendor/github.com/b.F");
}

static void code_of_v8_has_no_state_and_no_place(void **state)
{
    (void)state;
    MADE({ "(anonymous) dist/main.3f2a1b9c.js:120:17",
           "(anonymous) dist/main.#.js", R(V8) },
         { "LazyCompile:~f app.js:1:2", "f app.js", R(V8) },
         { "LazyCompile:f", "f", R(V8) },
         { "Function:*f app.js:12", "f app.js", R(V8) },
         { "Function:^f", "f", R(V8) }, { "JS:+f", "f", R(V8) },
         { "Script:~app.mjs", "app.mjs", R(V8) },
         { "Eval:~ app.cjs:1:1", "app.cjs", R(V8) },
         { "LazyCompile:*  app.ts:1:1", "app.ts", R(V8) },
         { "Function:~Function:*f", "f", R(V8) },
         { "f (app.js:12:3)", "f (app.js)", R(V8) },
         { "f app.tsx:12:3 [x]", "f app.tsx [x]", R(V8) },
         { "main.3f2a1b9c.chunk.js", "main.#.chunk.js", R(V8) },
         { "main.3f2a1b9c.bundle.min.js:1", "main.#.bundle.min.js", R(V8) },
         { "a.abcde1.mts", "a.#.mts", R(V8) },
         { "a.0123456789abcdef0123.cts", "a.#.cts", R(V8) },
         { "a.0123456789ABCDEF.jsx", "a.#.jsx", R(V8) });
    MADE({ "/srv/app/steps.js:busy:8", "/srv/app/steps.js:busy", R(V8) },
         { "file:///srv/a.mjs:A.b:12", "file:///srv/a.mjs:A.b", R(V8) },
         { "/srv/main.js:(anonymous:L#70:C#22):70",
           "/srv/main.js:(anonymous:L#70:C#22)", R(V8) },
         { "main.3f2a1b9c.js:f:1", "main.#.js:f", R(V8) },
         { "node:internal/fs:read:471", "node:internal/fs:read", R(V8) },
         { ":(idle):0", ":(idle)", R(V8) });
    STAYS("Function::operator()", "JS::Call", "MyFunction:*f", "Builtin:f",
          "RegExp:a", "LazyCompile:", "LazyCompile:~", "app.js:", "app.js:x",
          "app.js:1:", "app.js:1:2:3", "app.js:1:2x", "app.js:12x",
          "app.jsp:1:2", "app.jsp:f:12", "app.js:f:", "app.js::1", "node:fs:1",
          "f:12", "A::f:12", "::f:12", ":12", "app.java:1:2", "appjs:1:2",
          "node:internal/x:1:2", "main.deadbeef.js", "main.3f2a1.js",
          "main.3f2a1b9z.js", "main.0123456789abcdef01234.js",
          "main.3f2a1b9c.css", "main.3f2a1b9c.jsp", "main.3f2a1b9c.js.map",
          "/.3f2a1b9c.js", ".3f2a1b9c.js", "jquery.3.6.0.js",
          "main.3f2a1b9c.chunks.js", "main.3f2a1b9c", "main.3f2a1b9c.chunk");
}

static void a_line_of_python_or_ruby_goes(void **state)
{
    (void)state;
    MADE({ "handle (app/views.py:120)", "handle (app/views.py)", R(PYRB) },
         { "f (a.pyx:1)", "f (a.pyx)", R(PYRB) },
         { "f (a.rb:1)", "f (a.rb)", R(PYRB) },
         { "g (<frozen importlib._bootstrap>:1007)",
           "g (<frozen importlib._bootstrap>)", R(PYRB) },
         { "block in call - /srv/app.rb:12", "block in call - /srv/app.rb",
           R(PYRB) });
    MADE({ "webrick/utils.rb:267 - timeout", "webrick/utils.rb - timeout",
           R(PYRB) },
         { "main.rs:64 - server::main::{{closure}}",
           "main.rs - server::main::{{closure}}", R(PYRB) },
         { "views/a.erb:1 - <main>", "views/a.erb - <main>", R(PYRB) },
         { "/usr/lib/python3.11/threading.py:start:935",
           "/usr/lib/python3.11/threading.py:start", R(PYRB) },
         { "/app/a.pyx:f:1", "/app/a.pyx:f", R(PYRB) },
         { "<frozen importlib._bootstrap>:_load_unlocked:688",
           "<frozen importlib._bootstrap>:_load_unlocked", R(PYRB) },
         { "a.py:<module>:3", "a.py:<module>", R(PYRB) });
    STAYS("f (a.py:)", "f (a.py:x)", "f (a.py:12", "f a.py:12", "a.py:12",
          "f (a.pyc:12)", "f (a.c:12)", "a.rb:12", "f -a.rb:12", "f - a.rb:x",
          "f - a.rb:", "f - a.py:12", "f - a.rb:12 ", "f (a.py::12)",
          " - a.rb:12");
    STAYS("a.rb: - f", "a.rb:1 -f", "a.c:1 - f", "a b.rb:1 - f",
          "a.py:f:", "a.py:f:x", "a.py::1", "a.pyc:f:1", "a.c:f:1",
          "A<int>:f:1", "<A>::f:1", ">:f:1", ":f", "<f:1");
}

static void names_of_dotnet_have_no_numbers(void **state)
{
    (void)state;
    MADE({ "<>c__DisplayClass5_0.<Run>b__1", "<>c__DisplayClass#.<Run>b__#",
           R(NET) },
         { "A.<>c.<Run>b__5_0", "A.<>c.<Run>b__#", R(NET) },
         { "A.<Run>d__12.MoveNext", "A.<Run>d__#.MoveNext", R(NET) },
         { "<>c__DisplayClass5.f", "<>c__DisplayClass#.f", R(NET) },
         { "A.<Run>g__Local|0_1(int)", "A.<Run>g__Local|#(int)", R(NET) },
         { "void A::f()[OptimizedTier1]", "void A::f()", R(NET) },
         { "f[QuickJitted]", "f", R(NET) }, { "f[PreJIT]", "f", R(NET) },
         { "f[Optimized]", "f", R(NET) }, { "f[MinOptJitted]", "f", R(NET) },
         { "f[OptimizedTier1OSR]", "f", R(NET) },
         { "f[InstrumentedTier]", "f", R(NET) },
         { "f[InstrumentedTierOptimized]", "f", R(NET) },
         { "f[ReadyToRun][PreJIT]", "f", R(NET) });
    STAYS("b__1", "d__1", "<Run>b__", "<Run>b__x", "<Run>b__1x", "<Run>c__1",
          "<Run>b__5_", "<Run>b__5_x", "<Run>k__BackingField",
          ">c__DisplayClass5_0", "<x>c__DisplayClass5_0", "<>c__DisplayClass",
          "<Run>b__5__0", "<Run>b___5", "f[OptimizedTier2]", "f[optimized]",
          "[Optimized]", "f[Optimized].g");
}

static void what_nobody_generated_stays(void **state)
{
    (void)state;
    STAYS("", "main", "com.acme.Price.total", "std::vector<int>::push_back",
          "main.(*Server).handle.func2.1", "lambda$total$3", "a b c", "#", "$$",
          "\x80\xff", "\n");
    is_made(&(vector){ "a", "a", 0 }, 1);
}

/* ---- properties ----------------------------------------------------------- */

static void a_name_may_have_any_bytes(void **state)
{
    (void)state;
    canon_text out = { 0 };
    unsigned rules;

    canonical(CORR_STR("a\0b_[j]"), &out, &rules);
    assert_true(corr_str_eq((corr_str){ out.v, out.n }, CORR_STR("a\0b")));
    canonical((corr_str){ NULL, 0 }, &out, &rules);
    assert_int_equal(out.n, 0);
    assert_int_equal(rules, 0);
    vec_free(&out);
}

static void rules_are_added_to_those_that_were_known(void **state)
{
    canon_text out = { 0 };
    unsigned rules = 1u << CANON_NET;

    (void)state;
    assert_true(canon_name(CORR_STR("f_[j]"), 0, &out, &rules));
    assert_int_equal(rules, R(NET) | R(ANNOT));
    vec_free(&out);
}

static void a_name_without_end_stays_as_it_is(void **state)
{
    (void)state;
    MADE({ "f_[k]+0x1_[k]+0x1", "f", R(ANNOT) | R(KOFF) });
    STAYS("f_[k]+0x1+0x1+0x1+0x1+0x1+0x1+0x1+0x1+0x1");
}

static void every_rule_has_words_of_its_own(void **state)
{
    (void)state;
    for (canon_rule r = 0; r < CANON_RULES; r++) {
        const char *name = canon_rule_name(r);
        assert_non_null(name);
        assert_int_equal(strspn(name, "abcdefghijklmnopqrstuvwxyz_"),
                         strlen(name));
        assert_true(strlen(canon_rule_words(r, 2)) > 3);
        assert_true(strlen(canon_rule_words(r, 1)) <
                    strlen(canon_rule_words(r, 2)));
        for (canon_rule other = 0; other < r; other++) {
            assert_string_not_equal(name, canon_rule_name(other));
            assert_string_not_equal(canon_rule_words(r, 2),
                                    canon_rule_words(other, 2));
        }
    }
    assert_string_equal(canon_rule_name(CANON_JLAMBDA), "lambda");
    assert_string_equal(canon_rule_words(CANON_JLAMBDA, 2), "lambdas");
    assert_string_equal(canon_rule_words(CANON_JPROXY, 1), "proxy");
    assert_string_equal(canon_rule_name(CANON_JFORM), "hidden_class");
    assert_string_equal(canon_rule_words(CANON_JFORM, 0), "hidden classes");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_frame_that_is_an_address_is_unknown),
        cmocka_unit_test(the_type_of_a_frame_is_no_part_of_its_name),
        cmocka_unit_test(an_offset_at_the_end_goes),
        cmocka_unit_test(a_hash_of_rust_goes),
        cmocka_unit_test(clones_of_a_compiler_are_the_function),
        cmocka_unit_test(of_a_method_called_cold_only_the_clone_goes),
        cmocka_unit_test(code_that_is_no_symbol_has_no_clones),
        cmocka_unit_test(a_clone_and_a_function_of_go_may_look_alike),
        cmocka_unit_test(another_function_of_the_owner_tells),
        cmocka_unit_test(lambdas_of_java_have_no_numbers),
        cmocka_unit_test(forms_of_method_handles_have_no_numbers),
        cmocka_unit_test(generated_accessors_have_no_numbers),
        cmocka_unit_test(proxies_of_java_have_no_numbers),
        cmocka_unit_test(enhanced_classes_have_no_numbers),
        cmocka_unit_test(classes_made_at_run_time_have_no_numbers),
        cmocka_unit_test(names_of_go_have_no_shapes_and_no_vendor),
        cmocka_unit_test(code_of_v8_has_no_state_and_no_place),
        cmocka_unit_test(a_line_of_python_or_ruby_goes),
        cmocka_unit_test(names_of_dotnet_have_no_numbers),
        cmocka_unit_test(what_nobody_generated_stays),
        cmocka_unit_test(a_name_may_have_any_bytes),
        cmocka_unit_test(rules_are_added_to_those_that_were_known),
        cmocka_unit_test(a_name_without_end_stays_as_it_is),
        cmocka_unit_test(every_rule_has_words_of_its_own),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
