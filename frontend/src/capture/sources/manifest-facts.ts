/** What a capture's manifest tells, in the words of the source bar. The manifest is a stranger's text. */
import { ENUMS, type EventKind } from '../../core/gen/tables';
import { sysctlOf, textAt, type Manifest, type Switch } from '../../core/manifest';
import { grouped } from '../../core/number';
import { valuePhrase } from './phrases';

type Fact = readonly [label: string, value: string];

/** Its value at the start, and at the end where that differs. */
function valueOf(manifest: Manifest, { name, values }: Switch): string | null {
  const before = sysctlOf(manifest.start, name);
  const after = sysctlOf(manifest.end, name);
  if (before === null) return null;
  const words = [before, ...(after === null || after === before ? [] : [after])].map((v) =>
    wordsOf(v, values),
  );
  return words.join(', then ');
}

/** The kernel writes some values as numbers, some as names. */
function wordsOf(value: string, values: Switch['values']): string {
  if (values === 'as written') return value;
  if (values === 'on or off') return value === '0' ? 'off' : 'on';
  return valuePhrase(values, ENUMS[values][Number(value)] ?? value);
}

/** What was overwritten was in the buffer before what the trace has; 0: some, and nothing says how many. */
function lostPhrase(lost: number, { end }: Manifest): string {
  const overwritten = textAt(end, 'overwritten');
  if (overwritten === null) return grouped(lost);
  const many = Number(overwritten) > 0 ? grouped(Number(overwritten)) : 'some';
  return `${grouped(lost)}, ${many} overwritten before the first`;
}

/** `switches`: of the patched kernel; a capture tells those that bear on what it holds. `lost`: what the reader counted. */
export function manifestFacts(
  switches: readonly Switch[],
  manifest: Manifest,
  kinds: Partial<Record<EventKind, number>>,
  lost: number,
  closed: boolean,
): Fact[] {
  const own = switches.filter((s) => s.of.some((kind) => (kinds[kind] ?? 0) > 0));
  const facts: [string, string | null][] = [
    ...own.map((s): [string, string | null] => [s.label, valueOf(manifest, s)]),
    ['lost events', lostPhrase(lost, manifest)],
    ['kernel', textAt(manifest.start, 'kernel', 'release') ?? textAt(manifest.start, 'kernel')],
  ];
  const known = facts.map(([label, value]): Fact => [label, value ?? '–']);
  return closed ? known : [...known, ['end', 'cut off']];
}
