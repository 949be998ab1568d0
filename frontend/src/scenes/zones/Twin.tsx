import type { FC } from 'react';
import { grouped } from '../../core/number';
import { EraBadge } from '../../ui/EraBadge';
import { CopyButton } from '../../ui/CopyButton';
import { Swatched } from '../../ui/Swatched';
import { Table } from '../../ui/Table';
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
        <Table
          className="dense"
          heads={COLUMNS}
          rows={twinRows(facts).map(({ zone, cells: [name, ...cells] }) => ({
            key: zone.id,
            look: zone.id === hot ? 'hot' : undefined,
            cells: [<Swatched key="name" node={zone.nid} name={name} />, ...cells],
          }))}
        />
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
