import type { FC } from 'react';
import { CopyButton } from '../../ui/CopyButton';
import { KINDS } from '../../core/gen/tables';
import type { PaneProps } from '../scene';
import { rowsOf, rowsText } from './fields';
import { twinId } from './ids';

/** The fields of the decision, each with its unit and what it means: what the capture's line says. */
export const Twin: FC<PaneProps> = ({ pane, frame }) => {
  const { event } = frame;
  return (
    <div className="twin" id={twinId(pane)}>
      <div className="twin-head">
        <h2>{event ? event.kind : 'fields'}</h2>
        {event && <CopyButton text={rowsText(event)} what={`the fields of pane ${pane}`} />}
      </div>
      {event && <p className="small fields-doc">{KINDS[event.kind].doc}</p>}
      {event ? (
        <table className="fields">
          <thead className="visually-hidden">
            <tr>
              <th scope="col">field and meaning</th>
              <th scope="col">value</th>
            </tr>
          </thead>
          <tbody>
            {rowsOf(event).map((row) => (
              <tr key={row.name}>
                <th scope="row">
                  {row.name}
                  <span className="doc">{row.doc}</span>
                </th>
                <td>
                  {row.value}
                  {row.unit && <span className="unit"> {row.unit}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className="small">Before the first decision.</p>
      )}
    </div>
  );
};
