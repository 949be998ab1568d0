/** A model's tunables as controls: what each is, its unit and its range come from the core's table. */
import { PARAM_DOCS } from '../../core/gen/param-docs';
import { useId, useState, type FC } from 'react';
import {
  enumValues,
  paramNamed,
  type ParamRow,
  type ParamsInForce,
  type ParamValue,
} from '../../core/params';
import { tunableLabel as paramLabel, tunableValue } from '../../capture/sources/tunable-phrases';
import { useStage, useStageState } from '../control/stage-context';
import { isLong, optionsOf, type TunableOption } from '../state/tunable-options';
import { foldAt, rememberFold } from '../state/tunable-fold';
import {
  isMask,
  lengthOf,
  listText,
  nodesText,
  parseList,
  parseNodes,
  parseNumber,
  rangeOf,
  vectorOf,
} from './tunable-values';
import { usePresenting } from '../state/class-link';
import { useWidth } from '../../ui/use-screen';
import '../../ui/style/fields.css';
import '../../ui/style/question-mark.css';
import './tunables.css';

interface Props {
  names: readonly string[];
  params: ParamsInForce;
  /** Those set otherwise than the scenario has them. */
  changed: ReadonlySet<string>;
  onChange: (name: string, value: ParamValue) => void;
}

type Parse = (text: string) => { value: ParamValue } | { wrong: string };
type Control = { param: ParamRow } & (
  { options: readonly TunableOption[]; value: number } | { text: string; parse: Parse }
);

function controlOf(name: string, params: ParamsInForce): Control | null {
  const param = paramNamed(name);
  const value = params[name];
  if (!param || value === undefined) return null;
  if (typeof value === 'object') {
    const length = lengthOf(param, params);
    const text = listText(param, vectorOf(param, params));
    return { param, text, parse: (t) => parseList(param, t, length) };
  }
  if (isMask(name)) {
    const nodes = params['nodes'];
    const parse: Parse = (t) => parseNodes(param, t, typeof nodes === 'number' ? nodes : 16);
    return { param, text: nodesText(value), parse };
  }
  const options = optionsOf(param, value, tunableValue);
  return options
    ? { param, options, value }
    : { param, text: String(value), parse: (t) => parseNumber(param, t) };
}

/** What a tunable is, and what may be entered. */
function docOf(control: Control): string {
  const { name, unit } = control.param;
  const doc = PARAM_DOCS[name];
  const range = 'text' in control && !isMask(name) ? ` (${rangeOf(control.param)}${unit && ` ${unit}`})` : '';
  // The name of a sysctl stays as it is.
  const words = /^[a-z]+[ ,]/.test(doc) ? doc.slice(0, 1).toUpperCase() + doc.slice(1) : doc;
  return `${words}${range}.`;
}

/** Letters a control takes, by which the line is filled. */
function lettersOf(control: Control): number {
  const label = paramLabel(control.param.name).length;
  if ('text' in control) return label + control.text.length + control.param.unit.length;
  const words = control.options.map(([, w]) => w.length);
  return label + (isLong(control.options) ? Math.max(...words) : words.reduce((sum, n) => sum + n + 2, 0));
}

