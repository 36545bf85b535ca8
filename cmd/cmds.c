/* cmds - the table of commands. */
#include "cli/cmd.h"
#include "cli/verbs.h"

const cmd *const cmds[] = {
    &info_cmd,  &span_cmd,       &spans_cmd,   &trace_cmd, &top_cmd,
    &tree_cmd,  &peek_cmd,       &diff_cmd,    &check_cmd, &when_cmd,
    &chase_cmd, &alert_cmd,      &report_cmd,  &open_cmd,  &convert_cmd,
    &cut_cmd,   &merge_cmd,      &partial_cmd, &fetch_cmd, &scrub_cmd,
    &pack_cmd,  &replay_cmd,     &help_cmd,    &guide_cmd, &index_cmd,
    &shell_cmd, &completion_cmd, &version_cmd, NULL
};
