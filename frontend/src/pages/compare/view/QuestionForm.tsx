/** The question as a sentence with controls in it. What it comes to is the text that a link holds. */
import { useId, useState, type FC } from 'react';
import { MEASURES } from '../../../core/gen/measures';
import { PARAMS, type ParamName } from '../../../core/gen/params';
import { paramNamed } from '../../../core/params';
import type { Catalogue } from '../../../capture/sources/catalogue';
import { tunableLabel as paramLabel, tunableValue } from '../../../capture/sources/tunable-phrases';
import { assumedOf, drivenBy, isAssumed, variantsOf } from '../asif';
import { Field, Refusal, Seeds } from './Field';
import { fitted, isCapture, setOf, settingsOf, takenFrom, withSetting, type Draft } from '../draft';

/** Tunables by the machine that reads them are not apart in the core: all that vary as one number. */
const TUNABLES = PARAMS.filter(({ name }) => name !== 'seed' && name !== 'machine').map((row) => row.name);
const OF_MODEL = TUNABLES.filter((name) => !isAssumed(name));
const OF_CAPTURE = TUNABLES.filter((name) => drivenBy(name));

/** What can vary beside x: of a capture what goes with it. */
function besides(x: string): readonly ParamName[] {
  const driven = drivenBy(x);
  const names: string[] = driven ? [driven.switch, ...assumedOf(driven)] : [];
  return OF_CAPTURE.filter((name) => name !== x && names.includes(name));
}

interface Props {
  catalogue: Catalogue;
  draft: Draft;
  machine: string;
  running: boolean;
  /** Why it cannot be asked; '' where it can. */
  error: string;
  /** Why nothing came of it when it was; '' where something did. */
  refused: string;
  runs: number;
  onChange: (draft: Draft) => void;
  onRun: () => void;
  onStop: () => void;
}

export const QuestionForm: FC<Props> = ({
  catalogue,
  draft,
  machine,
  running,
  error,
  refused,
  runs,
  onChange,
  onRun,
  onStop,
}) => {
  const id = useId();
  const [folded, setFolded] = useState(true);
  const set = (part: Partial<Draft>) => {
    onChange(fitted({ ...draft, ...part }));
  };
  const capture = isCapture(draft);
  const driven = capture ? drivenBy(draft.x) : undefined;
  const under = driven && draft.x !== driven.switch && draft.y !== driven.switch ? driven.switch : null;
  const more = settingsOf(draft).filter(([name]) => name !== under);
  return (
    <form
      className="cmp-ask"
      aria-label="Question"
      onSubmit={(event) => {
        event.preventDefault();
        onRun();
      }}
    >
      <Field label="Take">
        <select
          value={draft.of}
          onChange={({ target }) => {
            set(takenFrom(draft, target.value));
          }}
        >
          <option value="">a scenario or a capture</option>
          <optgroup label="Models">
            {catalogue.scenarios.map((s) => (
              <option key={s.id} value={`model:${s.id}`}>
                {s.title}
              </option>
            ))}
          </optgroup>
          <optgroup label="Captures, as if">
            {catalogue.captures.map((c) => (
              <option key={c.id} value={`capture:${c.id}`}>
                {c.title}
              </option>
            ))}
          </optgroup>
        </select>
      </Field>
      <Axis
        label="set"
        name={draft.x}
        values={draft.xValues}
        names={capture ? OF_CAPTURE : OF_MODEL}
        onChange={(x, xValues) => {
          set({ x, xValues });
        }}
      />
      <Axis
        label="and"
        name={draft.y}
        values={draft.yValues}
        names={capture ? besides(draft.x) : OF_MODEL}
        none="nothing else"
        onChange={(y, yValues) => {
          set({ y, yValues });
        }}
      />
      {under && (
        <Under
          name={under}
          value={setOf(draft, under)}
          onChange={(value) => {
            onChange(withSetting(draft, under, value));
          }}
        />
      )}
      <Seeds
        value={draft.seeds}
        onChange={(seeds) => {
          set({ seeds });
        }}
      />
      <button
        type="button"
        className="link-btn"
        aria-expanded={!folded}
        aria-controls={`${id}m`}
        onClick={() => {
          setFolded(!folded);
        }}
      >
        {draft.measures.length > 0
          ? `${draft.measures.length} ${draft.measures.length === 1 ? 'measure' : 'measures'}`
          : 'every measure'}
      </button>
      {running ? (
        <button type="button" className="btn" onClick={onStop}>
          Stop
        </button>
      ) : (
        <button type="submit" className="btn" disabled={error !== ''}>
          Run{error === '' ? ` ${runs}` : ''}
        </button>
      )}
      <div id={`${id}m`} className="cmp-measures" hidden={folded}>
        {MEASURES.filter((m) => m.machine === machine).map((m) => (
          <label key={m.name} title={m.doc}>
            <input
              type="checkbox"
              checked={draft.measures.includes(m.name)}
              onChange={({ target }) => {
                const others = draft.measures.filter((name) => name !== m.name);
                set({ measures: target.checked ? [...others, m.name] : others });
              }}
            />{' '}
            {m.words}
          </label>
        ))}
      </div>
      {more.length > 0 && (
        <p className="note cmp-more">Besides: {more.map((pair) => pair.join('=')).join(', ')}</p>
      )}
      <Refusal why={error || refused} />
    </form>
  );
};

