import type { FC } from 'react';
import { Axis } from '../../../ui/Axis';
import { memoMark } from '../../../ui/memo';
import { axisPlaceOf, TICKS } from '../facts/age';
import { checkLabels, isProbed, isStock } from '../facts/kswapd-phrases';
import { footerKindOf, shareOf, type FooterKind } from '../facts/footer';
import { Age, Checks, FooterRow, ShareBar, type RowPlace } from './FooterRow';
import type { Facts } from '../facts/facts';
import type { SourceInfo } from '../../scene';
import { fitted } from '../../font-metrics';
import type { Grid } from './grid';
import { Y } from './scale';

const FOOT: Readonly<Record<FooterKind, readonly string[]>> = {
  age: ['time in memory', 'in memory'],
  share: [
    'pages taken so far (tick: share of memory). Time in memory: not in this capture',
    'pages taken. Time in memory: not in this capture',
    'time in memory: not in this capture',
  ],
  checks: [
    'kswapd: asked so far. Pages taken and time in memory: not in this capture',
    'kswapd: asked so far. Pages taken: not in this capture',
    'kswapd: asked so far',
  ],
};

/** Of a stock kernel, in place of `checks`. */
const WAKE_UPS = [
  'kswapd: wake-ups so far. Pages taken and time in memory: not in this capture',
  'kswapd: wake-ups so far. Pages taken: not in this capture',
  'kswapd: wake-ups so far',
];

/** Where a probe leaves out what would cost too much. */
const RECORDED = [
  'kswapd: calls recorded so far. Pages taken and time in memory: not in this text',
  'kswapd: calls recorded so far. Pages taken: not in this text',
  'kswapd: calls recorded so far',
];

/** What stands below the rows, the longest first. */
function footOf(kind: FooterKind, coverage: Facts['coverage']): readonly string[] {
  if (kind !== 'checks') return FOOT[kind];
  return isStock(coverage) ? WAKE_UPS : isProbed(coverage) ? RECORDED : FOOT.checks;
}

const AGE_WORDS = new Map(TICKS);

const AgeAxis = memoMark<{ layout: Grid; right: number; foot: number }>(
  'AgeAxis',
  ({ layout, right, foot }) => (
    <Axis
      scale={(seconds) => layout.axisX + axisPlaceOf(seconds) * (right - layout.axisX)}
      ticks={[...AGE_WORDS.keys()]}
      side="bottom"
      words={(seconds) => (layout.compact && seconds < 0.5 ? '' : (AGE_WORDS.get(seconds) ?? ''))}
      at={foot}
      lines={[Y.hair + 4, foot - 13]}
      lineClass="hair"
      textClass="t13 mid i2"
    />
  ),
);

/** The rows below the columns, one for each zone or node, on one axis. */
export const FooterMarks: FC<{ layout: Grid; facts: Facts; info: SourceInfo; id: string }> = (props) => {
  const { layout, facts, info, id } = props;
  const kind = footerKindOf(facts, info);
  const right = layout.width - 8;
  const rows =
    kind === 'checks'
      ? layout.groups.map((g) => g.nid)
      : layout.rows.map((i) => layout.columns[i]?.zone ?? 0);
  // Fewer rows than the layout has room for stand further apart.
  const pitch = Math.max(
    layout.pitch,
    Math.min(28, (layout.height - 20 - Y.rows) / Math.max(1, rows.length)),
  );
  const place = (i: number): RowPlace => ({
    x: layout.axisX,
    right,
    base: Y.rows + (i + 1) * pitch - 6,
    pitch,
  });
  const foot = layout.height - 3;
  const most = Math.max(
    1,
    ...facts.nodes.map(({ kswapd }) => Math.max(kswapd?.asked ?? 0, kswapd?.woken ?? 0)),
  );
  const none = checkLabels(facts);
  const shares = layout.columns.flatMap((c) => {
    const zone = facts.byId.get(c.zone);
    const share = zone && shareOf(facts, zone);
    return share ? [share.taken ?? 0, share.memory ?? 0] : [];
  });
  const scale = Math.max(...shares, 0) > 0.5 ? 1 : 0.5;
  return (
    <g className={`below ${kind}`}>
      <path d={`M0 ${Y.hair}H${layout.width}`} className="hair" />
      {kind === 'age' && <AgeAxis layout={layout} right={right} foot={foot} />}
      {rows.map((key, i) => {
        if (kind === 'checks') {
          const node = facts.nodes.find((n) => n.nid === key);
          return (
            <FooterRow key={key} place={place(i)} nid={key} name={`kswapd${key}`}>
              <Checks place={place(i)} kswapd={node?.kswapd ?? null} most={most} none={none} />
            </FooterRow>
          );
        }
        const zone = facts.byId.get(key);
        return (
          <FooterRow key={key} place={place(i)} nid={Math.floor(key / 8)} name={zone?.name ?? ''}>
            {zone && kind === 'age' && (
              <Age
                place={place(i)}
                nid={zone.nid}
                id={id}
                age={zone.age}
                now={zone.age ? 0 : facts.now / 1e9}
                used={zone.taken > 0}
              />
            )}
            {zone && kind === 'share' && (
              <ShareBar place={place(i)} nid={zone.nid} id={id} share={shareOf(facts, zone)} scale={scale} />
            )}
          </FooterRow>
        );
      })}
      <text y={foot} className="t13 i2">
        {fitted(footOf(kind, facts.coverage), kind === 'age' ? layout.axisX : layout.width, 13)}
      </text>
    </g>
  );
};
