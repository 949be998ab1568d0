/** mm/swapfile.c:get_swap_pages(): in short. The scene made for it tells the whole walk. */
import { ENUM_DOCS, ENUMS, type RuleName } from '../../../core/gen/tables';
import type { Era } from '../../scene';
import { count } from '../../text';
import type { EventOf, Names, Teller } from './teller';

const ERAS: Readonly<Record<RuleName, Era>> = {
  global: { words: 'before 4.14', from: null, to: 4.13 },
  node: { words: '4.14 to 6.18', from: 4.14, to: 6.18 },
  roundrobin: { words: 'from 6.19', from: 6.19, to: null },
};

/** visit_verdict packs a flag into bit 4: the next device had left the list. */
const VERDICT_BITS = 15;

function visits(event: EventOf<'swap_select'>, names: Names): string[] {
  return event.visit_type.map((type, i) => {
    const verdict = ENUMS.verdict[(event.visit_verdict[i] ?? 0) & VERDICT_BITS] ?? '';
    return `${names.device(type)} ${ENUM_DOCS.verdict[verdict] ?? verdict}.`;
  });
}

export const swapSelect: Teller<'swap_select'> = {
  subject: 'Swap device',
  say: (event, names) => {
    const asked = `of ${event.goal} asked for on node ${event.nid}, list ${event.list}`;
    if (event.type < 0)
      return { lead: 'No device', rest: `none ${asked}: ${ENUM_DOCS.walk_end[event.end] ?? ''}` };
    const before = event.visits > 1 ? `, after ${count(event.visits - 1, 'other')}` : '';
    return { lead: names.device(event.type), rest: `${count(event.ret, 'slot')} ${asked}${before}` };
  },
  why: (event, names) => [
    `CPU ${event.cpu} of node ${event.nid} asks for ${count(event.goal, 'slot')}.`,
    `The rule is ${event.mode}: ${ENUM_DOCS.rule[event.mode] ?? ''}. So list ${event.list} is walked.`,
    `On it: ${event.list_type.map((type) => names.device(type)).join(', ') || 'nothing'}.`,
    ...visits(event, names),
    event.type < 0
      ? `So no device is chosen: ${ENUM_DOCS.walk_end[event.end] ?? ''}.`
      : `So ${names.device(event.type)} gives ${count(event.ret, 'slot')}.`,
  ],
  cell: ({ type, end }, names) =>
    type < 0
      ? {
          letter: end === 'restart' ? '\u21ba' : '–',
          node: -1,
          name: end === 'restart' ? 'start over' : 'none',
        }
      : { letter: String(type), node: names.deviceNode(type), name: names.device(type), key: `type ${type}` },
  era: ({ mode }) => ERAS[mode],
};
