/** What a link asks of its tunables that they cannot be, in words. */
import { grouped } from '../../core/number';
import { enumValues, paramNamed, type ParamRow, type ParamValue, type ParamValues } from '../../core/params';
import type { Catalogue } from '../../capture/sources/catalogue';
import { tunablesOf, withTunables, type SourceSpec } from '../../capture/sources/spec';
import { elementOf, rangeOf } from '../../stage/tunables/tunable-values';
import type { View } from '../../stage/state/view';

const CUT = 40;

/** The value of a tunable as a link would have it. */
function wordOf(param: ParamRow, value: ParamValue): string {
  const names = new Map(param.enum === null ? [] : enumValues(param.enum));
  const word = (v: number | string) => (typeof v === 'number' ? (names.get(v) ?? grouped(v)) : v);
  return typeof value === 'object' ? value.map(word).join(', ') : word(value);
}

/** The part of a value that the tunable cannot have; null where all of it is well. */
function strange(param: ParamRow, value: ParamValue): string | null {
  const found = [value].flat().find((v) => elementOf(param, String(v)) === null);
  return found === undefined ? null : String(found).slice(0, CUT);
}

/** Leaves out of a view what its tunables cannot be. */
export function withValidTunables(view: View, catalogue: Catalogue): { view: View; complaints: string[] } {
  const complaints: string[] = [];
  const known = (spec: SourceSpec): SourceSpec => {
    if (spec.kind === 'none') return spec;
    const own: ParamValues =
      spec.kind === 'model' ? (catalogue.scenarios.find((s) => s.id === spec.id)?.params ?? {}) : {};
    const good = Object.entries(tunablesOf(spec)).filter(([name, value]) => {
      const param = paramNamed(name);
      const wrong = param ? strange(param, value) : null;
      if (!param || wrong === null) return true;
      const used = own[param.name] ?? (param.count > 1 || spec.kind !== 'model' ? null : param.default);
      const instead = used === null ? 'It is left out.' : `Using ${wordOf(param, used)}.`;
      complaints.push(`“${wrong}” is not a value of ${name}: it can be ${rangeOf(param)}. ${instead}`);
      return false;
    });
    return withTunables(spec, Object.fromEntries(good));
  };
  const { A, B } = view.sources;
  return { view: { ...view, sources: { A: known(A), B: known(B) } }, complaints };
}
