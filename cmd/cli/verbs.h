/* verbs - the records of all commands, each in a file of its own. */
#ifndef CORR_CMD_VERBS_H
#define CORR_CMD_VERBS_H

#include "cli/cmd.h"

extern const cmd alert_cmd, chase_cmd, fetch_cmd, index_cmd, info_cmd, span_cmd,
    spans_cmd, trace_cmd, top_cmd, tree_cmd, peek_cmd, diff_cmd, check_cmd,
    when_cmd, open_cmd, report_cmd, convert_cmd, cut_cmd, merge_cmd,
    partial_cmd, scrub_cmd, pack_cmd, replay_cmd, help_cmd, guide_cmd,
    shell_cmd, completion_cmd, version_cmd;

#endif
