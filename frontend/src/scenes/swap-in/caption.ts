/** The one sentence a frame says, and a line of context. Pure: each clause is built from the events. */
import { denial } from '../../core/coverage';
import type { SwapPollName } from '../../core/gen/tables';
import { alike, amount, capital, joined, msg, plain, type Message } from '../../core/message';
import { tagPhrase } from '../../ui/Tag';
import type { PaneSourceFrame } from '../scene';
import type { Caption } from '../narration';
import { obstacleOf, WAYS } from '../voices/swap-in';
import { pagesIn, type Fault } from './facts/fault';
import { inUnit, unitFor, withUnit } from './facts/phrases';
import { factsOf, type Facts, type Row } from './facts/facts';

interface Pane {
  facts: Facts;
  letter: PaneSourceFrame['pane'];
}

/** The way the page was read, and the fault with interrupts, where a model has both. */
function compared({ rows }: Facts): { own: Row; irq: Row } | null {
  const own = rows.find((r) => r.taken && r.track?.busy !== null && r.track);
  const irq = rows.find((r) => r.mode === 'interrupt' && r.track?.busy !== null && r.track);
  return own && irq ? { own, irq } : null;
}

const NAMES: Readonly<Record<SwapPollName, Message>> = {
  interrupt: msg`the interrupt`,
  poll: msg`polling`,
  hybrid: msg`hybrid polling`,
};

/** Both in the unit of `unit`. */
function costs({ track }: Row, unit: Row): { end: string; cpu: string } {
  const of = unitFor(unit.track?.end ?? 0);
  return { end: inUnit(track?.end ?? 0, of), cpu: inUnit(track?.busy ?? 0, of) };
}

function modelWords(facts: Facts): Message | null {
  const both = compared(facts);
  if (!both) return null;
  const { own, irq } = both;
  const { words } = unitFor(own.track?.end ?? 0);
  const [mine, theirs] = [costs(own, own), costs(irq, own)];
  const name = capital(NAMES[own.mode]);
  if (own !== irq)
    return msg`${name}: ${mine.end} ${words} instead of ${theirs.end}, for ${mine.cpu} of CPU instead of ${theirs.cpu}`;
  const poll = facts.rows.find((r) => r.mode === 'poll' && r.track);
  const taken = msg`${name}: ${mine.end} ${words} and ${mine.cpu} of CPU`;
  if (!poll) return taken;
  const would = costs(poll, own);
  return msg`${taken}; polling: ${would.end} and ${would.cpu}`;
}

/** Of an unpatched kernel: how many folios it began to read, not how it waits for them. */
function probedWords({ reads }: NonNullable<Fault['probed']>, pages: number): Message {
  const begins = msg`begins to read ${amount(reads, 'folio')}`;
  return pages === 0
    ? msg`${begins}; its window is not recorded`
    : msg`${begins} of a window of ${amount(pages, 'page')}`;
}

/** What the one pane there is does, without a full stop. */
function alone(facts: Facts): Message {
  const { fault, read, how, coverage } = facts;
  if (!fault) return msg`Before the first fault`;
  const pages = pagesIn(fault);
  if (fault.probed) return msg`The fault ${probedWords(fault.probed, pages)}`;
  if (pages > 1) return msg`${amount(pages, 'page')} are read at once, so nothing polls`;
  if (!read || how === null)
    return denial(
      coverage,
      ['swap_in'],
      msg`One page, and no read of it follows here`,
      msg`One page; its read`,
    );
  const model = modelWords(facts);
  if (model) return model;
  const { done } = fault.reads[0] ?? {};
  if (how === 'poll')
    return joined([
      msg`One page, so the fault polls`,
      ...(done ? [msg`${amount(done.polls, 'look')} at the queue`] : []),
    ]);
  if (how === 'hybrid') {
    if (read.sleep === 0) return msg`One page: the fault polls at once, since there is no mean yet`;
    return read.delay === 0 && read.mean > 0
      ? msg`One page: the fault sleeps ${withUnit(read.sleep)}, half of the mean, then polls`
      : msg`One page: the fault sleeps ${withUnit(read.sleep)}, then polls`;
  }
  const [does, reason] = [msg`One page ${plain(WAYS[how].does)}`, obstacleOf(read)];
  return reason && how === 'interrupt' ? msg`${does}: ${reason}` : does;
}

