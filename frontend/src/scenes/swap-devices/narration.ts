/** The narration of one walk: its own words, the devices as swapon prints them, and the lists. */
import { ERAS } from '../../core/gen/eras';
import { msg } from '../../core/message';
import type { SourceFrame } from '../scene';
import { narratorOf } from '../voices/narrator';
import type { PaneNarration } from '../narration';
import { functionAt } from '../voices/verdict';
import { swapSelect } from '../voices/swap-select';
import { caption } from './caption';
import { factsOf } from './facts/facts';
import { twinOf } from './twin';

function pane({ info, frame }: SourceFrame): PaneNarration {
  const facts = factsOf(frame);
  const { event, names, rule } = facts;
  return {
    heading: event ? swapSelect.heading(event, names) : msg`Nothing decided yet`,
    era: ERAS.rule[rule],
    sentences: event ? swapSelect.sentences(event, names) : [],
    empty: msg`Step forward to see the first decision.`,
    functions: event ? [functionAt(info, swapSelect, event, frame.verdict, names)] : [],
    terms: event ? swapSelect.terms(event, names) : [],
    twin: twinOf(facts, frame.k, info),
  };
}

export { course } from './marks/parts';
export const narrate = narratorOf(caption, pane);
