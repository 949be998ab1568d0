/** How much? A tank whose level is dragged to where it will be: a slider to keyboards and screen readers. */
import { useRef, type FC } from 'react';
import { keyStep } from '../scale';
import { formatValue } from '../values';
import { hasModifier } from '../../ui/keyboard';

interface Props {
  max: number;
  unit: string;
  /** Null while nothing is said. */
  value: number | null;
  /** What it came to; left out while that is hidden. */
  answer?: number;
  onChange?: (value: number) => void;
}

export const LevelBar: FC<Props> = ({ max, unit, value, answer, onChange }) => {
  const tank = useRef<HTMLDivElement>(null);
  const share = (n: number) => `${Math.min(100, Math.max(0, (100 * n) / max))}%`;
  const set = (n: number) => {
    onChange?.(Math.min(max, Math.max(0, Math.round(n))));
  };
  const drag = ({ clientX }: { clientX: number }) => {
    const box = tank.current?.getBoundingClientRect();
    if (box) set(((clientX - box.left) / box.width) * max);
  };
  const keys: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowUp: 1,
    ArrowLeft: -1,
    ArrowDown: -1,
    PageUp: 10,
    PageDown: -10,
  };
  const label =
    value === null ? 'nothing said yet' : `${formatValue(unit, value)} of ${formatValue(unit, max)}`;
  return (
    <div className="answer-bar">
      <p aria-hidden="true">
        {onChange && value === null ? 'Drag the level to where you expect it.' : ''}
        {value !== null && <b>{answer === undefined ? label : `you: ${formatValue(unit, value)}`}</b>}
        {answer !== undefined && <b className="took">it is: {formatValue(unit, answer)}</b>}
      </p>
      <div
        ref={tank}
        className="answer-tank"
        {...(onChange
          ? {
              role: 'slider',
              tabIndex: 0,
              'aria-label': 'How much',
              'aria-valuemin': 0,
              'aria-valuemax': Math.round(max),
              'aria-valuenow': Math.round(value ?? 0),
              'aria-valuetext': label,
              onPointerDown: (event) => {
                event.currentTarget.setPointerCapture(event.pointerId);
                drag(event);
              },
              onPointerMove: (event) => {
                if (event.currentTarget.hasPointerCapture(event.pointerId)) drag(event);
              },
              onKeyDown: (event) => {
                if (hasModifier(event)) return;
                const by = keys[event.key];
                if (event.key === 'Home') set(0);
                else if (event.key === 'End') set(max);
                else if (by === undefined) return;
                else set((value ?? max / 2) + by * keyStep(max) * (event.shiftKey ? 5 : 1));
                event.preventDefault();
                event.stopPropagation();
              },
            }
          : { 'aria-hidden': true })}
      >
        {value !== null && <span className="said" style={{ inlineSize: share(value) }} />}
        {answer !== undefined && <span className="is" style={{ inlineSize: share(answer) }} />}
      </div>
      <p className="answer-bar-ends" aria-hidden="true">
        <span>{formatValue(unit, 0)}</span>
        <span>{formatValue(unit, max)}</span>
      </p>
    </div>
  );
};
