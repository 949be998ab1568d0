/** The text twin: zones in the order they are asked, as a table, and a line for each kswapd. Raw numbers. */
import { ERAS } from '../../core/gen/eras';
import type { ZonePolicyName } from '../../core/gen/tables';
import { amount, capital, msg, plain, type Message } from '../../core/message';
import type { Frame, SourceInfo } from '../scene';
import { clean, rangePhrase, timePhrase } from '../phrases';
import type { Row, Twin, PublishedExcerpt } from '../narration';
import { shortName } from '../voices/zone';
import { verdictAt } from '../voices/zones';
import { quantile } from './facts/age';
import { footerKindOf, percent, shareOf, sharePhrase } from './facts/footer';
import { isLevelMissing, NO_LEVELS, type Facts, type Node, type Zone } from './facts/facts';
import { checkLabels, isProbed, isStock, kswapdPhrases } from './facts/kswapd-phrases';
import { publishedRow } from '../published';

const COLUMNS = ['NODE ZONE', 'FREE', 'MIN', 'LOW', 'HIGH', 'RES', 'BATCH'] as const;

const raw = (value: number | null | undefined) =>
  value === null || value === undefined ? '-' : String(value);

const ranged = (value: number | null, range: Zone['ranges']['free']) =>
  range ? rangePhrase(range, String, '..') : raw(value);

/** In the order of the walk, then the others by column. */
function rowsOf({ event, byId, zones }: Facts): Row[] {
  const order = event?.kind === 'zone_select' ? event.visit_zone : [];
  const asked = order.flatMap((id) => byId.get(id) ?? []);
  const hot = event?.kind === 'kswapd_wake' ? -1 : event?.zone;
  return [...new Set([...asked, ...zones])].map((zone) => ({
    key: zone.id,
    of: `zone:${zone.id}` as const,
    node: zone.nid,
    look: zone.id === hot ? 'hot' : undefined,
    cells: [
      `${zone.nid} ${zone.name}`,
      raw(zone.free),
      raw(zone.marks?.min),
      raw(zone.marks?.low),
      raw(zone.marks?.high),
      zone.marks ? String(zone.reserve) : '-',
      ranged(zone.batch, zone.ranges.batch),
    ],
  }));
}

/** Without what would record it: a line is not to be scrolled. */
function unasked(facts: Facts): string {
  const [long = '', short = long] = checkLabels(facts);
  return short;
}

function kswapdLine(facts: Facts, node: Node): string {
  const [first] = kswapdPhrases(facts, node);
  const { kswapd, nid } = node;
  if (facts.asif) return `kswapd${nid}: not known, as if`;
  if (!first || !kswapd) return `kswapd${nid}: ${unasked(facts)}`;
  const { asked, woken, declined, direct } = kswapd;
  const wakes = woken > 0 ? `woken ${woken}` : unasked(facts);
  const checks = isStock(facts.coverage)
    ? `; ${wakes}`
    : asked > 0
      ? `; ${isProbed(facts.coverage) ? 'calls recorded' : 'asked'} ${asked}, woken ${woken}, declined ${declined}`
      : '';
  return `${first.join('')}${checks}${direct > 0 ? `; direct reclaim ${direct} pages` : ''}`;
}

/** The decision in one line. */
function decisionLine({ event }: Facts, frame: Frame): string {
  if (!event) return 'no decision yet';
  const by = `decision ${frame.k}: ${clean(event.comm)}[${event.pid}] cpu ${event.cpu}`;
  switch (event.kind) {
    case 'zone_select': {
      const visits = event.visit_zone.map((z, i) => `${shortName(z)} ${verdictAt(event, i)}`);
      const took = event.zone >= 0 ? shortName(event.zone) : event.end;
      return `${by}, ${event.mode}, order ${event.order}, zonelist of node ${event.list}, pass ${event.pass}; ${visits.join(', ')}; ${took}`;
    }
    case 'zone_batch':
      return `${by}; batch of ${shortName(event.zone)} ${event.old} to ${event.new}, ${event.reason}`;
    case 'kswapd_wake':
      return `${by}; kswapd${event.nid} for ${shortName(event.zone)}, mark ${event.mark}: ${event.verdict}`;
  }
}

