/** The list of tables, by document, with how many of their rows hold. */
import { useState, type FC } from 'react';
import type { PublishedDocument } from '../../../capture/sources/published-document';
import { totalsOf, type Answer } from '../summary';
import type { TableRows } from '../rows';
import { useLinks } from './links';

interface Props {
  tables: readonly (TableRows & { document: PublishedDocument })[];
  answers: ReadonlyMap<string, Answer>;
  shown: string;
}

export const TableList: FC<Props> = ({ tables, answers, shown }) => {
  const links = useLinks();
  // Beside the table where there is room; above it, folded, where there is not.
  const [wide] = useState(() => matchMedia('(min-width: 1241px)').matches);
  const sources = [...new Set(tables.map(({ table }) => table.source))];
  return (
    <nav className="pub-contents" aria-label="Tables">
      <details key={shown} open={wide}>
        <summary>All tables</summary>
        <div className="pub-list">
          {sources.map((source) => (
            <section key={source}>
              <h2>
                <span className="mono">{source}</span>{' '}
                {tables.find((t) => t.table.source === source)?.document.sources[source]?.author}
              </h2>
              <ul>
                {tables
                  .filter((t) => t.table.source === source)
                  .map(({ table, rows }) => (
                    <li key={table.id}>
                      <a href={links.table(table.id)} aria-current={table.id === shown ? 'page' : undefined}>
                        {table.title}
                        <Count
                          answers={rows.flatMap((row) => answers.get(row.id) ?? [])}
                          rows={rows.length}
                        />
                      </a>
                    </li>
                  ))}
              </ul>
            </section>
          ))}
        </div>
      </details>
    </nav>
  );
};

const Count: FC<{ answers: readonly Answer[]; rows: number }> = ({ answers, rows }) => {
  if (rows === 0) return <span className="count-of">no row is modelled</span>;
  const { independent, within25, wrong_direction } = totalsOf(answers);
  const score = independent > 0 ? `${within25} of ${independent} hold` : `${answers.length} of ${rows} rows`;
  return (
    <span className="count-of">
      {score}
      {wrong_direction > 0 && `, ${wrong_direction} wrong direction`}
    </span>
  );
};