/** What one of two panes does, as what follows its letter. */
function clause(facts: Facts): Message {
  const { fault, read, how, rows, coverage } = facts;
  if (!fault) return msg`comes before its first fault`;
  const pages = pagesIn(fault);
  if (fault.probed) return probedWords(fault.probed, pages);
  if (pages > 1) return msg`reads ${amount(pages, 'page')} at once and does not poll`;
  if (!read || how === null)
    return denial(
      coverage,
      ['swap_in'],
      msg`asks for one page, and no read follows`,
      msg`asks for one page; its read`,
    );
  const own = rows.find((r) => r.taken);
  const sleeps = how === 'hybrid' && read.sleep > 0;
  const does = sleeps ? msg`sleeps ${withUnit(read.sleep)}, then polls` : plain(WAYS[how].does);
  if (typeof own?.track?.busy !== 'number') return does;
  return msg`${does}: ${withUnit(own.track.end)}, ${costs(own, own).cpu} of CPU`;
}

/** Two models, the same mode: what it saves and what that costs, in both. */
function saving(a: Facts, b: Facts): Message | null {
  const [x, y] = [compared(a), compared(b)];
  if (!x || !y || x.own.mode === 'interrupt' || x.own.mode !== y.own.mode) return null;
  const gain = ({ own, irq }: { own: Row; irq: Row }) => ({
    saved: (irq.track?.end ?? 0) - (own.track?.end ?? 0),
    paid: (own.track?.busy ?? 0) - (irq.track?.busy ?? 0),
  });
  const [p, q] = [gain(x), gain(y)];
  if (p.saved <= 0 || q.saved <= 0) return null;
  const unit = unitFor(Math.max(p.saved, q.saved));
  const time = (ns: number) => `${inUnit(ns, unit)} ${unit.words}`;
  const [a1, b1] = [time(p.saved), time(q.saved)];
  const more = ({ paid }: { paid: number }) => msg`${time(Math.abs(paid))} ${paid >= 0 ? 'more' : 'less'}`;
  const saves = msg`In the model, ${NAMES[x.own.mode]} saves ${a1} of this fault`;
  return a1 === b1
    ? msg`${saves} in both panes, for ${more(p)} CPU in A and ${more(q)} in B`
    : msg`${saves} in A, for ${more(p)} CPU, and ${b1} in B, for ${more(q)}`;
}

function together(a: Pane, b: Pane): Message {
  const own = saving(a.facts, b.facts);
  if (own) return own;
  const [x, y] = [clause(a.facts), clause(b.facts)];
  if (alike(x, y)) return msg`In both panes the fault ${x}`;
  const tagged = ({ facts, letter }: Pane, does: Message) =>
    msg`${letter} (${tagPhrase(facts.from)}) ${does}`;
  return msg`${tagged(a, x)}. ${tagged(b, y)}`;
}

function contextOf(a: Facts, b: Facts | null): Message {
  const panes = b ? [a, b] : [a];
  const seen = panes.some((facts) => facts.seen);
  const emulated = panes.some((facts) => facts.from === 'kernel' && facts.emulated);
  const assumed = panes.some((facts) => facts.from === 'asif');
  const timed = panes.some((facts) => !facts.seen && facts.fault?.time);
  return joined(
    [
      b && a.k !== b.k ? msg`Fault ${a.k} in A, ${b.k} in B.` : msg`Fault ${a.k}.`,
      ...(timed
        ? [
            seen
              ? msg`Model: one fault in three modes.`
              : msg`The same fault in three modes, on one axis: what CPU and disk do until the task runs on.`,
          ]
        : []),
      ...(emulated ? [msg`Kernel: emulated, so its times are not performance.`] : []),
      ...(assumed ? [msg`As if: the disk’s times are the record’s, other costs are assumed.`] : []),
    ],
    ' ',
  );
}

export function caption(a: PaneSourceFrame, b: PaneSourceFrame | null): Caption {
  const first = { facts: factsOf(a), letter: a.pane };
  const second = b && { facts: factsOf(b), letter: b.pane };
  const words = second ? together(first, second) : alone(first.facts);
  const said =
    second || !first.facts.fault ? words : msg`${capital(msg`${tagPhrase(first.facts.from)}`)}: ${words}`;
  return { title: msg`${said}.`, context: contextOf(first.facts, second?.facts ?? null) };
}
