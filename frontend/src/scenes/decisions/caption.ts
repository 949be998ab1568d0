/** The one sentence this frame says, and one line of context. */
import { alike, capital, joined, msg, textOf, type Message } from '../../core/message';
import type { PaneSourceFrame } from '../scene';
import { clean } from '../phrases';
import type { Caption } from '../narration';
import { voiceOf } from '../voices';
import { namesOf } from '../voices/names';

interface Said {
  subject: string;
  lead: Message;
  rest: Message;
}

function said({ frame }: PaneSourceFrame): Said | null {
  if (!frame.event) return null;
  const voice = voiceOf(frame.event);
  return { subject: voice.subject, ...voice.say(frame.event, namesOf(frame.before)) };
}

function whole({ subject, lead, rest }: Said): Message {
  return textOf(rest) === '' ? msg`${subject}: ${lead}` : msg`${subject}: ${lead} (${rest})`;
}

function context({ pane, frame, info }: PaneSourceFrame, several: boolean): Message {
  const { event } = frame;
  const task = event && (clean(event.comm) || 'a task');
  const words = event
    ? msg`decision ${frame.k}, by ${task ?? ''} on CPU ${event.cpu} at ${(event.ts / 1e9).toFixed(3)} s`
    : msg`before the first of ${info.decisions} decisions`;
  return several ? msg`${pane}: ${words}` : capital(words);
}

function title(a: PaneSourceFrame, b: PaneSourceFrame | null): Message {
  const [x, y] = [said(a), b && said(b)];
  if (!b && x) return whole(x);
  if (!b && a.info.decisions === 0)
    return a.info.provenance === 'model'
      ? msg`This source decides nothing.`
      : msg`No decision is in this capture.`;
  if (!x && !y) return msg`Before the first decision.`;
  if (x && x.subject === y?.subject) {
    if (!alike(x.lead, y.lead)) return msg`${x.subject}: A ${x.lead}, B ${y.lead}`;
    return alike(x.rest, y.rest) ? msg`Both alike. ${whole(x)}` : msg`${x.subject}: ${x.lead} in both`;
  }
  const side = (name: string, s: Said | null) =>
    s ? msg`${name} ${s.subject}: ${s.lead}` : msg`${name} nothing yet`;
  return msg`${side('A', x)}. ${side('B', y)}.`;
}

export function caption(a: PaneSourceFrame, b: PaneSourceFrame | null): Caption {
  const lines = [a, ...(b ? [b] : [])].map((seen) => context(seen, b !== null));
  return { title: title(a, b), context: msg`${joined(lines, '. ')}.` };
}
