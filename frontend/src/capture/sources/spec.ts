/**
 * Which source a pane shows, as data and as the text of a URL:
 *   model:four-nodes with overrides · capture:four-nodes-rr · server:3f2a · file:mine.gz · none
 * server:3f2a/windows and server:3f2a/page say who holds the events, where its size is not to decide.
 * A capture with a tunable is that capture as if: capture:two-nodes-node and rule=global.
 */
import type { Diagnosis } from '../../core/diagnosis';
import type { ParamValue, ParamValues } from '../../core/params';

export type SourceSpec =
  | { kind: 'none' }
  | { kind: 'model'; id: string; overrides: ParamValues }
  /** `asif`: its demand decided under another switch, as {rule: 'global'}; of a file too. */
  | { kind: 'capture'; id: string; asif?: ParamValues }
  /** `by`: read as a whole in the page, or from windows that the server makes; without it by its size. */
  | { kind: 'server'; id: string; by?: Holder; asif?: ParamValues }
  /** `blob` is there as long as the page lives; a link or a reload cannot bring it back. */
  | {
      kind: 'file';
      name: string;
      blob: Blob | null;
      asif?: ParamValues;
      /** Of what another tool recorded: what each scene can show of it. A link does not hold it. */
      doctor?: readonly Diagnosis[];
    };

/** What stands before the colon of a source. */
export const KINDS = ['model', 'capture', 'server', 'file'] as const satisfies readonly SourceSpec['kind'][];

const HOLDERS = ['page', 'windows'] as const;
export type Holder = (typeof HOLDERS)[number];

export const NONE: SourceSpec = { kind: 'none' };

const ID = /^[\w.-]{1,128}$/;

/** Percent-encodes what a fragment's syntax needs, and leaves the rest readable. */
export function encode(text: string): string {
  return encodeURIComponent(text).replace(/%(3A|2C|20|2F)/g, (m) =>
    m === '%20' ? '+' : decodeURIComponent(m),
  );
}

/** Name and value of each part of a query. */
export const pairsOf = (query = ''): [string, string][] =>
  query
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const at = pair.indexOf('=');
      return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
    });

export function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

const encodeItem = (item: string) => encode(item).replaceAll(',', '%2C');

function formatValue(value: ParamValue): string {
  return typeof value === 'object'
    ? value.map((v) => encodeItem(String(v))).join(',')
    : encodeItem(String(value));
}

function parseScalar(text: string): number | string {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

/** `vector` tells a list of one from a scalar: params.def's count is more than 1. */
export function parseValue(text: string, vector: boolean): ParamValue {
  if (!vector) return parseScalar(decode(text));
  return text.split(',').map((item) => parseScalar(decode(item)));
}

/** What is said of a source beyond its name: a model's tunables, or the switch of an as if. */
export function tunablesOf(spec: SourceSpec): ParamValues {
  if (spec.kind === 'none') return {};
  return (spec.kind === 'model' ? spec.overrides : spec.asif) ?? {};
}

/** The same source with other tunables. */
export function withTunables(spec: SourceSpec, values: ParamValues): SourceSpec {
  if (spec.kind === 'none') return spec;
  if (spec.kind === 'model') return { ...spec, overrides: values };
  const plain = { ...spec };
  delete plain.asif;
  return Object.keys(values).length > 0 ? { ...plain, asif: values } : plain;
}

/** The spec's own key and its overrides' keys, e.g. [['a', 'model:four-nodes'], ['a.rule', 'global']]. */
export function formatSpec(key: string, spec: SourceSpec): [string, string][] {
  if (spec.kind === 'none') return [[key, 'none']];
  const name = spec.kind === 'file' ? spec.name : spec.id;
  const by = spec.kind === 'server' && spec.by ? `/${spec.by}` : '';
  const pairs: [string, string][] = [[key, `${spec.kind}:${encode(name)}${by}`]];
  for (const [param, value] of Object.entries(tunablesOf(spec))) {
    pairs.push([`${key}.${param}`, formatValue(value)]);
  }
  return pairs;
}

/** Throws a sentence when the text names no source. */
export function parseSpec(text: string, overrides: ParamValues): SourceSpec {
  if (text === 'none') return NONE;
  const colon = text.indexOf(':');
  const kind = text.slice(0, colon);
  let name = decode(text.slice(colon + 1));
  if (kind === 'file') return withTunables({ kind, name: name.slice(0, 255), blob: null }, overrides);
  const by = kind === 'server' ? HOLDERS.find((how) => name.endsWith(`/${how}`)) : undefined;
  if (by) name = name.slice(0, -by.length - 1);
  if (!ID.test(name)) throw new Error(`“${text.slice(0, 80)}” names no source`);
  if (kind === 'model') return { kind, id: name, overrides };
  if (kind === 'capture') return withTunables({ kind, id: name }, overrides);
  if (kind === 'server') return withTunables({ kind, id: name, ...(by ? { by } : {}) }, overrides);
  throw new Error(`“${kind.slice(0, 80)}” is not a kind of source`);
}

/** Same source with the same overrides; a file is the same only when it is the same blob. */
export function sameSpec(a: SourceSpec, b: SourceSpec): boolean {
  if (a.kind === 'file' && b.kind === 'file' && a.blob !== b.blob) return false;
  return JSON.stringify(formatSpec('', a)) === JSON.stringify(formatSpec('', b));
}
