/* scrub_text - one text: its place, its edits, and the memo of texts that came
 * before. */
#include "scrub/scrub_private.h"

#include "base/base.h"
#include "scrub/scrub_words.h"

/* Longer texts are seldom repeated. */
enum { MEMO_LONGEST = 1024 };

/* The memos of all threads are forgotten when they become larger. */
static const uint64_t memo_most = (uint64_t)96 << 20;

corr_scrub *scrub_new(const corr_scrub_opts *opts)
{
    corr_scrub *map = calloc(1, sizeof *map);

    if (!map)
        return NULL;
    map->opts = opts;
    map->keep = (public_keep){ opts->keep, opts->nkeep };
    map->learning = true;
    map->length = PSEUDONYM_SHORT;
    map->values = &map->own;
    map->memo_most = memo_most;
    map->arena.limit = map->memo_arena.limit = map->own.arena.limit = SIZE_MAX;
    pseudonym_derive(&map->keys, opts->key);
    for (size_t i = 0; i < opts->nsecret; i++)
        known_learn(map, corr_str_of(opts->secret[i]), CORR_SCRUB_SECRET);
    return map;
}

void scrub_reset_memo(corr_scrub *map)
{
    for (unsigned i = 0; i < CORR_PLACE_COUNT; i++)
        corr_map_clear(&map->memo_index[i]);
    corr_map_clear(&map->frames);
    map->stack.n = 0;
    corr_arena_clear(&map->memo_arena);
    map->memo_arena.limit = SIZE_MAX;
    map->memo.n = map->memo_count.n = 0;
    map->memo_bytes = 0;
}

static void clear_tallies(corr_scrub *map)
{
    for (unsigned i = 0; i < CORR_SCRUB_KIND_COUNT; i++) {
        corr_map_clear(&map->tally[i].values);
        map->tally[i] = (scrub_tally){ 0 };
    }
}

void scrub_free(corr_scrub *map)
{
    if (!map)
        return;
    scrub_reset_memo(map);
    clear_tallies(map);
    known_clear(&map->own);
    corr_map_clear(&map->place_index);
    corr_map_clear(&map->taken);
    for (unsigned i = 0; i < VIEW_COUNT; i++)
        view_clear(&map->views[i]);
    vec_free(&map->memo);
    vec_free(&map->memo_count);
    vec_free(&map->stack);
    vec_free(&map->edit);
    vec_free(&map->out);
    corr_arena_clear(&map->arena);
    free(map);
}

bool scrub_learned(corr_scrub *map)
{
    map->learning = false;
    scrub_reset_memo(map);
    return known_build(map) && !map->failed;
}

void scrub_restart(corr_scrub *map)
{
    map->length = PSEUDONYM_LONG;
    map->collided = false;
    corr_map_clear(&map->taken);
    scrub_reset_memo(map);
    clear_tallies(map);
}

bool corr_scrub_learns(const corr_scrub *map)
{
    return map->learning;
}

bool corr_scrub_failed(const corr_scrub *map)
{
    return map->failed;
}

void corr_scrub_goes_on(corr_scrub *map)
{
    map->goes_on = true;
}

void corr_scrub_fail(corr_scrub *map)
{
    map->failed = true;
}

corr_spot corr_scrub_place(corr_scrub *map, corr_str key)
{
    bool is_new;

    if (key.n == 0 || key.n > 256)
        return CORR_PLACE_TEXT;
    uint32_t *place = corr_map_bytes(&map->place_index, key.p, key.n, &is_new);
    if (!place) {
        map->failed = true;
        return CORR_PLACE_TEXT;
    }
    if (is_new) {
        const corr_scrub_opts *o = map->opts;
        const corr_spot found = scrub_lists_key(o->map_keys, o->nmap, key)
                                    ? CORR_PLACE_USER
                                    : scrub_place_of(key);
        *place = (uint32_t)found;
        if (map->place_index.n > 100000)
            corr_map_clear(&map->place_index);
        return found;
    }
    return (corr_spot)*place;
}

void corr_scrub_share(corr_scrub *map, corr_spot place, corr_str text)
{
    if (!map->learning || text.n == 0 ||
        (place != CORR_PLACE_USER && place != CORR_PLACE_HOST &&
         place != CORR_PLACE_SECRET))
        return;
    uint32_t *slot =
        corr_map_u64(&map->own.shared, corr_hash(text.p, text.n), NULL);
    if (!slot)
        map->failed = true;
    else if (*slot < place)
        *slot = (uint32_t)place;
}

corr_spot corr_scrub_shared(corr_scrub *map, corr_str text, corr_spot otherwise)
{
    if (map->learning || map->values->shared.n == 0)
        return otherwise;
    const uint32_t *slot =
        corr_map_find_u64(&map->values->shared, corr_hash(text.p, text.n));
    return slot ? (corr_spot)*slot : otherwise;
}

/* ---- edits by place ------------------------------------------------------ */

