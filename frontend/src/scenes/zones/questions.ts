/** Which zone gives the page? Is kswapd woken? */
import type { EventOf } from '../../core/types';
import { withArch } from '../../core/zone';
import { amount, msg, NOTHING, textOf, type Message } from '../../core/message';
import { grouped } from '../../core/number';
import type { Choice, ChoiceQuestion } from '../question';
import type { SceneQuestions, Frame, SourceInfo, Forecast } from '../scene';
import { maskDecision } from '../mask';
import { voiceOf } from '../voices';
import { namesOf } from '../voices/names';
import { indexName, nodeOf, shortName, zoneOf } from '../voices/zone';
import { factsOf, type Facts, type Zone } from './facts/facts';
import { walkOf } from './facts/walk';

type Select = EventOf<'zone_select'>;
type Wake = EventOf<'kswapd_wake'>;

type Asked = Omit<ChoiceQuestion, 'form' | 'from' | 'k' | 'hides'>;

const HINTS: Readonly<Record<Select['mode'], Message>> = {
  preferred: msg`Preferred: zones are asked in the order of the zonelist. The first whose free pages are above the mark gives the page.`,
  fair: msg`Fair: a zone is passed over when its batch is used up, so that every zone gives in proportion to its size. The first with pages left in its batch, and above the mark, gives.`,
  fair_local: msg`Fair within a node: zones of the node take turns by their batches; another node is asked only when all of them are short.`,
};

const keyOf = (zone: number) => `zone ${zone}`;

function noteOf(zone: Zone, batches: boolean): string {
  const free = zone.free === null ? '' : `${grouped(zone.free)} free`;
  const mark = zone.marks === null ? '' : `low ${grouped(zone.marks.low)}`;
  const reserve = zone.reserve > 0 ? `reserve ${grouped(zone.reserve)}` : '';
  const batch = batches && zone.batch !== null ? `batch ${grouped(zone.batch)}` : '';
  return [free, mark, reserve, batch].filter(Boolean).join(', ');
}

function reasonOf(event: Select, chosen: number): Message {
  const { steps } = walkOf(event);
  const step = steps.find(({ zone }) => zone === chosen);
  const words = step?.labels[0];
  if (chosen === event.zone) return words === undefined ? NOTHING : msg`${zoneOf(chosen)}: ${words}.`;
  if (words !== undefined) return msg`${zoneOf(chosen)} was looked at: ${words}.`;
  return step
    ? msg`${zoneOf(chosen)} was looked at, and gave none.`
    : msg`The walk ended at ${zoneOf(event.zone)}, before it came to ${zoneOf(chosen)}.`;
}

function which(event: Select, { zones }: Facts): Asked | null {
  const allowed = zones.filter(({ id }) => id % 8 <= event.highest);
  if (event.zone < 0 || allowed.length < 2 || !allowed.some(({ id }) => id === event.zone)) return null;
  const choices = allowed.map((zone): Choice => {
    const { id } = zone;
    const words = textOf(zoneOf(id));
    const cell = { letter: shortName(id), node: nodeOf(id), name: words, key: keyOf(id), place: id };
    const note = noteOf(zone, event.mode !== 'preferred');
    return { key: keyOf(id), words, note, cell, reason: reasonOf(event, id) };
  });
  const pages = event.order > 0 ? amount(2 ** event.order, 'page') : 'a page';
  return {
    kind: 'zone',
    task: { cpu: event.cpu, node: event.list },
    title: event.order > 0 ? msg`Which zone gives these ${pages}?` : msg`Which zone gives this page?`,
    lead: msg`${event.comm} asks for ${pages} on node ${event.list}.`,
    choices,
    solution: [keyOf(event.zone)],
    hint: HINTS[event.mode],
  };
}

const WOKEN = 'woken';

function woken(event: Wake, frame: Frame, { byId }: Facts): Asked {
  const reason = voiceOf(event).sentences(event, namesOf(frame.before)).at(-1)?.words ?? NOTHING;
  const zone = byId.get(event.zone);
  const choice = (key: string, words: string): Choice => ({
    key,
    words,
    note: '',
    cell: { letter: key === WOKEN ? 'K' : 'k', node: event.nid, name: words, key },
    reason,
  });
  return {
    kind: 'woken',
    task: { cpu: event.cpu, node: event.nid, zone: event.zone },
    title: msg`Does this wake kswapd of node ${event.nid}?`,
    lead: msg`${event.comm} asks for ${zoneOf(event.zone)}${zone ? `: ${noteOf(zone, false)}` : ''}.`,
    choices: [choice(WOKEN, 'it is woken'), choice('not', 'it is left alone')],
    solution: [event.verdict === 'woken' ? WOKEN : 'not'],
    hint: msg`kswapd is woken only where it sleeps, and where the zones that are asked have too few free pages for the mark of the rule.`,
  };
}

