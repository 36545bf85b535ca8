/*
 * grafana - data frames of metrics, as Grafana passes them from a data source
 * to a panel.
 *
 * Format: the answer to /api/ds/query, {"results":{"A":{"frames":[{"schema":{
 * "name","fields":[{"name","type","labels","config"}]},"data":{"values":[[...],
 * ...],"entities":[{"NaN":[...],"Inf":[...]}]}}]}}}, also inside of "response";
 * and what the inspector of a panel saves, {"series":[{"fields":[{"name",
 * "type","values":[...]}]}]}, or a list of frames.  A column of times, ms since
 * 1970, belongs to each column of numbers; null is no value.
 *
 * A frame with texts is a table: traces, logs, values of instants.  It is left
 * out and counted; a file of traces only is refused, since Grafana exports them
 * in better forms.
 */
#include <math.h>

#include "common/json.h"
#include "common/metric.h"
#include "common/reader.h"
#include "corr_builtin.h"

enum { DEPTH = 8 }; /* of lists and objects around a frame */

enum member {
    M_RESULTS,
    M_RESPONSE,
    M_FRAMES,
    M_SERIES,
    M_HOLDERS,
    M_SCHEMA = M_HOLDERS,
    M_DATA,
    M_FIELDS,
    M_NAME,
    M_ERROR,
    M_MEMBERS
};

static const json_name members[M_MEMBERS] = {
    [M_RESULTS] = JSON_NAME("results"), [M_RESPONSE] = JSON_NAME("response"),
    [M_FRAMES] = JSON_NAME("frames"),   [M_SERIES] = JSON_NAME("series"),
    [M_SCHEMA] = JSON_NAME("schema"),   [M_DATA] = JSON_NAME("data"),
    [M_FIELDS] = JSON_NAME("fields"),   [M_NAME] = JSON_NAME("name"),
    [M_ERROR] = JSON_NAME("error"),
};

enum field_member {
    F_NAME,
    F_TYPE,
    F_LABELS,
    F_CONFIG,
    F_VALUES,
    F_ENTITIES,
    F_MEMBERS
};

static const json_name field_members[F_MEMBERS] = {
    [F_NAME] = JSON_NAME("name"),     [F_TYPE] = JSON_NAME("type"),
    [F_LABELS] = JSON_NAME("labels"), [F_CONFIG] = JSON_NAME("config"),
    [F_VALUES] = JSON_NAME("values"), [F_ENTITIES] = JSON_NAME("entities"),
};

typedef enum field_type {
    FIELD_OTHER,
    FIELD_TIME,
    FIELD_NUMBER,
    FIELD_TEXT
} field_type;

typedef struct field {
    field_type type;
    corr_str name, unit; /* in scratch */
    corr_labels labels;
} field;

typedef struct reader {
    metric_reader m;
    json j;
    corr_arena scratch; /* memory of one frame */
    corr_str name;      /* of the frame */
    corr_vec(field) field;
    corr_vec(double) cell;   /* columns, one after another; NAN: no number */
    corr_vec(size_t) end;    /* of each column */
    uint64_t tables, traces; /* frames that are left out */
    uint64_t at;             /* decoded offset of the frame */
} reader;

/* ---- recognising --------------------------------------------------------- */

/* Whether a list of fields begins with one that has a name and a type. */
static bool is_fields(json *j)
{
    bool name = false, type = false;

    if (!json_enter(j, JSON_ARRAY) || !json_element(j, NULL))
        return false;
    for (size_t at = JSON_FIRST; json_member(j, field_members, F_MEMBERS, &at);
         json_skip(j)) {
        name |= at == F_NAME;
        type |= at == F_TYPE && json_next(j) == JSON_STRING;
        if (name && type)
            return true;
    }
    return false;
}

