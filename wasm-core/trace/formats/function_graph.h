/* SPDX-License-Identifier: Apache-2.0 */
/*
 * function_graph.h: lines of the function graph tracer, kernel/trace/trace_functions_graph.c: print_graph_prologue(),
 * print_graph_duration(), print_graph_comment(), print_graph_return():
 *
 *     [sec.fraction |] [cpu)] [comm-pid |] [flags |] [12.345 us] |  function() { or } or function();
 *     the same, then a comment with `event: text` in it
 *
 * Which of them stand there the options funcgraph-abstime, -cpu, -proc, -irqs and -duration say. A function is an event
 * `function_graph` with the rest of the line as its text, behind the CPU; an event in a comment is an event.
 */
#ifndef MMS_TRACE_FUNCTION_GRAPH_H
#define MMS_TRACE_FUNCTION_GRAPH_H

#include "trace/internal.h"

bool mms_is_graph(const char *line, const char *end);
/* False: it is no such line. */
bool mms_graph_line(struct mms_trace *t, const char *line, const char *end);
/* ` 24)  usemem-3012  =>  kswapd1-340`, and the dashes above and below it. */
bool mms_graph_switch(const char *line, const char *end);

#endif
