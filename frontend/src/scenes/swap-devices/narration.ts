/** The narration of one walk: its own words, the devices as swapon prints them, and the lists. */
import { ERAS } from '../../core/gen/eras';
import { msg } from '../../core/message';
import type { SourceFrame } from '../scene';
import { narratorOf } from '../voices/narrator';
import type { PaneNarration } from '../narration';
import { functionAt } from '../voices/verdict';
import { voiceOf } from '../voices';
import { namesOf } from '../voices/names';
import { caption } from './caption';
import { factsOf } from './facts/facts';
import { twinOf } from './twin';

function pane({ info, frame }: SourceFrame): PaneNarration {
  const facts = factsOf(frame);
  // In its own words: those of an unpatched kernel's have the second reading, too.
  const event = facts.event && frame.event;
  const voice = event && voiceOf(event);
  const names = namesOf(frame.before);
  return {
    heading: voice ? voice.heading(event, names) : msg`Nothing decided yet`,
    era: ERAS.rule[facts.rule],
    sentences: voice ? voice.sentences(event, names) : [],
    empty: msg`Step forward to see the first decision.`,
    functions: voice ? [functionAt(info, voice, event, frame.verdict, names)] : [],
    terms: voice ? voice.terms(event, names) : [],
    twin: twinOf(facts, frame.k, info),
  };
}

export { course } from './marks/parts';
export const narrate = narratorOf(caption, pane);
