/** The one sentence this frame says, and one line of context. */
import type { PaneProps } from '../scene';
import { clean } from '../text';
import { namesOf } from './names';
import { tellerOf } from './tellers';

function told({ frame }: PaneProps): string | null {
  if (!frame.event) return null;
  const teller = tellerOf(frame.event);
  const { lead, rest } = teller.say(frame.event, namesOf(frame.before));
  return `${teller.subject}: ${lead.slice(0, 1).toLowerCase()}${lead.slice(1)} (${rest})`;
}

function lead({ frame }: PaneProps): string {
  if (!frame.event) return 'nothing yet';
  return tellerOf(frame.event).say(frame.event, namesOf(frame.before)).lead;
}

const seconds = (ns: number) => `${(ns / 1e9).toFixed(3)} s`;

function context({ pane, frame, info }: PaneProps, several: boolean): string {
  const name = several ? `${pane}: ` : '';
  if (!frame.event) return `${name}before the first of ${info.decisions.toLocaleString('en')} decisions`;
  const task = clean(frame.event.comm) || 'a task';
  return `${name}decision ${frame.k.toLocaleString('en')}, by ${task} on CPU ${frame.event.cpu} at ${seconds(frame.event.ts)}`;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

export function caption(a: PaneProps, b: PaneProps | null): { title: string; context: string } {
  const line = capital([a, b].flatMap((p) => (p ? [context(p, b !== null)] : [])).join('. '));
  if (!b) {
    const empty = a.info.decisions === 0 ? 'This source decides nothing.' : 'Before the first decision.';
    return { title: told(a) ?? empty, context: line };
  }
  const [x, y] = [lead(a), lead(b)];
  const subject = a.frame.event ? `${tellerOf(a.frame.event).subject}: ` : '';
  return { title: x === y ? `Both: ${told(a) ?? x}` : `${subject}A ${x}, B ${y}`, context: line };
}
