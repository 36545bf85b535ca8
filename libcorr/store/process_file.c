/*
 * process_file - a profile that does not say whose it is: the user says it, or
 * the name of its file does (corr-methods 0).
 *
 * A name is evidence only where it has exactly one of the services that traces
 * or other profiles know, as a word, and nothing in the file contradicts it.
 */
#include <string.h>
#include <strings.h>

#include "model/same_process.h"
#include "store/edition.h"
#include "store/process_match.h"

/* Words that say what a file is, not whose. */
static const char *const not_whose[] = {
    "alloc",      "app",        "base",
    "block",      "after",      "before",
    "collapsed",  "cpu",        "folded",
    "gz",         "heap",       "jfr",
    "cpuprofile", "json",       "lock",
    "main",       "mutex",      "new",
    "old",        "perf",       "pprof",
    "prod",       "prof",       "profile",
    "profiles",   "proto",      "service",
    "spans",      "speedscope", "staging",
    "test",       "trace",      "threads",
    "txt",        "traces",     "wall",
    "zst",        "tmp",        "unknown_service",
};

static bool is_word_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || (c & 0x80);
}

static bool tells_whose(corr_str name)
{
    for (size_t i = 0; i < countof(not_whose); i++)
        if (store_same_name(name, corr_str_of(not_whose[i])))
            return false;
    return name.n >= 2;
}

/* Whether a name stands at a place of a path as a word of its own. */
static bool stands_at(corr_str path, size_t at, corr_str name)
{
    return path.n - at >= name.n &&
           strncasecmp(path.p + at, name.p, name.n) == 0 &&
           (at == 0 || !is_word_char(path.p[at - 1])) &&
           (at + name.n == path.n || !is_word_char(path.p[at + name.n]));
}

/* The service with the longest name at a place; 0: no service stands there. */
static uint32_t service_at(const spans *s, corr_str path, size_t at)
{
    uint32_t found = 0;

    for (uint32_t i = 1; i < s->service.n; i++)
        if (s->service.v[i].n > s->service.v[found].n &&
            tells_whose(s->service.v[i]) &&
            stands_at(path, at, s->service.v[i]))
            found = i;
    return found;
}

uint32_t process_named_in(const spans *s, corr_str path)
{
    uint32_t found = 0;

    for (size_t at = 0; at < path.n; at++) {
        const uint32_t one = service_at(s, path, at);
        if (one && found && one != found)
            return 0;
        found = one ? one : found;
        if (one)
            at += s->service.v[one].n - 1;
    }
    return found;
}

/* Whether the content names a service, one that is known here or not. */
static bool names_service(const input *in)
{
    if (in->process.owner && in->proc.v[in->process.owner].service)
        return true;
    for (size_t i = 0; i < in->label.set_ids.n; i++)
        if (in->label.set_ids.v[i].service)
            return true;
    return false;
}

/* Whether the content knows its process, and every process of the service is
 * known to be another. */
static bool is_of_others(const corr_store *st, const input *in,
                         uint32_t service)
{
    const uint32_t owner = in->process.owner;
    bool any = false;

    for (uint32_t k = 0; owner && k < st->input.n; k++) {
        const input *from = store_input(st, k);
        for (uint32_t p = 1; p < from->proc.n; p++) {
            const uint32_t proc = spans_proc(&st->spans, k, p);
            if (from == in || st->spans.service_of.v[proc] != service)
                continue;
            if (!same_process_other_pid(in, owner, from, p) &&
                same_process(in, owner, from, p) != PROC_OTHER)
                return false;
            any = true;
        }
    }
    return any;
}

/* The last name that the user gave for the file; false: none. */
static bool is_told_service(corr_store *st, const char *path, corr_str *name)
{
    file_labels_labels of = { 0 };

    if (file_labels_of(&st->service_of, path, &of) && of.n)
        *name = of.v[of.n - 1].value;
    const bool is_told = of.n > 0;
    vec_free(&of);
    return is_told;
}

/* The number of a service, which is added if no input knows it. */
static uint32_t number_service(corr_store *st, corr_str name)
{
    spans *s = &st->spans;

    for (uint32_t i = 1; i < s->service.n; i++)
        if (store_same_name(s->service.v[i], name))
            return i;
    return vec_push(&s->service, name) ? (uint32_t)s->service.n - 1 : 0;
}

bool process_say_file(corr_store *st, uint32_t i)
{
    const process_match *t = &st->match.v[i];
    edition *e = t->by_file ? edition_of(st, i) : NULL;

    return !t->by_file ||
           (e && remark_warn(&e->in, .rule = REMARK_SERVICE_BY_FILE,
                             .a = st->spans.service.v[t->service]));
}

bool process_by_file(corr_store *st, uint32_t i, uint32_t the_only)
{
    const input *in = store_input(st, i);
    const char *path = in->file.named ? in->file.named : in->file.path;
    process_match *t = &st->match.v[i];
    corr_str name = { "", 0 };

    if (t->service || names_service(in))
        return true;
    if (is_told_service(st, path, &name)) {
        t->service = name.n ? number_service(st, name) : 0;
        t->tied |= t->service != 0;
        return t->service || !name.n;
    }
    if (in->fetched.service.n) {
        t->service = number_service(st, in->fetched.service);
        t->tied |= t->service != 0;
        return t->service != 0;
    }
    const uint32_t service =
        st->no_assume ? 0 : process_named_in(&st->spans, corr_str_of(path));
    if (service && service != the_only && process_speaks(st, i, service) &&
        !is_of_others(st, in, service)) {
        t->service = service;
        t->by_file = t->assumed = t->tied = true;
    }
    return true;
}
