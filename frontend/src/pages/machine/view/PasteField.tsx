/** The box, and beside its lines a chip for each piece that was read. */
import { useEffect, useId, useRef, useState, type FC } from 'react';
import { grouped } from '../../../core/number';
import { CopyButton } from '../../../ui/CopyButton';
import { FileButton } from '../../../ui/FileButton';
import { COMMAND } from '../command';
import { SAMPLES } from '../samples';
import { COPIES } from '../keys';
import { chipsOf, machinesWords, sentence, type Chip } from '../phrases';
import { joined, lineStart, missingLine, placedAt, SHOWN, tooLong } from '../text';
import type { Machine } from '../use-machine';
import { useThrottle } from '../../../ui/use-throttle';
import { readAloud } from '../phrases';

const PITCH = 18;
const CHIP = 48;
const SAY_EVERY_MS = 1000;

const PLACEHOLDER = `Paste anything: /proc/zoneinfo, /proc/swaps, swapon --show, sysctl vm, a report of the OOM killer
or of an allocation that failed, meminfo, buddyinfo, pagetypeinfo, numastat -m, numactl -H, vmstat 1, sar -B.

In any order, whole or in part; twice, to compare. Prompts, quotation marks and colours do not matter.`;

/** What can be drawn. */
const NEEDED =
  'Nothing of this can be drawn by itself: that takes /proc/zoneinfo, a list of swap devices, or a report of the OOM killer or of an allocation that failed.';

interface Props {
  machine: Machine;
  onDraw: () => void;
  canDraw: boolean;
  /** It is drawn as soon as it is read. */
  due: boolean;
  onType: (text: string) => void;
  /** In place of the text; `example`: what it is one of. */
  onPut: (text: string, example?: string) => void;
  /** Of a file that is not read. */
  refusal: string;
  onFiles: (files: readonly File[]) => void;
}

export const PasteField: FC<Props> = (props) => {
  const { machine, onDraw, canDraw, due, onType, onPut, refusal, onFiles } = props;
  const { text, answer, failure, reading, former, leftOut, example } = machine;
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [scroll, setScroll] = useState(0);
  const long = text.length > SHOWN;
  const chips = answer ? chipsOf(answer) : [];
  const wrong = refusal || failure || (answer?.notice ? sentence(answer.notice) : '');
  const nothing = !canDraw && answer?.notice === '';
  const said = useThrottle(reading || !answer ? '' : readAloud(answer), SAY_EVERY_MS);
  const toLine = ({ lines: [line, end] }: Chip) => {
    const box = area.current;
    if (!box) return;
    box.focus();
    box.setSelectionRange(lineStart(text, line), lineStart(text, end + 1));
    box.scrollTop = Math.max(0, (line - 2) * PITCH);
  };
  // Anywhere on the page: what is pasted over it is not in the box, nor is the focus.
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const draws = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
      if (!draws || !canDraw || document.querySelector('dialog:modal')) return;
      event.preventDefault();
      onDraw();
    };
    addEventListener('keydown', pressed);
    return () => {
      removeEventListener('keydown', pressed);
    };
  });
  return (
    <section className="machine-text" aria-label="The text">
      <div className="machine-command">
        <h2>One command prints all of it</h2>
        <p className="note">
          A moment, no root, no tool to install. It prints no names of files, addresses or processes; a report
          of the OOM killer does.
        </p>
        <details>
          <summary>What it runs</summary>
          <pre tabIndex={0}>{COMMAND}</pre>
        </details>
        <CopyButton
          text={COMMAND}
          what="the command"
          words="Copy the command"
          look="btn main"
          keys={COPIES}
        />
      </div>
      <div role="status">
        {leftOut !== '' && (
          <p className="machine-former">
            What you pasted is left out: {leftOut}. The text that was here stays.
          </p>
        )}
        {former !== null && (
          <p className="machine-former">
            {text === '' ? 'The text was cleared.' : 'This took the place of another text.'}{' '}
            <button
              type="button"
              className="link-btn"
              onClick={() => {
                machine.restore();
                area.current?.focus();
              }}
            >
              Put it back
            </button>
            {text !== '' && (
              <button
                type="button"
                className="link-btn"
                onClick={() => {
                  onPut(joined([former, text]));
                  area.current?.focus();
                }}
              >
                Have both, to compare
              </button>
            )}
          </p>
        )}
      </div>
      <div className="machine-box">
        <Chips chips={chips} scroll={scroll} onChoose={toLine} />
        <div className="machine-area">
          <label htmlFor={id}>What your kernel printed</label>
          <textarea
            ref={area}
            id={id}
            value={long ? text.slice(0, SHOWN) : text}
            readOnly={long || example !== ''}
            wrap="off"
            // No checker of spelling sees it: some send it away.
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            placeholder={PLACEHOLDER}
            aria-describedby={`${id}-state`}
            onChange={({ target }) => {
              onType(target.value);
            }}
            onScroll={({ currentTarget }) => {
              setScroll(currentTarget.scrollTop);
            }}
          />
        </div>
        <div className="machine-read">
          <div id={`${id}-state`}>
            {wrong !== '' && <p className="machine-wrong">{wrong}</p>}
            {long && (
              <p className="note">
                The box shows the beginning of {grouped(text.length)} characters. All of them are read. So
                long a text cannot be changed here; another that you paste takes its place.
              </p>
            )}
            {example !== '' && (
              <p className="machine-example">
                <span className="tag kernel">example</span> Not your machine: {example}. It cannot be changed
                here; what you paste takes its place.
              </p>
            )}
            {answer && machinesWords(answer) !== '' && <p>{machinesWords(answer)}</p>}
          </div>
          {text === '' && <Samples onPut={onPut} />}
          {answer?.notice === '' && answer.missing.length > 0 && (
            <>
              <h2>
                Still missing{' '}
                <span className="note">
                  {nothing ? 'one of three is needed to begin' : 'none of it is needed to begin'}
                </span>
              </h2>
              {nothing && <p id={`${id}-needed`}>{NEEDED}</p>}
              <dl className="machine-missing">
                {answer.missing.map(({ what, tells }) => (
                  <div key={what}>
                    <dt>{what}</dt>
                    <dd>It would tell {tells}.</dd>
                    {missingLine(what) !== '' && (
                      <dd className="machine-line-of">
                        <CopyButton text={missingLine(what)} what={`the command: ${missingLine(what)}`} />
                      </dd>
                    )}
                  </div>
                ))}
              </dl>
            </>
          )}
        </div>
      </div>
      <div className="visually-hidden" role="status" aria-live="polite">
        {said}
      </div>
      <div className="machine-buttons">
        <button
          type="button"
          className="btn main"
          disabled={!canDraw}
          onClick={onDraw}
          aria-keyshortcuts="Control+Enter"
          {...(nothing ? { 'aria-describedby': `${id}-needed` } : {})}
        >
          Draw this machine
        </button>
        <FileButton what="Text of a machine" onFiles={onFiles} testId="machine-file">
          Open a file …
        </FileButton>
        <button
          type="button"
          className="btn"
          disabled={text === ''}
          onClick={() => {
            onPut('');
            area.current?.focus();
          }}
        >
          Clear
        </button>
        <span className="note" role="status">
          {reading && (due ? 'It is drawn as soon as it is read.' : 'Reading …')}
        </span>
        <span className="note machine-keys">
          <kbd>Ctrl</kbd> <kbd>Enter</kbd> draws, too
        </span>
      </div>
    </section>
  );
};

