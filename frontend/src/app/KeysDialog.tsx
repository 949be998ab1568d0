/** All keys, and the switch that turns the single-character ones off. */
import type { FC } from 'react';
import { useStore } from 'zustand';
import { Dialog } from '../stage/Dialog';
import { COMMANDS } from './commands';
import { preferences } from './preferences';

export const KeysDialog: FC<{ onClose: () => void }> = ({ onClose }) => {
  const shortcuts = useStore(preferences, (p) => p.shortcuts);
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl className="keys">
        {COMMANDS.map((c) => (
          <div key={c.shown} className={c.always || shortcuts ? undefined : 'off'}>
            <dt>
              <kbd>{c.shown}</kbd>
            </dt>
            <dd>{c.words}</dd>
          </div>
        ))}
      </dl>
      <label className="check">
        <input
          type="checkbox"
          checked={shortcuts}
          onChange={(event) => {
            preferences.setState({ shortcuts: event.target.checked });
          }}
        />
        Keys that are single characters (arrows, Home, End, Page and Esc always work)
      </label>
    </Dialog>
  );
};
