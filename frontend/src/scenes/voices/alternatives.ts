/** Here: what every other rule decides at a decision, in words. One step of each rule, no run under it. */
import { ENUM_DOCS } from '../../core/gen/docs';
import type { ModeName } from '../../core/gen/modes';
import { joined, msg, plain, type Message } from '../../core/message';
import { grouped } from '../../core/number';
import type { Alternative, AlternativeTotals } from '../../core/session';
import type { EventRecord } from '../../core/types';
import type { Frame } from '../scene';
import { voiceOf } from '.';
import { namesOf, type Names } from './names';

/** Modes that a switch leads to; beside the others stands no choice (readahead by slot or by address). */
const RULES: Readonly<Partial<Record<ModeName, string>>> = {
  node: 'node',
  global: 'global',
  roundrobin: 'round robin',
  preferred: 'preferred',
  fair: 'fair',
  fair_local: 'fair local',
  wake_high: 'wake mark high',
  wake_low: 'wake mark low',
  wake_zone: 'wake mark zone',
  interrupt: 'interrupt',
  poll: 'poll',
  hybrid: 'hybrid',
  each: 'by 1',
  granular: 'by more',
};

function answer(event: EventRecord, names: Names, other: Alternative): Message {
  const { answer, why } = other;
  if (answer === 'same') return msg`the same`;
  if (answer === 'unknown') return msg`not known (${plain(ENUM_DOCS.alternative_why[why] ?? why)})`;
  return voiceOf(event).otherwise?.(event, other, names) ?? msg`otherwise`;
}

function of(event: EventRecord, names: Names, others: readonly Alternative[]): Message[] {
  return others.flatMap((other) => {
    const rule = RULES[other.mode];
    return rule === undefined ? [] : [msg`${rule}: ${answer(event, names, other)}`];
  });
}

/** "global: swapA · round robin: not known (…)"; null where no other rule decides this. */
export function alternativesOf(frame: Frame): Message | null {
  const { event, others, trail, trailOthers, before } = frame;
  const names = namesOf(before);
  const said = [
    ...(event ? of(event, names, others) : []),
    ...trail.flatMap((e, i) => of(e, names, trailOthers[i] ?? [])),
  ];
  return said.length > 0 ? joined(said, ' · ') : null;
}

const part = (n: number, words: string) => (n > 0 ? [`${words} ${grouped(n)}`] : []);

/** Over a run: "global: otherwise in 88 of 100, not known in 3". */
export function divergencePhrases(modes: readonly AlternativeTotals[]): string[] {
  return modes.flatMap(({ mode, decisions, otherwise, unknown }) => {
    const rule = RULES[mode];
    if (rule === undefined) return [];
    if (unknown === decisions) return [`${rule}: not known`];
    const parts = [...part(otherwise, 'otherwise in'), ...part(unknown, 'not known in')];
    return [`${rule}: ${parts.join(', ') || 'the same in all'} of ${grouped(decisions)}`];
  });
}
