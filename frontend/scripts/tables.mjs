// From the core's description of itself to the texts of src/core/gen: names in one, what they mean in others.

/**
 * @typedef {{name: string, type: string, offset: number, lanes: number, enum: string | null,
 *   unit: string, doc: string}} Field
 * @typedef {{name: string, id: number, bare: boolean, from: string, doc: string, fields: Field[]}} Kind
 * @typedef {{name: string, rows: number, offset: number, stride: number, doc: string, columns: Field[]}} Table
 * @typedef {{name: string, id: number, count: number, min: number, max: number, default: number,
 *   enum: string | null, unit: string, doc: string, machine: string | null}} Param
 * @typedef {{name: string, id: number, count: number, bytes: number, doc: string}} ParamText
 * @typedef {{name: string, id: number, machine: string, unit: string, better: string, part: string, from: string,
 *   doc: string}} Measure
 * @typedef {{abi: number, endian: string,
 *   event: {size: number, line: {type: string, offset: number}, kind: {type: string, offset: number},
 *     common: Field[], kinds: Kind[]},
 *   enums: Record<string, {name: string, value: number, doc: string}[]>,
 *   modes: {name: string, id: number, policy: string, doc: string}[],
 *   measures: Measure[], spreads: Measure[],
 *   balances: {name: string, id: number, about: string, relation: string, part: string, left: string, right: string}[],
 *   settings: string[], witnesses: {part: number, name: string}[],
 *   driven: {machine: string, switch: string, kind: string, recorded_by: string, assumed: {param: string, drawn: string}[]}[],
 *   params: Param[], param_texts: ParamText[],
 *   state: {size: number, tables: Table[]},
 *   structs: Record<string, {size: number, doc: string, fields: Field[]}>,
 *   bounds: {name: string, value: number, unit: string, doc: string}[]}} Description
 */

/** @param {string} name */
const pascal = (name) => name.replace(/(^|_)(.)/g, (_, __, c) => c.toUpperCase());

/** Types of numbers; any other but text is a struct. */
const NUMBER = /^[a-z]+\d+$/;

/** @param {Field} f */
function tsType(f) {
  const one = f.type === 'text' ? 'string' : NUMBER.test(f.type) ? 'number' : `${pascal(f.type)}Struct`;
  if (f.lanes > 1 && f.type !== 'text') return `readonly ${one}[]`;
  return f.enum ? `${pascal(f.enum)}Name` : one;
}

/** @param {Field} f */
function member(f) {
  const facts = [
    f.unit,
    f.enum && f.lanes > 1 && `ENUMS.${f.enum}`,
    f.lanes > 1 && f.type !== 'text' && `at most ${f.lanes}`,
  ];
  const notes = facts.filter(Boolean).join(', ');
  return `  /** ${f.doc}${notes ? ` (${notes})` : ''} */\n  readonly ${f.name}: ${tsType(f)};\n`;
}

/** @param {string} name @param {string} doc @param {Field[]} fields @param {string} [base] */
function shape(name, doc, fields, base) {
  return `/** ${doc} */\nexport interface ${name}${base ? ` extends ${base}` : ''} {\n${fields.map(member).join('')}}\n`;
}

/** @param {string} name @param {string} type @param {string[]} lines */
function map(name, type, lines) {
  return `export interface ${name} {\n${lines.map((l) => `  readonly ${l}: ${type.replace('*', pascal(l))};\n`).join('')}}\n`;
}

/** What a page shows of fields. @param {Field[]} fields */
const rows = (fields) =>
  '[\n' +
  fields
    .map(({ name, lanes, enum: list, unit, doc }) => JSON.stringify({ name, lanes, enum: list, unit, doc }))
    .map((row) => `    ${row},\n`)
    .join('') +
  '  ]';

/** The names of each list, and a type of them. @param {string} name @param {Description['enums']} enums */
function enumTable(name, enums) {
  const [list = '', values = []] = Object.entries(enums)[0] ?? [];
  const example = `${name}.${list}[${values[0]?.value ?? 0}]\` is "${values[0]?.name ?? ''}"`;
  const lists = Object.entries(enums).map(
    ([one, all]) => `  ${one}: {\n${all.map((v) => `    [${v.value}]: '${v.name}',\n`).join('')}  },\n`,
  );
  return [
    `const NAMES = {\n${lists.join('')}} as const;\n`,
    'type Names<List extends keyof typeof NAMES> = (typeof NAMES)[List][keyof (typeof NAMES)[List]];\n',
    ...Object.keys(enums).map((one) => `export type ${pascal(one)}Name = Names<'${one}'>;`),
    `\n/** The names of each list by number: \`${example}. */`,
    `export const ${name}: { readonly [List in keyof typeof NAMES]: Readonly<Partial<Record<number, Names<List>>>> } =\n  NAMES;\n`,
  ].join('\n');
}