/* Whether a value holds a frame; is_any: in whichever of its members. */
static bool holds_frame(json *j, unsigned depth, bool is_any)
{
    if (depth == 0)
        return false;
    if (json_next(j) == JSON_ARRAY)
        return json_enter(j, JSON_ARRAY) && json_element(j, NULL) &&
               holds_frame(j, depth - 1, false);
    for (size_t at = JSON_FIRST; json_member(j, members, M_MEMBERS, &at);
         json_skip(j)) {
        json view = json_view(j);
        if (at == M_FIELDS && is_fields(&view))
            return true;
        if ((at < M_HOLDERS || at == M_SCHEMA || is_any) &&
            holds_frame(&view, depth - 1, at == M_RESULTS))
            return true;
    }
    return false;
}

static int grafana_probe(const uint8_t *head, size_t n, bool whole)
{
    json j;

    (void)whole;
    json_open_text(&j, (corr_str){ (const char *)head, n }, 2 * DEPTH);
    return json_top(&j, NULL) && holds_frame(&j, DEPTH, false) ? 85 : 0;
}

/* ---- columns ------------------------------------------------------------- */

static void read_cell(reader *r)
{
    double x = NAN;
    json_val v;

    if (!json_value(&r->j, &v))
        return;
    if (v.type == JSON_NUMBER || v.type == JSON_STRING)
        if (!metric_number(v.text, &x))
            x = NAN;
    (void)corr_vec_push(r->m.b, &r->cell, x);
}

static void read_column(reader *r)
{
    for (size_t i = 0; !corr_build_failed(r->m.b) && json_each(&r->j, &i);)
        read_cell(r);
    (void)corr_vec_push(r->m.b, &r->end, r->cell.n);
}

/* Reads the values of the field that is read; fields before it may lack
 * theirs. */
static void read_own_column(reader *r)
{
    while (r->end.n < r->field.n && corr_vec_push(r->m.b, &r->end, r->cell.n))
        continue;
    read_column(r);
}

/* Counts the infinite values, which are null among the values: {"Inf":[3]}. */
static void read_entities(reader *r)
{
    json_val v;
    corr_str key;

    if (!json_enter(&r->j, JSON_OBJECT))
        return;
    while (json_key(&r->j, &key)) {
        const bool is_infinite = corr_str_ends(key, "Inf");
        for (size_t i = 0; json_each(&r->j, &i);)
            if (json_value(&r->j, &v))
                r->m.infinite += is_infinite;
    }
}

static void read_data(reader *r)
{
    for (size_t i, at = JSON_FIRST;
         json_member(&r->j, field_members, F_MEMBERS, &at);)
        if (at == F_VALUES)
            for (i = 0; !corr_build_failed(r->m.b) && json_each(&r->j, &i);)
                read_column(r);
        else if (at == F_ENTITIES)
            for (i = 0; json_each(&r->j, &i);)
                read_entities(r);
        else
            json_skip(&r->j);
}

/* ---- fields -------------------------------------------------------------- */

static corr_str take_kept(reader *r)
{
    json_val v;

    if (!json_value(&r->j, &v) || v.type != JSON_STRING)
        return (corr_str){ "", 0 };
    return reader_keep(r->m.b, &r->scratch, json_str(&v, &r->scratch));
}

static field_type take_type(reader *r)
{
    static const struct {
        const char *word;
        field_type type;
    } types[] = { { "time", FIELD_TIME },
                  { "number", FIELD_NUMBER },
                  { "string", FIELD_TEXT } };
    const corr_str word = take_kept(r);

    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (corr_str_is(word, types[i].word))
            return types[i].type;
    return FIELD_OTHER;
}

/* The label __name__ is the name. */
static void read_labels(reader *r, field *f)
{
    corr_str key;
    json_val v;

    corr_begin_labels(r->m.b);
    if (json_enter(&r->j, JSON_OBJECT))
        while (json_key(&r->j, &key)) {
            const json_val k = json_key_value(key);
            const corr_str label =
                reader_keep(r->m.b, &r->scratch, json_str(&k, &r->scratch));
            if (!json_value(&r->j, &v))
                continue;
            const corr_str text = json_str(&v, &r->scratch);
            if (corr_str_is(label, "__name__"))
                f->name = reader_keep(r->m.b, &r->scratch, text);
            else
                corr_push_label(r->m.b, label, text);
        }
    f->labels = corr_end_labels(r->m.b);
}

