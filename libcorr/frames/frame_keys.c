#include "frames/frame_keys.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/base.h"
#include "base/limits.h"
#include "corr_sort.h"

/* Members of a frame view, as bits of key_row.known and .mixed. */
enum {
    FUNCTION = 1,
    FILENAME = 2,
    MODULE = 4,
    LINE = 8,
    TYPE = 16,
    WRITTEN = 32
};

static uint32_t fail_keys(keys *k)
{
    k->failed = true;
    return 0;
}

key_grain keys_grain(corr_by by)
{
    static const key_grain grain[CORR_BY_COUNT] = {
        [CORR_BY_FUNCTION] = KEY_FUNCTION,
        [CORR_BY_FILE] = KEY_FILE,
        [CORR_BY_LINE] = KEY_LINE,
        [CORR_BY_MODULE] = KEY_MODULE,
    };

    return grain[by];
}

void keys_init(keys *k, const corr_store *store, key_grain grain)
{
    *k = (keys){ .store = store, .grain = grain };
    k->arena.limit = (size_t)limits_of(NULL).memory;

    const size_t ninput = store->input.n;
    k->of_frame = corr_arena_new(&k->arena, uint32_t *, ninput);
    k->of_func = corr_arena_new(&k->arena, uint32_t *, ninput);
    if (!k->of_frame || !k->of_func ||
        !vec_push(&k->row, (key_row){ .text = CORR_STR("") }) ||
        (grain == KEY_FUNCTION &&
         !func_places_init(&k->places, store, &k->arena)))
        k->failed = true;
}

void keys_clear(keys *k)
{
    vec_free(&k->row);
    corr_arena_clear(&k->scratch);
    corr_names_clear(&k->by_text);
    corr_arena_clear(&k->arena);
}

/* borrowed: the text lives as long as the store and ends in a NUL. */
static uint32_t add_key_text(keys *k, corr_str text, bool borrowed)
{
    uint32_t key;

    if (k->failed)
        return 0;
    corr_names_find(&k->by_text, &text, 1, &key);
    if (key)
        return key;
    key = (uint32_t)k->row.n;
    if (!borrowed)
        text.p = corr_arena_text(&k->arena, text);
    if (!text.p || !vec_push(&k->row, (key_row){ .text = text }) ||
        !corr_names_add(&k->by_text, text, key))
        return fail_keys(k);
    return key;
}

uint32_t keys_add_text(keys *k, corr_str text)
{
    return add_key_text(k, text, false);
}

/* ---- texts of frames ------------------------------------------------- */

/* Nameless code of one file shares one key. */
static uint32_t function_key(keys *k, const corr_frame_view *f, corr_str place)
{
    corr_frame_view anywhere = *f;
    char buf[CORR_FRAME_NAME_MAX];

    if (place.n) {
        corr_arena_reset(&k->scratch);
        const char *text =
            corr_arena_print(&k->scratch, "%.*s (%.*s)",
                             CORR_STR_ARG(f->function), CORR_STR_ARG(place));
        const uint32_t key =
            text ? add_key_text(k, corr_str_of(text), false) : fail_keys(k);
        k->row.v[key].place = place;
        return key;
    }
    anywhere.address = 0;
    return add_key_text(k, corr_frame_name(&anywhere, buf), f->function.n != 0);
}

static uint32_t file_key(keys *k, const corr_frame_view *f, corr_str place)
{
    (void)place;
    return add_key_text(k, f->file.n ? f->file : CORR_STR("[no file]"), true);
}

static uint32_t module_key(keys *k, const corr_frame_view *f, corr_str place)
{
    (void)place;
    return add_key_text(k, f->module.n ? f->module : CORR_STR("[no module]"),
                        true);
}

/* "function file:line", with the parts that are known. */
static uint32_t line_key(keys *k, const corr_frame_view *f, corr_str place)
{
    char number[16] = "";
    char buf[CORR_FRAME_NAME_MAX];
    const corr_str name = corr_frame_name(f, buf);

    (void)place;
    if (f->line)
        snprintf(number, sizeof number, ":%u", (unsigned)f->line);
    corr_arena_reset(&k->scratch);
    const char *text =
        corr_arena_print(&k->scratch, "%.*s%s%.*s%s", CORR_STR_ARG(name),
                         f->file.n ? " " : "", CORR_STR_ARG(f->file), number);
    return text ? add_key_text(k, corr_str_of(text), false) : fail_keys(k);
}

