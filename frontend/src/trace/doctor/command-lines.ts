/** Command lines that record what a capture lacks, for the recorder it came from. */
import type { CommandLine } from '../../core/diagnosis';
import { TRACE_KINDS, type TraceFormatName, type TraceKindName } from '../gen/tables';

/** How long the commands record, in seconds: the person's to change. */
const SECONDS = 30;
const SLEEP = `sleep ${SECONDS}`;

const eventOf = (kind: TraceKindName) => `${TRACE_KINDS[kind].system}:${kind}`;

const perf = (kinds: readonly TraceKindName[]): CommandLine => ({
  tool: 'perf',
  lines: [
    `perf record -a ${kinds.map((k) => `-e ${eventOf(k)}`).join(' ')} -- ${SLEEP}`,
    'perf script > trace.txt',
  ],
  root: true,
});

const traceCmd = (kinds: readonly TraceKindName[]): CommandLine => ({
  tool: 'trace-cmd',
  lines: [
    `trace-cmd record ${kinds.map((k) => `-e ${eventOf(k)}`).join(' ')} ${SLEEP}`,
    'trace-cmd report > trace.txt',
  ],
  root: true,
});

/** What the buffer holds from before is dropped; events stay on until someone turns them off. */
const tracefs = (kinds: readonly TraceKindName[]): CommandLine => {
  const turn = (on: 0 | 1) => kinds.map((k) => `echo ${on} > events/${TRACE_KINDS[k].system}/${k}/enable`);
  return {
    tool: 'tracefs',
    lines: [
      'cd /sys/kernel/tracing',
      'echo > trace',
      ...turn(1),
      `timeout ${SECONDS} cat trace_pipe > /tmp/trace.txt`,
      ...turn(0),
    ],
    root: true,
  };
};

const RQ = 'dev=%d,%d rwbs=%s sector=%llu nr_sector=%d';
const PAGE = 'pfn=0x%llx order=%d';
const NVME = 'ctrl_id=%d disk=%s qid=%d cmdid=%d';

/** What printf() writes of a tracepoint: what bpftrace has as a number, by the names of the tracepoint's text. */
const PRINTED: Readonly<Partial<Record<TraceKindName, string>>> = {
  mm_vmscan_kswapd_wake: 'nid=%d order=%d',
  mm_vmscan_kswapd_sleep: 'nid=%d',
  mm_vmscan_wakeup_kswapd: 'nid=%d order=%d',
  mm_vmscan_direct_reclaim_begin: 'order=%d',
  mm_vmscan_direct_reclaim_end: 'nr_reclaimed=%llu',
  mm_vmscan_lru_shrink_inactive: 'nid=%d nr_scanned=%llu nr_reclaimed=%llu priority=%d',
  mm_vmscan_write_folio: 'pfn=0x%llx',
  mm_page_alloc: PAGE,
  mm_page_free: PAGE,
  block_rq_issue: RQ,
  block_rq_complete: RQ,
  block_bio_backmerge: RQ,
  block_split: 'dev=%d,%d rwbs=%s sector=%llu new_sector=%llu',
  page_fault_user: 'address=0x%llx ip=0x%llx error_code=0x%llx',
  nvme_setup_cmd: `${NVME} nsid=%d`,
  nvme_complete_rq: `${NVME} retries=%d status=%d`,
};

/** Arguments of tracepoints that are not called as their text calls them. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  dev: 'args->dev >> 20, args->dev & 0xfffff',
  cmdid: 'args->cid',
};

/** Arguments are reached by `->`: bpftrace knows `args.name` from 0.19 only, and takes both since then. */
const argumentsOf = (text: string) =>
  Array.from(text.matchAll(/(\w+)=/g), ([, name = '']) => ARGUMENTS[name] ?? `args->${name}`).join(', ');

/** Pages of the buffer between kernel and bpftrace, of each CPU: its own 64 lose most of the pages allocated. */
const BUFFER = 'BPFTRACE_PERF_RB_PAGES=1024';

/** Null where one of the kinds cannot be printed in a line of its own. */
function bpftrace(kinds: readonly TraceKindName[]): CommandLine | null {
  const probes = kinds.map((kind) => {
    const text = PRINTED[kind];
    if (text === undefined) return null;
    const line = `${kind} ts=%llu cpu=%d tid=%d comm=%s ${text}\\n`;
    return `tracepoint:${eventOf(kind)} { printf("${line}", nsecs, cpu, tid, comm, ${argumentsOf(text)}); }`;
  });
  if (probes.includes(null)) return null;
  const stop = `interval:s:${SECONDS} { exit(); }`;
  const script = [...probes, stop].join(' ');
  return { tool: 'bpftrace', lines: [`${BUFFER} bpftrace -o trace.txt -e '${script}'`], root: true };
}

/** The order in which recorders are offered: first the one that wrote the capture. */
const FIRST: Readonly<Partial<Record<TraceFormatName, string>>> = {
  perf: 'perf',
  trace_cmd: 'trace-cmd',
  ftrace: 'tracefs',
  bpftrace: 'bpftrace',
  bpftrace_json: 'bpftrace',
};

export function recorderCommands(kinds: readonly TraceKindName[], format: TraceFormatName): CommandLine[] {
  const all = [perf(kinds), traceCmd(kinds), tracefs(kinds), bpftrace(kinds)].filter((c) => c !== null);
  const first = FIRST[format];
  return [...all.filter((c) => c.tool === first), ...all.filter((c) => c.tool !== first)];
}

/** Decisions are recorded by the patched kernel only: `probe` is a script of tracer/probes. */
export const tracerCommand = (probe: string): CommandLine => ({
  tool: 'mmscope-trace, on a kernel with the patches in kernel-patches/',
  lines: [`sudo tracer/bin/mmscope-trace -o run.mmscope.gz --probe ${probe} --duration 30`],
});

/** A file of /proc, to be added to the capture. */
export const snapshotCommand = (file: string): CommandLine => ({
  tool: 'then add the file to this capture',
  lines: [`cat /proc/${file} > ${file}.txt`],
});
