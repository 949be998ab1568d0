/** A button that asks for a file of this machine, or for several. The browser's own control is hidden behind it. */
import { useRef, type FC, type ReactNode } from 'react';

interface Props {
  /** What the file is, for those who come to the hidden control: "Capture file". */
  what: string;
  /** All that were chosen at once; a single one where only `onFile` is given. */
  onFiles?: (files: readonly File[]) => void;
  onFile?: (file: File) => void;
  disabled?: boolean;
  /** The one thing to do here. */
  main?: boolean;
  /** For tests: `data-testid` of the hidden control. */
  testId?: string;
  children: ReactNode;
}

export const FileButton: FC<Props> = ({
  what,
  onFile,
  onFiles,
  disabled = false,
  main = false,
  testId,
  children,
}) => {
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
        multiple={onFiles !== undefined}
        aria-label={what}
        data-testid={testId}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The same file can be chosen again.
          event.target.value = '';
          const [file] = files;
          if (file) onFile?.(file);
          if (file) onFiles?.(files);
        }}
      />
    </>
  );
};