/** One sentence per value of each list. @param {string} name @param {string} type @param {Description['enums']} enums */
function enumDocs(name, type, enums) {
  const docs = Object.entries(enums).map(([list, all]) => [
    list,
    Object.fromEntries(all.map((v) => [v.name, v.doc])),
  ]);
  const text = JSON.stringify(Object.fromEntries(docs), null, 2);
  return `/** One sentence per value of each list, in the words of the tables. */\nexport const ${name}: Readonly<Record<${type}, Readonly<Record<string, string>>>> = ${text};\n`;
}

/** @param {Description['bounds']} bounds */
function boundsTable(bounds) {
  const rows = bounds.map(
    ({ name, value, unit, doc }) => `  /** ${doc}${unit ? ` (${unit})` : ''} */\n  ${name}: ${value},\n`,
  );
  return `/** What files from outside may take, in the browser and on the server. */\nexport const BOUNDS = {\n${rows.join('')}} as const;\n`;
}

/** The same for the server. @param {Description} d */
export const pythonBounds = (d) =>
  '"""What files from outside may take. Generated by `npm run gen` from the core\'s description. Do not edit."""\n\n' +
  d.bounds
    .map(
      ({ name, value, unit, doc }) => `# ${unit ? `${unit} ` : ''}${doc}\n${name.toUpperCase()} = ${value}\n`,
    )
    .join('');

const HEAD =
  '// Generated by `npm run gen` from the description that the wasm core gives of itself. Do not edit.\n';

/** Names, numbers and shapes: what every part of the page needs. @param {Description} d */
export function tables(d) {
  const kinds = d.event.kinds;
  const parts = [
    HEAD,
    `export const ABI_VERSION = ${d.abi};\n`,
    shape('EventCommon', 'What every event has.', [
      ...d.event.common,
      {
        ...d.event.line,
        name: 'line',
        doc: "line of the capture it was read from, from 1; 0 in a model's run",
        lanes: 1,
        enum: null,
        unit: '',
      },
    ]),
    ...kinds.map((k) =>
      shape(`${pascal(k.name)}Fields`, `${k.doc} From: ${k.from}.`, k.fields, 'EventCommon'),
    ),
    map(
      'EventFields',
      '*Fields',
      kinds.map((k) => k.name),
    ),
    'export type EventKind = keyof EventFields;\n',
    ...d.state.tables.map((t) =>
      shape(`${pascal(t.name)}Row`, `${t.doc}: ${t.rows} row${t.rows > 1 ? 's' : ''}.`, t.columns),
    ),
    map(
      'StateTables',
      'readonly *Row[]',
      d.state.tables.map((t) => t.name),
    ),
    ...Object.entries(d.structs).map(([name, s]) => shape(`${pascal(name)}Struct`, s.doc, s.fields)),
    enumTable('ENUMS', d.enums),
    'export type EnumName = keyof typeof ENUMS;\n',
    boundsTable(d.bounds),
    '/** Machines that a capture drives, each with the tunable that switches its policy and the event of its decision. */\nexport const DRIVEN = ' +
      JSON.stringify(d.driven, null, 2) +
      ' as const;\n',
    '/** A field as the event table describes it, without its place in memory. */\n' +
      'export interface FieldRow {\n  readonly name: string;\n  readonly lanes: number;\n' +
      '  readonly enum: EnumName | null;\n  readonly unit: string;\n  readonly doc: string;\n}\n',
    "export type { ParamName } from './params';\n",
  ];
  return parts.join('\n');
}

/** The tunables: who reads or changes their values needs them. @param {Description} d */
export function params(d) {
  return [
    HEAD,
    '/** The tunables of the model. `enum` names a list of `ENUMS`. */\nexport const PARAMS = ' +
      JSON.stringify(
        d.params.map((param) => ({ ...param, doc: undefined, machine: undefined })),
        null,
        2,
      ) +
      ' as const;\n',
    '/** Those that hold text: `bytes` at most. */\nexport const PARAM_TEXTS = ' +
      JSON.stringify(d.param_texts, null, 2) +
      ' as const;\n',
    "export type ParamName = (typeof PARAMS)[number]['name'] | (typeof PARAM_TEXTS)[number]['name'];\n",
  ].join('\n');
}

