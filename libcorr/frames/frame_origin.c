/*
 * frame_origin - whether a frame is application or library code, by name.
 *
 * The guess only decides which frames of a long chain are named and which are
 * dim.  It never changes a count.
 */
#include "corr_view.h"

#include "base/base.h"
#include "base/name_tail.h"

/* clang-format off */
static const char *const library_function[] = {
    /* JVM */
    "java.", "java/", "javax.", "javax/", "jakarta.", "jdk.", "jdk/", "sun.",
    "sun/", "com.sun.", "com/sun/", "kotlin.", "kotlinx.", "scala.",
    "org.springframework.", "org.apache.catalina.", "org.apache.coyote.",
    "org.apache.tomcat.", "org.eclipse.jetty.", "io.netty.", "io.undertow.",
    "io.grpc.", "io.opentelemetry.", "reactor.", "j.u.",
    /* Go */
    "runtime.", "runtime/", "syscall.", "internal/", "net/http.", "net.",
    "google.golang.org/grpc", "go.opentelemetry.io/",
    /* C, C++, Rust */
    "std::", "core::", "alloc::", "tokio::", "hyper::", "<alloc::", "<core::",
    "<std::", "__libc_", "__GI_", "__clone", "_start", "start_thread", "clone",
    "entry_SYSCALL", "do_syscall", "asm_", "__x64_sys_", "rust_begin",
    /* Node, Python, .NET */
    "node:", "(", "[", "<frozen", "System.", "Microsoft.",
};
/* clang-format on */

/* Packages of Go whose names may also begin those of other languages. */
static const char *const go_package[] = {
    "bufio.",   "bytes.", "context.", "errors.", "fmt.",  "io.",
    "log.",     "os.",    "reflect.", "regexp.", "sort.", "strconv.",
    "strings.", "sync.",  "time.",    "slices.", "maps.", "unicode.",
    "math.",    "hash.",  "html.",    "mime.",
};

static const char *const go_folder[] = {
    "compress/",    "container/",    "crypto/",
    "database/sql", "encoding/",     "hash/",
    "html/",        "io/",           "log/",
    "math/",        "mime/",         "net/",
    "os/",          "path/",         "regexp/",
    "sync/",        "text/",         "unicode/",
    "vendor/",      "gopkg.in/yaml", "google.golang.org/protobuf",
};

/* Files of Python that are no application: "threading.py", or
 * "/usr/lib/python3.11/threading.py". */
static const char *const python_file[] = {
    "threading.py", "concurrent/", "asyncio/", "socketserver.py",
    "selectors.py", "socket.py",   "ssl.py",   "http/",
    "urllib/",      "json/",       "queue.py", "subprocess.py",
    "runpy.py",     "importlib",
};
static const char *const python_folder[] = { "site-packages/",
                                             "dist-packages/" };

static const char *const library_module[] = {
    "libc.",   "libc-", "ld-",     "libpthread", "libstdc++",
    "libgcc",  "libm.", "libjvm",  "libjava.",   "libnio",
    "libnet.", "[",     "vmlinux", "linux-vdso",
};

/* Folders of installed packages, and files inside of a runtime. */
static const char *const library_folder[] = {
    "/node_modules/", "/site-packages/", "/dist-packages/", "/lib/python3"
};

static bool is_library_file(corr_str file)
{
    if (corr_str_starts(file, "node:") || corr_str_starts(file, "<frozen"))
        return true;
    for (size_t i = 0; i < countof(library_folder); i++)
        if (corr_str_has(file, library_folder[i]))
            return true;
    return false;
}

/* Classes that a JVM or a framework makes at run time: they call code. */
static const char *const made_at_run_time[] = {
    "$$Lambda",
    "LambdaForm$",
    "$$FastClass",
    "$$EnhancerBy",
    "CGLIB$$",
    "$Proxy",
    "GeneratedMethodAccessor",
};

static bool is_made_at_run_time(corr_str function)
{
    if (corr_str_find(function, '$') == function.n &&
        !corr_str_has(function, "Generated"))
        return false;
    for (size_t i = 0; i < countof(made_at_run_time); i++)
        if (corr_str_has(function, made_at_run_time[i]))
            return true;
    return false;
}

static bool is_python_file(corr_str path)
{
    if (corr_str_find(path, '.') == path.n)
        return false;
    for (size_t i = 0; i < countof(python_file); i++)
        if (corr_str_starts(path, python_file[i]))
            return true;
    for (size_t i = 0; i < countof(python_folder); i++)
        if (corr_str_has(path, python_folder[i]))
            return true;
    return false;
}

/* By the file, or by the one in the name: "run (threading.py:975)". */
static bool is_in_python_library(const corr_frame_view *f)
{
    const corr_str function = f->function;

    for (size_t i = 0; i < function.n; i++)
        if (function.p[i] == '(' &&
            is_python_file(corr_str_from(function, i + 1)))
            return true;
    return corr_str_has(f->file, ".py") && is_python_file(f->file);
}

/* "io.Copy", "bufio.(*Reader).fill", "sort.insertionSort" are of Go;
 * "io.acme.Basket.add" is not. */
static bool is_in_go_library(corr_str function)
{
    for (size_t i = 0; i < countof(go_package); i++) {
        if (!corr_str_starts(function, go_package[i]))
            continue;
        const size_t n = strlen(go_package[i]);
        const corr_str rest = { function.p + n, function.n - n };
        return rest.n > 0 &&
               (rest.p[0] == '(' || (rest.p[0] >= 'A' && rest.p[0] <= 'Z') ||
                corr_str_find(rest, '.') == rest.n);
    }
    return false;
}

static bool starts_any(corr_str s, const char *const *prefix, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (corr_str_starts(s, prefix[i]))
            return true;
    return false;
}

bool corr_frame_is_app(const corr_frame_view *f)
{
    corr_str folder, module;

    if (f->type == CORR_FRAME_KERNEL || f->type == CORR_FRAME_THREAD ||
        f->function.n == 0)
        return false;
    if (!corr_str_cut_last(f->module, '/', &folder, &module))
        module = f->module;
    return !starts_any(f->function, library_function,
                       countof(library_function)) &&
           !starts_any(f->function, go_folder, countof(go_folder)) &&
           !is_in_go_library(f->function) && !is_in_python_library(f) &&
           !is_made_at_run_time(f->function) && !is_library_file(f->file) &&
           !starts_any(module, library_module, countof(library_module));
}

corr_str corr_short_name(corr_str name)
{
    return name_short(name);
}