/** How long pages stay in a zone, and its part of the pages taken. */
function zoneLines(facts: Facts, info: SourceInfo): string[] {
  const below = footerKindOf(facts, info);
  return facts.zones.map((zone) => {
    const share = shareOf(facts, zone);
    const { memory } = share;
    const taken =
      below === 'checks'
        ? 'pages taken: not in this capture'
        : `taken ${zone.taken} (${share.taken === null ? '-' : sharePhrase(share)}; memory ${memory === null ? '-' : percent(memory)})`;
    const age = zone.age
      ? `in memory ${timePhrase(quantile(zone.age, 0.5))} (${timePhrase(quantile(zone.age, 0.1))} to ${timePhrase(quantile(zone.age, 0.9))}), reclaimed ${zone.reclaimed}`
      : facts.aged
        ? 'none reclaimed'
        : 'time in memory: not in this capture';
    const batch = zone.batchFull === null ? '' : `; batch of ${zone.batchFull}`;
    const free = zone.ranges.free ? `; free ${rangePhrase(zone.ranges.free, String, '..')}` : '';
    return `${zone.nid} ${zone.name}: ${taken}${batch}${free}; ${age}`;
  });
}

export function twinOf(facts: Facts, frame: Frame, info: SourceInfo): Twin {
  const { nodes, lru, every, stats } = facts;
  const counters = stats.map((s) => `${clean(s.text)} ${s.value}`);
  return {
    title: msg`zones, in the order they are asked`,
    ...(isLevelMissing(facts) ? { about: msg`${capital(plain(NO_LEVELS[0]))}.` } : {}),
    columns: COLUMNS,
    rows: rowsOf(facts),
    printed: publishedExcerptOf(facts.policy, info),
    folds: [
      {
        title: msg`kswapd, pages taken, time in memory`,
        lines: [
          // Which kernel a stock trace is of, other files tell.
          ...(isStock(facts.coverage) ? [] : [ERAS.lru[lru].words]),
          ...(every > 1 ? [`1 walk in ${every} is recorded; the others are decided alike and counted`] : []),
          ...nodes.map((node) => kswapdLine(facts, node)),
          ...zoneLines(facts, info),
          decisionLine(facts, frame),
        ],
      },
      ...(counters.length > 0
        ? [{ title: msg`${amount(counters.length, 'counter')} read here`, lines: counters }]
        : []),
    ],
  };
}

/** What document 002 printed: how reclaim fared, without fair allocation and with it. */
const TABLE = 'parallelio-vmstat';
/** Its column for a policy; others were not measured. */
const POLICY_COLUMNS: Readonly<Partial<Record<ZonePolicyName, readonly [column: string, words: Message]>>> = {
  preferred: ['BASE', msg`base kernel`],
  fair: ['FAIRALLOC', msg`fair allocation`],
};

/** Null where the document measured nothing of the kind, or its table did not come along. */
function publishedExcerptOf(
  policy: ZonePolicyName | null,
  { tables }: Pick<SourceInfo, 'tables'>,
): PublishedExcerpt | null {
  const table = tables?.find(({ id }) => id === TABLE);
  const of = policy && POLICY_COLUMNS[policy];
  if (!table || !of) return null;
  const [column, kernel] = of;
  const cell = (counter: string) => {
    const value = publishedRow(table, 'counter', counter)?.(column);
    return typeof value === 'number' ? msg`${value}` : plain(typeof value === 'string' ? value : '–');
  };
  return {
    lines: [
      msg`4 nodes, 8 GiB, ${kernel}`,
      msg`kswapd efficiency ${cell('Kswapd efficiency')}, swap-outs ${cell('Swap Outs')}`,
    ],
    title: table.title,
    citation: table.citation,
    url: table.url,
  };
}
