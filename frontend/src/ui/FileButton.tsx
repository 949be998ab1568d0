/** A button that asks for one file of this machine. The browser's own control is hidden behind it. */
import { useRef, type FC, type ReactNode } from 'react';

interface Props {
  /** What the file is, for those who come to the hidden control: "Capture file". */
  what: string;
  onFile: (file: File) => void;
  disabled?: boolean;
  /** The one thing to do here. */
  main?: boolean;
  /** For tests: `data-testid` of the hidden control. */
  testId?: string;
  children: ReactNode;
}

export const FileButton: FC<Props> = ({ what, onFile, disabled = false, main = false, testId, children }) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className={main ? 'btn main' : 'btn'}
        disabled={disabled}
        onClick={() => {
          input.current?.click();
        }}
      >
        {children}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={what}
        data-testid={testId}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file can be chosen again.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
};
