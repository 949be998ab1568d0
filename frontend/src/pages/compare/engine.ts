/**
 * The questions of `mmscope sweep`, `compare` and `asif`, for the engine that the command line carries: strings in, strings
 * out. It reads what is asked, and says what the core is given and what differs; runs and files are the host's.
 */
import '../../core/polyfills';
import Fraction from 'fraction.js';
import { answerOf } from '../../core/error';
import type { ParamValue, ParamValues } from '../../core/params';
import type { Measured, MeasureName, Spread } from '../../core/session';
import { asifParamsOf } from '../../capture/sources/asif';
import { decode, tunablesOf } from '../../capture/sources/spec';
import { parseTunable } from '../../capture/sources/tunable';
import { ALL, assumptionsOf, variantsOf } from '../../capture/sources/variants';
import { capturedRefusal } from './asif';
import { csvOf as csvOfPair, measureDifferences, spreadDifferences, type Difference } from './pair';
import { leastASide, leastP, LEVEL, MOST, pValue } from './permutation';
import { formatQuestion, labelOf, paramsOf, parseQuestion, runsOf, seedsOf, type Axis } from './question';
import { decimal, mean } from './rational';
import {
  barsOf,
  csvOf as csvOfRanking,
  formatRanking,
  pairResults,
  pairsOf,
  rankingOf,
  singlesOf,
  variationsOf,
} from './ranking';
import { betterWords, endWords, headline, lead, measureName } from './ranking-phrases';
import { csvOf as csvOfSweep } from './run';
import { measureNamed } from './table';

/** [measure, part, value as the core writes it, made of so many] */
type Row = [measure: MeasureName, part: number, text: string, of: number];

/** What a stretch of a source comes to. Of a spread, the texts of its quantiles by their names. */
interface Measures {
  measures: Row[];
  spreads: [spread: Spread['spread'], part: number, texts: Omit<Spread, 'spread' | 'part' | 'of'>][];
}

/** Sides of one stretch: all of it, or what begins at a mark; `number`: of marks with this text, from 1. */
interface Part {
  text: string;
  number: number | null;
  a: Measures[];
  b: Measures[];
}

const axis = (of: Axis) => ({ label: labelOf(of), values: of.values });

/** A question of a sweep, read. `runs`: x first, seeds last. */
function question(text: string): string {
  return answerOf(() => {
    const asked = parseQuestion(text);
    return {
      text: formatQuestion(asked),
      kind: asked.of.kind,
      id: asked.of.id,
      overrides: tunablesOf(asked.of),
      x: axis(asked.x),
      y: asked.y && axis(asked.y),
      seeds: asked.seeds,
      measures: asked.measures,
      runs: runsOf(asked),
    };
  });
}

/** What the core is given for each run of a question. `scenario`: its parameters as JSON, none for a capture. */
function runParams(text: string, scenario: string): string {
  return answerOf(() => {
    const asked = parseQuestion(text);
    const params = JSON.parse(scenario) as ParamValues;
    return runsOf(asked).map((run) => paramsOf(asked, run, params));
  });
}

/** `rows`: of every run, in their order, as JSON; null where one failed or was not made. */
function sweepCsv(text: string, rows: string): string {
  return answerOf(() => {
    return csvOfSweep(parseQuestion(text), measuredRows(rows));
  });
}

/** Which tunable matters: what is asked, and what the core is told for each run of a tunable alone. */
function ranking(text: string, scenario: string): string {
  return answerOf(() => {
    const { asked, runs, left, omitted } = rankedBy(text, scenario);
    return {
      text: formatRanking(asked),
      id: asked.of.id,
      measure: asked.measure,
      runs: runs.map(({ set }) => set),
      left,
      omitted,
    };
  });
}

/** The id of its scenario, which the other functions are given. */
const rankingScenario = (text: string): string => answerOf(() => rankingOf(text).of.id);

/** What the core is told for each run of a pair. `rows`: of the runs before, as JSON. */
function rankingPairs(text: string, scenario: string, rows: string): string {
  return answerOf(() => {
    const { asked, params, varied, runs } = rankedBy(text, scenario);
    const bars = barsOf(asked, varied, runs, measuredRows(rows));
    const pairs = pairsOf(asked, params, varied, bars, runs.length);
    return {
      runs: pairs.runs.map(({ set }) => set),
      left: pairs.left.map(({ a, b }) => [endWords(varied, a), endWords(varied, b)]),
    };
  });
}

/** What all of them came to, for a table, and as CSV. */
function rankingResult(text: string, scenario: string, rows: string, pairRows: string): string {
  return answerOf(() => {
    const { asked, params, varied, runs } = rankedBy(text, scenario);
    const bars = barsOf(asked, varied, runs, measuredRows(rows));
    const pairs = pairsOf(asked, params, varied, bars, runs.length);
    const results = pairResults(asked, bars, pairs.runs, measuredRows(pairRows));
    return {
      headline: headline(varied, bars),
      lead: lead(asked, bars),
      measure: {
        words: measureName(asked),
        unit: measureNamed(asked.measure).unit,
        better: betterWords(asked),
      },
      bars: bars.map(({ variation, base, ends, width }) => ({
        name: varied[variation]?.name,
        label: varied[variation]?.label,
        own: varied[variation]?.own,
        base,
        width,
        ends,
      })),
      pairs: results.map(({ a, b, added, found }) => ({
        both: [endWords(varied, a), endWords(varied, b)],
        added,
        found,
      })),
      csv: csvOfRanking(asked, varied, bars, results),
    };
  });
}