export const Tunables: FC<Props> = ({ names, params, changed, onChange }) => {
  const { controller } = useStage();
  const [ref, width] = useWidth();
  const presenting = usePresenting();
  const unfolded = useStageState((s) => s.unfolded) && !presenting;
  const id = useId();
  const controls = names.flatMap((name) => controlOf(name, params) ?? []);
  const fold = width === 0 ? controls.length : foldAt(controls.map(lettersOf), width);
  const folded = controls.slice(fold);
  const set = folded.filter((c) => changed.has(c.param.name)).length;
  const toggle = () => {
    rememberFold('tunables', !unfolded);
    controller.store.setState({ unfolded: !unfolded });
  };
  const [explained, setExplained] = useState(false);
  const shown = unfolded ? controls : controls.slice(0, fold);
  const docId = ({ param }: Control) => `${id}-${param.name}`;
  return (
    <>
      <div ref={ref} className="row knobs" id={id}>
        {shown.map((c) => (
          <Knob key={c.param.name} control={c} doc={docId(c)} onChange={onChange} />
        ))}
        {folded.length > 0 && (
          <button
            type="button"
            className="plain fold"
            aria-expanded={unfolded}
            aria-controls={id}
            onClick={toggle}
          >
            {unfolded ? 'fewer' : `${folded.length} more${set > 0 ? `, ${set} changed` : ''}`}
          </button>
        )}
        {shown.length > 0 && (
          <button
            type="button"
            className="knob-help"
            aria-expanded={explained}
            aria-controls={`${id}-docs`}
            aria-label="What these mean"
            title="What these mean"
            onClick={() => {
              setExplained(!explained);
            }}
          >
            ?
          </button>
        )}
      </div>
      <dl className="knob-docs" id={`${id}-docs`} hidden={!explained}>
        {shown.map((c) => (
          <div key={c.param.name}>
            <dt>{paramLabel(c.param.name)}</dt>
            <dd id={docId(c)}>{docOf(c)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
};

const Knob: FC<{ control: Control; doc: string; onChange: Props['onChange'] }> = ({
  control,
  doc,
  onChange,
}) => {
  const { param } = control;
  const change = (value: ParamValue) => {
    onChange(param.name, value);
  };
  if ('text' in control)
    return <Entry param={param} doc={doc} text={control.text} parse={control.parse} onChange={change} />;
  const choose = (n: number) => {
    const name = param.enum === null ? n : enumValues(param.enum).find(([v]) => v === n)?.[1];
    change(name ?? n);
  };
  const Choice = isLong(control.options) ? Select : Segments;
  return <Choice param={param} doc={doc} options={control.options} value={control.value} onChange={choose} />;
};

interface ChoiceProps {
  param: ParamRow;
  /** Id of its explanation. */
  doc: string;
  options: readonly TunableOption[];
  value: number;
  onChange: (value: number) => void;
}

const Segments: FC<ChoiceProps> = ({ param, doc, options, value, onChange }) => (
  <fieldset className="k" title={PARAM_DOCS[param.name]} aria-describedby={doc}>
    <legend>{paramLabel(param.name)}</legend>
    <span className="seg">
      {options.map(([v, words]) => (
        <label key={v}>
          <input
            type="radio"
            checked={v === value}
            onChange={() => {
              onChange(v);
            }}
          />
          {words}
        </label>
      ))}
    </span>
  </fieldset>
);

const Select: FC<ChoiceProps> = ({ param, doc, options, value, onChange }) => (
  <label className="k" title={PARAM_DOCS[param.name]}>
    {paramLabel(param.name)}
    <select
      className="pick"
      aria-describedby={doc}
      value={value}
      onChange={(event) => {
        onChange(Number(event.target.value));
      }}
    >
      {options.map(([v, words]) => (
        <option key={v} value={v}>
          {words}
        </option>
      ))}
    </select>
  </label>
);

interface EntryProps {
  param: ParamRow;
  /** Id of its explanation. */
  doc: string;
  text: string;
  parse: Parse;
  onChange: (value: ParamValue) => void;
}

/** Anything else: text, taken when Enter is pressed or the field is left. */
const Entry: FC<EntryProps> = ({ param, doc, text, parse, onChange }) => {
  const [draft, setDraft] = useState<string | null>(null);
  const shown = draft ?? text;
  const parsed = parse(shown);
  const wrong = 'wrong' in parsed ? parsed.wrong : null;
  const commit = () => {
    if (draft === null || wrong !== null) return;
    setDraft(null);
    if ('value' in parsed && draft !== text) onChange(parsed.value);
  };
  return (
    <label className="k" title={PARAM_DOCS[param.name]}>
      {paramLabel(param.name)}
      <input
        className="num"
        type="text"
        inputMode={param.enum === null ? 'numeric' : 'text'}
        spellCheck={false}
        value={shown}
        size={Math.max(2, shown.length)}
        aria-invalid={wrong !== null}
        aria-describedby={doc}
        onChange={(event) => {
          setDraft(event.target.value);
        }}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          if (event.key === 'Escape') setDraft(null);
        }}
      />
      {param.unit}
      {wrong !== null && <span role="alert">{wrong}</span>}
    </label>
  );
};
