/**
 * What becomes of files that a person drops or chooses, by what is in them: a capture of our own goes to a
 * pane, as it always did, and so does a text with decisions of an unpatched kernel; any other trace to the timeline,
 * where it has a report; a file of /proc to the trace it lies beside. What is none of these is refused where it would have gone, and changes neither view nor link.
 */
import type { SourceSpec } from '../../capture/sources/spec';
import { PANES, type PaneId } from '../../core/panes';
import type { Failure } from '../../core/error';
import type { TraceFormatName } from '../../trace/gen/tables';
import type { FileFormat } from '../../trace/file-format';
import type { Outcome } from '../../core/work/outcome';
import { SNAPSHOTS } from '../../trace/report/snapshots';

export interface Destinations {
  recognise: (file: Blob) => Promise<FileFormat>;
  /** Opens in a pane of the stage. */
  choose: (pane: PaneId, spec: SourceSpec) => void;
  /** What scenes can show of another tool's text, as a capture. */
  captureText: (file: File) => Promise<Outcome<Blob>>;
  /** Says in a pane of the stage why a file cannot be opened; the pane keeps what it shows. */
  refuse: (pane: PaneId, name: string, failure: Failure) => void;
  /** Opens on the timeline; done when it is open, or has failed there in words. */
  onTimeline: (slot: PaneId, file: File) => Promise<void>;
  /** Turns to the timeline, when all that goes there is on its way. */
  showTimeline: () => Promise<void>;
  /** Adds to what is open on the timeline; the result, in words; null where nothing is open. */
  addSnapshot: (slot: PaneId, file: File) => Promise<string | null>;
  complain: (words: string) => void;
}

/** Formats that panes open, or refuse in words. */
const OWN: readonly TraceFormatName[] = ['mmscope', 'unknown'];

/**
 * `first`: where a single file goes; `timeline`: the person looks at the timeline; `report`: at the report of a trace, which
 * offers the scripts that make a kernel tell its decisions.
 */
export async function openFiles(
  files: readonly File[],
  { first, timeline, report = false }: { first: PaneId; timeline: boolean; report?: boolean },
  places: Destinations,
): Promise<void> {
  const known = await Promise.all(files.map(async (file) => ({ file, ...(await places.recognise(file)) })));
  const snapshots = known.filter(({ format }) => SNAPSHOTS.includes(format));
  const traces = known.filter(({ format }) => !SNAPSHOTS.includes(format));
  if (traces.length > PANES.length) {
    places.complain(`There are two panes: drop one capture or two, not ${traces.length}.`);
    return;
  }
  const targets = traces.length === 1 ? [first] : PANES;
  const foreign =
    timeline || traces.some(({ format, decides }) => (report || !OWN.includes(format)) && !decides);
  const opening = traces.map(async ({ file, failure, decides }, i) => {
    const target = targets[i] ?? first;
    if (foreign) {
      await places.onTimeline(target, file);
      return;
    }
    const made = failure ? { ok: false as const, failure } : decides ? await places.captureText(file) : null;
    if (made && !made.ok) places.refuse(target, file.name, made.failure);
    else places.choose(target, { kind: 'file', name: file.name, blob: made?.value ?? file });
  });
  if (foreign && traces.length > 0) await places.showTimeline();
  await Promise.all(opening);
  if (snapshots.length > 0 && traces.length > 0 && !foreign) {
    places.complain('A capture of mmscope-trace holds these files of /proc already; they were left out.');
    return;
  }
  const said: string[] = [];
  for (const { file, format } of snapshots) {
    const words = await places.addSnapshot(traces.length > 0 ? (targets[0] ?? first) : first, file);
    said.push(words ?? `${file.name} is /proc/${format}: open the trace it belongs to, then add it.`);
  }
  // Together: one sentence would take the other's place.
  if (said.length > 0) places.complain(said.join(' '));
}
