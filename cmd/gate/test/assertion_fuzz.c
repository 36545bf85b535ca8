/* Assertions: any text is refused with a sentence and a caret below what is
 * wrong, or read into something that can be compared with numbers. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "gate/assertion.h"

enum { SMALL = 16 << 20 };

static void check_expect(const expect *e)
{
    assert(e->text && *e->text);
    assert(isfinite(e->threshold));
    assert(e->threshold > 0 || expect_is_certain(e) ||
           (e->threshold >= 0 && e->subject == EXPECT_MEMBER &&
            e->value == EXPECT_AMOUNT && e->member->is == SUBJECT_COUNT));
    assert(e->subject == EXPECT_TOTAL || e->subject == EXPECT_ANY ||
           (e->name && *e->name));
    if (e->subject == EXPECT_DURATION)
        assert(e->quantile > 0 && e->quantile < 1);
    if (e->value == EXPECT_SHARE)
        assert((e->subject == EXPECT_FUNCTION || e->subject == EXPECT_MEMBER) &&
               e->threshold <= 1);
    if (e->subject == EXPECT_MEMBER)
        assert(e->member && e->value != EXPECT_RATIO);
}

static void read_one(corr_str text, const expect_about *about)
{
    corr_arena arena = { .limit = SMALL };
    expect_list list = { 0 };
    corr_err err = { 0 };

    if (expect_read(text, "fuzz", about, &arena, &list, &err)) {
        assert(err.what[0] && err.line > 0);
        assert(err.hint[0] == '\0' || strchr(err.hint, '^'));
    }
    for (size_t i = 0; i < list.n; i++)
        check_expect(&list.item[i]);
    corr_arena_clear(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const corr_str text = { (const char *)data, size };

    read_one(text, NULL);
    read_one(text, &(expect_about){ .subjects = subjects_span, .code = true });
    read_one(text, &(expect_about){ .subjects = subjects_info });
    return 0;
}