/** For who has no machine at hand. */
const Samples: FC<{ onPut: Props['onPut'] }> = ({ onPut }) => {
  const [failed, setFailed] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  return (
    <>
      <h2>No machine at hand?</h2>
      <ul className="machine-examples" aria-label="Examples" ref={list}>
        {SAMPLES.map((one) => (
          <li key={one.name}>
            <button
              type="button"
              className="link-btn"
              onClick={() => {
                one.text().then(
                  (text) => {
                    // Meanwhile the reader may have pasted one.
                    if (list.current) onPut(text, one.about);
                  },
                  () => {
                    setFailed(true);
                  },
                );
              }}
            >
              {one.name}
            </button>
            <p className="note">{one.about}</p>
          </li>
        ))}
      </ul>
      {failed && <p role="status">This could not be fetched. Load the page again to have it.</p>}
    </>
  );
};

const Chips: FC<{ chips: readonly Chip[]; scroll: number; onChoose: (chip: Chip) => void }> = (props) => {
  const places = placedAt(
    props.chips.map(({ lines }) => lines),
    PITCH,
    CHIP,
  );
  return (
    <ul className="machine-chips" aria-label="What was read">
      {props.chips.map((chip, i) => (
        <li
          key={chip.key}
          style={
            {
              top: (places[i]?.top ?? 0) - props.scroll,
              '--lines': `${places[i]?.height ?? 0}px`,
            } as React.CSSProperties
          }
        >
          <button
            type="button"
            className="machine-chip"
            onClick={() => {
              props.onChoose(chip);
            }}
          >
            <svg width="12" height="10" aria-hidden="true">
              <path d="M1 5l4 4 6-8" fill="none" stroke="currentColor" strokeWidth="2" />
            </svg>
            {chip.name}
            <span className="visually-hidden">, line {chip.lines[0]}</span>
          </button>
          {chip.about !== '' && <span className="note">{chip.about}</span>}
        </li>
      ))}
    </ul>
  );
};

/** Files as one text, or why not. */
export async function textOfFiles(files: readonly File[]): Promise<{ text: string; refusal: string }> {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const refusal = tooLong(size, files.length === 1 ? (files[0]?.name ?? '') : 'These files together');
  if (refusal !== '') return { text: '', refusal };
  return { text: joined(await Promise.all(files.map((file) => file.text()))), refusal: '' };
}
