/* Tests of what the rules say of services in which nothing is wrong: random
 * requests of which each call needs the answer of the one before, with writes,
 * calls at once, pages, failures, clocks that differ, and lost spans. */
#include <math.h>

#include "test/test_memory.h"
#include "test/test_store.h"

#include "findings/finder.h"
#include "findings/test/findings_world.h"

enum { HEALTHY = 400, MOST_STEPS = 7, MOST_OPS = 12, MOST_SERVICES = 5 };

/* ---- what a service does ----------------------------------------------------- */

typedef enum step_kind {
    STEP_WORK,    /* its own code, with a span */
    STEP_QUERY,   /* a row whose key an answer before told */
    STEP_BARE,    /* a call of which nothing but the name is known */
    STEP_WRITE,   /* a statement or a request that changes something */
    STEP_FETCH,   /* a page whose address an answer before told */
    STEP_HEADER,  /* the same, but the answer before is not in the address */
    STEP_SETTING, /* an address that is known from the beginning */
    STEP_AT_ONCE, /* several calls at the same time */
    STEP_FEW,     /* two to four rows, one after another */
    STEP_PAGES,   /* the next page is in the one before */
    STEP_POLL,    /* the same question until it is done */
    STEP_SERVE,   /* another service does something of its own */
    STEP_SEND,    /* a message, and what comes of it later */
    STEP_KINDS
} step_kind;

typedef struct step {
    step_kind kind;
    int us; /* in the middle */
    int id, n;
    int op;      /* of STEP_SERVE */
    int percent; /* that fail */
} step;

typedef struct operation {
    int service, steps;
    bool in_headers; /* nothing that calls need is in their addresses */
    step step[MOST_STEPS];
} operation;

typedef struct healthy {
    dice d;
    world_text to;
    int ops, services;
    int lost;                /* percent of spans */
    int skew[MOST_SERVICES]; /* us */
    bool same_host;
    operation op[MOST_OPS + 3]; /* the entries may come after the most */
} healthy;

static bool one_in(dice *d, int n)
{
    return dice_int(d, 1, n) == 1;
}

/* Around the middle, most within a factor of 2. */
static int around(dice *d, int us)
{
    double z = -6;

    for (int i = 0; i < 12; i++)
        z += dice_real(d);
    return (int)(us * exp(0.5 * z)) + 1;
}

static step_kind kind_of_step(healthy *h, const operation *op, int depth)
{
    static const step_kind often[] = { STEP_WORK,    STEP_QUERY, STEP_QUERY,
                                       STEP_BARE,    STEP_BARE,  STEP_WRITE,
                                       STEP_FETCH,   STEP_FETCH, STEP_FEW,
                                       STEP_PAGES,   STEP_POLL,  STEP_SETTING,
                                       STEP_AT_ONCE, STEP_SEND,  STEP_SERVE,
                                       STEP_SERVE };
    const step_kind k =
        often[dice_int(&h->d, 0, (int)(sizeof often / sizeof *often) - 1)];

    if (k == STEP_SERVE && (depth >= 3 || h->ops >= MOST_OPS))
        return STEP_QUERY;
    if (k == STEP_FETCH && op->in_headers)
        return STEP_HEADER;
    return k;
}

static int make_operation(healthy *h, int service, int depth)
{
    const int at = h->ops++;
    operation *op = &h->op[at];
    int settings = 0;

    *op = (operation){ .service = service, .in_headers = one_in(&h->d, 10) };
    op->steps = dice_int(&h->d, 1, MOST_STEPS);
    for (int i = 0; i < op->steps; i++) {
        step s = { .kind = kind_of_step(h, op, depth),
                   .us = around(&h->d, one_in(&h->d, 20)
                                           ? dice_int(&h->d, 100000, 3000000)
                                           : dice_int(&h->d, 1000, 40000)),
                   .id = dice_int(&h->d, 1, 99),
                   .n = dice_int(&h->d, 2, 8),
                   .percent = one_in(&h->d, 12) ? dice_int(&h->d, 1, 6) : 0 };
        /* two that are known from the beginning are no pattern */
        if (s.kind == STEP_SETTING && ++settings > 2)
            s.kind = STEP_WORK;
        if (s.kind == STEP_SERVE)
            s.op = make_operation(h, dice_int(&h->d, 0, h->services - 1),
                                  depth + 1);
        op->step[i] = s;
    }
    return at;
}

/* ---- what is recorded of it -------------------------------------------------- */