/* Grafana's names of units that corr knows. */
static void read_unit(reader *r, field *f)
{
    static const json_name names[] = { JSON_NAME("unit") };
    corr_str unit = { "", 0 };

    for (size_t at = JSON_FIRST; json_member(&r->j, names, 1, &at);)
        if (at == 0)
            unit = take_kept(r);
        else
            json_skip(&r->j);
    if (corr_str_is(unit, "s"))
        f->unit = unit;
    else if (corr_str_is(unit, "bytes") || corr_str_is(unit, "decbytes"))
        f->unit = CORR_STR("By");
}

static void read_field(reader *r)
{
    field f = { .name = { "", 0 }, .unit = { "", 0 } };
    corr_str name = { "", 0 };

    for (size_t at = JSON_FIRST;
         json_member(&r->j, field_members, F_MEMBERS, &at);)
        if (at == F_NAME)
            name = take_kept(r);
        else if (at == F_TYPE)
            f.type = take_type(r);
        else if (at == F_LABELS)
            read_labels(r, &f);
        else if (at == F_CONFIG)
            read_unit(r, &f);
        else if (at == F_VALUES)
            read_own_column(r);
        else if (at == F_ENTITIES)
            read_entities(r);
        else
            json_skip(&r->j);
    if (!f.name.n && !corr_str_is(name, "Value"))
        f.name = name;
    (void)corr_vec_push(r->m.b, &r->field, f);
}

static void read_fields(reader *r)
{
    for (size_t i = 0; !corr_build_failed(r->m.b) && json_each(&r->j, &i);)
        read_field(r);
}

static void read_schema(reader *r)
{
    for (size_t at = JSON_FIRST; json_member(&r->j, members, M_MEMBERS, &at);)
        if (at == M_FIELDS)
            read_fields(r);
        else if (at == M_NAME)
            r->name = take_kept(r);
        else
            json_skip(&r->j);
}

/* ---- a frame ------------------------------------------------------------- */

static size_t column_start(const reader *r, size_t i)
{
    return i ? r->end.v[i - 1] : 0;
}

/* ms since 1970, as ns. */
static bool time_of_cell(double ms, int64_t *ns)
{
    const double most = 9e12;

    if (!(ms > 0 && ms < most))
        return false;
    const int64_t whole = (int64_t)ms;
    *ns = whole * 1000000 + (int64_t)((ms - (double)whole) * 1e6);
    return true;
}

static void add_column(reader *r, size_t time, size_t i)
{
    const size_t from = column_start(r, i), times = column_start(r, time);
    const size_t n = r->end.v[i] - from, ntime = r->end.v[time] - times;
    const field *f = &r->field.v[i];
    const corr_str name = f->name.n ? f->name : r->name;
    int64_t ns;

    for (size_t k = 0; k < n || k < ntime; k++)
        if (k >= n || k >= ntime || !time_of_cell(r->cell.v[times + k], &ns))
            metric_bad(&r->m, r->at);
        else
            metric_value_at(&r->m, METRIC_VALUE, ns, r->cell.v[from + k]);
    metric_series(&r->m, METRIC_VALUE,
                  &(corr_metric_row){ .name = name,
                                      .unit = f->unit,
                                      .labels = f->labels,
                                      .type = metric_type(name) });
}

/* The place of the first field of a type; the number of fields: it has none. */
static size_t find_field(const reader *r, field_type type)
{
    size_t i = 0;

    while (i < r->field.n && r->field.v[i].type != type)
        i++;
    return i;
}

/* Whether a row of the frame is a span. */
static bool is_trace(const reader *r)
{
    static const char *const ids[] = { "traceID", "spanID" };
    size_t found = 0;

    for (size_t i = 0; i < r->field.n; i++)
        for (size_t k = 0; k < sizeof ids / sizeof *ids; k++)
            found += corr_str_is(r->field.v[i].name, ids[k]);
    return found == sizeof ids / sizeof *ids;
}

