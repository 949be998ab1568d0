/** Which node does the page come from? */
import { msg, NOTHING } from '../../core/message';
import type { ChoiceQuestion } from '../question';
import type { SceneQuestions, Frame, Forecast } from '../scene';
import { bits, clean } from '../phrases';
import { voiceOf } from '../voices';
import { nodeCell } from '../voices/interleave';
import { namesOf } from '../voices/names';

const HINTS = {
  turn: msg`Interleave: pages come from each node of the policy in turn, as many in a row as the granularity says.`,
  place: msg`By place: the number of the page in its mapping decides the node, whichever pages were touched before.`,
  weight: msg`Weighted: each node gives as many pages in a row as its weight.`,
};

function question(
  ...[{ k, event, before }, info]: Parameters<SceneQuestions['question']>
): ChoiceQuestion | null {
  if (event?.kind !== 'interleave' && event?.kind !== 'interleave_vma') return null;
  const nodes = bits(event.nodes);
  if (nodes.length < 2 || !nodes.includes(event.nid)) return null;
  const weighs = event.mode === 'weighted_interleave';
  const key = (nid: number) => `node ${nid}`;
  const reason = voiceOf(event).sentences(event, namesOf(before))[0]?.words ?? NOTHING;
  const row = event.kind === 'interleave' && !weighs ? msg` Granularity: ${event.g}.` : '';
  const what = event.kind === 'interleave' ? msg`this page` : msg`page ${event.ilx} of the mapping`;
  return {
    ...{ form: 'choice', kind: 'node', from: info.provenance, k, hides: null },
    task: { comm: event.comm, cpu: event.cpu, node: -1 },
    title: msg`Which node gives ${what}?`,
    lead: msg`${event.comm} touches the next page.${row}`,
    choices: nodes.map((nid) => ({ key: key(nid), words: key(nid), note: '', cell: nodeCell(nid), reason })),
    solution: [key(event.nid)],
    hint: weighs ? HINTS.weight : event.kind === 'interleave' ? HINTS.turn : HINTS.place,
  };
}

/** What each node gave of all pages, and how long requests are in the mean. */
function forecasts({ event, after }: Frame): Forecast[] {
  if (event?.kind !== 'interleave' && event?.kind !== 'interleave_vma') return [];
  const weighs = event.mode === 'weighted_interleave';
  const hint = weighs ? HINTS.weight : event.kind === 'interleave' ? HINTS.turn : HINTS.place;
  const shares = bits(event.nodes).map((nid): Forecast => {
    const name = nodeCell(nid).name;
    return {
      kind: 'amount',
      value: 'count',
      of: name,
      gained: true,
      hint,
      title: (when) => msg`How many pages does ${name} give ${when}?`,
      because: () => hint,
    };
  });
  const lengths = after.rq.flatMap((row): Forecast[] =>
    row.present === 1 && row.requests > 0
      ? [
          {
            kind: row.max_sectors > 0 ? 'amount' : 'number',
            value: 'sectors',
            of: clean(row.name),
            hint: msg`A request grows as long as pages lie side by side on the disk and in memory, up to the limits of the queue.`,
            title: (when) => msg`How long is a request of ${clean(row.name)} in the mean of all ${when}?`,
            because: (from, to) => {
              const [was, is] = [from, to].map((f) => f.after.rq.find(({ dev }) => dev === row.dev));
              if (!was || !is || is.requests === was.requests) return msg`No read was counted meanwhile.`;
              const mean = Math.round((is.sectors - was.sectors) / (is.requests - was.requests));
              return msg`The ${is.requests - was.requests} requests between have ${mean} sectors in the mean.`;
            },
          },
        ]
      : [],
  );
  return [...shares, ...lengths];
}

export const questions: SceneQuestions = { question, forecasts };