/* Where a request is: the span, its service, and the time. */
typedef struct place {
    int up, service, at; /* us */
} place;

/* A span that is not lost; its number, also if it is. */
static int record(healthy *h, const place *p, int service, int from, int to,
                  int kind, bool failed, const char *name)
{
    char host[16] = "-";
    const int id = ++h->to.ids;

    if (!h->same_host)
        snprintf(host, sizeof host, "h%d", service);
    if (p->up && dice_int(&h->d, 1, 100) <= h->lost)
        return id;
    world_put(&h->to, "span %x %x %d %d s%d %s %d %d %s\n", (unsigned)id,
              (unsigned)p->up, from + h->skew[service], to + h->skew[service],
              service, host, kind, failed ? 2 : 1, name);
    return id;
}

static int key(healthy *h)
{
    return dice_int(&h->d, 1000, 999999);
}

static void one_call(healthy *h, const place *p, const step *s, int from,
                     int to, int i)
{
    char name[120];
    const bool failed = dice_int(&h->d, 1, 100) <= s->percent;

    switch (s->kind) {
    case STEP_WORK:
    case STEP_SERVE:
    case STEP_KINDS:
        snprintf(name, sizeof name, "step%d", s->id);
        world_put(&h->to, "tag code.function.name step%d\n", s->id);
        record(h, p, p->service, from, to, CORR_SPAN_INTERNAL, failed, name);
        return;
    case STEP_BARE:
    case STEP_AT_ONCE:
        snprintf(name, sizeof name, s->id % 2 ? "shop.Part%d/Get" : "GET",
                 s->id);
        world_put(&h->to, "tag peer.service p%d\n", s->id);
        break;
    case STEP_QUERY:
    case STEP_FEW:
        snprintf(name, sizeof name, "SELECT shop.t%d", s->id);
        if (s->id % 3)
            world_put(
                &h->to,
                "tag db.query.text SELECT * FROM table_%c WHERE id = %d\n",
                'a' + s->id % 26, key(h));
        else
            world_put(&h->to, "tag db.system postgresql\n");
        break;
    case STEP_WRITE:
        snprintf(name, sizeof name, s->id % 2 ? "POST /part/p%c" : "INSERT t%c",
                 'a' + s->id % 26);
        world_put(&h->to, "tag peer.service p%d\n", s->id);
        break;
    case STEP_FETCH:
        snprintf(name, sizeof name, "GET /part/%c/{id}", 'a' + s->id % 26);
        world_put(&h->to, "tag url.full http://p%d:80/part/%c/%d\n", s->id,
                  'a' + s->id % 26, key(h));
        break;
    case STEP_HEADER:
    case STEP_SETTING:
        snprintf(name, sizeof name, "GET /part/%c", 'a' + s->id % 26);
        world_put(&h->to, "tag url.full http://p%d:80/part/%c\n", s->id,
                  'a' + s->id % 26);
        break;
    case STEP_PAGES:
        snprintf(name, sizeof name, "GET /list");
        world_put(&h->to, "tag url.full http://p%d:80/list?page=%d\n", s->id,
                  i + 1);
        break;
    case STEP_POLL:
        snprintf(name, sizeof name, "GET /job/{id}");
        world_put(&h->to, "tag url.full http://p%d:80/job/%d\n", s->id,
                  h->to.ids / 1000);
        break;
    case STEP_SEND:
        snprintf(name, sizeof name, "send q%d", s->id);
        world_put(&h->to, "tag messaging.destination.name q%d\n", s->id);
        record(h, p, p->service, from, to, CORR_SPAN_PRODUCER, failed, name);
        return;
    }
    record(h, p, p->service, from, to, CORR_SPAN_CLIENT, failed, name);
}

static int run_operation(healthy *h, int op, place p);

/* Calls another service, without a queue. */
static void serve(healthy *h, const step *s, place *p)
{
    const operation *op = &h->op[s->op];
    char name[40];
    const int id = h->to.ids + 1;
    /* some are far away */
    const int way = 100 + around(&h->d, s->id % 6 ? 150 : 1000 * s->n);
    /* both halves are recorded after what is in them, since it takes time */
    place in = { 0, op->service, p->at + way };

    h->to.ids += 2;
    in.up = id + 1;
    const int end = run_operation(h, s->op, in);
    const int last = h->to.ids;
    snprintf(name, sizeof name, "GET /op%d/{id}", s->op);
    world_put(&h->to, "tag url.full http://s%d:80/op%d/%d\n", op->service,
              s->op, key(h));
    h->to.ids = id - 1;
    record(h, p, p->service, p->at, end + way, CORR_SPAN_CLIENT, false, name);
    h->to.ids = id;
    world_put(&h->to, "tag http.route /op%d/{id}\n", s->op);
    record(h, &(place){ .up = id }, op->service, in.at, end, CORR_SPAN_SERVER,
           false, name);
    h->to.ids = last;
    p->at = end + way;
}

