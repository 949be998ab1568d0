import type { FC } from 'react';
import { grouped } from '../../core/number';
import { EraBadge } from '../../ui/EraBadge';
import { CopyButton } from '../../ui/CopyButton';
import { tone } from '../../ui/nodes';
import type { PaneProps } from '../scene';
import { LRU_ERAS } from './era';
import { factsOf } from './facts';
import { twinId } from './ids';
import { kswapdLine } from './kswapd-words';
import { COLUMNS, decisionLine, statLines, twinRows, twinText, zoneLines } from './twin-text';

/** What the drawing shows, as a table of zones. It is the drawing's description. */
export const Twin: FC<PaneProps> = ({ pane, frame, info }) => {
  const facts = factsOf(frame, info);
  const { event } = facts;
  const hot = event?.kind === 'kswapd_wake' ? -1 : (event?.zone ?? -1);
  const stats = statLines(facts);
  return (
    <div className="twin" id={twinId(pane)}>
      <div className="twin-head">
        <h2>zones, in the order they are asked</h2>
        <CopyButton text={twinText(facts, frame, info)} what={`the text of pane ${pane}`} />
      </div>
      <div className="twin-scroll">
        <table className="dense">
          <thead>
            <tr>
              {COLUMNS.map((name, i) => (
                <th key={name} scope="col" className={i > 0 ? 'r' : undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {twinRows(facts).map(({ zone, cells }) => (
              <tr key={zone.id} className={zone.id === hot ? 'hot' : undefined}>
                <th scope="row">
                  <span className="sw" style={{ background: tone(zone.nid).fill }} aria-hidden="true" />
                  {cells[0]}
                </th>
                {cells.slice(1).map((cell, i) => (
                  <td key={COLUMNS[i + 1]} className="r">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="small">
        <EraBadge {...LRU_ERAS[facts.lru]} />
      </p>
      {facts.every > 1 && (
        <p className="zones-note">
          1 walk in {grouped(facts.every)} is recorded; the others are decided alike and counted.
        </p>
      )}
      <details>
        <summary>kswapd, pages taken, time in memory</summary>
        <pre>
          {[
            ...facts.nodes.map((node) => kswapdLine(facts, node)),
            ...zoneLines(facts, info),
            decisionLine(facts, frame),
          ].join('\n')}
        </pre>
      </details>
      {stats.length > 0 && (
        <details>
          <summary>{stats.length} counters read here</summary>
          <pre>{stats.join('\n')}</pre>
        </details>
      )}
    </div>
  );
};
