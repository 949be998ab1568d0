/** All that a view may name, to open or to copy from. */
import { useMemo, useState, type FC } from 'react';
import type { Catalogue } from '../../capture/sources/catalogue';
import { VERSION } from '../../stage/url';
import { Dialog } from '../../ui/dialog/Dialog';
import { Table } from '../../ui/Table';
import '../../ui/style/fields.css';
import './view-list.css';
import { rowsWith, viewLists } from './view-list';

export const ViewList: FC<{ catalogue: Catalogue; onClose: () => void }> = ({ catalogue, onClose }) => {
  const [words, setWords] = useState('');
  const { views, tunables } = useMemo(() => viewLists(catalogue), [catalogue]);
  const found = views.map(({ title, rows }) => ({ title, rows: rowsWith(rows, words) }));
  const named = rowsWith(tunables.rows, words);
  const nothing = named.length === 0 && found.every(({ rows }) => rows.length === 0);
  return (
    <Dialog title="What a view may name" onClose={onClose} wide>
      <p className="note">
        A view is what stands behind # in a link: to open here, for a figure in your page, or for{' '}
        <code>mmscope render</code>. <code>mmscope list</code> prints the same.
      </p>
      <label className="view-list-search">
        With the words{' '}
        <input
          type="search"
          data-autofocus
          value={words}
          onChange={(event) => {
            setWords(event.target.value);
          }}
        />
      </label>
      {nothing && <p role="status">No name has these words.</p>}
      <div className="view-list">
        {found.map(
          ({ title, rows }) =>
            rows.length > 0 && (
              <Table
                key={title}
                caption={title}
                heads={['View', 'Title']}
                right={() => false}
                rows={rows.map((row) => ({
                  key: row.name,
                  cells: [
                    <a key="view" href={`#${VERSION}/${row.name}`} onClick={onClose}>
                      {row.name}
                    </a>,
                    row.title,
                  ],
                }))}
              />
            ),
        )}
        {named.length > 0 && (
          <Table
            caption="Tunables, as a.NAME=VALUE of pane A"
            heads={['Name', 'What it is', 'Values']}
            right={() => false}
            rows={named.map(({ name, title, values }) => ({
              key: name,
              cells: [<code key="name">{name}</code>, title, values],
            }))}
          />
        )}
      </div>
    </Dialog>
  );
};