/* ---- members equal in all frames of a key ---------------------------- */

static void merge_text(key_row *row, unsigned bit, corr_str *mine,
                       corr_str other)
{
    if (!other.n || (row->mixed & bit))
        return;
    if (!(row->known & bit)) {
        row->known |= (uint8_t)bit;
        *mine = other;
    } else if (!corr_str_eq(*mine, other)) {
        row->mixed |= (uint8_t)bit;
        *mine = CORR_STR("");
    }
}

/* A function key with a name needs no check of the name. */
static void merge_frame(key_row *row, const corr_frame_view *f, key_grain grain)
{
    if (grain != KEY_FUNCTION || !(row->known & FUNCTION))
        merge_text(row, FUNCTION, &row->frame.function, f->function);
    merge_text(row, FILENAME, &row->frame.file, f->file);
    merge_text(row, MODULE, &row->frame.module, f->module);
    merge_text(row, WRITTEN, &row->frame.written, f->written);
    if (!(row->known & LINE))
        row->frame.line = f->line;
    else if (row->frame.line != f->line)
        row->frame.line = 0;
    if (!(row->known & TYPE))
        row->frame.type = f->type;
    else if (row->frame.type != f->type)
        row->frame.type = CORR_FRAME_PLAIN;
    row->known |= LINE | TYPE;
    if (row->mixed & FILENAME) /* the file is unknown, so the line is useless */
        row->frame.line = 0;
}

static uint32_t *input_memo(keys *k, uint32_t **all, uint32_t in, size_t n)
{
    if (!all[in])
        all[in] = corr_arena_new(&k->arena, uint32_t, n);
    return all[in];
}

corr_frame_view keys_frame_view(const keys *k, uint32_t key)
{
    const bool named = k->grain == KEY_FUNCTION || k->grain == KEY_LINE;
    const key_row *row = &k->row.v[key];
    corr_frame_view f = row->frame;

    if (f.function.n == 0 && (named || row->known == 0))
        f.function = row->text;
    return f;
}

uint32_t keys_add_frame(keys *k, uint32_t in, uint32_t frame)
{
    static uint32_t (*const key_of[])(keys *, const corr_frame_view *,
                                      corr_str place) = {
        [KEY_FUNCTION] = function_key,
        [KEY_FILE] = file_key,
        [KEY_LINE] = line_key,
        [KEY_MODULE] = module_key,
    };

    if (k->failed)
        return 0;
    const input *rows = store_input(k->store, in);
    uint32_t *of_frame = input_memo(k, k->of_frame, in, rows->frame.n);
    uint32_t *of_func = input_memo(k, k->of_func, in, rows->func.n);
    if (!of_frame || !of_func)
        return fail_keys(k);

    if (of_frame[frame])
        return of_frame[frame];
    const corr_frame_view f = input_frame(rows, frame);
    const uint32_t func = rows->frame.v[frame].func;
    uint32_t key = k->grain == KEY_LINE ? 0 : of_func[func];
    if (!key)
        key = of_func[func] =
            key_of[k->grain](k, &f, func_place_label(&k->places, in, func));
    if (key)
        merge_frame(&k->row.v[key], &f, k->grain);
    return of_frame[frame] = key;
}

/* Lists the named functions without a key among n frames. */
static size_t list_unkeyed(const keys *k, uint32_t in, const uint32_t *frame,
                           size_t n, uint32_t *func)
{
    const input *rows = store_input(k->store, in);
    size_t put = 0;

    for (size_t i = 0; i < n; i++) {
        const uint32_t f = rows->frame.v[frame[i]].func;
        const uint32_t name = rows->func.v[f].name;
        if (!name || k->of_func[in][f] || func_place_label(&k->places, in, f).n)
            continue;
        PREFETCH(rows->text.v + rows->text_at.v[name]);
        func[put++] = f;
    }
    return put;
}

/* The texts are scattered in memory, so one batch of lookups overlaps their
 * cache misses. */
