/** Moments of a run, found by the core: a link's `at=`, and what stands behind @ in a value. Pure. */
import { keyOf } from '../core/decision';
import { clean } from '../scenes/phrases';
import { namesOf } from '../scenes/voices/names';
import type { Run } from './run';

/** What a teacher reads where a moment is written wrongly. */
const MOMENTS =
  'at= is a number, end, first-difference, full:NAME, answer:NAME, change, lap or first:FIELD=VALUE; then +n and ,node:2';

const NAMED_MAX = 8;

/** Decision k; throws a sentence. `others`: the run in the other pane, where there is one. */
export function momentOf(text: string, run: Run, other: Run | null): number {
  const [main = '', ...filters] = text.split(',').map((part) => part.trim());
  const [, name = '', plus] = /^(.*?)(?:\+(\d{1,6}))?$/.exec(main) ?? [];
  const base = beginOf(name, text, run, other);
  const from = base + Number(plus ?? 0);
  const k = filters.length === 0 ? from : passing(from, filters, text, run);
  if (k < 1 || k > run.decisions)
    throw new Error(`“at=${text}”: that would be decision ${k}; this run has 1 to ${run.decisions}.`);
  return k;
}

function beginOf(name: string, text: string, run: Run, other: Run | null): number {
  const [word = '', ...rest] = name.split(':');
  const of = rest.join(':');
  const { cell, cells } = run.columns;
  const nameAt = (k: number) => cells[cell[k - 1] ?? -1];
  if (/^\d{1,9}$/.test(name)) return Number(name);
  switch (word) {
    case 'end':
      return run.decisions;
    case 'first-difference': {
      if (!other) throw new Error(`“at=${text}” needs two panes: the view has one.`);
      const n = Math.min(run.decisions, other.decisions);
      const keyAt = (one: Run, k: number) => {
        const at = one.columns.cells[one.columns.cell[k - 1] ?? -1];
        return at && keyOf(at);
      };
      for (let k = 1; k <= n; k++) if (keyAt(run, k) !== keyAt(other, k)) return k;
      throw new Error(`“at=${text}”: A and B decide the same from first to last.`);
    }
    case 'change':
      for (let k = 2; k <= run.decisions; k++) {
        const [now, before] = [nameAt(k), nameAt(k - 1)];
        if (now && before && keyOf(now) !== keyOf(before)) return k;
      }
      throw new Error(`“at=${text}”: every decision of this run comes to the same.`);
    case 'answer':
      for (let k = 1; k <= run.decisions; k++) if (nameAt(k)?.name === of) return k;
      throw new Error(
        `“at=${text}”: no decision comes to “${of}”. ${listed(
          'There are',
          cells.map((c) => c.name),
        )}`,
      );
    case 'full':
      return fullAt(of, text, run);
    case 'first':
      return passing(1, [of.replace('=', ':')], text, run);
    default:
      throw new Error(`“at=${text}” names no moment: ${MOMENTS}.`);
  }
}

const listed = (head: string, names: readonly string[]) =>
  `${head} ${[...new Set(names)].slice(0, NAMED_MAX).join(', ') || 'none'}.`;

/** The decision after which a device left the lists because it was full. */
function fullAt(name: string, text: string, run: Run): number {
  const { session, indexes } = run;
  const names = new Set<string>();
  let k = 0;
  for (let i = 0; i < session.events; i++) {
    if (i === indexes[k]) k++;
    if (session.kindOf(i) !== 'swap_list') continue;
    const event = session.event(i);
    if (event.kind !== 'swap_list') continue;
    const own = clean(event.name) || namesOf(session.state(i + 1)).device(event.type).name;
    names.add(own);
    if (own === name && event.op === 'del' && event.reason === 'full') return k;
  }
  if (!names.has(name))
    throw new Error(`“at=${text}”: this run has no device ${name}. ${listed('It has', [...names])}`);
  throw new Error(`“at=${text}”: ${name} never fills up in this run.`);
}

/** The first decision from k on of whose event all this is true: node:2, cpu:3, or any field of it. */
function passing(from: number, filters: readonly string[], text: string, run: Run): number {
  const wanted = filters.map((filter) => {
    const [name = '', ...rest] = filter.split(':');
    return { name: name === 'node' ? 'nid' : name, value: rest.join(':') };
  });
  for (let k = Math.max(1, from); k <= run.decisions; k++) {
    const event = run.session.glance(run.indexes[k - 1] ?? 0) as unknown as Record<string, unknown>;
    if (wanted.every(({ name, value }) => fieldOf(event, name) === value)) return k;
  }
  throw new Error(`“at=${text}”: from decision ${from} on there is none with ${filters.join(' and ')}.`);
}

function fieldOf(event: Record<string, unknown>, name: string): string | null {
  const value = event[name] ?? (name === 'nid' ? event['list'] : undefined);
  return typeof value === 'number' || typeof value === 'string' ? String(value) : null;
}