const question = (frame: Frame, info: SourceInfo): ChoiceQuestion | null =>
  withArch(info.arch, () => asked(frame, info));

function asked(frame: Frame, info: SourceInfo): ChoiceQuestion | null {
  const { event, k } = frame;
  const facts = factsOf({ ...frame, after: frame.before }, info);
  const found =
    event?.kind === 'zone_select'
      ? which(event, facts)
      : event?.kind === 'kswapd_wake'
        ? woken(event, frame, facts)
        : null;
  return found && { ...found, form: 'choice', from: info.provenance, k, hides: null };
}

const KSWAPD = msg`kswapd is woken where free pages are short of the mark, and makes room up to the high one; what tasks take goes the other way.`;
const SHARES = msg`A zone gives until it falls short of its mark or its batch is used up; then the next of the zonelist is asked.`;

/** Free pages up to the next wake-up and beyond, wake-ups, and who gave how much. */
const forecasts = (frame: Frame, info: SourceInfo): Forecast[] => withArch(info.arch, () => foreseen(frame));

function foreseen(frame: Frame): Forecast[] {
  const { after } = frame;
  const zones = after.zone.flatMap((row, id) => (row.present === 1 && row.known === 1 ? [{ row, id }] : []));
  const nodes = [...new Set(zones.map(({ id }) => nodeOf(id)))];
  const moved = (from: Frame, to: Frame, id: number) => {
    const [was, is] = [from.after.zone[id], to.after.zone[id]];
    const [slept, woke] = [
      from.after.kswapd[nodeOf(id)]?.woken ?? 0,
      to.after.kswapd[nodeOf(id)]?.woken ?? 0,
    ];
    if (!was || !is) return NOTHING;
    const [taken, back] = [is.taken - was.taken, is.reclaimed - was.reclaimed];
    return msg`${amount(taken, 'page')} were taken from it, ${amount(back, 'page')} reclaimed; kswapd of the node was woken ${times(woke - slept)}.`;
  };
  return [
    ...zones.flatMap(({ row, id }): Forecast[] => {
      // As a value of a run is called, whatever machine it is of.
      const of = `${nodeOf(id)}.${indexName(id % 8, 'x86_64')}`;
      const name = zoneOf(id);
      const because = (from: Frame, to: Frame) => moved(from, to, id);
      const free = {
        kind: 'curve',
        value: 'free',
        of,
        hint: KSWAPD,
        because,
        title: (when: Message) => msg`How do the free pages of ${name} go on ${when}?`,
      } as const;
      const woken = { key: `woken ${nodeOf(id)}`, words: msg`until kswapd of node ${nodeOf(id)} is woken` };
      return [
        ...(row.low > 0 ? [{ ...free, until: woken }, free] : []),
        {
          kind: 'amount',
          value: 'taken_share',
          of,
          hint: SHARES,
          because,
          title: (when) => msg`Of all pages taken so far, which share will have come from ${name} ${when}?`,
        },
      ];
    }),
    ...nodes
      .filter((nid) => after.kswapd[nid]?.present === 1)
      .map((nid): Forecast => ({
        kind: 'number',
        value: 'woken',
        of: String(nid),
        hint: KSWAPD,
        title: (when) => msg`How many times will kswapd of node ${nid} have been woken ${when}?`,
        because: (from, to) =>
          msg`It was woken ${times((to.after.kswapd[nid]?.woken ?? 0) - (from.after.kswapd[nid]?.woken ?? 0))} more, and asked for ${times((to.after.kswapd[nid]?.asked ?? 0) - (from.after.kswapd[nid]?.asked ?? 0))}.`,
      })),
  ];
}

const times = (n: number): Message => (n === 1 ? msg`once` : msg`${n} times`);

export const questions: SceneQuestions = { question, forecasts, mask: maskDecision };