void keys_add_frames(keys *k, uint32_t in, const uint32_t *frame, size_t n)
{
    const input *rows = store_input(k->store, in);
    uint32_t func[KEYS_AT_ONCE], key[KEYS_AT_ONCE];
    corr_str text[KEYS_AT_ONCE];

    assert(n <= KEYS_AT_ONCE);
    if (k->failed || !input_memo(k, k->of_func, in, rows->func.n)) {
        fail_keys(k);
        return;
    }
    if (k->grain == KEY_FUNCTION) {
        const size_t named = list_unkeyed(k, in, frame, n, func);
        for (size_t i = 0; i < named; i++)
            text[i] = input_text(rows, rows->func.v[func[i]].name);
        corr_names_find(&k->by_text, text, named, key);
        for (size_t i = 0; i < named; i++)
            k->of_func[in][func[i]] = key[i];
    }
    for (size_t i = 0; i < n; i++)
        keys_add_frame(k, in, frame[i]);
}

/* ---- order ----------------------------------------------------------- */

typedef struct span_profiles {
    corr_str text;
    uint32_t key;
} span_profiles;

SORT_BY(profiles_by_text, span_profiles, ASC_STR(text))

uint32_t *keys_ranks(const keys *k, corr_arena *arena)
{
    span_profiles *order = corr_arena_new(arena, span_profiles, k->row.n);
    uint32_t *rank = corr_arena_new(arena, uint32_t, k->row.n);

    if (!order || !rank)
        return NULL;
    for (uint32_t key = 1; key < k->row.n; key++)
        order[key] = (span_profiles){ k->row.v[key].text, key };
    if (k->row.n > 2)
        qsort(order + 1, k->row.n - 1, sizeof *order, profiles_by_text);
    for (uint32_t i = 1; i < k->row.n; i++)
        rank[order[i].key] = i;
    return rank;
}

/* "rank" from "rank (app.py)", as script samplers write it. */
static corr_str without_file(corr_str name)
{
    size_t n = name.n;

    if (!corr_str_ends(name, ")"))
        return name;
    while (n && name.p[n - 1] != '(')
        n--;
    return n > 2 && name.p[n - 2] == ' ' ? (corr_str){ name.p, n - 2 } : name;
}

static bool ends_in_word(corr_str whole, corr_str end)
{
    if (whole.n < end.n || !end.n ||
        memcmp(whole.p + whole.n - end.n, end.p, end.n) != 0)
        return false;
    return whole.n == end.n ||
           strchr("./:;$ ->*)#", whole.p[whole.n - end.n - 1]) != NULL;
}

/* "anonymous" from "(anonymous)". */
static corr_str without_brackets(corr_str name)
{
    return name.n > 2 && name.p[0] == '(' && name.p[name.n - 1] == ')'
               ? (corr_str){ name.p + 1, name.n - 2 }
               : name;
}

bool key_ends_in(corr_str whole, corr_str end)
{
    const corr_str name = without_file(whole);

    return ends_in_word(whole, end) || ends_in_word(name, end) ||
           ends_in_word(without_brackets(name), end);
}

/* "app.py" of "rank (app.py:12)"; false: the text has no file. */
static bool cut_file(corr_str name, corr_str *bare, corr_str *file)
{
    *bare = without_file(name);
    if (bare->n == name.n)
        return false;
    *file = (corr_str){ name.p + bare->n + 2, name.n - bare->n - 3 };
    for (unsigned i = 0; i < 2; i++) {
        size_t n = file->n;
        while (n > 0 && file->p[n - 1] >= '0' && file->p[n - 1] <= '9')
            n--;
        if (n > 1 && n < file->n && file->p[n - 1] == ':')
            file->n = n - 1;
    }
    return file->n > 0;
}

bool key_is_called(corr_str whole, corr_str file, corr_str end)
{
    corr_str bare, in;

    if (key_ends_in(whole, end))
        return true;
    return file.n && cut_file(end, &bare, &in) && in.n <= file.n &&
           memcmp(file.p + file.n - in.n, in.p, in.n) == 0 &&
           (in.n == file.n || strchr("/\\", file.p[file.n - in.n - 1])) &&
           ends_in_word(without_file(whole), bare);
}
