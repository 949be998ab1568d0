/** The question as a sentence with controls in it. What it comes to is the text that a link holds. */
import { useId, useState, type FC, type ReactNode } from 'react';
import { MEASURES } from '../../core/gen/measures';
import { DRIVEN, PARAMS } from '../../core/gen/tables';
import type { MeasureName } from '../../core/session';
import type { Catalog } from '../../sources/catalog';
import { tunableLabel as paramLabel } from '../../sources/tunable-words';

export interface Draft {
  of: string;
  /** Other tunables of the model, as they stand in the link. */
  more: string;
  x: string;
  xValues: string;
  y: string;
  yValues: string;
  seeds: string;
  measures: readonly MeasureName[];
}

/** Of any text, as far as it can be read. */
export function draftOf(text: string): Draft {
  const pairs = text.split('&').map((pair): [string, string] => {
    const at = pair.indexOf('=');
    return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
  });
  const given = new Map(pairs);
  const axis = (key: string) => {
    const value = given.get(key) ?? '';
    const at = value.indexOf(':');
    return at < 0 ? [value, ''] : [value.slice(0, at), value.slice(at + 1)];
  };
  const [x = '', xValues = ''] = axis('x');
  const [y = '', yValues = ''] = axis('y');
  const named = (given.get('m') ?? '').split(',');
  return {
    of: given.get('of') ?? '',
    more: pairs
      .filter(([key]) => key.startsWith('of.'))
      .map((pair) => pair.join('='))
      .join('&'),
    x,
    xValues,
    y,
    yValues,
    seeds: given.get('seeds') ?? '1',
    measures: MEASURES.filter((m) => named.includes(m.name)).map((m) => m.name),
  };
}

export function textOf({ of, more, x, xValues, y, yValues, seeds, measures }: Draft): string {
  return [
    `of=${of}`,
    more,
    `x=${x}:${xValues}`,
    y === '' ? '' : `y=${y}:${yValues}`,
    seeds === '' || seeds === '1' ? '' : `seeds=${seeds}`,
    measures.length > 0 ? `m=${measures.join(',')}` : '',
  ]
    .filter(Boolean)
    .join('&');
}

/** Tunables by the machine that reads them are not told apart by the core: all that vary as one number. */
const TUNABLES = PARAMS.filter(({ name }) => name !== 'seed' && name !== 'machine');

interface Props {
  catalog: Catalog;
  draft: Draft;
  machine: string;
  running: boolean;
  /** Why it cannot be asked; '' where it can. */
  error: string;
  runs: number;
  onChange: (draft: Draft) => void;
  onRun: () => void;
  onStop: () => void;
}

export const Ask: FC<Props> = ({
  catalog,
  draft,
  machine,
  running,
  error,
  runs,
  onChange,
  onRun,
  onStop,
}) => {
  const id = useId();
  const [folded, setFolded] = useState(true);
  const set = (part: Partial<Draft>) => {
    onChange({ ...draft, ...part });
  };
  const capture = draft.of.startsWith('capture:');
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
            set({
              of: target.value,
              more: '',
              ...(target.value.startsWith('capture:') ? { y: '', yValues: '' } : {}),
            });
          }}
        >
          <option value="">a scenario or a capture</option>
          <optgroup label="Models">
            {catalog.scenarios.map((s) => (
              <option key={s.id} value={`model:${s.id}`}>
                {s.title}
              </option>
            ))}
          </optgroup>
          <optgroup label="Captures, as if">
            {catalog.captures.map((c) => (
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
        capture={capture}
        onChange={(x, xValues) => {
          set({ x, xValues });
        }}
      />
      {!capture && (
        <Axis
          label="and"
          name={draft.y}
          values={draft.yValues}
          none="nothing else"
          onChange={(y, yValues) => {
            set({ y, yValues });
          }}
        />
      )}
      <Field label="with seeds">
        <input
          className="cmp-short"
          value={draft.seeds}
          placeholder="1..5"
          onChange={({ target }) => {
            set({ seeds: target.value });
          }}
        />
      </Field>
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
            {m.name.replaceAll('_', ' ')}
          </label>
        ))}
      </div>
      {draft.more !== '' && (
        <p className="note cmp-more">Besides: {draft.more.replaceAll('of.', '').replaceAll('&', ', ')}</p>
      )}
      {error !== '' && (
        <p className="cmp-error" role="alert">
          {error}
        </p>
      )}
    </form>
  );
};

const Field: FC<{ label: string; children: ReactNode }> = ({ label, children }) => (
  <label className="cmp-field">
    <span>{label}</span>
    {children}
  </label>
);

interface AxisProps {
  label: string;
  name: string;
  values: string;
  capture?: boolean;
  /** What stands for no tunable, where there need not be one. */
  none?: string;
  onChange: (name: string, values: string) => void;
}

/** A tunable and its values; of a vector the first element, as one wrote it otherwise in the link. */
const Axis: FC<AxisProps> = ({ label, name, values, capture = false, none, onChange }) => {
  const rows = capture ? TUNABLES.filter((p) => DRIVEN.some((d) => d.switch === p.name)) : TUNABLES;
  const labels = rows.map(({ name: own, count }) => (count > 1 ? `${own}.0` : own));
  const known = labels.includes(name) || name === '';
  return (
    <span className="cmp-field">
      <label>
        <span>{label}</span>
        <select
          value={name}
          onChange={({ target }) => {
            onChange(target.value, target.value === name ? values : '');
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
            placeholder="1,2,4..8"
            onChange={({ target }) => {
              onChange(name, target.value);
            }}
          />
        </label>
      )}
    </span>
  );
};