function rankedBy(text: string, scenario: string) {
  const asked = rankingOf(text);
  const all = variationsOf(asked, JSON.parse(scenario) as ParamValues);
  return { asked, ...all, ...singlesOf(asked, all.params, all.varied) };
}

const measuredRows = (rows: string) =>
  (JSON.parse(rows) as (Row[] | null)[]).map((run) => run?.map(measuredOf) ?? null);

/** Values of tunables by their names, as behind a `?`. */
function tunables(given: string): string {
  return answerOf(() => valuesOf(JSON.parse(given) as Record<string, string>));
}

function valuesOf(given: Record<string, string>): Record<string, ParamValue> {
  return Object.fromEntries(Object.entries(given).map(([key, text]) => parseTunable(decode(key), text)));
}

/** A list of seeds, with ranges. */
const seeds = (text: string): string => answerOf(() => seedsOf(text));

/** What the core is given of a capture that is asked as if, by tunables as behind a `?`; nothing where there are none. */
function captured(given: string): string {
  return answerOf(() => {
    const values = valuesOf(JSON.parse(given) as Record<string, string>);
    if (Object.keys(values).length === 0) return {};
    const why = capturedRefusal(Object.keys(values).filter((name) => name !== 'seed'));
    if (why !== null) throw new Error(why);
    return asifParamsOf(values);
  });
}

/**
 * Of a capture as if: tunables of each run that a band is from, and by name the variants that are varied. `chosen`: of what
 * is assumed, as JSON; the rest is varied, and each seed where one is drawn.
 */
function variants(name: string, chosen: string, count: number): string {
  return answerOf(() => {
    const given = JSON.parse(chosen) as Record<string, string>;
    const asif: ParamValues = { [name]: 0, ...given };
    const assumed = assumptionsOf(asif);
    const known = assumed.map(({ param }) => param as string);
    for (const [param, value] of Object.entries(given)) {
      const own = assumed.find((one) => one.param === param);
      if (!own) throw new Error(`“${param}” is not assumed here: say ${known.join(' or ')}`);
      const words = [ALL, ...own.variants];
      if (!words.includes(value)) throw new Error(`${param} is ${words.join(', ')}, not “${value}”`);
    }
    const runs = variantsOf(asif, count).map((run) =>
      Object.fromEntries(Object.entries(run).filter(([param]) => param === 'seed' || known.includes(param))),
    );
    const varied = assumed.map(({ param, drawn, variants: all }) => {
      const value = given[param] ?? ALL;
      return { param, drawn, variants: value === ALL ? all : [value] };
    });
    return { runs, varied };
  });
}

/** What so many captures a side can say. */
function test(a: number, b: number): string {
  return answerOf(() => {
    const least = leastP(a, b);
    return {
      most: MOST,
      level: exact(LEVEL),
      leastP: exact(least),
      canSay: least.lte(LEVEL),
      leastASide: leastASide(),
    };
  });
}

/** Rows of what differs, for each part; and all of them as `--csv` writes them. */
function differences(parts: string): string {
  return answerOf(() => {
    const found = (JSON.parse(parts) as Part[]).map(({ text, number, a, b }) => {
      const of = (side: readonly Measures[]) => side.map(({ measures }) => measures.map(measuredOf));
      const spread = (side: readonly Measures[]) => side.map(({ spreads }) => spreads.map(spreadOf));
      return {
        text,
        number,
        measures: measureDifferences(of(a), of(b)),
        spreads: spreadDifferences(spread(a), spread(b)),
      };
    });
    const rows = found.map(({ measures, spreads, ...part }) => ({
      ...part,
      rows: [...measures, ...spreads],
    }));
    return {
      parts: found.map(({ measures, spreads }) => ({ rows: measures.map(row), spreads: spreads.map(row) })),
      csv: csvOfPair(rows),
    };
  });
}

/** p of two sides of values, exact. */
const chance = (a: string, b: string): string =>
  answerOf(() =>
    exact(
      pValue(
        (JSON.parse(a) as string[]).map((text) => new Fraction(text)),
        (JSON.parse(b) as string[]).map((text) => new Fraction(text)),
      ),
    ),
  );

const measuredOf = ([measure, part, text, of]: Row): Measured => ({ measure, part, text, of });
const spreadOf = ([spread, part, texts]: Measures['spreads'][number]): Spread => ({
  spread,
  part,
  of: 0,
  ...texts,
});

const exact = (value: Fraction) => value.toFraction();

/** Numbers as the core writes them; in `exact` as a fraction, where a condition is judged by them. */
const row = (found: Difference) => ({
  measure: found.measure.name,
  at: found.measure.at,
  part: found.parts ? found.part : null,
  a: found.a.map(decimal),
  b: found.b.map(decimal),
  means: [found.a, found.b].map((values) => decimal(mean(values))),
  difference: decimal(found.difference),
  percent: found.percent && decimal(found.percent),
  p: found.p && decimal(found.p),
  verdict: found.verdict,
  beyond: found.beyond,
  exact: {
    difference: exact(found.difference),
    percent: found.percent && exact(found.percent),
    p: found.p && exact(found.p),
  },
});

(globalThis as unknown as Record<string, unknown>)['mmscopeCompare'] = {
  question,
  runParams,
  sweepCsv,
  ranking,
  rankingScenario,
  rankingPairs,
  rankingResult,
  tunables,
  seeds,
  captured,
  variants,
  test,
  differences,
  chance,
};