static void run_step(healthy *h, const step *s, place *p)
{
    const bool many =
        s->kind == STEP_FEW || s->kind == STEP_PAGES || s->kind == STEP_POLL;
    const int n = s->kind == STEP_FEW ? 2 + s->n % 3 : many ? s->n : 1;

    if (s->kind == STEP_SERVE) {
        serve(h, s, p);
        return;
    }
    if (s->kind == STEP_AT_ONCE) {
        int end = p->at;
        for (int i = 0; i < s->n; i++) {
            const int us = around(&h->d, s->us);
            one_call(h, p, s, p->at + 20 * i, p->at + 20 * i + us, i);
            end = end > p->at + 20 * i + us ? end : p->at + 20 * i + us;
        }
        p->at = end;
        return;
    }
    for (int i = 0; i < n; i++) {
        const int us = around(&h->d, s->us);
        one_call(h, p, s, p->at, p->at + us, i);
        p->at += us + dice_int(&h->d, s->kind == STEP_POLL ? 20000 : 10,
                               s->kind == STEP_POLL ? 90000 : 300);
    }
}

/* The end of the operation. */
static int run_operation(healthy *h, int op, place p)
{
    for (int i = 0; i < h->op[op].steps; i++) {
        p.at += around(&h->d, 400);
        run_step(h, &h->op[op].step[i], &p);
    }
    return p.at + around(&h->d, 400);
}

static void make_services(healthy *h)
{
    h->services = dice_int(&h->d, 1, MOST_SERVICES);
    h->ops = 0;
    h->same_host = one_in(&h->d, 4);
    h->lost = one_in(&h->d, 3) ? dice_int(&h->d, 3, 40) : 0;
    for (int i = 0; i < h->services; i++) {
        const int most = one_in(&h->d, 15)  ? 2000000000 / 4
                         : one_in(&h->d, 4) ? 60000
                                            : 2000;
        h->skew[i] = h->same_host || i == 0 ? 0 : dice_int(&h->d, -most, most);
    }
}

/* The slowest of the requests is *slowest. */
static void make_traces(healthy *h, uint64_t *slowest)
{
    const int requests = dice_int(&h->d, 10, 50);
    const int entries = dice_int(&h->d, 1, 3);
    int entry[3], at = 600000000, longest = 0;

    for (int i = 0; i < entries; i++)
        entry[i] = make_operation(h, 0, h->ops < MOST_OPS - 2 ? 0 : 3);
    world_put(&h->to, "us\n");
    for (int r = 1; r <= requests; r++) {
        const int op = entry[dice_int(&h->d, 0, entries - 1)];
        char name[40];
        const int id = ++h->to.ids;

        world_put(&h->to, "trace %d\n", r);
        const int end = run_operation(h, op, (place){ id, 0, at });
        const int last = h->to.ids;
        snprintf(name, sizeof name, "GET /entry%d/{id}", op);
        world_put(&h->to, "tag url.path /entry%d/%d\n", op, key(h));
        h->to.ids = id - 1;
        record(h, &(place){ 0 }, 0, at, end, CORR_SPAN_SERVER, false, name);
        h->to.ids = last;
        if (end - at > longest) {
            longest = end - at;
            *slowest = (uint64_t)r;
        }
        at += around(&h->d, 60000);
    }
}

/* ---- code ---------------------------------------------------------------------- */

/* What runs where nothing is wrong: each kind of frame less often than three
 * quarters of what a rule asks for. */
static const struct {
    const char *stack; /* %d: one of ten leaves */
    int most;          /* percent of the samples */
} code[] = {
    { "app.Main.run;app.Work.mix", 15 },
    { "app.Main.run;app.Coupon.parse;java.util.regex.Matcher.find;"
      "java.util.regex.Pattern$Node%d.match",
      7 },
    { "app.Main.run;app.Json.read;com.fasterxml.jackson.core.Parser%d.next",
      7 },
    { "runtime.gcBgMarkWorker;runtime.scan%d", 11 },
    { "main.go;runtime.mallocgc;runtime.gcAssistAlloc;x%d", 3 },
    { "main.go;runtime.mallocgc;runtime.x%d", 5 },
    { "main.go;sync.(*Mutex).lockSlow;x%d", 3 },
    { "app.Main.run;[unknown%d]", 14 },
};

