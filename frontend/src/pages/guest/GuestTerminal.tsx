/** What was typed and answered; the kernel's own log. The terminal takes lines, not keys: the page's keys stay its own. */
import { useEffect, useRef, useState, type FC } from 'react';
import { useStore } from 'zustand';
import type { GuestController } from './controller';

export const GuestTerminal: FC<{ controller: GuestController }> = ({ controller }) => {
  const terminal = useStore(controller.store, (s) => s.terminal);
  const log = useStore(controller.store, (s) => s.log);
  const busy = useStore(controller.store, (s) => s.busy);
  const phase = useStore(controller.store, (s) => s.phase);
  const [shown, setShown] = useState<'terminal' | 'log'>('terminal');
  const [line, setLine] = useState('');
  const [back, setBack] = useState(0);
  const lines = useRef<HTMLDivElement>(null);
  const typed = terminal.filter(({ kind }) => kind === 'command').map(({ text }) => text);
  useEffect(() => {
    const box = lines.current;
    if (box) box.scrollTop = box.scrollHeight;
  }, [terminal, log, shown]);
  const recall = (by: number) => {
    const at = Math.min(typed.length, Math.max(0, back + by));
    setBack(at);
    setLine(at === 0 ? '' : (typed[typed.length - at] ?? ''));
  };
  return (
    <section className="guest-terminal" aria-labelledby="guest-terminal">
      <div className="guest-tabs">
        <h2 id="guest-terminal" className="visually-hidden">
          Terminal
        </h2>
        <div className="seg" role="group" aria-label="Shown">
          <button
            type="button"
            aria-pressed={shown === 'terminal'}
            onClick={() => {
              setShown('terminal');
            }}
          >
            Terminal
          </button>
          <button
            type="button"
            aria-pressed={shown === 'log'}
            onClick={() => {
              setShown('log');
            }}
          >
            Kernel’s log
          </button>
        </div>
        <span className="note">
          <code>help</code> lists what it takes
        </span>
      </div>
      <div
        className="guest-lines"
        role="log"
        aria-label={shown === 'log' ? 'Kernel’s log' : 'Terminal'}
        ref={lines}
        tabIndex={0}
      >
        {shown === 'log'
          ? log.map((text, i) => <div key={i}>{text}</div>)
          : terminal.map(({ kind, text }, i) => (
              <div key={i} className={kind}>
                {kind === 'command' ? `# ${text}` : text}
              </div>
            ))}
      </div>
      {shown === 'terminal' && (
        <form
          className="guest-type"
          onSubmit={(event) => {
            event.preventDefault();
            if (line.trim() === '' || busy !== null) return;
            void controller.type(line.trim());
            setLine('');
            setBack(0);
          }}
        >
          <label>
            <span aria-hidden="true">#</span>
            <span className="visually-hidden">A command for the kernel in this page</span>
            <input
              value={line}
              autoCapitalize="off"
              autoComplete="off"
              spellCheck={false}
              maxLength={1000}
              disabled={phase === 'stopped'}
              onChange={({ target }) => {
                setLine(target.value);
              }}
              onKeyDown={(event) => {
                event.stopPropagation();
                if (event.key === 'ArrowUp') recall(1);
                else if (event.key === 'ArrowDown') recall(-1);
                else return;
                event.preventDefault();
              }}
            />
          </label>
          <button type="submit" className="btn" disabled={busy !== null || phase === 'stopped'}>
            {busy === null ? 'Run' : 'Runs …'}
          </button>
        </form>
      )}
    </section>
  );
};
