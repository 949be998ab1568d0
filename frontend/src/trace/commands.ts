/** Command lines that record what a capture lacks, for the recorder it came from. */
import type { Command } from '../core/diagnosis';
import { TRACE_KINDS, type TraceFormatName, type TraceKindName } from './gen/tables';

/** How long the commands record: the person's to change. */
const SLEEP = 'sleep 30';

const eventOf = (kind: TraceKindName) => `${TRACE_KINDS[kind].system}:${kind}`;

const perf = (kinds: readonly TraceKindName[]): Command => ({
  tool: 'perf',
  lines: [
    `perf record -a ${kinds.map((k) => `-e ${eventOf(k)}`).join(' ')} -- ${SLEEP}`,
    'perf script > trace.txt',
  ],
});

const traceCmd = (kinds: readonly TraceKindName[]): Command => ({
  tool: 'trace-cmd',
  lines: [
    `trace-cmd record ${kinds.map((k) => `-e ${eventOf(k)}`).join(' ')} ${SLEEP}`,
    'trace-cmd report > trace.txt',
  ],
});

const tracefs = (kinds: readonly TraceKindName[]): Command => ({
  tool: 'tracefs',
  lines: [
    'cd /sys/kernel/tracing',
    ...kinds.map((k) => `echo 1 > events/${TRACE_KINDS[k].system}/${k}/enable`),
    `timeout 30 cat trace_pipe > /tmp/trace.txt`,
  ],
});

/**
 * What printf() writes of a tracepoint and the arguments that takes, for kinds whose numbers bpftrace has by
 * the names of the text, or by simple means.
 */
const PRINTED: Readonly<Partial<Record<TraceKindName, readonly [text: string, args: string]>>> = {
  mm_vmscan_kswapd_wake: ['nid=%d order=%d', 'args.nid, args.order'],
  mm_vmscan_kswapd_sleep: ['nid=%d', 'args.nid'],
  mm_vmscan_wakeup_kswapd: ['nid=%d order=%d', 'args.nid, args.order'],
  mm_vmscan_direct_reclaim_begin: ['order=%d', 'args.order'],
  mm_vmscan_direct_reclaim_end: ['nr_reclaimed=%llu', 'args.nr_reclaimed'],
  mm_vmscan_lru_shrink_inactive: [
    'nid=%d nr_scanned=%llu nr_reclaimed=%llu priority=%d',
    'args.nid, args.nr_scanned, args.nr_reclaimed, args.priority',
  ],
  block_rq_issue: [
    'dev=%d,%d rwbs=%s sector=%llu nr_sector=%d',
    'args.dev >> 20, args.dev & 0xfffff, args.rwbs, args.sector, args.nr_sector',
  ],
  block_rq_complete: [
    'dev=%d,%d rwbs=%s sector=%llu nr_sector=%d',
    'args.dev >> 20, args.dev & 0xfffff, args.rwbs, args.sector, args.nr_sector',
  ],
};

/** Null where one of the kinds cannot be printed in a line of its own. */
function bpftrace(kinds: readonly TraceKindName[]): Command | null {
  const probes = kinds.map((kind) => {
    const printed = PRINTED[kind];
    if (!printed) return null;
    const [text, args] = printed;
    const line = `${kind} ts=%llu cpu=%d pid=%d comm=%s ${text}\\n`;
    return `tracepoint:${eventOf(kind)} { printf("${line}", nsecs, cpu, pid, comm, ${args}); }`;
  });
  if (probes.includes(null)) return null;
  return { tool: 'bpftrace', lines: [`bpftrace -o trace.txt -e '${probes.join(' ')}'`] };
}

/** The order in which recorders are offered: first the one that wrote the capture. */
const FIRST: Readonly<Partial<Record<TraceFormatName, string>>> = {
  perf: 'perf',
  trace_cmd: 'trace-cmd',
  ftrace: 'tracefs',
  bpftrace: 'bpftrace',
  bpftrace_json: 'bpftrace',
};

export function recording(kinds: readonly TraceKindName[], format: TraceFormatName): Command[] {
  const all = [perf(kinds), traceCmd(kinds), tracefs(kinds), bpftrace(kinds)].filter((c) => c !== null);
  const first = FIRST[format];
  return [...all.filter((c) => c.tool === first), ...all.filter((c) => c.tool !== first)];
}

/** Decisions are told by the patched kernel only: `probe` is a script of tracer/probes. */
export const decisions = (probe: string): Command => ({
  tool: 'mmscope-trace, on a kernel with the patches in kernel-patches/',
  lines: [`sudo tracer/bin/mmscope-trace -o run.mmscope.gz --probe ${probe} --duration 30`],
});

/** A file of /proc, to be added to the capture. */
export const snapshot = (file: string): Command => ({
  tool: 'then add the file to this capture',
  lines: [`cat /proc/${file} > ${file}.txt`],
});
