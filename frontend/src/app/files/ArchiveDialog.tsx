/** Which traces of an archive are opened: one, or two beneath each other; files of /proc with them. */
import { useState, type FC } from 'react';
import { createRoot } from 'react-dom/client';
import { Dialog } from '../../ui/dialog/Dialog';
import { PANES } from '../../core/panes';
import { bytesPhrase } from '../../pages/report/phrases';
import type { ListedMember } from '../../trace/trace.worker';
import { isSnapshot } from './archives';
import './archive.css';

interface Props {
  name: string;
  members: readonly ListedMember[];
  /** Places of those chosen; null: none. */
  onDone: (chosen: readonly number[] | null) => void;
}

const ArchiveDialog: FC<Props> = ({ name, members, onDone }) => {
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const traces = chosen.filter((at) => members[at] && !isSnapshot(members[at])).length;
  const full = traces === PANES.length;
  return (
    <Dialog
      title={`Files in ${name}`}
      onClose={() => {
        onDone(null);
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onDone(chosen);
        }}
      >
        <p>Choose one trace, or two to compare; what belongs to them of /proc can be added.</p>
        <ul className="archive">
          {members.map((member, at) => (
            <li key={at}>
              <label className="check-inline">
                <input
                  type="checkbox"
                  {...(at === 0 ? { 'data-autofocus': true } : {})}
                  checked={chosen.includes(at)}
                  disabled={full && !chosen.includes(at) && !isSnapshot(member)}
                  onChange={({ target }) => {
                    setChosen(target.checked ? [...chosen, at] : chosen.filter((one) => one !== at));
                  }}
                />
                <span>{member.name}</span> <span className="archive-size">{bytesPhrase(member.size)}</span>
              </label>
            </li>
          ))}
        </ul>
        <button type="submit" className="btn main" disabled={traces === 0}>
          {full ? 'Open both' : 'Open'}
        </button>
      </form>
    </Dialog>
  );
};

/** Asks. */
export function chooseMembers(
  name: string,
  members: readonly ListedMember[],
): Promise<readonly number[] | null> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  return new Promise((resolve) => {
    const done = (chosen: readonly number[] | null) => {
      root.unmount();
      place.remove();
      resolve(chosen);
    };
    root.render(<ArchiveDialog name={name} members={members} onDone={done} />);
  });
}
