/** The drawing as a table. */
import type { FC } from 'react';
import { Table } from '../../../ui/Table';
import { ZONE_TABLE, zoneCells } from '../phrases';
import type { Drawn } from '../zones';

export const ZoneTable: FC<{ drawn: Drawn }> = ({ drawn }) => (
  <Table
    caption={ZONE_TABLE.title}
    heads={ZONE_TABLE.columns}
    right={(column) => column > 0 && column < ZONE_TABLE.columns.length - 1}
    rows={drawn.zones.map((zone) => ({ key: zone.id, cells: zoneCells(zone) }))}
  />
);
