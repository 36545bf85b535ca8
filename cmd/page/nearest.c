/* nearest - names that are there, for a name that is not: in another case, or
 * most like it. */
#include <ctype.h>
#include <limits.h>
#include <string.h>

#include "cli/cmd.h"
#include "page/nearest.h"

/* As many words as a screen may look through. */
enum { MOST_WORDS = 100000, LONGEST = 60 };

static void lower_word(const char *text, size_t n, char low[LONGEST + 1])
{
    size_t i = 0;

    for (; i < n && i < LONGEST; i++)
        low[i] = (char)tolower((unsigned char)text[i]);
    low[i] = '\0';
}

bool near_is_same(corr_str a, const char *b)
{
    return a.n == strlen(b) && strncasecmp(a.p, b, a.n) == 0;
}

/* How far a name is from the words typed, without regard to case; a name that
 * has them in it is near. */
static unsigned distance(const char *want, corr_str name)
{
    char a[LONGEST + 1], b[LONGEST + 1];

    lower_word(want, strlen(want), a);
    lower_word(name.p, name.n, b);
    const unsigned d = opt_distance(a, b);
    return *a && strstr(b, a) && d > 2 ? 2 : d;
}

void near_add(near_list *l, corr_str name)
{
    const corr_str brief = corr_short_name(name);
    unsigned far = distance(l->want, name);
    corr_str last = name;
    size_t at = l->n < NEAR_MOST ? l->n : NEAR_MOST;

    if (brief.n < name.n) {
        const unsigned d = distance(l->want, brief);
        far = d < far ? d : far;
    }
    for (size_t i = 0; i + 1 < name.n; i++)
        if (strchr("./: ", name.p[i]))
            last = (corr_str){ name.p + i + 1, name.n - i - 1 };
    if (last.n < name.n) {
        const unsigned d = distance(l->want, last);
        far = d < far ? d : far;
    }
    for (size_t i = 0; i < l->n; i++)
        if (corr_str_eq(l->at[i].name, name))
            return;
    while (at > 0 && far < l->at[at - 1].far) {
        if (at < NEAR_MOST)
            l->at[at] = l->at[at - 1];
        at--;
    }
    if (at == NEAR_MOST)
        return;
    l->at[at].name = name;
    l->at[at].far = far;
    l->n += l->n < NEAR_MOST;
}

bool near_is_close(const near_list *l)
{
    const size_t n = strlen(l->want);

    return l->n > 0 && l->at[0].far <= (n > 5 ? n / 3 : 1);
}

const char *near_words(const near_list *l, corr_report *r)
{
    const char *text = "";

    for (size_t i = 0; i < l->n; i++)
        text = corr_report_text(r, "%s%s%.*s", text, i ? ", " : "",
                                CORR_STR_ARG(l->at[i].name));
    return text;
}

/* ---- names of the inputs ---------------------------------------------- */

static void free_words(void *p)
{
    corr_words_free(p);
}

/* The names of the inputs; the report owns them.  NULL: memory is short. */
static corr_words *names_here(const cmd_ctx *ctx, corr_report *r,
                              corr_word what)
{
    corr_err ignored = { 0 };
    corr_words *w =
        corr_words_of(ctx->store, what, CORR_STR(""), MOST_WORDS, &ignored);

    if (w)
        corr_report_own(r, w, free_words);
    return w;
}

bool near_of_inputs(near_list *l, const cmd_ctx *ctx, corr_report *r,
                    corr_word what)
{
    const corr_words *w = names_here(ctx, r, what);
    bool there = false;

    for (size_t i = 0; w && i < corr_words_size(w); i++) {
        const corr_str name = corr_words_at(w, i);
        there = there || corr_str_is(name, l->want);
        near_add(l, name);
    }
    return there;
}

/* The only name that differs from the text in case alone; else the text. */
static const char *find_case(const cmd_ctx *ctx, corr_report *r, corr_word what,
                             const char *text)
{
    const corr_words *w = text ? names_here(ctx, r, what) : NULL;
    corr_str one = CORR_STR("");
    size_t n = 0;

    for (size_t i = 0; w && i < corr_words_size(w); i++) {
        const corr_str name = corr_words_at(w, i);
        if (corr_str_is(name, text))
            return text;
        if (!near_is_same(name, text))
            continue;
        one = name;
        n++;
    }
    return n == 1 ? cmd_str(r, one) : text;
}

void cmd_find_case(const cmd_ctx *ctx, corr_report *r, corr_query *q)
{
    q->op = find_case(ctx, r, CORR_WORD_OPERATION, q->op);
    q->service = find_case(ctx, r, CORR_WORD_SERVICE, q->service);
}

/* ---- words -------------------------------------------------------------- */

void near_say_unknown(const near_list *l, corr_report *r, const char *thing)
{
    const bool close = near_is_close(l);

    corr_report_line(r, "no %s is called \"%s\"%s%s%s", thing, l->want,
                     close ? "; did you mean " : "",
                     close ? cmd_str(r, l->at[0].name) : "", close ? "?" : "");
    if (l->n > 1 || (l->n && !close))
        corr_report_line(r, "names most like it: %s", near_words(l, r));
}

bool near_say_asked(const cmd_ctx *ctx, corr_report *r)
{
    const struct {
        const char *thing, *want;
        corr_word word;
    } asked[] = {
        { "service", ctx->select->service, CORR_WORD_SERVICE },
        { "span", ctx->select->op, CORR_WORD_OPERATION },
    };

    for (size_t i = 0; i < COUNT(asked); i++) {
        near_list near = { .want = asked[i].want };
        if (!near.want || near_of_inputs(&near, ctx, r, asked[i].word))
            continue;
        near_say_unknown(&near, r, asked[i].thing);
        return true;
    }
    return false;
}
