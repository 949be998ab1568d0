// SPDX-License-Identifier: Apache-2.0
// Derive docs/events.md and datasets/schema/scenario.schema.json from the core's self-description, and the tables of
// eras in docs/policies from datasets/eras.json.
// With --check: write nothing, fail when a file is stale. Always: fail when a probe of the tracer prints other fields,
// or a table names a file of the core that is not there.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { boundaryLink, readEras, spanWords } from '../../frontend/scripts/eras.mjs';
import { openCore } from '../lib/core.mjs';

const root = new URL('../../', import.meta.url);
const { tables } = await openCore();
const check = process.argv.includes('--check');
const problems = [];

const cell = (text) => String(text).replaceAll('|', '\\|');
const row = (cells) => `| ${cells.map(cell).join(' | ')} |`;
const table = (head, rows) => [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

const shape = (f) => (f.type === 'text' ? `text, ${f.lanes} bytes` : f.lanes > 1 ? `${f.type} × ${f.lanes}` : f.type);
const named = (f) => (f.enum && f.enum !== 'none' ? `[${f.enum}](#enum-${f.enum})` : f.unit || '');
const LATER = '; not in every capture';
const fieldRows = (fields, later = []) =>
  fields.map((f) => [`\`${f.name}\``, shape(f), named(f), f.doc + (later.includes(f.name) ? LATER : '')]);

const QUANTILES = tables.structs.spread.fields.filter((f) => f.type === 'text').map((f) => f.name);
const measured = (rows) =>
  table(
    ['name', 'words', 'of', 'unit', 'better', 'for each', 'event', 'meaning'],
    rows.map((m) => [`\`${m.name}\``, m.words, m.machine, m.unit, m.better, m.part, `\`${m.from}\``, m.doc]),
  );

const ERAS = readEras();
const eraNote = (list, value) => {
  const row = ERAS.eras[list]?.[value];
  return row ? ` (${spanWords(row, ERAS)})` : '';
};

/** Rules, the kernels that have them, and what they came and went with. `names`: lists of eras.json, or list.value. */
function eraTable(names) {
  const rows = names.flatMap((name) => {
    const [list, only] = name.split('.');
    const values = Object.entries(ERAS.eras[list] ?? {}).filter(([value]) => !only || only === value);
    return values.map(([value, row]) => [names.length > 1 ? `${list} ${value}` : value, row]);
  });
  const at = (key) => (key ? `${boundaryLink(key)} ${ERAS.boundaries[key].title}` : '');
  return table(
    ['rule', 'kernels', 'came with', 'went with'],
    rows.map(([value, row]) => [
      `\`${value}\``,
      spanWords(row, ERAS),
      [row.came, row.returned].filter(Boolean).map(at).join('; '),
      at(row.went),
    ]),
  );
}

/** A page with its tables of eras written anew. */
const withEras = (text) =>
  text.replace(
    /(<!-- eras (.*): make gen writes this table -->\n)[^]*?(<!-- eras end -->)/g,
    (_, begin, names, end) => `${begin}\n${eraTable(names.split(' '))}\n\n${end}`,
  );

/** Each row is of something that is there: a value of an enumeration, or a parameter. Each boundary is used. */
function checkEras() {
  const used = new Set();
  for (const [list, values] of Object.entries(ERAS.eras))
    for (const [value, row] of Object.entries(values)) {
      const known =
        list === 'any' || list === 'block'
          ? true
          : list === 'param'
            ? tables.params.some((p) => p.name === value)
            : tables.enums[list]?.some((v) => v.name === value);
      if (!known) problems.push(`datasets/eras.json: there is no ${list}.${value}`);
      for (const key of [row.came, row.went, row.returned]) if (key) used.add(key);
    }
  for (const key of Object.keys(ERAS.boundaries))
    if (!used.has(key)) problems.push(`datasets/eras.json: nothing comes or goes with ${key}`);
}

function eventsPage() {
  const out = [
    '# Events, enumerations, tunables, visible state',
    'Derived from `wasm-core/include/mms/*.def` by `make gen`; do not edit.',
    '## Fields of every event',
    table(['field', 'type', 'unit or enum', 'meaning'], fieldRows(tables.event.common)),
  ];
  for (const kind of tables.event.kinds)
    out.push(
      `## \`${kind.name}\``,
      `${kind.doc} Number ${kind.id}. From ${kind.from}.`,
      table(['field', 'type', 'unit or enum', 'meaning'], fieldRows(kind.fields, kind.later)),
    );
  for (const [name, values] of Object.entries(tables.enums))
    out.push(
      `## enum ${name}`,
      table(
        ['name', 'number', 'meaning'],
        values.map((v) => [`\`${v.name}\``, v.value, v.doc + eraNote(name, v.name)]),
      ),
    );
  out.push(
    '## Modes',
    'Every decision has one mode. The checker counts by mode; a policy\'s totals are the sums over its modes.',
    table(['mode', 'number', 'policy', 'meaning'], (tables.modes ?? []).map((m) => [`\`${m.name}\``, m.id, m.policy, m.doc])),
    '## Tunables of the model',
    table(
      ['name', 'values', 'from', 'to', 'default', 'unit or enum', 'meaning'],
      [...tables.params].map((p) => [`\`${p.name}\``, p.count, p.min, p.max, p.default, named(p), p.doc]),
    ),
  );
  out.push(
    '## Measures',
    'What a log comes to in numbers. `of`: of which machine; one number for all, or one for each part; the event it comes from.',
    measured(tables.measures),
    '## Spreads',
    `The values behind a measure, each from an event, as percentiles by nearest rank: ${QUANTILES.join(', ')}.`,
    measured(tables.spreads),
  );
  for (const t of tables.state.tables)
    out.push(
      `## State: \`${t.name}\``,
      `${t.doc}; ${t.rows} ${t.rows === 1 ? 'row' : 'rows'}.`,
      table(['column', 'type', 'unit or enum', 'meaning'], fieldRows(t.columns)),
    );
  return `${out.join('\n\n')}\n`;
}

function scenarioSchema() {
  const properties = {};
  for (const p of tables.params) {
    const number = { type: 'integer', minimum: p.min, maximum: p.max };
    const names = p.enum && p.enum !== 'none' ? { enum: tables.enums[p.enum].map((v) => v.name) } : null;
    const one = names ? { anyOf: [names, number] } : number;
    properties[p.name] = {
      description: p.unit ? `${p.doc} (${p.unit})` : p.doc,
      ...(p.count > 1 ? { type: 'array', maxItems: p.count, items: one } : one),
      ...(p.count > 1 ? {} : { default: p.default }),
    };
  }
  for (const p of tables.param_texts)
    properties[p.name] = { description: p.doc, type: 'array', maxItems: p.count, items: { type: 'string' } };
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'mmscope scenario',
    type: 'object',
    required: ['id', 'title', 'summary', 'documents', 'params'],
    additionalProperties: false,
    properties: {
      id: { type: 'string', pattern: '^[a-z0-9][a-z0-9-]*$' },
      order: { type: 'integer', description: 'place in the list of scenarios' },
      title: { type: 'string' },
      summary: { type: 'string' },
      documents: { type: 'array', items: { enum: ['000', '001', '002', '003', '004'] } },
      params: { type: 'object', additionalProperties: false, properties },
      captures: {
        description: 'captures of the same experiment, by id: what of params they have otherwise',
        type: 'object',
        additionalProperties: { $ref: '#/properties/params' },
      },
      fitted: {
        description: 'parameters chosen with printed numbers in view: which fits of datasets/published, as table/fit',
        type: 'object',
        propertyNames: { enum: Object.keys(properties) },
        additionalProperties: { type: 'array', minItems: 1, items: { type: 'string', pattern: '^[a-z0-9-]+/[a-z0-9-]+$' } },
      },
    },
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** The probes print, per kind of a tracepoint, exactly the table's fields in the table's order. */
function checkProbes() {
  const folder = new URL('tracer/probes/', root);
  const files = readdirSync(folder).filter((f) => f.endsWith('.bt'));
  const formats = files.flatMap((file) =>
    [...readFileSync(new URL(file, folder), 'utf8').matchAll(/printf\("(\w+) (ts=.*)\\n"/g)].map(([, kind, format]) => ({
      file,
      kind,
      printed: format.split(' ').map((pair) => pair.split('=')[0]),
    })),
  );
  const common = tables.event.common.map((f) => f.name);
  for (const kind of tables.event.kinds.filter((k) => k.from.includes('tracepoint'))) {
    const wanted = [...common.filter((n) => n !== 'comm'), ...kind.fields.map((f) => f.name), 'comm'];
    const found = formats.filter((f) => f.kind === kind.name);
    if (found.length === 0) problems.push(`tracer/probes: no probe prints ${kind.name}`);
    for (const { file, printed } of found)
      if (printed.join() !== wanted.join())
        problems.push(`tracer/probes/${file}: ${kind.name} prints\n  ${printed.join(' ')}\nbut the event table says\n  ${wanted.join(' ')}`);
  }
}

/** What the tables say of the core's own files is there. */
function checkPaths() {
  const core = new URL('wasm-core/', root);
  const folders = readdirSync(core, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  const ours = folders.filter((name) => name !== 'include'); // the kernel has one too
  const path = new RegExp(`(?<![\\w/])(?:${ours.join('|')})/[\\w/]*(?:\\.\\w+)?`, 'g');
  const tables = new URL('include/mms/', core);
  for (const file of readdirSync(tables).filter((name) => name.endsWith('.def')))
    for (const [named] of readFileSync(new URL(file, tables), 'utf8').matchAll(path))
      if (!existsSync(new URL(named, core))) problems.push(`wasm-core/include/mms/${file}: there is no ${named}`);
}

/** Scenarios name known parameters, in range, under their file's name. */
function checkScenarios() {
  const known = new Map(tables.params.map((p) => [p.name, p]));
  const texts = new Set(tables.param_texts.map((p) => p.name));
  const folder = new URL('datasets/scenarios/', root);
  for (const file of readdirSync(folder).filter((f) => f.endsWith('.json'))) {
    const { id, params } = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
    if (`${id}.json` !== file) problems.push(`datasets/scenarios/${file}: its id is ${id}`);
    for (const [name, given] of Object.entries(params)) {
      if (texts.has(name)) continue;
      const p = known.get(name);
      if (!p) problems.push(`datasets/scenarios/${file}: there is no parameter ${name}`);
      else if ([given].flat().length > p.count) problems.push(`datasets/scenarios/${file}: ${name} has more than ${p.count} values`);
    }
  }
}

function emit(path, text) {
  const file = new URL(path, root);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  if (check) problems.push(`${path} is stale: run 'make gen' and commit the result`);
  else writeFileSync(file, text);
}

emit('docs/events.md', eventsPage());
emit('datasets/schema/scenario.schema.json', scenarioSchema());
for (const file of readdirSync(new URL('docs/policies/', root)).filter((f) => f.endsWith('.md')))
  emit(`docs/policies/${file}`, withEras(readFileSync(new URL(`docs/policies/${file}`, root), 'utf8')));
checkProbes();
checkPaths();
checkScenarios();
checkEras();
for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);
