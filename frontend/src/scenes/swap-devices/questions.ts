/** Which device gives the slots? */
import type { SwapSelect } from '../../core/types';
import { amount, joined, msg, NOTHING, plain, type Message } from '../../core/message';
import type { Choice, ChoiceQuestion } from '../question';
import type { SceneQuestions, Frame, Forecast } from '../scene';
import { maskDecision } from '../mask';
import { signed } from '../phrases';
import { slotsAsked } from '../voices/swap-select';
import { factsOf, type Device, type Facts } from './facts/facts';
import { humanSize } from './facts/size';

const HINTS: Readonly<Record<Facts['rule'], Message>> = {
  node: msg`Rule node: each node has a list of its own, and the lowest key on it comes first. A device of the node counts as 1. One that is full is on no list.`,
  global: msg`Rule global: one list for all nodes, by priority. The device that was switched on first has the highest. One that is full is on no list.`,
  roundrobin: msg`Round robin: one list for all. Devices of equal priority take turns: the one that is asked goes behind its equals. One that is full is on no list.`,
};

const keyOf = (type: number) => `type ${type}`;

function noteOf({ prio, node, pages, used, status }: Device): string {
  const room =
    status === 'full' ? 'full' : status === 'listed' && pages > 0 ? `${humanSize(pages - used)} free` : '';
  return [`prio ${signed(prio)}`, node < 0 ? 'on no node' : `on node ${node}`, room]
    .filter(Boolean)
    .join(', ');
}

function reasonOf(facts: Facts, event: SwapSelect, chosen: number): Message {
  const { names, devices } = facts;
  const [taken, other] = [names.device(event.type).name, names.device(chosen).name];
  const first = event.visits > 1 ? msg`${taken} was the first that had room` : msg`${taken} stands first`;
  const own = keyAt(event, event.type);
  if (chosen === event.type) return own === null ? msg`${first}.` : msg`${first}, with key ${own}.`;
  if (event.visit_type.includes(chosen)) return msg`${other} was asked before, and gave none.`;
  const status = devices.find(({ type }) => type === chosen)?.status;
  if (status === 'full') return msg`${other} is full, and what is full is on no list.`;
  const key = keyAt(event, chosen);
  if (key === null) return msg`${other} is not on list ${event.list}.`;
  if (own !== null && key > own)
    return msg`On list ${event.list} ${taken} has key ${own}, ${other} has ${key}: the lowest comes first.${shared(facts, event, chosen)}`;
  return msg`Both have key ${key}, so they take turns: ${taken} stood before ${other}.${shared(facts, event, chosen)}`;
}

/** What may have spoken for it, and does not count. */
function shared({ devices }: Facts, event: SwapSelect, chosen: number): Message {
  const own = devices.find(({ type }) => type === chosen);
  if (!own) return NOTHING;
  const room = ({ pages, used }: Device) => pages - used;
  if (own.node === event.nid && event.mode !== 'node')
    return msg` That it sits on node ${event.nid} does not count: this list does not know nodes.`;
  if (devices.every((one) => one === own || room(one) < room(own)))
    return msg` It has the most room, but how much is free is never compared.`;
  const beside = Math.abs(own.node - event.nid) === 1 && own.node >= 0;
  return beside && event.mode === 'node' ? msg` Nodes have no neighbours here.` : NOTHING;
}

function keyAt(event: SwapSelect, type: number): number | null {
  const at = event.list_type.indexOf(type);
  return at < 0 ? null : (event.list_prio[at] ?? null);
}

function question(...[frame, info]: Parameters<SceneQuestions['question']>): ChoiceQuestion | null {
  const { event, k } = frame;
  if (event?.kind !== 'swap_select' || event.type < 0) return null;
  // As the walk found them.
  const facts = factsOf({ ...frame, after: frame.before });
  const devices = facts.devices.filter(({ status }) => status !== 'gone');
  if (devices.length < 2 || !devices.some(({ type }) => type === event.type)) return null;
  const choices = devices.map((device): Choice => {
    const { letter, node, name, type, pages, used } = device;
    const cell = { letter, node, name, key: keyOf(type), place: type };
    const share = pages > 0 ? { used: used / pages } : {};
    const reason = reasonOf(facts, event, type);
    return { key: keyOf(type), words: name, note: noteOf(device), ...share, cell, reason };
  });
  const full = devices.filter(({ status }) => status === 'full').map(({ name }) => plain(name));
  const some = full.length > 0 ? msg` ${joined(full)} ${full.length === 1 ? 'is' : 'are'} full.` : '';
  return {
    ...{ form: 'choice', kind: 'device', from: info.provenance, k, hides: null },
    task: { cpu: event.cpu, node: event.nid },
    title:
      event.goal === 1
        ? msg`Which device gives this slot?`
        : msg`Which device gives these ${slotsAsked(event)}?`,
    lead: msg`A task on CPU ${event.cpu}, node ${event.nid}, asks for ${slotsAsked(event)}.${some}`,
    choices,
    solution: [keyOf(event.type)],
    hint: HINTS[event.mode],
  };
}

/** Slots that the devices hold later, and who stands where on a list whose devices take turns. */
function forecasts(frame: Frame): Forecast[] {
  const facts = factsOf({ ...frame, before: frame.after });
  const hint = HINTS[facts.rule];
  const amounts = facts.devices
    .filter(({ status, pages }) => status === 'listed' && pages > 0)
    .flatMap(({ name, type }): Forecast[] => {
      const because = (from: Frame, to: Frame) => {
        const [was, is] = [from.after.dev[type], to.after.dev[type]];
        if (!was || !is) return NOTHING;
        const left = was.listed === 1 && is.listed === 0 ? msg` and left the lists` : '';
        const [came, given] = [is.chosen - was.chosen, is.given - was.given];
        const freed = given - (is.used - was.used);
        const back = freed > 0 ? msg`; ${amount(freed, 'slot')} were freed` : '';
        return msg`${name} was chosen ${times(came)} and gave ${amount(given, 'slot')}${left}${back}.`;
      };
      const one = { value: 'used', of: name, hint, because };
      return [
        { ...one, kind: 'amount', title: (when) => msg`How much of ${name} is in use ${when}?` },
        { ...one, kind: 'curve', title: (when) => msg`How does the use of ${name} go on ${when}?` },
      ];
    });
  if (facts.rule !== 'roundrobin') return amounts;
  return [
    ...amounts,
    {
      kind: 'order',
      value: 'list',
      of: '0',
      steps: ROUND,
      title: (when) => msg`In which order do the devices stand on the list ${when}?`,
      hint,
      because: () => msg`A device that gave slots stands behind all others of the same priority.`,
    },
  ];
}

/** Decisions for which an order is asked ahead: few enough to go through in one’s head. */
const ROUND = 3;
const times = (n: number): Message => (n === 1 ? msg`once` : msg`${n} times`);

export const questions: SceneQuestions = { question, forecasts, mask: maskDecision };
