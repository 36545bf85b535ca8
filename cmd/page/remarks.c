/* remarks - remarks about inputs, selections and sides, as notes and lines. */
#include "cli/cmd.h"

void cmd_warn_text(corr_report *r, const char *code, const char *text)
{
    corr_report_note(r, CORR_WARNING, code, -1, "%s", text);
    corr_report_line(r, "%s", text);
}

void cmd_note_remark(corr_report *r, const corr_remark *m)
{
    if (m->code)
        corr_report_note(r, m->level, m->code, -1, "%s", m->text);
}

void cmd_say_remark(corr_report *r, const corr_remark *m)
{
    cmd_note_remark(r, m);
    if (m->is_line)
        corr_report_line(r, "%s", m->text);
}

void cmd_say_remarks(corr_report *r, corr_remarks list, corr_place place)
{
    for (size_t i = 0; i < list.n; i++)
        if (list.v[i].places & place)
            cmd_say_remark(r, &list.v[i]);
}

bool cmd_is_since_start(const corr_sel_facts *f)
{
    const corr_remark *m = corr_remark_find(f->remarks, "SINCE_START");

    return m && !m->is_line;
}