interface AxisProps {
  label: string;
  name: string;
  values: string;
  /** That can vary here. */
  names: readonly ParamName[];
  /** What stands for no tunable, where there need not be one. */
  none?: string;
  onChange: (name: string, values: string) => void;
}

/** A tunable and its values; of a vector the first element, as one wrote it otherwise in the link. */
const Axis: FC<AxisProps> = ({ label, name, values, names, none, onChange }) => {
  const rows = PARAMS.filter((row) => names.includes(row.name));
  const labels = rows.map(({ name: own, count }) => (count > 1 ? `${own}.0` : own));
  const known = labels.includes(name) || name === '';
  return (
    <span className="cmp-field">
      <label>
        <span>{label}</span>
        <select
          value={name}
          onChange={({ target }) => {
            const own = target.value;
            // Of what is assumed all variants are of interest.
            onChange(own, own === name ? values : isAssumed(own) ? variantsOf(own).join(',') : '');
          }}
        >
          <option value="">{none ?? 'a tunable'}</option>
          {!known && <option value={name}>{name}</option>}
          {rows.map(({ name: own, count }, i) => (
            <option key={own} value={labels[i]}>
              {paramLabel(own)}
              {count > 1 ? ' of the first' : ''}
            </option>
          ))}
        </select>
      </label>
      {name !== '' && (
        <label>
          <span>to</span>
          <input
            value={values}
            placeholder={variantsOf(name).slice(0, 2).join(',') || '1,2,4..8'}
            onChange={({ target }) => {
              onChange(name, target.value);
            }}
          />
        </label>
      )}
    </span>
  );
};

interface UnderProps {
  name: ParamName;
  value: string;
  onChange: (value: string) => void;
}

/** The switch of a capture, where only what is assumed varies. */
const Under: FC<UnderProps> = ({ name, value, onChange }) => {
  const words = variantsOf(name);
  const list = paramNamed(name)?.enum ?? '';
  return (
    <Field label={`under ${paramLabel(name)}`}>
      {words.length > 0 ? (
        <select
          className="cmp-under"
          value={value}
          onChange={({ target }) => {
            onChange(target.value);
          }}
        >
          {!words.includes(value) && <option value={value}>{value}</option>}
          {words.map((word) => (
            <option key={word} value={word}>
              {tunableValue(list, word)}
            </option>
          ))}
        </select>
      ) : (
        <input
          className="cmp-short"
          value={value}
          inputMode="numeric"
          onChange={({ target }) => {
            onChange(target.value);
          }}
        />
      )}
    </Field>
  );
};