static void make_samples(healthy *h)
{
    const int n = dice_int(&h->d, 40, 900);
    int percent[sizeof code / sizeof *code];

    for (size_t k = 0; k < sizeof code / sizeof *code; k++)
        percent[k] = one_in(&h->d, 2) ? dice_int(&h->d, 0, code[k].most) : 0;
    world_put(&h->to, "kind cpu ns 10\n");
    for (int i = 0; i < n; i++) {
        int at = dice_int(&h->d, 0, 99);
        size_t k = 0;
        while (k < sizeof code / sizeof *code && at >= percent[k])
            at -= percent[k++];
        world_put(&h->to, "10 1 ");
        const int leaf = dice_int(&h->d, 0, 29);
        if (k == sizeof code / sizeof *code)
            world_put(&h->to, "app.Main.run;app.Step%d.go;app.Leaf%d.do\n",
                      leaf % 7, leaf);
        else {
            char stack[160];
            const char *mark = strstr(code[k].stack, "%d");
            snprintf(stack, sizeof stack, "%.*s%d%s",
                     mark ? (int)(mark - code[k].stack)
                          : (int)strlen(code[k].stack),
                     code[k].stack, leaf % 10, mark ? mark + 2 : "");
            world_put(&h->to, "%s\n", mark ? stack : code[k].stack);
        }
    }
}

/* ---- the table of truth ----------------------------------------------------------- */

typedef struct told {
    bool of_many[64], of_one[64]; /* by the number of the rule */
} told;

static void list_told(bool *of, corr_store *st,
                      const corr_findings_about *about)
{
    corr_err err = { 0 };
    corr_findings *f = corr_findings_of(st, about, &err);

    if (!f)
        fail_msg("%s", err.what);
    for (uint32_t i = 0; i < corr_findings_size(f); i++) {
        const corr_finding x = corr_findings_at(f, i);
        for (size_t k = 0; k < nfinding_rules; k++)
            of[k] |= strcmp(finding_rules[k].id, x.id) == 0;
        if (getenv("CORR_TEST_VERBOSE"))
            print_message("# %s | %s\n", x.id, x.text);
    }
    corr_findings_free(f);
}

static void look_at(healthy *h, uint64_t slowest, told *t)
{
    static char traces[sizeof h->to.v];
    const size_t cut = h->to.n;
    const char *all[] = { traces, h->to.v + cut };

    make_samples(h);
    memcpy(traces, h->to.v, cut);
    traces[cut] = 0;
    corr_store *st = test_store(all, 2);
    corr_sel *sel = test_select(st);
    list_told(t->of_many, st,
              &(corr_findings_about){ .many_traces = true, .sel = sel });
    corr_waterfall *w =
        corr_waterfall_of(st, (corr_trace_id){ 0, slowest }, NULL);
    assert_non_null(w);
    list_told(t->of_one, st,
              &(corr_findings_about){ .w = w, .span = UINT32_MAX });
    corr_waterfall_free(w);
    corr_sel_free(sel);
    corr_store_free(st);
}

static void healthy_services_show_nothing(void **state)
{
    static healthy h;
    int many[64] = { 0 }, one[64] = { 0 };

    (void)state;
    assert_true(nfinding_rules <= 64);
    for (int seed = 1; seed <= HEALTHY; seed++) {
        uint64_t slowest = 1;
        told t = { 0 };
        h = (healthy){ .d = { (uint64_t)seed * 977 } };
        make_services(&h);
        make_traces(&h, &slowest);
        look_at(&h, slowest, &t);
        for (size_t k = 0; k < nfinding_rules; k++) {
            many[k] += t.of_many[k];
            one[k] += t.of_one[k];
        }
    }
    for (size_t k = 0; k < nfinding_rules; k++)
        print_message("# %-18s of many requests %3d  of one %3d  of %d\n",
                      finding_rules[k].id, many[k], one[k], HEALTHY);
    for (size_t k = 0; k < nfinding_rules; k++) {
        assert_true(many[k] * 20 <= HEALTHY);
        assert_true(one[k] * 20 <= HEALTHY);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(healthy_services_show_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
