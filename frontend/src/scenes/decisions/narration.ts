/** The narration of any decision: its kind's own words, its fields, and how the modes of the source did. */
import { KINDS } from '../../core/gen/kinds';
import type { EventKind } from '../../core/gen/tables';
import { msg, plain } from '../../core/message';
import type { SourceFrame, SourceInfo } from '../scene';
import { narratorOf } from '../voices/narrator';
import type { PaneNarration, Twin, Table } from '../narration';
import { functionAt } from '../voices/verdict';
import { voiceOf, subjectOf } from '../voices';
import { namesOf } from '../voices/names';
import { ALWAYS } from '../voices/voice';
import { caption } from './caption';
import { rowsOf } from './fields';
import { MODES } from '../../core/gen/modes';
import { grouped } from '../../core/number';

const EMPTY: Twin = { title: msg`fields`, columns: [], rows: [], folds: [] };

/** The fields of the decision, each with its unit and what it means: what the capture's line says. */
function twinOf({ event }: SourceFrame['frame']): Twin {
  if (!event) return { ...EMPTY, about: msg`Before the first decision.` };
  const kind: EventKind = event.kind;
  return {
    title: plain(kind),
    about: plain(KINDS[kind].doc),
    columns: ['FIELD', 'VALUE'],
    rows: rowsOf(event).map(({ name, value, unit, doc }) => ({
      key: name,
      cells: [name, unit ? `${value} ${unit}` : value],
      doc,
    })),
    folds: [],
  };
}

function pane({ info, frame }: SourceFrame): PaneNarration {
  const { event, verdict } = frame;
  const table = tallyOf(info);
  const empty =
    info.decisions > 0 ? msg`Step forward to see the first decision.` : msg`There is no decision to explain.`;
  const twin = twinOf(frame);
  if (!event)
    return { heading: msg`Why`, era: ALWAYS, sentences: [], empty, functions: [], terms: [], table, twin };
  const voice = voiceOf(event);
  const names = namesOf(frame.before);
  return {
    heading: voice.heading(event, names),
    era: voice.era(event),
    sentences: voice.sentences(event, names),
    empty,
    functions: [functionAt(info, voice, event, verdict, names)],
    terms: voice.terms(event, names),
    table,
    twin,
  };
}

export const narrate = narratorOf(caption, pane);

/** How many decisions of each mode, and how the checker judged them; of a model, how many of each kind. */
function tallyOf({ provenance, totals, kinds }: SourceInfo): Table | null {
  if (provenance === 'kernel') {
    if (!totals) return { title: msg`Recomputing every decision…`, columns: [], rows: [] };
    // What two readings tell, of unpatched kernels alone.
    const probed = totals.modes.some(({ raced = 0, not_modelled: open = 0 }) => raced + open > 0);
    return {
      title: msg`Decisions by mode, recomputed`,
      columns: probed
        ? ['mode', 'decisions', 'same', 'raced', 'different', 'not modelled']
        : ['mode', 'decisions', 'same', 'different', 'incomplete'],
      rows: totals.modes.map(
        ({ mode, decisions, same, different, incomplete, raced = 0, not_modelled: open = 0 }) => {
          const doc = MODES.find((m) => m.name === mode)?.doc;
          const counts = probed ? [same, raced, different, open] : [same, different, incomplete];
          return {
            key: mode,
            cells: [mode, ...[decisions, ...counts].map(grouped)],
            ...(doc === undefined ? {} : { doc }),
          };
        },
      ),
    };
  }
  return {
    title:
      provenance === 'asif'
        ? msg`Decisions as if; the policy core itself made them`
        : msg`Decisions of this model; the policy core itself made them`,
    columns: ['kind', 'decisions'],
    rows: Object.entries(kinds).map(([kind, n]) => ({ key: kind, cells: [subjectOf(kind), grouped(n)] })),
  };
}