static void whole_edit(corr_scrub *map, corr_str text, corr_scrub_kind kind,
                       edit_with with)
{
    const corr_str value = corr_str_trim(text);
    const uint32_t from = (uint32_t)(value.p - text.p);

    if (value.n && !pseudonym_length(value) && !corr_str_is(value, "[dropped]"))
        scrub_add_edit(map, &(scrub_edit){ from, from + (uint32_t)value.n, kind,
                                           with, value });
}

static bool is_dropped(const corr_scrub *map, corr_spot place)
{
    const unsigned drop = map->opts->drop;

    return (place == CORR_PLACE_ARGS && drop & CORR_DROP_ARGS) ||
           (place == CORR_PLACE_ENV && drop & CORR_DROP_ENV) ||
           (place == CORR_PLACE_PROPERTY && drop & CORR_DROP_PROPERTIES);
}

/* A cookie and a header have several values; "Bearer" is no secret. */
static void secret_edits(corr_scrub *map, corr_str text)
{
    static const char *const schemes[] = { "Bearer ", "Basic ", "bearer ",
                                           "basic " };

    for (size_t i = 0; i < countof(schemes); i++)
        if (corr_str_starts(text, schemes[i])) {
            const size_t n = strlen(schemes[i]);
            const corr_str rest = corr_str_from(text, n);
            if (rest.n && !pseudonym_length(rest))
                scrub_add_edit(
                    map, &(scrub_edit){ (uint32_t)n, (uint32_t)text.n,
                                        CORR_SCRUB_SECRET, WITH_VALUE, rest });
            return;
        }
    if (!corr_str_is(text, "?"))
        whole_edit(map, text, CORR_SCRUB_SECRET, WITH_VALUE);
}

corr_spot corr_scrub_place_in(corr_scrub *map, corr_spot group, corr_str key)
{
    const corr_spot own = corr_scrub_place(map, key);

    return is_dropped(map, group) || own == CORR_PLACE_TEXT ||
                   own == CORR_PLACE_ID
               ? group
               : own;
}

static void place_edits(corr_scrub *map, corr_spot place, corr_str text)
{
    if (is_dropped(map, place) && !map->learning) {
        whole_edit(map, text, CORR_SCRUB_DROP, WITH_DROPPED);
    } else if (place == CORR_PLACE_SECRET) {
        secret_edits(map, text);
    } else if (place == CORR_PLACE_USER) {
        if (!public_value(text))
            whole_edit(map, text, CORR_SCRUB_USER, WITH_VALUE);
    } else if (place == CORR_PLACE_HOST) {
        shape_host(map, text);
    } else if (place == CORR_PLACE_SQL) {
        shape_sql(&(shape_scan){ .map = map, .s = text, .place = place }, 0);
    }
}

static void find_edits(corr_scrub *map, corr_spot place, corr_str text)
{
    map->edit.n = 0;
    place_edits(map, place, text);
    if (!map->learning)
        known_edits(map, place, text);
    shape_edits(map, place, text);
    scrub_join_edits(map, text);
    if (!map->learning) {
        name_edits(map, place, text);
        scrub_join_edits(map, text);
    }
}

bool text_has_edits(corr_scrub *map, corr_spot place, corr_str text)
{
    find_edits(map, place, text);
    return map->edit.n > 0;
}

/* ---- learning ------------------------------------------------------------ */

/* A host is known by its first label, too, if that looks like one. */
static void learn_host(corr_scrub *map, corr_str text)
{
    const size_t dot = corr_str_find(text, '.');
    const corr_str label = { text.p, dot };
    bool has_mark = false;

    known_learn(map, text, CORR_SCRUB_HOST);
    for (size_t i = 0; i < label.n; i++)
        has_mark |= corr_is_digit(label.p[i]) || label.p[i] == '-';
    if (dot < text.n && has_mark)
        known_learn(map, label, CORR_SCRUB_HOST);
}

static void learn_edits(corr_scrub *map)
{
    for (size_t i = 0; i < map->edit.n; i++) {
        const scrub_edit *e = &map->edit.v[i];
        if (e->kind == CORR_SCRUB_SECRET || e->kind == CORR_SCRUB_USER ||
            e->kind == CORR_SCRUB_EMAIL || e->kind == CORR_SCRUB_TOKEN)
            known_learn(map, e->value, e->kind);
        else if (e->kind == CORR_SCRUB_HOME)
            known_learn(map, e->value, CORR_SCRUB_USER);
        else if (e->kind == CORR_SCRUB_HOST)
            learn_host(map, e->value);
    }
}

static void learn_text(corr_scrub *map, corr_spot place, corr_str text)
{
    if (place == CORR_PLACE_SERVICE)
        known_service(map, text);
    find_edits(map, place, text);
    learn_edits(map);
}

/* ---- the memo ------------------------------------------------------------ */

static inline bool is_in_number(char c)
{
    return corr_is_digit(c) || c == '+' || c == '-' || c == '.' || c == ':' ||
           c == 'T' || c == 'Z' || (c | ' ') == 'e';
}

static bool is_number_text(corr_str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!is_in_number(s.p[i]))
            return false;
    return true;
}

/* Whether a text stays as it is at its place, without another look. */
static bool is_plain_place(corr_spot place, corr_str text)
{
    return place == CORR_PLACE_NUMBER && text.n < 64 && is_number_text(text);
}

