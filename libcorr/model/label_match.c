#include "model/label_match.h"

#include <stdio.h>

#include "base/base.h"

/* Compares a value with the text of the wanted value. */
static label_match is_value(const corr_label *l, corr_str want)
{
    char number[32];
    corr_str text = l->text;

    if (l->type == CORR_VALUE_INT) {
        const int n =
            snprintf(number, sizeof number, "%lld", (long long)l->num);
        text = (corr_str){ number, (size_t)n };
    }
    return corr_str_eq(text, want) ? LABEL_MATCH_YES : LABEL_MATCH_NO;
}

label_match label_match_set(const input *in, uint32_t set, corr_str key,
                            corr_str want)
{
    label_match found = LABEL_MATCH_UNKNOWN;

    for (uint32_t i = 0; set && i < in->label.set_n.v[set]; i++) {
        const corr_label l = input_label(in, set, i);
        if (!corr_str_eq(l.key, key))
            continue;
        found = is_value(&l, want); /* a key may repeat: any value counts */
        if (found == LABEL_MATCH_YES)
            break;
    }
    return found;
}

/* The identity of a process: its short key, the key of the resource attribute,
 * and the member of the row. */
static const struct {
    const char *brief, *full;
    size_t at;
} identities[] = {
    { "version", "service.version", offsetof(proc_row, version) },
    { "service", "service.name", offsetof(proc_row, service) },
    { "instance", "service.instance.id", offsetof(proc_row, instance) },
    { "host", "host.name", offsetof(proc_row, host) },
    { "container", "container.id", offsetof(proc_row, container) },
    { "pod", "k8s.pod.name", offsetof(proc_row, pod) },
};

/* service.version equals version. */
static bool is_same_key(corr_str a, corr_str b)
{
    if (corr_str_eq(a, b))
        return true;
    for (size_t i = 0; i < countof(identities); i++) {
        const char *brief = identities[i].brief, *full = identities[i].full;
        if ((corr_str_is(a, brief) && corr_str_is(b, full)) ||
            (corr_str_is(a, full) && corr_str_is(b, brief)))
            return true;
    }
    return false;
}

label_match label_match_told(const input *in, corr_str key, corr_str want)
{
    for (size_t i = in->file.told.n; i-- > 0;)
        if (is_same_key(in->file.told.v[i].key, key))
            return corr_str_eq(in->file.told.v[i].value, want) ? LABEL_MATCH_YES
                                                               : LABEL_MATCH_NO;
    return LABEL_MATCH_UNKNOWN;
}

label_match label_match_proc(const input *in, uint32_t proc, corr_str key,
                             corr_str want)
{
    const proc_row *p = &in->proc.v[proc];
    const label_match said = label_match_set(in, p->labels, key, want);

    for (size_t i = 0; !said && i < countof(identities); i++) {
        uint32_t text;
        memcpy(&text, (const char *)p + identities[i].at, sizeof text);
        if (text && (corr_str_is(key, identities[i].brief) ||
                     corr_str_is(key, identities[i].full)))
            return corr_str_eq(input_text(in, text), want) ? LABEL_MATCH_YES
                                                           : LABEL_MATCH_NO;
    }
    return said;
}

/* ---- paths -------------------------------------------------------------- */

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           corr_is_digit(c) || (unsigned char)c >= 0x80;
}

/* Whether a word ends between two bytes.  "v1" is no word of "v12" or
 * "v1.2". */
static bool ends_between(corr_str path, size_t at)
{
    if (at == 0 || at >= path.n)
        return true;
    if (is_letter(path.p[at - 1]) && is_letter(path.p[at]))
        return false;
    const size_t dot = path.p[at] == '.' ? at : at - 1;
    return !(path.p[dot] == '.' && dot > 0 && dot + 1 < path.n &&
             corr_is_digit(path.p[dot - 1]) && corr_is_digit(path.p[dot + 1]));
}

/* Whether the value at `at` may stand for the key: if '=' is before it, the key
 * must be before '='. */
static bool is_of_key(corr_str path, size_t at, corr_str key)
{
    if (at == 0 || path.p[at - 1] != '=')
        return true;
    return at > key.n && ends_between(path, at - 1 - key.n) &&
           memcmp(path.p + at - 1 - key.n, key.p, key.n) == 0;
}

label_match label_match_path(const input *in, corr_str key, corr_str want)
{
    const corr_str path = corr_str_of(in->file.path);

    for (size_t i = 0; want.n && i + want.n <= path.n; i++)
        if (memcmp(path.p + i, want.p, want.n) == 0 && ends_between(path, i) &&
            ends_between(path, i + want.n) && is_of_key(path, i, key))
            return LABEL_MATCH_YES;
    return LABEL_MATCH_UNKNOWN;
}

/* ---- all verdicts of an input ------------------------------------------- */

bool label_match_by_init(label_match_by *b, const input *in, const char *text,
                         label_match others, corr_arena *arena)
{
    corr_str key, want;
    bool known = false;
    label_match told;

    *b = (label_match_by){ .otherwise = LABEL_MATCH_YES };
    b->set = corr_arena_new(arena, uint8_t, in->label.set_at.n + 1);
    b->proc = corr_arena_new(arena, uint8_t, in->proc.n + 1);
    if (!b->set || !b->proc)
        return false;
    if (!corr_str_cut(corr_str_of(text), '=', &key, &want))
        return true;
    for (uint32_t i = 1; i < in->label.set_at.n; i++) {
        b->set[i] = (uint8_t)label_match_set(in, i, key, want);
        known = known || b->set[i];
    }
    told = label_match_told(in, key, want);
    for (uint32_t i = 1; i < in->proc.n; i++) {
        b->proc[i] =
            (uint8_t)(told ? told : label_match_proc(in, i, key, want));
        known = known || b->proc[i];
    }
    b->otherwise = told                              ? told
                   : known                           ? LABEL_MATCH_NO
                   : label_match_path(in, key, want) ? LABEL_MATCH_YES
                                                     : others;
    return true;
}