/** Which machine reads which parameter: who varies all of one needs it. @param {Description} d */
export function machineParams(d) {
  const machines = [...new Set(d.params.flatMap(({ machine }) => machine ?? []))];
  const lists = machines.map((machine) => [
    machine,
    d.params.filter((param) => param.machine === machine).map(({ name }) => name),
  ]);
  return [
    HEAD,
    '/** Parameters of each machine, in their order. */\nexport const MACHINE_PARAMS = ' +
      JSON.stringify(Object.fromEntries(lists), null, 2) +
      ' as const;\n',
  ].join('\n');
}

/** How decisions are made: who checks and counts them needs it. @param {Description} d */
export function modes(d) {
  return [
    HEAD,
    '/** Modes of deciding, by number. Every decision is of one; a policy has several. */\nexport const MODES = ' +
      JSON.stringify(d.modes, null, 2) +
      ' as const;\n',
    "export type ModeName = (typeof MODES)[number]['name'];\n",
  ].join('\n');
}

/** What runs come to in numbers: only those who compare need it. @param {Description} d */
export function measures(d) {
  return [
    HEAD,
    '/** What a run comes to in numbers: of which machine, in what unit, which is better, and one for each what. */\nexport const MEASURES = ' +
      JSON.stringify(d.measures, null, 2) +
      ' as const;\n',
    '/** What a measure hides: how the values behind it are spread. */\nexport const SPREADS = ' +
      JSON.stringify(d.spreads, null, 2) +
      ' as const;\n',
    '/** What is given of a spread: percentiles. */\nexport const QUANTILES = ' +
      JSON.stringify(
        (d.structs['spread']?.fields ?? []).filter(({ type }) => type === 'text').map(({ name }) => name),
      ) +
      ' as const;\n',
  ].join('\n');
}

/** Accounts of a record. @param {Description} d */
export function balances(d) {
  return [
    HEAD,
    '/** Balances by number. `part`: what each of its accounts is of, such as one zone. */\nexport const BALANCES = ' +
      JSON.stringify(
        d.balances.map(({ name, relation, part, left, right }) => ({
          name,
          relation,
          part,
          left,
          right,
        })),
        null,
        2,
      ) +
      ' as const;\n',
    '/** The sysctls of the balance `settings`, by part. */\nexport const SETTINGS = ' +
      JSON.stringify(d.settings, null, 2) +
      ' as const;\n',
    '/** What an account of the balance `witnesses` is of, by part: the events of a group, or a field of theirs. */\n' +
      'export const WITNESSES: Readonly<Record<number, string>> = ' +
      JSON.stringify(Object.fromEntries(d.witnesses.map(({ part, name }) => [part, name])), null, 2) +
      ';\n',
  ].join('\n');
}

/** The function of the kernel that an event comes from. @param {string} from */
const place = (from) => from.replace(/, mm_\w+ tracepoint.*$/, '').replace(/^.*?tracepoint; /, '');

/** What values mean and where events come from: what words are made of. @param {Description} d */
export function docs(d) {
  const places = Object.fromEntries(d.event.kinds.map(({ name, from }) => [name, place(from)]));
  return [
    HEAD,
    "import type { EnumName, EventKind } from './tables';\n",
    enumDocs('ENUM_DOCS', 'EnumName', d.enums),
    '/** The function of the kernel that each kind of event comes from, or what else reports it. */\n' +
      `export const PLACES: Readonly<Record<EventKind, string>> = ${JSON.stringify(places, null, 2)};\n`,
  ].join('\n');
}

/** The fields of each kind, with unit and meaning: what a page of fields needs. @param {Description} d */
export function kinds(d) {
  return [
    HEAD,
    "import type { EventKind, FieldRow } from './tables';\n",
    '/** What every event has, and what each kind adds, in the order of a capture\u2019s line. */\n' +
      `export const COMMON_FIELDS: readonly FieldRow[] = ${rows(d.event.common)};\n`,
    'export const KINDS: Readonly<\n  Record<EventKind, { readonly doc: string; readonly fields: readonly FieldRow[] }>\n> = {\n' +
      d.event.kinds
        .map((k) => `  ${k.name}: { doc: ${JSON.stringify(k.doc)}, fields: ${rows(k.fields)} },\n`)
        .join('') +
      '};\n',
  ].join('\n');
}

