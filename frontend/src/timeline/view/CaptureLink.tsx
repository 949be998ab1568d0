/** A capture by its title, opened in a place when it is chosen. */
import type { FC } from 'react';
import type { PaneId } from '../../core/panes';
import type { SourceSpec } from '../../capture/sources/spec';
import { useTimeline } from '../use-timeline';

interface Props {
  slot: PaneId;
  spec: SourceSpec;
  title: string;
  onDone?: (() => void) | undefined;
}

export const CaptureLink: FC<Props> = ({ slot, spec, title, onDone }) => {
  const { controller } = useTimeline();
  return (
    <button
      type="button"
      className="link-btn"
      onClick={() => {
        onDone?.();
        void controller.captures.open(slot, spec);
      }}
    >
      {title}
    </button>
  );
};
