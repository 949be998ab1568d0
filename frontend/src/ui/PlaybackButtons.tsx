/** The buttons of a transport, on the stage and on Compare: each keeps its place where it can do nothing. */
import type { FC } from 'react';
import { Back, First, Forward, Last, Pause, Play } from './Icons';

interface Props {
  playing: boolean;
  /** At the first step, at the last: there is no way further. */
  atStart: boolean;
  atEnd: boolean;
  /** Nothing to play. */
  over: boolean;
  speed: number;
  speeds: readonly number[];
  /** What a speed means. */
  title: string;
  toggle: () => void;
  first: () => void;
  last: () => void;
  step: (by: number) => void;
  onSpeed: (speed: number) => void;
}

export const PlaybackButtons: FC<Props> = (props) => {
  const { playing, atStart, atEnd, over, speed, speeds, title, toggle, first, last, step, onSpeed } = props;
  const stepBy = (by: number) => () => {
    step(by);
  };
  return (
    <div className="btns" role="group" aria-label="Playback">
      <Button label="First" keys="Home" Icon={First} press={first} off={atStart} />
      <Button label="Step back" keys="Left" Icon={Back} press={stepBy(-1)} off={atStart} />
      <Button
        label={playing ? 'Pause' : 'Play'}
        keys="Space"
        Icon={playing ? Pause : Play}
        press={toggle}
        off={over}
        main
      />
      <Button label="Step forward" keys="Right" Icon={Forward} press={stepBy(1)} off={atEnd} />
      <Button label="Last" keys="End" Icon={Last} press={last} off={atEnd} />
      <label className="speed small">
        <span className="visually-hidden">Speed</span>
        <select
          value={speed}
          title={title}
          onChange={(event) => {
            onSpeed(Number(event.target.value));
          }}
        >
          {speeds.map((s) => (
            <option key={s} value={s}>
              {s}×
            </option>
          ))}
        </select>
      </label>
    </div>
  );
};

interface ButtonProps {
  label: string;
  /** As aria-keyshortcuts names them. */
  keys: string;
  Icon: FC;
  press: () => void;
  off: boolean;
  main?: boolean;
}

const Button: FC<ButtonProps> = ({ label, keys, Icon, press, off, main = false }) => (
  <button
    type="button"
    className={main ? 'btn main' : 'btn'}
    aria-label={label}
    aria-keyshortcuts={keys}
    title={`${label} (${keys})`}
    aria-disabled={off}
    onClick={() => {
      if (!off) press();
    }}
  >
    <Icon />
  </button>
);
