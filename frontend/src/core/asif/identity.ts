/** As if under its own switch: a capture gives back its own decisions, each of them. That is what an as if is worth. */
import type { EventRecord } from '../types';
import type { Driven } from './chain';
import type { EventKind } from '../gen/tables';
import type { Session } from '../session';

export interface Identity {
  /** Of the capture, and how many of them come back in all that was decided. */
  decisions: number;
  same: number;
  /** Those at which something was read that nothing recorded explains, so that the run took it over. */
  corrected: number;
}

/** By machine: what it decides besides. */
const ALSO: Readonly<Partial<Record<Driven['machine'], EventKind>>> = { swap_in: 'swap_ra' };

/** Not decided: who and when; a run counts its events anew, and the count of slots is the kernel's own. */
const NOT_DECIDED: ReadonlySet<string> = new Set('index kind line ts cpu pid seq comm list_used'.split(' '));

function alike(a: EventRecord, b: EventRecord): boolean {
  const there = b as unknown as Record<string, unknown>;
  return Object.entries(a).every(
    ([name, value]) => NOT_DECIDED.has(name) || String(value) === String(there[name]),
  );
}

/** A count that a run gives at its end; 0 where it gives none. */
function statOf(run: Session, name: string): number {
  let sum = 0;
  for (let i = run.events - 1; i >= 0; i--) {
    const event = run.glance(i);
    if (event.kind === 'stat' && event.text === `asif/${name}`) sum += event.value;
  }
  return sum;
}

/** `record`: a capture that was read; `run`: the same as if under its own switch. */
export async function identityOf(
  record: Session,
  run: Session,
  { machine, kind }: Pick<Driven, 'machine' | 'kind'>,
  pause: () => Promise<void>,
): Promise<Identity> {
  const also = ALSO[machine];
  let [decisions, same] = [0, 0];
  for (const one of [kind, ...(also ? [also] : [])]) {
    const [before, after] = [record.decisionsOf([one]), run.decisionsOf([one])];
    decisions += before.length;
    for (const [i, index] of before.entries()) {
      const there = after[i];
      if (there !== undefined && alike(record.event(index), run.event(there))) same++;
      if (i % 512 === 0) await pause();
    }
  }
  return { decisions, same: Math.max(0, same - statOf(run, 'unasked')), corrected: statOf(run, 'corrected') };
}
