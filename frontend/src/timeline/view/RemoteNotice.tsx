/** Of a capture on the server: who holds its events, how to choose, and what it says while the server is silent. */
import type { FC } from 'react';
import { sentence } from '../../core/error';
import type { PaneId } from '../../core/panes';
import type { SlotState } from '../control/state';
import { useTimeline, useTimelineState } from '../use-timeline';

const KINDS_ONLY =
  'The server keeps counts, least, greatest and sums of every kind. Tracks by CPU, node, zone, device and task, what ' +
  'goes on, how much flows, free pages and the report need every event: they are there where the capture is read in the page.';

const missingPhrase = (missing: readonly string[]): string =>
  KINDS_ONLY + (missing.length > 0 ? ` This one would show ${missing.join(', ')}.` : '');

export const RemoteNotice: FC<{ slot: PaneId }> = ({ slot }) => {
  const { controller } = useTimeline();
  const { info, spec, size, partial, opening } = useTimelineState((s) => s.slots[slot]);
  if (spec.kind !== 'server' || !info || partial) return null;
  const other = info.windows ? 'page' : 'windows';
  return (
    <button
      type="button"
      className="link-btn"
      title={missingPhrase(info.windows?.missing ?? [])}
      disabled={opening !== null}
      onClick={() => {
        void controller.captures.serve(slot, other);
      }}
    >
      {info.windows ? `Read it here${size ? ` (${megabytes(size.bytes)})` : ''}` : 'Load from server'}
    </button>
  );
};

/** Who holds its events, behind what else is said of it. */
export const holderPhrase = ({ spec, info, partial }: SlotState): string =>
  spec.kind !== 'server' || partial
    ? ''
    : info?.windows
      ? '; loaded from the server: kinds only'
      : '; read here';

const megabytes = (bytes: number): string =>
  bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${Math.round(bytes / 1e6)} MB`;

/** What is drawn stays while the server does not answer. */
export const SilenceNotice: FC<{ slot: PaneId }> = ({ slot }) => {
  const { controller } = useTimeline();
  const trouble = useTimelineState((s) => s.slots[slot].trouble);
  return (
    <div role="status">
      {trouble !== null && (
        <p className="tl-complaint tl-silent">
          {sentence(trouble)} The drawing stays while the page asks again.{' '}
          <button
            type="button"
            className="link-btn"
            onClick={() => {
              controller.captures.again(slot);
            }}
          >
            Ask now
          </button>
        </p>
      )}
    </div>
  );
};

/** Beneath the tracks' table: which tracks there are not, and why. */
export const KindsNotice: FC<{ slot: PaneId; several: boolean }> = ({ slot, several }) => {
  const windows = useTimelineState((s) => s.slots[slot].info?.windows);
  if (!windows) return null;
  return (
    <p className="tl-lines">
      {several && `${slot}: `}
      {missingPhrase(windows.missing)}
    </p>
  );
};
