import type { FC } from 'react';

/** Prints the page. */
export const PrintButton: FC<{ disabled?: boolean }> = ({ disabled }) => (
  <button
    type="button"
    className="btn"
    disabled={disabled}
    onClick={() => {
      print();
    }}
  >
    Print
  </button>
);
