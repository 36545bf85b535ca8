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
           !starts_any(module, library_module, countof(library_module)) &&
           !is_library_file(f->file);
}

corr_str corr_short_name(corr_str name)
{
    return name_short(name);
}