/** What the tracer's scripts print: `tick` is no event. @param {[probe: string, text: string][]} scripts */
export function probes(scripts) {
  const row = (/** @type {string} */ probe, /** @type {string} */ text) => {
    const names = [...text.matchAll(/printf\("(\w+) ts=/g)].map(([, kind]) => kind ?? '');
    const own = [...new Set(names)].filter((kind) => kind !== 'tick');
    return `  ${probe}: [${own.map((kind) => `'${kind}'`).join(', ')}],\n`;
  };
  return [
    HEAD.replace('the description that the wasm core gives of itself', 'tracer/probes'),
    "import type { EventKind } from './tables';\n",
    '/** Kinds of event that each probe records. */\n' +
      `export const PROBES = {\n${scripts.map((script) => row(...script)).join('')}` +
      '} as const satisfies Readonly<Record<string, readonly EventKind[]>>;\n',
  ].join('\n');
}

/** What the tunables mean: what their controls tell. @param {Description} d */
export function paramDocs(d) {
  const all = Object.fromEntries([...d.params, ...d.param_texts].map(({ name, doc }) => [name, doc]));
  return [
    HEAD,
    "import type { ParamName } from './tables';\n",
    '/** What each tunable of the model means. */\n' +
      `export const PARAM_DOCS: Readonly<Record<ParamName, string>> = ${JSON.stringify(all, null, 2)};\n`,
  ].join('\n');
}

/**
 * @typedef {{name: string, type: string, item: string, lanes: number, enum: string | null, unit: string, doc: string}} Column
 * @typedef {{abi: number, rows: number, common: Column[],
 *   kinds: {name: string, id: number, system: string, doc: string, fields: Column[]}[],
 *   enums: Record<string, {name: string, value: number, doc: string}[]>,
 *   structs: Record<string, {size: number, doc: string, fields: Field[]}>}} TraceDescription
 */

const TRACE_HEAD =
  '// Generated by `npm run gen` from the description that mmtrace.wasm gives of itself. Do not edit.\n';

/**
 * From that description to src/trace/gen/tables.ts. Lists and structs that the core has, too, stand in its tables alone.
 * @param {TraceDescription} d
 * @param {Description} core
 */
export function traceTables(d, core) {
  const enums = Object.fromEntries(Object.entries(d.enums).filter(([list]) => !(list in core.enums)));
  const structs = Object.entries(d.structs).filter(([name]) => !(name in core.structs));
  const kinds = d.kinds.map(({ name, id, system }) => `  ${name}: { id: ${id}, system: '${system}' },\n`);
  return [
    TRACE_HEAD,
    `export const TRACE_ABI_VERSION = ${d.abi};\n`,
    ...structs.map(([name, s]) => shape(`${pascal(name)}Struct`, s.doc, s.fields)),
    enumTable('TRACE_ENUMS', enums),
    'export type TraceEnumName = keyof typeof TRACE_ENUMS;\n',
    enumDocs('TRACE_ENUM_DOCS', 'TraceEnumName', enums),
    `/** Kinds of event. */\nexport const TRACE_KINDS = {\n${kinds.join('')}} as const;\n`,
    'export type TraceKindName = keyof typeof TRACE_KINDS;\n',
  ].join('\n');
}

/** The kernel's own kinds, with their columns: `kinds` has ours. @param {TraceDescription} d */
export function tracepoints(d) {
  const kinds = d.kinds.filter(({ system }) => system !== 'mmscope');
  const rows = kinds.map(({ name, doc, fields }) => {
    const columns = fields.map(({ name: field, type, lanes, unit, doc: words }) =>
      JSON.stringify({
        name: field,
        ...(type !== 'u64' && { type }),
        ...(lanes !== 1 && { lanes }),
        ...(unit !== '' && { unit }),
        doc: words,
      }),
    );
    return `  ${name}: { doc: ${JSON.stringify(doc)}, fields: [\n${columns.map((c) => `    ${c},\n`).join('')}  ] },\n`;
  });
  return [
    TRACE_HEAD,
    "import type { ColumnTypeName } from './tables';\n",
    '/** A column: u64, of one lane and without a unit where it says nothing else. */\n' +
      'export interface KernelField {\n  readonly name: string;\n  readonly type?: ColumnTypeName;\n' +
      '  readonly lanes?: number;\n  readonly unit?: string;\n  readonly doc: string;\n}\n',
    '/** Kinds of event that a kernel has of its own, with their columns beside those that all have. */',
    `export const KERNEL_KINDS = {\n${rows.join('')}} as const;\n`,
    'export type KernelKindName = keyof typeof KERNEL_KINDS;\n',
  ].join('\n');
}
