/** What an as if assumes, with its variants, and the questions that a band is from. */
import type { ParamName } from '../../core/gen/tables';
import { enumValues, paramNamed, type ParamValues } from '../../core/params';
import { drivenOf, asifParamsOf } from './asif';

/** Of an assumption: every variant in turn, as a band. */
export const ALL = 'all';
/** Runs with the variant that the seed draws. */
const SEEDS = 8;

/** What a question assumes, with its variants, the one that a run takes by default first. */
export function assumptionsOf(asif: ParamValues): { param: ParamName; drawn: string; variants: string[] }[] {
  const driven = drivenOf(asif);
  return (driven?.assumed ?? []).map(({ param, drawn }) => {
    const list = paramNamed(param)?.enum ?? null;
    const names = list === null ? [] : enumValues(list).map(([, name]) => name);
    return { param, drawn, variants: names.filter((name) => name !== ALL) };
  });
}

/** The questions that a band is from: every variant of what is not chosen, and each seed where one is drawn. */
export function variantsOf(asif: ParamValues, seeds = SEEDS): ParamValues[] {
  const question = asifParamsOf(asif);
  if (!question) return [];
  const runs = assumptionsOf(asif).reduce<{ values: ParamValues; drawn: boolean }[]>(
    (all, { param, drawn, variants }) => {
      const chosen = asif[param];
      const taken = chosen === undefined || chosen === ALL ? variants : [chosen];
      return all.flatMap((run) =>
        taken.map((variant) => ({
          values: { ...run.values, [param]: variant },
          drawn: run.drawn || variant === drawn,
        })),
      );
    },
    [{ values: {}, drawn: false }],
  );
  return runs.flatMap(({ values, drawn }) =>
    Array.from({ length: drawn ? seeds : 1 }, (_, i) => ({ ...question, ...values, seed: i + 1 })),
  );
}

/** Whether the least and the most are to be shown: something assumed is not chosen. */
export function isBand(asif: ParamValues): boolean {
  return assumptionsOf(asif).some(({ param }) => asif[param] === undefined || asif[param] === ALL);
}