static corr_str changed_text(corr_scrub *map, corr_spot place, corr_str text)
{
    find_edits(map, place, text);
    if (map->edit.n == 0 || map->failed)
        return text;
    map->changed++;
    return scrub_write_edits(map, text);
}

static corr_str keep_in_memo(corr_scrub *map, corr_str text)
{
    const char *p = corr_arena_text(&map->memo_arena, text);

    map->memo_bytes += text.n + 64;
    if (!p)
        map->failed = true;
    return (corr_str){ p, p ? text.n : 0 };
}

/* Adds the counts of the edits of the current text.  Returns the first row. */
static uint32_t keep_counts(corr_scrub *map)
{
    uint32_t n[CORR_SCRUB_KIND_COUNT] = { 0 };
    const size_t first = map->memo_count.n;

    for (size_t i = 0; i < map->edit.n; i++)
        n[map->edit.v[i].kind]++;
    for (unsigned k = 0; k < CORR_SCRUB_KIND_COUNT; k++)
        if (n[k] && !vec_push(&map->memo_count,
                              ((memo_count){ .kind = (corr_scrub_kind)k,
                                             .n = n[k] & INT32_MAX,
                                             .more = true })))
            map->failed = true;
    if (map->memo_count.n > first)
        map->memo_count.v[map->memo_count.n - 1].more = false;
    return (uint32_t)first;
}

/* Adds a text that the memo lacks, at number `row`. */
static corr_str fill_memo(corr_scrub *map, corr_spot place, corr_str text)
{
    memo_row row = { 0 };

    if (map->learning)
        learn_text(map, place, text);
    corr_str now = map->learning ? text : changed_text(map, place, text);
    if (now.p != text.p) {
        now = row.text = keep_in_memo(map, now);
        row.counts = keep_counts(map);
    }
    if (!vec_push(&map->memo, row))
        map->failed = true;
    return now;
}

/* A text changes as it did before: the places count each time. */
static void count_again(corr_scrub *map, const memo_row *row)
{
    const memo_count *c = &map->memo_count.v[row->counts];

    map->changed++;
    while (map->tally[c->kind].texts += c->n, c->more)
        c++;
}

/* Lines with a time come once each: a memo of them is work for nothing.  It is
 * tried again after many texts. */
static bool is_memo_useless(corr_scrub *map, corr_spot place)
{
    enum { TRIED = 1 << 16, SKIPPED = 1 << 20, ONE_IN = 8 };
    memo_use *u = &map->memo_use[place];

    if (u->asked < TRIED || u->had >= u->asked / ONE_IN)
        return false;
    if (u->skipped == 0)
        corr_map_clear(&map->memo_index[place]);
    if (u->skipped++ < SKIPPED)
        return true;
    *u = (memo_use){ 0 };
    return false;
}

static corr_str new_text(corr_scrub *map, corr_spot place, corr_str text)
{
    if (!map->learning)
        return changed_text(map, place, text);
    learn_text(map, place, text);
    return text;
}

static corr_str memo_text(corr_scrub *map, corr_spot place, corr_str text)
{
    bool is_new;

    if (is_memo_useless(map, place))
        return new_text(map, place, text);
    if (map->memo_bytes > map->memo_most)
        scrub_reset_memo(map);
    map->memo_use[place].asked++;
    uint32_t *slot =
        corr_map_bytes(&map->memo_index[place], text.p, text.n, &is_new);
    if (!slot) {
        map->failed = true;
        return text;
    }
    if (is_new) {
        map->memo_bytes += text.n + 48;
        *slot = (uint32_t)map->memo.n;
        return fill_memo(map, place, text);
    }
    map->memo_use[place].had++;
    const memo_row *row = &map->memo.v[*slot];
    if (!row->text.p)
        return text;
    count_again(map, row);
    return row->text;
}

static bool is_plain_stack(corr_scrub *map, corr_str text)
{
    if (map->memo_bytes > map->memo_most)
        scrub_reset_memo(map);
    return plain_stack(map, text);
}

/* An id stays, unless it is a value to remove. */
static corr_str id_or_text(corr_scrub *map, corr_str text)
{
    if (!id_is_text(text))
        return memo_text(map, CORR_PLACE_TEXT, text);
    if (map->learning) {
        id_learn(map, text);
        return text;
    }
    const matcher *m =
        id_is_plain(text) ? &map->values->in_ids : &map->values->anywhere;
    match_hit hit;

    if (match_next(m, (const uint8_t *)text.p, text.n, 0, &hit))
        return memo_text(map, CORR_PLACE_TEXT, text);
    return id_text(map, text);
}

corr_str corr_scrub_text(corr_scrub *map, corr_spot place, corr_str text)
{
    if (text.n == 0 || text.n >= UINT32_MAX || map->failed ||
        is_plain_place(place, text))
        return text;
    if (place == CORR_PLACE_ID && text.n <= 64)
        return id_or_text(map, text);
    if (place == CORR_PLACE_NAME && is_plain_stack(map, text))
        return text;
    return text.n <= MEMO_LONGEST ? memo_text(map, place, text)
                                  : new_text(map, place, text);
}
