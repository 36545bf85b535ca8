/*
 * From the meaning of an event to the function that reads it.
 *
 * The table of meanings (jfr_meaning.c) names a way of reading, so that files
 * which only ask what an event means need not know the files that read it.
 */
#include "jfr/jfr.h"

static void (*const take_as[JFR_READINGS])(jfr *j, const jfr_meaning *m) = {
    [JFR_AS_SAMPLE] = jfr_take_sample,
    [JFR_AS_BATCH] = jfr_take_batch,
    [JFR_AS_CPU_TIME] = jfr_take_cpu_time,
    [JFR_AS_DATADOG] = jfr_take_datadog,
    [JFR_AS_AMOUNT] = jfr_take_amount,
    [JFR_AS_ONE] = jfr_take_one,
    [JFR_AS_WAIT] = jfr_take_wait,
    [JFR_AS_STALL] = jfr_take_stall,
    [JFR_AS_PAUSE] = jfr_take_pause,
    [JFR_AS_OPERATION] = jfr_take_operation,
    [JFR_AS_STOP] = jfr_take_stop,
    [JFR_AS_COLLECTION] = jfr_take_collection,
    [JFR_AS_SCOPE] = jfr_take_scope,
    [JFR_AS_ATTACHED] = jfr_take_attached,
    [JFR_AS_TAGGED] = jfr_take_tagged,
    [JFR_AS_CONTEXT] = jfr_take_context,
    [JFR_AS_TIMELINE] = jfr_take_timeline,
    [JFR_AS_SPAN] = jfr_take_span,
    [JFR_AS_LOAD] = jfr_take_load,
    [JFR_AS_THREAD_LOAD] = jfr_take_thread_load,
    [JFR_AS_HEAP] = jfr_take_heap,
    [JFR_AS_LOSS] = jfr_take_loss,
    [JFR_AS_SETTING] = jfr_take_setting,
    [JFR_AS_RECORDING] = jfr_take_recording,
    [JFR_AS_CONFIG] = jfr_take_config,
    [JFR_AS_HARDWARE] = jfr_take_hardware,
    [JFR_AS_JVM] = jfr_take_jvm,
    [JFR_AS_PROPERTY] = jfr_take_property,
};

void jfr_take_event(jfr *j, const jfr_meaning *m)
{
    take_as[m->as](j, m);
}
