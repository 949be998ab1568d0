/** Where each parameter of the scenarios behind the published tables is from: fitted, given, or free. */
import type { PublishedDocument } from '../../capture/sources/published-document';
import type { Scenario } from '../../capture/sources/catalogue';
import { expand, hasSize, isStated, type Row } from './rows';
import { parseRun } from './runs';
import { isClaim } from './summary';
import { fittedIn } from './variations';

/** Parameters that some scenario says were chosen by this fit, `table/fit`; by name. */
export function parametersOf(fit: string, scenarios: readonly Pick<Scenario, 'fitted'>[]): string[] {
  const names = scenarios.flatMap(({ fitted = {} }) =>
    Object.keys(fitted).filter((name) => fitted[name]?.includes(fit)),
  );
  return [...new Set(names)].sort();
}

/** Lists and priorities come out of the policy alone. */
const byClock = ({ kind }: Row) => kind !== 'equal';

/** By scenario the parameters it sets, overrides included. */
function parameters(rows: readonly Row[], scenarios: readonly Scenario[]): Map<Scenario, Set<string>> {
  const found = new Map<Scenario, Set<string>>();
  for (const run of rows.filter(byClock).flatMap(({ runs }) => [...runs.baseline, ...runs.variant])) {
    const { id, overrides } = parseRun(run);
    const scenario = scenarios.find((s) => s.id === id);
    if (!scenario) continue;
    const names = found.get(scenario) ?? new Set(Object.keys(scenario.params));
    for (const name of Object.keys(overrides)) names.add(name);
    found.set(scenario, names);
  }
  return found;
}

/** Why a row may not count as it does: constants or searches behind it that are not accounted for. One sentence each. */
function unsettled(row: Row, scenarios: readonly Scenario[]): string[] {
  const constants = fittedIn(row, scenarios);
  const sentences: string[] = [];
  if (row.untouched !== null && constants.length === 0)
    sentences.push(`${row.id}: said to be untouched, and nothing is fitted in its scenarios`);
  if (!isStated(row) || hasSize(row) || !isClaim(row)) return sentences;
  if (row.searched && row.published.direction !== null)
    sentences.push(`${row.id}: parameters were searched for its direction: it can only be stated`);
  if (row.untouched === null && constants.length > 0)
    sentences.push(
      `${row.id}: neither untouched by ${constants.join(', ')}, which were fitted, nor only stated`,
    );
  return sentences;
}

/** What is not declared, twice, or in vain: one sentence each. */
export function undeclared(document: PublishedDocument, scenarios: readonly Scenario[]): string[] {
  const { given = {}, free = {}, tables } = document;
  const sentences: string[] = [];
  const fits = tables.flatMap(({ id, fitted = [], levels = [] }) =>
    [...fitted, ...levels].map((fit) => `${id}/${fit.id}`),
  );
  const rows = expand(document).flatMap((table) => table.rows);
  const used = new Set<string>();
  const behind = parameters(rows, scenarios);
  for (const [{ id, fitted = {} }, names] of behind) {
    for (const name of names) {
      if (fitted[name]) continue;
      used.add(name);
      const where = [given, free].filter((of) => name in of).length;
      if (where === 0) sentences.push(`${id}: nobody says where ${name} is from`);
      if (where === 2) sentences.push(`${id}: ${name} is both given and free`);
    }
    for (const [name, to] of Object.entries(fitted)) {
      if (!names.has(name)) sentences.push(`${id}: ${name} is fitted, and not set`);
      for (const fit of to)
        if (!fits.includes(fit)) sentences.push(`${id}: ${name} is fitted to ${fit}, which there is not`);
    }
  }
  for (const name of [...Object.keys(given), ...Object.keys(free)])
    if (!used.has(name)) sentences.push(`${document.id}: no scenario needs a reason for ${name}`);
  for (const fit of fits)
    if (parametersOf(fit, [...behind.keys()]).length === 0)
      sentences.push(`${document.id}: no scenario has a parameter fitted to ${fit}`);
  sentences.push(...rows.flatMap((row) => unsettled(row, scenarios)));
  return sentences;
}
