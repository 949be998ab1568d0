import type { FC } from 'react';
import { ENUM_DOCS, MODES } from '../../core/gen/tables';
import { grouped as n } from '../../core/number';
import type { SourceInfo } from '../scene';
import { subjectOf } from './tellers';

/** How many decisions of each mode, and how the checker judged them; of a model, how many of each kind. */
export const Tally: FC<{ info: SourceInfo }> = ({ info }) => {
  if (info.provenance === 'kernel' && !info.totals)
    return <p className="small">Recomputing every decision…</p>;
  const rows = info.totals?.modes ?? [];
  if (rows.length === 0) return <Kinds info={info} />;
  return (
    <div className="tally-scroll">
      <table className="tally">
        <caption>Decisions by mode, recomputed</caption>
        <thead>
          <tr>
            <th scope="col">mode</th>
            <th scope="col">decisions</th>
            <th scope="col">same</th>
            <th scope="col">different</th>
            <th scope="col">incomplete</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const mode = MODES.find((m) => m.name === row.mode);
            return (
              <tr key={row.mode}>
                <th scope="row">
                  {row.mode}
                  <span className="visually-hidden">
                    {mode ? `: ${mode.doc}, ${ENUM_DOCS.policy[mode.policy] ?? ''}` : ''}
                  </span>
                </th>
                <td>{n(row.decisions)}</td>
                <td>{n(row.same)}</td>
                <td>{n(row.different)}</td>
                <td>{n(row.incomplete)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
};

const Kinds: FC<{ info: SourceInfo }> = ({ info }) => (
  <table className="tally">
    <caption>Decisions of this model; the policy core itself made them</caption>
    <tbody>
      {Object.entries(info.kinds).map(([kind, count]) => (
        <tr key={kind}>
          <th scope="row">{subjectOf(kind)}</th>
          <td>{n(count)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
