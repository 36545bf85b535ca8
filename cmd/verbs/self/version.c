/* version - what this program is made of. */
#include <cjson/cJSON.h>
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <protobuf-c/protobuf-c.h>
#include <zlib.h>
#ifdef CORR_WITH_ISAL
#include <isa-l.h>
#define ISAL_TEXT_(n) #n
#define ISAL_TEXT(n)  ISAL_TEXT_(n)
#define ISAL_WORDS                                                             \
    ISAL_TEXT(ISAL_MAJOR_VERSION)                                              \
    "." ISAL_TEXT(ISAL_MINOR_VERSION) "." ISAL_TEXT(ISAL_PATCH_VERSION)
#else
#define ISAL_WORDS "not linked"
#endif
#ifdef CORR_WITH_ZSTD
#include <zstd.h>
#define ZSTD_WORDS ZSTD_versionString()
#else
#define ZSTD_WORDS "not linked"
#endif
#ifdef CORR_WITH_LZ4
#include <lz4.h>
#define LZ4_WORDS LZ4_versionString()
#else
#define LZ4_WORDS "not linked"
#endif

#ifdef CORR_WITH_CURL
#define FETCH_WORDS "built, with libcurl"
#else
#define FETCH_WORDS "not built"
#endif

#include "cli/verbs.h"
#include "corr_builtin.h"

#ifndef CORR_BUILD
#define CORR_BUILD "unknown"
#endif
#ifndef CORR_FLAGS
#define CORR_FLAGS ""
#endif

typedef struct version_opts {
    bool verbose;
} version_opts;

static const opt version_options[] = {
    O_FLAG('v', "verbose", version_opts, verbose,
           "also compiler, libraries, formats and limits"),
    O_END
};

static void print_details(corr_out *out)
{
    char pcre[64] = "unknown";

    pcre2_config(PCRE2_CONFIG_VERSION, pcre);
#if defined(__clang__)
    corr_puts(out, "compiler    clang " __clang_version__ "\n");
#else
    corr_puts(out, "compiler    gcc " __VERSION__ "\n");
#endif
    corr_puts(out, "build       " CORR_BUILD " " CORR_FLAGS "\n");
    corr_printf(out, "zlib        %s\n", zlibVersion());
    corr_printf(out, "ISA-L       %s\n", ISAL_WORDS);
    corr_printf(out, "zstd        %s\n", ZSTD_WORDS);
    corr_printf(out, "lz4         %s\n", LZ4_WORDS);
    corr_printf(out, "protobuf-c  %s\n", protobuf_c_version());
    corr_printf(out, "cJSON       %s\n", cJSON_Version());
    corr_printf(out, "PCRE2       %s\n", pcre);
    corr_printf(out, "corr-fetch  %s\n", FETCH_WORDS);
    corr_puts(out, "formats    ");
    for (const corr_format *const *f = corr_builtin_formats; *f; f++)
        corr_printf(out, " %s", (*f)->name);
    corr_puts(out, "\nlimits      decoded input 64 GiB, record 256 MiB, tables "
                   "of an input 8 GiB,\n"
                   "            frames of a stack 4096, depth of JSON 256\n");
}

static corr_code version_say(const cmd_ctx *ctx, corr_out *out, corr_err *err)
{
    const version_opts *o = ctx->opts;

    (void)err;
    corr_puts(out, "corr " CORR_VERSION "\n");
    if (o->verbose)
        print_details(out);
    return CORR_OK;
}

const cmd version_cmd = {
    .name = "version",
    .group = CMD_SELF,
    .brief = "what this program is made of",
    .options = version_options,
    .opts_size = sizeof(version_opts),
    .print = version_say,
};
