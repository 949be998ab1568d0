/** Go to a decision by its number. */
import { useState, type FC, type SubmitEvent } from 'react';
import { grouped } from '../../core/number';
import { extent } from '../../stage/state/position';
import { Dialog } from '../../ui/dialog/Dialog';
import { useNoun, useStage } from '../../stage/control/stage-context';
import { runs } from '../../stage/state/store';
import '../../ui/style/fields.css';

export const DecisionDialog: FC<{ onClose: () => void }> = ({ onClose }) => {
  const { controller, playback } = useStage();
  const [one] = useNoun();
  const last = extent(runs(controller.store.getState()), 'decision');
  const [text, setText] = useState('');
  const k = Number(text.replaceAll(',', ''));
  const wrong = text !== '' && !(Number.isInteger(k) && k >= 0 && k <= last);
  const go = (event: SubmitEvent) => {
    event.preventDefault();
    if (text === '' || wrong) return;
    playback.pause();
    controller.cursor.seek(k);
    onClose();
  };
  return (
    <Dialog title={`Go to a ${one}`} onClose={onClose}>
      <form className="jump" onSubmit={go}>
        <label>
          Number, 0 to {grouped(last)}
          <input
            className="num"
            inputMode="numeric"
            data-autofocus
            value={text}
            aria-invalid={wrong}
            onChange={(event) => {
              setText(event.target.value);
            }}
          />
        </label>
        <button type="submit" className="btn main">
          Go
        </button>
        {wrong && <p role="alert">There is no such {one}.</p>}
      </form>
    </Dialog>
  );
};