static void end_frame(reader *r)
{
    const size_t time = find_field(r, FIELD_TIME);

    if (corr_build_failed(r->m.b))
        return;
    if (is_trace(r))
        r->traces++;
    else if (find_field(r, FIELD_TEXT) < r->field.n || time == r->field.n)
        r->tables += r->end.n > 0 && r->cell.n > 0;
    else
        for (size_t i = 0; time < r->end.n && i < r->end.n && i < r->field.n;
             i++)
            if (r->field.v[i].type == FIELD_NUMBER)
                add_column(r, time, i);
}

static void begin_frame(reader *r)
{
    r->field.n = r->cell.n = r->end.n = 0;
    r->name = (corr_str){ "", 0 };
    r->at = json_offset(&r->j);
    corr_arena_reset(&r->scratch);
}

static void read_holder(reader *r, unsigned depth, bool is_any);

static void read_error(reader *r)
{
    json_val v;

    if (json_value(&r->j, &v) && v.type == JSON_STRING) {
        const corr_str text = json_str(&v, &r->scratch);
        corr_warn(r->m.b, json_offset(&r->j), "the server warns, %.*s",
                  (int)(text.n < 160 ? text.n : 160), text.p);
    }
}

/* Reads an object that is a frame, or holds frames. */
static void read_members(reader *r, unsigned depth, bool is_any)
{
    bool is_frame = false;

    begin_frame(r);
    for (size_t at = JSON_FIRST; !corr_build_failed(r->m.b) &&
                                 json_member(&r->j, members, M_MEMBERS, &at);) {
        is_frame |= at == M_SCHEMA || at == M_FIELDS;
        if (at == M_SCHEMA)
            read_schema(r);
        else if (at == M_FIELDS)
            read_fields(r);
        else if (at == M_DATA && json_next(&r->j) == JSON_OBJECT)
            read_data(r);
        else if (at == M_NAME)
            r->name = take_kept(r);
        else if (at == M_ERROR)
            read_error(r);
        else
            read_holder(r, at < M_HOLDERS || is_any ? depth - 1 : 0,
                        at == M_RESULTS);
    }
    if (is_frame)
        end_frame(r);
    begin_frame(r);
}

static void read_holder(reader *r, unsigned depth, bool is_any)
{
    const json_type type = json_next(&r->j);

    if (depth == 0 || (type != JSON_ARRAY && type != JSON_OBJECT))
        json_skip(&r->j);
    else if (type == JSON_OBJECT)
        read_members(r, depth, is_any);
    else
        for (size_t i = 0; !corr_build_failed(r->m.b) && json_each(&r->j, &i);)
            read_holder(r, depth - 1, false);
}

static corr_code grafana_read(corr_src *in, const corr_want *want,
                              corr_build *b, corr_err *err)
{
    reader r = { .tables = 0 };

    (void)want;
    metric_begin(&r.m, in, b);
    json_open(&r.j, in, "data frames of Grafana");
    while (json_document(&r.j, NULL, b)) {
        json view = json_view(&r.j);
        if (holds_frame(&view, DEPTH, false))
            corr_recognised(b);
        read_holder(&r, DEPTH, false);
    }
    json_finish(&r.j, b);
    if (r.traces && r.m.from > r.m.to)
        corr_refuse(
            b, CORR_EFORMAT, 0, NULL,
            "a trace as a data frame of Grafana; get it as JSON from Tempo");
    r.tables += r.traces;
    if (r.tables)
        corr_tally(b, CORR_PASSED_OVER, CORR_NO_OFFSET, r.tables,
                   "frame is a table, not a series over time, and was left out",
                   "frames are tables, not series over time, and were left "
                   "out");
    metric_end(&r.m);
    corr_vec_free(&r.field);
    corr_vec_free(&r.cell);
    corr_vec_free(&r.end);
    corr_arena_clear(&r.scratch);
    return corr_finish(in, b, err);
}

const corr_format corr_format_grafana = {
    .name = "grafana",
    .title = "data frames of Grafana",
    .probe = grafana_probe,
    .members = "fields",
    .read = grafana_read,
    .metrics = true,
};
