/** A task as tracefs writes it, in its columns: kernel/trace/trace_output.c:trace_print_context(). @param task "kswapd0-60" */
export function inColumns(task: string): string {
  const at = task.lastIndexOf('-');
  return `${task.slice(0, at).padStart(16)}-${task.slice(at + 1).padEnd(7)}`;
}
