/** The narration of a frame: the voice says whose turn it was, the scene where the page went. */
import { denial } from '../../core/coverage';
import type { EventRecord } from '../../core/types';
import { msg, type Message } from '../../core/message';
import type { SourceFrame } from '../scene';
import type { TermName } from '../terms';
import { narratorOf } from '../voices/narrator';
import type { PaneNarration, KernelFunction, Sentence } from '../narration';
import { functionAt } from '../voices/verdict';
import { voiceOf } from '../voices';
import { namesOf, type Names } from '../voices/names';
import { ALWAYS } from '../voices/voice';
import { caption } from './caption';
import { kinds } from './decision';
import { factsOf, type Facts } from './facts/facts';
import { twinOf } from './twin';
import { frameSentence, requestSentences } from './facts/sentences';

/** Where no policy decides: what the kernel does that is stepped through. */
const SEEN_AT: Readonly<Partial<Record<EventRecord['kind'], string>>> = {
  rq_page: 'fs/mpage.c:do_mpage_readpage()',
  block_rq: 'block/blk-mq.c:blk_mq_start_request()',
};

const isDecision = ({ kind }: EventRecord) => kinds.some((own) => own === kind);

function headingOf({ open, requests, step }: Facts, event: EventRecord, names: Names): Message {
  if (event.kind === 'block_rq') return msg`Why so long?`;
  const limit = requests?.maxSegments ?? null;
  const node = step?.node ?? '–';
  if (open && limit !== null && open.used >= limit && !open.grew) return msg`Why node ${node} and stop?`;
  return isDecision(event) ? voiceOf(event).heading(event, names) : msg`Why node ${node}?`;
}

function turnSentences({ info }: SourceFrame, event: EventRecord, names: Names): Sentence[] {
  if (isDecision(event)) return voiceOf(event).sentences(event, names);
  const words =
    info.provenance === 'model'
      ? msg`No policy: pages come from the node of the CPU that reads, and nothing is decided`
      : denial(
          info.coverage,
          ['interleave'],
          msg`No policy: nothing is decided; requests are what can be seen`,
          msg`Requests are what can be seen; whether a policy decides`,
        );
  return [{ n: 1, words: msg`${words}.`, off: true }];
}

function placesOf({ info, frame }: SourceFrame, event: EventRecord, names: Names): KernelFunction[] {
  const at = SEEN_AT[event.kind];
  return at === undefined ? [functionAt(info, voiceOf(event), event, frame.verdict, names)] : [{ fn: at }];
}

function termsOf({ step, open, requests }: Facts, event: EventRecord, names: Names): TermName[] {
  return [
    ...voiceOf(event).terms(event, names),
    ...(step?.page ? (['per-CPU list'] as const) : []),
    ...(open || requests?.past[0] ? (['segment', 'request limit'] as const) : []),
    ...(open ? (['readahead window'] as const) : []),
  ];
}

function pane(shown: SourceFrame): PaneNarration {
  const { info, frame } = shown;
  const { event } = frame;
  const facts = factsOf(frame, info);
  const empty = msg`Step forward to see the first ${info.noun?.[0] ?? 'decision'}.`;
  const common = { empty, twin: twinOf(facts, shown) };
  if (!event) {
    const heading = msg`Nothing decided yet`;
    return { ...common, heading, era: ALWAYS, sentences: [], functions: [], terms: [] };
  }
  const names = namesOf(frame.before);
  return {
    ...common,
    heading: headingOf(facts, event, names),
    era: voiceOf(event).era(event),
    sentences: [...turnSentences(shown, event, names), frameSentence(facts), ...requestSentences(facts)],
    functions: placesOf(shown, event, names),
    terms: termsOf(facts, event, names),
  };
}

export { course } from './marks/parts';
export const narrate = narratorOf(caption, pane);
