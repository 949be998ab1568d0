/** A button of a transport, on the stage and on Compare: it keeps its place where it can do nothing. */
import type { FC } from 'react';

interface Props {
  label: string;
  /** As aria-keyshortcuts names them. */
  keys: string;
  Icon: FC;
  press: () => void;
  off: boolean;
  main?: boolean;
}

export const TransportButton: FC<Props> = ({ label, keys, Icon, press, off, main = false }) => (
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
