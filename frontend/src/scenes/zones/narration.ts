/** The narration of zones: the event's own words, then what its neighbours and the zones' levels add to them. */
import { ERAS } from '../../core/gen/eras';
import type { EventOf } from '../../core/types';
import { amount, listed, msg, NOTHING, plain, type Message } from '../../core/message';
import type { SourceFrame } from '../scene';
import { countPhrase } from '../phrases';
import { narratorOf } from '../voices/narrator';
import type { PaneNarration, Sentence } from '../narration';
import { functionAt } from '../voices/verdict';
import { voiceOf } from '../voices';
import { looked } from '../voices/kswapd';
import { namesOf, type Names } from '../voices/names';
import { meaningOf, functionOf } from '../voices/voice';
import { nodeOf, zoneOf } from '../voices/zone';
import { zoneTerms } from '../voices/zones';
import { caption } from './caption';
import { factsOf, type Facts } from './facts/facts';
import { isMissed, isStock } from './facts/kswapd-phrases';
import { twinOf } from './twin';

const note = (words: Message): Sentence => ({ n: null, words });

/** Zones that were not looked at. */
function notAsked({ nodes }: Facts, { end, zone, visits, visit_zone }: EventOf<'zone_select'>): Sentence[] {
  if (end !== 'took' || visits > visit_zone.length) return [];
  const left = nodes.flatMap(({ nid, zones }) => {
    const names = zones.filter((z) => !visit_zone.includes(z.id)).map((z) => plain(z.name));
    if (names.length === 0) return [];
    if (names.length === zones.length) return [msg`node ${nid}`];
    // The zones beside the one that gave the page.
    return nid === nodeOf(zone) ? names : [msg`${listed(names)} of node ${nid}`];
  });
  return left.length === 0
    ? []
    : [{ n: visit_zone.length + 1, words: msg`Not asked: ${listed(left)}.`, off: true }];
}

/** How full the zone is that gave the page, which the first sentence and the heading name. */
function levels(facts: Facts, { zone }: EventOf<'zone_select'>): Sentence[] {
  const chosen = facts.byId.get(zone);
  if (!chosen) return [];
  const { nid, marks, free } = chosen;
  if (!marks || free === null || free > marks.high) return [];
  const kswapd = facts.nodes.find((node) => node.nid === nid)?.kswapd;
  const words = msg`Not above high (${marks.high})`;
  if (typeof kswapd?.awake !== 'boolean') return [note(msg`${words}.`)];
  return [
    note(kswapd.awake ? msg`${words}: kswapd${nid} reclaims.` : msg`${words}, and kswapd${nid} sleeps.`),
  ];
}

function missed(facts: Facts, { nid, zone }: EventOf<'kswapd_wake'>): Sentence[] {
  const node = facts.nodes.find((n) => n.nid === nid);
  const high = facts.byId.get(zone)?.marks?.high ?? 0;
  return node && isMissed(facts, node)
    ? [note(msg`Missed: ${zoneOf(zone)} is not above high (${high}), where reclaim would end.`)]
    : [];
}

function more(facts: Facts): Sentence[] {
  const { event } = facts;
  switch (event?.kind) {
    case 'zone_select':
      return [...levels(facts, event), ...notAsked(facts, event)];
    case 'kswapd_wake':
      return missed(facts, event);
    default:
      return [];
  }
}

/** Whose pages tasks reclaimed. A stock kernel tells of no zonelist: only whose pages were looked at first. */
function whose({ directs, coverage }: Facts): Message {
  const nids = [...new Set(directs.map((e) => e.nid))].filter((nid) => nid >= 0).sort((a, b) => a - b);
  if (nids.length === 0) return NOTHING;
  const nodes =
    nids.length === 1 ? msg`node ${nids.join()}` : msg`nodes ${listed(nids.map((nid) => msg`${nid}`))}`;
  return isStock(coverage)
    ? msg`, beginning with those of ${nodes}`
    : msg` from the ${nids.length === 1 ? 'zonelist' : 'zonelists'} of ${nodes}`;
}

/** What tasks and kswapd did between this decision and the next. */
function after(facts: Facts, names: Names): Sentence[] {
  const { sleeps, directs } = facts;
  const pages = amount(
    directs.reduce((sum, e) => sum + e.reclaimed, 0),
    'page',
  );
  const who = directs.length === 1 ? msg`a task` : msg`tasks, ${countPhrase(directs.length)} times,`;
  return [
    ...sleeps.map((e) => {
      const why = msg`Then kswapd${e.nid} goes to sleep: ${meaningOf('kswapd_why', e.why)}`;
      return note(
        e.scanned > 0
          ? msg`${why}. It reclaimed ${e.reclaimed} of the ${amount(e.scanned, 'page')} it looked at.`
          : msg`${why}. ${looked(e, names).words}`,
      );
    }),
    ...(directs.length > 0
      ? [note(msg`Then direct reclaim: ${who} reclaimed ${pages}${whose(facts)}.`)]
      : []),
  ];
}

function pane({ info, frame }: SourceFrame): PaneNarration {
  const facts = factsOf(frame, info);
  // In its own words: those of an unpatched kernel's have the second reading, too.
  const event = facts.event || facts.seen ? frame.event : null;
  const empty =
    info.decisions > 0
      ? msg`Step forward to see the first ${info.noun?.[0] ?? 'decision'}.`
      : msg`There is no decision to explain.`;
  const twin = twinOf(facts, frame, info);
  if (!event) {
    const mode = facts.policy ?? 'preferred';
    const era = ERAS.zone_policy[mode];
    return { heading: msg`Why`, era, sentences: [], empty, functions: [], terms: zoneTerms(mode), twin };
  }
  const voice = voiceOf(event);
  const names = { ...namesOf(frame.before), coverage: info.coverage };
  return {
    heading: voice.heading(event, names),
    era: voice.era(event),
    sentences: [...voice.sentences(event, names), ...more(facts), ...after(facts, names)],
    empty,
    functions: [
      facts.event ? functionAt(info, voice, event, frame.verdict, names) : { fn: functionOf(voice, event) },
    ],
    terms: voice.terms(event, names),
    twin,
  };
}

export { course } from './marks/parts';
export const narrate = narratorOf(caption, pane);
