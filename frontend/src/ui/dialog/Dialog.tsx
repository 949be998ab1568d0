/** A modal dialog: the browser's own, which traps focus, closes on Esc and gives focus back. */
import { useEffect, useId, useLayoutEffect, useRef, type FC, type ReactNode } from 'react';
import '../style/blocks.css';
import './dialog.css';
import { pushEntry } from './dialog-stack';

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
  wide?: boolean;
}

export const Dialog: FC<Props> = ({ title, onClose, children, wide = false }) => {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    // showModal() takes the first button; the content may know better.
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      dialog?.close();
    };
  }, []);
  // As soon as it is gone from the page, the keys are the page's again.
  useLayoutEffect(
    () =>
      pushEntry({
        modal: true,
        close: () => ref.current?.dispatchEvent(new Event('cancel', { cancelable: true })),
      }),
    [],
  );
  return (
    <dialog
      ref={ref}
      className={wide ? 'dialog wide' : 'dialog'}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        // A click on the backdrop hits the dialog itself, never its content.
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="dialog-body">
        <div className="dialog-head">
          <h2 id={heading}>{title}</h2>
          <button type="button" className="btn" onClick={onClose}>
            Close
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
};
