/** For tests: all that its voice tells of an event, as the core reads and checks it. */
import type { EventOf, EventRecord } from '../../core/types';
import type { CheckWhyName, EventKind } from '../../core/gen/tables';
import { textOf } from '../../core/message';
import { capture, line } from '../../core/testing/capture.mjs';
import * as reader from '../decisions/decision';
import type { Frame } from '../scene';
import { verdictOf } from '../voices/verdict';
import { voiceOf } from '../voices';
import { namesOf } from '../voices/names';
import { functionOf } from '../voices/voice';
import { captureInput, openSource } from './source';
import { sentenceText } from './narration';

export type Values = Parameters<typeof line>[1];

function wordsOf(event: EventRecord, { before, verdict }: Frame) {
  const [voice, names] = [voiceOf(event), namesOf(before)];
  const { lead, rest } = voice.say(event, names);
  const { kind, detail } = verdictOf(voice, event, verdict, names);
  return {
    event,
    said: `${textOf(lead)}: ${textOf(rest)}`,
    heading: textOf(voice.heading(event, names)),
    sentences: voice.sentences(event, names).map(sentenceText),
    terms: voice.terms(event, names),
    era: voice.era(event),
    cell: voice.cell(event, names),
    place: functionOf(voice, event),
    verdict: detail ? `${kind}: ${textOf(detail)}` : kind,
    /** The words for a number that a verdict carries; null where it means nothing. */
    expected: (why: CheckWhyName, value: number): string | null => {
      const words = voice.expected?.(event, { why, value, replayed: false }, names);
      return words ? textOf(words) : null;
    },
  };
}

/** Of each decision of a capture. */
export async function voiceTexts(text: string) {
  const source = await openSource('decisions', reader, captureInput(text), { check: true });
  return Array.from({ length: source.info.decisions }, (_, i) => {
    const frame = source.frame(i + 1);
    if (!frame.event) throw new Error('no event');
    return wordsOf(frame.event, frame);
  });
}

/** Of a line that is alone in its capture. */
export async function voiceText<K extends EventKind>(kind: K, values: Values) {
  const [found] = await voiceTexts(capture([line(kind, { ts: 1, ...values })]));
  if (found?.event.kind !== kind) throw new Error('another kind');
  return { ...found, event: found.event as EventOf<K> };
}

/** All of it in one text. */
export const joinedText = ({ said, heading, sentences }: ReturnType<typeof wordsOf>) =>
  [said, heading, ...sentences].join('\n');
