/** The one sentence this frame says, and one line of context. */
import { grouped } from '../../core/number';
import type { PaneProps } from '../scene';
import { clean } from '../text';
import { namesOf } from './names';
import { tellerOf } from './tellers';

/** "Node 1" within a sentence; names of devices keep their case. */
function lower(text: string): string {
  return text.replace(/^(Node|No|One|Woken|Not|Batch|Sleeps|Polls|All|From|By|On|Start)\b/, (word) =>
    word.toLowerCase(),
  );
}

interface Told {
  subject: string;
  lead: string;
  rest: string;
}

function told({ frame }: PaneProps): Told | null {
  if (!frame.event) return null;
  const teller = tellerOf(frame.event);
  const { lead, rest } = teller.say(frame.event, namesOf(frame.before.dev));
  return { subject: teller.subject, lead: lower(lead), rest };
}

const whole = ({ subject, lead, rest }: Told) => `${subject}: ${lead}${rest ? ` (${rest})` : ''}`;

const seconds = (ns: number) => `${(ns / 1e9).toFixed(3)} s`;

function context({ pane, frame, info }: PaneProps, several: boolean): string {
  const name = several ? `${pane}: ` : '';
  if (!frame.event) return `${name}before the first of ${grouped(info.decisions)} decisions`;
  const task = clean(frame.event.comm) || 'a task';
  return `${name}decision ${grouped(frame.k)}, by ${task} on CPU ${frame.event.cpu} at ${seconds(frame.event.ts)}`;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

export function caption(a: PaneProps, b: PaneProps | null): { title: string; context: string } {
  const lines = [a, b].flatMap((p) => (p ? [capital(context(p, b !== null))] : []));
  const line = `${lines.join('. ')}.`;
  const [x, y] = [told(a), b && told(b)];
  if (!b) {
    const empty = a.info.decisions === 0 ? 'This source decides nothing.' : 'Before the first decision.';
    return { title: x ? whole(x) : empty, context: line };
  }
  if (!x && !y) return { title: 'Before the first decision.', context: line };
  if (x && x.subject === y?.subject) {
    if (x.lead !== y.lead) return { title: `${x.subject}: A ${x.lead}, B ${y.lead}`, context: line };
    const title = x.rest === y.rest ? `Both alike. ${whole(x)}` : `${x.subject}: ${x.lead} in both`;
    return { title, context: line };
  }
  const side = (name: string, t: Told | null) =>
    t ? `${name} ${t.subject}: ${t.lead}` : `${name} nothing yet`;
  return { title: `${side('A', x)}. ${side('B', y)}.`, context: line };
}
