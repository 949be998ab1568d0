/** Six digits, typed or pasted. */
import { useEffect, useRef, useState, type FC } from 'react';
import { codeOf } from '../phrases';

/** `said`: why the code before was none; then the field keeps focus, and what was typed. */
export const RoomForm: FC<{ typed?: string; said?: string; onJoin: (code: string) => void }> = ({
  typed = '',
  said = '',
  onJoin,
}) => {
  const [text, setText] = useState(typed);
  const [wrong, setWrong] = useState(said);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (said !== '') field.current?.focus();
  }, [said]);
  return (
    <form
      className="room-join"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const code = codeOf(text);
        if (code) {
          onJoin(code);
          return;
        }
        setWrong('A code has six digits: they are on the wall.');
        field.current?.focus();
      }}
    >
      <label htmlFor="room-code">Type the six digits on the wall.</label>
      <input
        ref={field}
        id="room-code"
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="go"
        maxLength={16}
        placeholder="000 000"
        value={text}
        aria-invalid={wrong !== ''}
        aria-describedby={wrong === '' ? undefined : 'room-code-wrong'}
        onChange={({ target }) => {
          setText(target.value);
          setWrong('');
        }}
      />
      {wrong !== '' && (
        <p id="room-code-wrong" role="alert" className="room-wrong">
          {wrong}
        </p>
      )}
      <button type="submit" className="btn main room-go">
        Join
      </button>
      <p className="note">
        No account, no name, no app. Your answers are counted, not signed. If you lose the network, come back
        to this page: your place is kept.
      </p>
    </form>
  );
};
