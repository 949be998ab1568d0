/** The one sentence a frame says, and a line of context. Pure: each clause is built from the events. */
import { grouped as n } from '../../core/number';
import type { PaneProps } from '../scene';
import { against } from '../swap-in-words/read';
import { count } from '../text';
import { amount, unitFor, withUnit } from './amounts';
import { DOES } from './decision';
import { factsOf, type Facts, type Row } from './facts';
import { pagesOf } from './fault';

interface Pane {
  facts: Facts;
  props: PaneProps;
}

/** The way the page was read, and the fault with interrupts, where a model has both. */
function compared({ rows }: Facts): { own: Row; irq: Row } | null {
  const own = rows.find((r) => r.taken && r.track?.busy !== null && r.track);
  const irq = rows.find((r) => r.mode === 'interrupt' && r.track?.busy !== null && r.track);
  return own && irq ? { own, irq } : null;
}

const NAMES = { interrupt: 'The interrupt', poll: 'Polling', hybrid: 'Hybrid polling' } as const;

/** "12.0 µs instead of 15.2, for 8.2 of CPU instead of 6.4" */
function against2(own: Row, irq: Row): string {
  const unit = unitFor(own.track?.end ?? 0);
  const [a, b] = [own, irq].map(({ track }) => ({
    end: amount(track?.end ?? 0, unit),
    cpu: amount(track?.busy ?? 0, unit),
  }));
  if (!a || !b) return '';
  return `${a.end} ${unit.words} instead of ${b.end}, for ${a.cpu} of CPU instead of ${b.cpu}`;
}

function modelWords(facts: Facts): string | null {
  const both = compared(facts);
  if (!both) return null;
  const { own, irq } = both;
  if (own.mode !== 'interrupt') return `${NAMES[own.mode]}: ${against2(own, irq)}`;
  const poll = facts.rows.find((r) => r.mode === 'poll');
  const unit = unitFor(irq.track?.end ?? 0);
  const [end, cpu] = [irq.track?.end ?? 0, irq.track?.busy ?? 0].map((ns) => amount(ns, unit));
  const would = poll?.track
    ? `; polling: ${amount(poll.track.end, unit)} and ${amount(poll.track.busy ?? 0, unit)}`
    : '';
  return `The interrupt: ${end ?? ''} ${unit.words} and ${cpu ?? ''} of CPU${would}`;
}

/** What the one pane there is does, without a full stop. */
function alone(facts: Facts): string {
  const { fault, read, how } = facts;
  if (!fault) return 'Before the first fault';
  const pages = fault.window ? pagesOf(fault.window) : 1;
  if (pages > 1) return `${count(pages, 'page')} are read at once, so nothing polls`;
  if (!read || how === null) return 'One page, and no read of it follows here';
  const model = modelWords(facts);
  if (model) return model;
  const { done } = fault.reads[0] ?? {};
  if (how === 'poll') {
    const polls = done ? `, ${count(done.polls, 'look')} at the queue` : '';
    return `One page, so the fault polls${polls}`;
  }
  if (how === 'hybrid') {
    const half = read.delay === 0 && read.mean > 0 ? ', half of the mean' : '';
    return read.sleep > 0
      ? `One page: the fault sleeps ${withUnit(read.sleep)}${half}, then polls`
      : 'One page: the fault polls at once, since there is no mean yet';
  }
  const reason = against(read);
  return `One page ${DOES[how]}${reason && how === 'interrupt' ? `: ${reason}` : ''}`;
}

/** What one of two panes does, as what follows its letter. */
function clause(facts: Facts): string {
  const { fault, read, how, rows } = facts;
  if (!fault) return 'comes before its first fault';
  const pages = fault.window ? pagesOf(fault.window) : 1;
  if (pages > 1) return `reads ${count(pages, 'page')} at once and does not poll`;
  if (!read || how === null) return 'asks for one page, and no read follows';
  const track = rows.find((r) => r.taken)?.track;
  const does = how === 'hybrid' && read.sleep > 0 ? `sleeps ${withUnit(read.sleep)}, then polls` : DOES[how];
  if (typeof track?.busy !== 'number') return does;
  const unit = unitFor(track.end);
  return `${does}: ${withUnit(track.end, unit)}, ${amount(track.busy, unit)} of CPU`;
}

/** Two models, the same mode: what it saves and what that costs, in both. */
function saving(a: Facts, b: Facts): string | null {
  const [x, y] = [compared(a), compared(b)];
  if (!x || !y || x.own.mode === 'interrupt' || x.own.mode !== y.own.mode) return null;
  const [p, q] = [x, y].map(({ own, irq }) => ({
    saved: (irq.track?.end ?? 0) - (own.track?.end ?? 0),
    paid: (own.track?.busy ?? 0) - (irq.track?.busy ?? 0),
  }));
  if (!p || !q || p.saved <= 0 || q.saved <= 0) return null;
  const unit = unitFor(Math.max(p.saved, q.saved));
  const pay = ({ paid }: { paid: number }) =>
    `${amount(Math.abs(paid), unit)} ${paid >= 0 ? 'more' : 'less'}`;
  return (
    `In the model, ${NAMES[x.own.mode].toLowerCase()} saves ${amount(p.saved, unit)} ${unit.words} of this fault in A and ` +
    `${amount(q.saved, unit)} in B, for ${pay(p)} and ${pay(q)} CPU`
  );
}

const tagged = ({ facts, props }: Pane) => `${props.pane} (${facts.kernel ? 'kernel' : 'model'})`;

function together(a: Pane, b: Pane): string {
  const own = saving(a.facts, b.facts);
  if (own !== null) return own;
  const [x, y] = [clause(a.facts), clause(b.facts)];
  return x === y ? `In both panes the fault ${x}` : `${tagged(a)} ${x}. ${tagged(b)} ${y}`;
}

function contextOf(a: Pane, b: Pane | null): string {
  const panes = b ? [a, b] : [a];
  const which =
    b && a.facts.k !== b.facts.k
      ? `Fault ${n(a.facts.k)} in A, ${n(b.facts.k)} in B.`
      : `Fault ${n(a.facts.k)}.`;
  const [timed, kernel] = [
    panes.some(({ facts }) => !facts.kernel && facts.fault?.time),
    panes.some(({ facts }) => facts.kernel),
  ];
  const same = kernel
    ? 'Model: one fault in three modes.'
    : 'The same fault in three modes, on one axis: what CPU and disk do until the task runs on.';
  const emulated = 'Kernel: emulated, so its times are not performance.';
  return [which, timed ? same : '', kernel ? emulated : ''].filter(Boolean).join(' ');
}

export function caption(a: PaneProps, b: PaneProps | null): { title: string; context: string } {
  const first = { facts: factsOf(a), props: a };
  const second = b ? { facts: factsOf(b), props: b } : null;
  const tag = first.facts.kernel ? 'Kernel' : 'Model';
  const words = alone(first.facts);
  const title = second ? together(first, second) : first.facts.fault ? `${tag}: ${words}` : words;
  return { title: `${title}.`, context: contextOf(first, second) };
}
