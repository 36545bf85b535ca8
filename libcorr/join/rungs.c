/* rungs - the ladder of evidence as a table: corr-methods 1.1. */
#include "corr.h"

typedef struct rung_row {
    const char *name, *words;
    double base;
    corr_class klass;
} rung_row;

static const rung_row rungs[CORR_RUNG_COUNT] = {
    [CORR_RUNG_NONE] = { "", "", 0.0, CORR_CLASS_DEFAULT },
    [CORR_RUNG_S1] = { "S1", "span id", 1.00, CORR_EXACT },
    [CORR_RUNG_S2] = { "S2", "span activation", 0.98, CORR_EXACT },
    [CORR_RUNG_S3] = { "S3", "span id, selected by the server", 1.00,
                       CORR_EXACT },
    [CORR_RUNG_R1] = { "R1", "request id+time", 0.95, CORR_EXACT },
    [CORR_RUNG_R2] = { "R2", "request id", 1.00, CORR_EXACT },
    [CORR_RUNG_R3] = { "R3", "request share", 0.60, CORR_SHARED },
    [CORR_RUNG_F1] = { "F1", "this span's profile", 0.90, CORR_STRONG },
    [CORR_RUNG_F2] = { "F2", "profile while it ran", 0.50, CORR_SHARED },
    [CORR_RUNG_T1] = { "T1", "thread+time", 0.85, CORR_STRONG },
    [CORR_RUNG_T2] = { "T2", "thread name+time", 0.65, CORR_SHARED },
    [CORR_RUNG_P] = { "P", "process+time", 0.40, CORR_SHARED },
    [CORR_RUNG_W] = { "W", "window", 0.15, CORR_WINDOW },
    [CORR_RUNG_X] = { "X", "clock only", 0.05, CORR_ANY },
};

static const rung_row *row_of_rung(corr_rung r)
{
    return &rungs[r < CORR_RUNG_COUNT ? r : CORR_RUNG_NONE];
}

const char *corr_rung_name(corr_rung r)
{
    return row_of_rung(r)->name;
}

const char *corr_rung_words(corr_rung r)
{
    return row_of_rung(r)->words;
}

double corr_rung_base(corr_rung r)
{
    return row_of_rung(r)->base;
}

corr_class corr_rung_class(corr_rung r)
{
    return row_of_rung(r)->klass;
}

static const char *const class_name[CORR_CLASS_COUNT] = {
    [CORR_CLASS_DEFAULT] = "shared", [CORR_EXACT] = "exact",
    [CORR_STRONG] = "strong",        [CORR_SHARED] = "shared",
    [CORR_WINDOW] = "window",        [CORR_ANY] = "any",
};

const char *corr_class_name(corr_class c)
{
    return class_name[c < CORR_CLASS_COUNT ? c : CORR_CLASS_DEFAULT];
}

static const char *const why_name[CORR_WHY_COUNT] = {
    [CORR_WHY_NONE] = "",
    [CORR_WHY_NO_PROFILE] = "NO_PROFILE",
    [CORR_WHY_NO_IDENTITY] = "NO_IDENTITY",
    [CORR_WHY_LABELS_ABSENT] = "LABELS_ABSENT",
    [CORR_WHY_LABEL_FORMAT] = "LABEL_FORMAT",
    [CORR_WHY_LABEL_OTHER] = "LABEL_OTHER",
    [CORR_WHY_UNSAMPLED] = "UNSAMPLED",
    [CORR_WHY_THREAD_UNKNOWN] = "THREAD_UNKNOWN",
    [CORR_WHY_CLOCK] = "CLOCK",
    [CORR_WHY_TOO_SHORT] = "TOO_SHORT",
    [CORR_WHY_DUPLICATE] = "DUPLICATE",
    [CORR_WHY_LOST] = "LOST",
    [CORR_WHY_BACKGROUND] = "BACKGROUND",
    [CORR_WHY_UNLABELLED] = "UNLABELLED",
    [CORR_WHY_AFTER_END] = "AFTER_END",
    [CORR_WHY_BEFORE_START] = "BEFORE_START",
    [CORR_WHY_WINDOW] = "WINDOW",
    [CORR_WHY_AMBIGUOUS] = "AMBIGUOUS",
    [CORR_WHY_ID_NOT_UNIQUE] = "ID_NOT_UNIQUE",
};

const char *corr_why_name(corr_why w)
{
    return why_name[w < CORR_WHY_COUNT ? w : CORR_WHY_NONE];
}
