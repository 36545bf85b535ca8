/* remarks - remarks about inputs, selections and sides, as notes and lines. */
#include "cli/cmd.h"

static void add_note(corr_report *r, const corr_remark *m,
                     corr_note_place place)
{
    const corr_note_about about = { .place = place,
                                    .level = m->level,
                                    .code = m->code,
                                    .mark = m->mark,
                                    .input = -1 };

    corr_report_note_at(r, &about, "%s", m->text);
}

void cmd_warn_text(corr_report *r, const char *code, const char *text)
{
    const corr_note_about about = { .place = CORR_NOTE_SCREEN,
                                    .level = CORR_WARNING,
                                    .code = code,
                                    .input = -1 };

    corr_report_note_at(r, &about, "%s", text);
    corr_report_line(r, "%s", text);
}

void cmd_note_remark(corr_report *r, const corr_remark *m)
{
    add_note(r, m, CORR_NOTE_DATA);
}

void cmd_say_remark(corr_report *r, const corr_remark *m)
{
    add_note(r, m, m->is_line ? CORR_NOTE_FOOT : CORR_NOTE_DATA);
}

const char *cmd_mark(corr_remarks list)
{
    for (size_t i = 0; i < list.n; i++)
        if (list.v[i].mark)
            return list.v[i].mark;
    return "";
}

void cmd_say_remarks(corr_report *r, corr_remarks list, corr_place place)
{
    for (size_t i = 0; i < list.n; i++)
        if (list.v[i].places & place)
            cmd_say_remark(r, &list.v[i]);
}

const char *cmd_counts_read(const corr_sel_facts *f)
{
    static const char *const words[2][2] = {
        { "", " (cumulative)" }, { " (deltas)", " (deltas and cumulative)" }
    };
    const corr_remark *m = corr_remark_find(f->remarks, "SINCE_START");
    const bool adds = corr_remark_find(f->remarks, "COUNTS_ADDED");
    const bool subtracts = corr_remark_find(f->remarks, "COUNTS_SUBTRACTED");

    return m && !m->is_line ? " since process start" : words[adds][subtracts];
}
