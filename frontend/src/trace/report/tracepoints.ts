/** Events of people's own bpftrace scripts that are called otherwise than the kernel calls them. */
import { TRACE_KINDS, type TraceKindName } from '../gen/tables';
import type { TraceReport } from '../trace-report';

/** What events of the tracer's own captures have for a system. */
const OURS = 'mmscope';

const tracepoints = (Object.keys(TRACE_KINDS) as TraceKindName[]).filter(
  (name) => TRACE_KINDS[name].system !== OURS,
);

/**
 * Events that were only counted, with the tracepoint that each must mean: `rq_issue` is `block_rq_issue`. None
 * where several tracepoints end so, and none where the kernel itself wrote the name.
 */
export function tracepointsMeant({
  format,
  generics,
}: Pick<TraceReport, 'format' | 'generics'>): { name: string; tracepoint: TraceKindName }[] {
  if (format !== 'bpftrace' && format !== 'bpftrace_json') return [];
  const names = [...new Set(generics.map((g) => g.name))];
  return names.flatMap((name) => {
    const [tracepoint, ...others] = tracepoints.filter((known) => known.endsWith(`_${name}`));
    return tracepoint && others.length === 0 ? [{ name, tracepoint }] : [];
  });
}
