/** All keys, and the switch that turns the single-character ones off. */
import type { FC } from 'react';
import { useStore } from 'zustand';
import { Dialog } from '../../ui/dialog/Dialog';
import { COMMANDS } from './commands';
import { MACHINE_KEYS } from '../../pages/machine/keys';
import { TIMELINE_COMMANDS } from '../../timeline/commands';
import { onMachine, onPage, onTimeline } from '../links/pages';
import { preferences } from '../state/preferences';

interface Shown {
  shown: string;
  words: string;
  always?: boolean;
}

export const KeysDialog: FC<{ onClose: () => void; onTour: () => void }> = ({ onClose, onTour }) => {
  const shortcuts = useStore(preferences, (p) => p.shortcuts);
  const own = onTimeline() ? TIMELINE_COMMANDS : onMachine() ? MACHINE_KEYS : null;
  const commands: readonly Shown[] = own
    ? [...own, ...COMMANDS.filter((c) => c.everywhere && !c.always)]
    : COMMANDS;
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl className="keys">
        {commands.map((c) => (
          <div key={c.shown} className={c.always || shortcuts ? undefined : 'off'}>
            <dt>
              <kbd>{c.shown}</kbd>
            </dt>
            <dd>{c.words}</dd>
          </div>
        ))}
      </dl>
      {onTimeline() && (
        <p className="keys-more">
          The wheel zooms at the pointer, and with <kbd>Shift</kbd> held down it moves the view. Dragging
          moves the view, with <kbd>Shift</kbd> it selects, and with <kbd>Alt</kbd> it moves B against A.
        </p>
      )}
      {!onPage() && (
        <p className="keys-more">
          <button type="button" className="btn" onClick={onTour}>
            A tour of this scene, one minute
          </button>
        </p>
      )}
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
