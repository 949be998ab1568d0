/** A model's tunables as controls: what each is, and its range, comes from the core's table. */
import { useState, type FC } from 'react';
import { enumValues, paramNamed, type ParamRow, type ParamsInForce, type ParamValue } from '../core/params';
import { paramLabel, valueWords } from '../sources/words';
import { listText, parseList, parseNumber, vectorOf } from './tunable-values';

interface Props {
  names: readonly string[];
  params: ParamsInForce;
  onChange: (name: string, value: ParamValue) => void;
}

export const Tunables: FC<Props> = ({ names, params, onChange }) => (
  <div className="row knobs">
    {names.map((name) => {
      const param = paramNamed(name);
      const value = params[name];
      if (!param || value === undefined) return null;
      const change = (v: ParamValue) => {
        onChange(name, v);
      };
      if (typeof value === 'number') {
        const options = optionsOf(param);
        return options ? (
          <Choice key={name} param={param} options={options} value={value} onChange={change} />
        ) : (
          <Entry
            key={name}
            param={param}
            text={String(value)}
            parse={(t) => parseNumber(param, t)}
            onChange={change}
          />
        );
      }
      const lanes = vectorOf(name, params);
      const parse = (t: string) => parseList(param, t, lanes.length);
      return <Entry key={name} param={param} text={listText(lanes)} parse={parse} onChange={change} />;
    })}
  </div>
);

/** Few values, all named: a row of choices. */
function optionsOf(param: ParamRow): [number, string][] | null {
  if (param.enum !== null) {
    const list = param.enum;
    return enumValues(list).map(([value, name]) => [value, valueWords(list, name)]);
  }
  return param.min === 0 && param.max === 1
    ? [
        [1, 'on'],
        [0, 'off'],
      ]
    : null;
}

const Choice: FC<{
  param: ParamRow;
  options: [number, string][];
  value: number;
  onChange: (value: number | string) => void;
}> = ({ param, options, value, onChange }) => {
  const name = (n: number) =>
    param.enum === null ? n : (enumValues(param.enum).find(([v]) => v === n)?.[1] ?? n);
  return (
    <fieldset className="k" title={param.doc}>
      <legend>{paramLabel(param.name)}</legend>
      <span className="seg">
        {options.map(([v, words]) => (
          <label key={v}>
            <input
              type="radio"
              checked={v === value}
              onChange={() => {
                onChange(name(v));
              }}
            />
            {words}
          </label>
        ))}
      </span>
    </fieldset>
  );
};

/** Anything else: text, taken when Enter is pressed or the field is left. */
const Entry: FC<{
  param: ParamRow;
  text: string;
  parse: (text: string) => { value: ParamValue } | { wrong: string };
  onChange: (value: ParamValue) => void;
}> = ({ param, text, parse, onChange }) => {
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
    <label className="k" title={param.doc}>
      {paramLabel(param.name)}
      <input
        className="num"
        type="text"
        inputMode="numeric"
        spellCheck={false}
        value={shown}
        size={Math.max(2, shown.length)}
        aria-invalid={wrong !== null}
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
