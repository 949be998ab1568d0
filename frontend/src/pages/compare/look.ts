/**
 * One question, six looks. A link has the parts of the question, those that only one look has, and `look=`: so that going
 * from one look to another loses nothing. Pure.
 */
import { MEASURES } from '../../core/gen/measures';
import type { Catalogue } from '../../capture/sources/catalogue';
import { questionOfPanes } from './pair';
import { panesOf, type Picked } from './panes';
import { formatRanking } from './ranking';
import type { Question } from './question';

export const LOOKS = [
  ['side', 'side by side'],
  ['scrub', 'scrub'],
  ['sweep', 'sweep'],
  ['map', 'two tunables'],
  ['matters', 'which matters'],
  ['pair', 'two sources'],
] as const;
export type Look = (typeof LOOKS)[number][0];

/** Texts of a link, each as pairs joined by `&`; '' where it has none. */
export interface LinkParts {
  look: Look;
  /** of, what is set of it, x, y, seeds, m. */
  question: string;
  /** rank, by. */
  ranking: string;
  /** a, b, and what is set of them. */
  pair: string;
}

const isOf = (key: string) => (pair: string) => pair.startsWith(`${key}=`);
const isRank = (pair: string) => isOf('rank')(pair) || isOf('by')(pair);
const isSide = (pair: string) => /^[ab][.=]/.test(pair);
const isLook = isOf('look');
const join = (pairs: readonly string[]) => pairs.filter(Boolean).join('&');
const split = (text: string) => text.split('&').filter(Boolean);

/** What a link without `look=` means. */
function usualLook({ question, ranking, pair }: Omit<LinkParts, 'look'>): Look {
  const pairs = split(question);
  if (!pairs.some(isOf('x'))) {
    if (pair !== '') return 'pair';
    if (ranking !== '') return 'matters';
  }
  return pairs.some(isOf('y')) ? 'map' : 'sweep';
}

/** A look that there is not is the usual one: what was asked is shown all the same. */
export function linkOf(text: string): LinkParts {
  const pairs = split(text);
  const parts = {
    question: join(pairs.filter((pair) => !isLook(pair) && !isRank(pair) && !isSide(pair))),
    ranking: join(pairs.filter(isRank)),
    pair: join(pairs.filter(isSide)),
  };
  const given = pairs.find(isLook)?.slice('look='.length);
  return { look: LOOKS.find(([name]) => name === given)?.[0] ?? usualLook(parts), ...parts };
}

/** The same parts, looked at so. */
export function linkText(parts: LinkParts): string {
  const { look, question, ranking, pair } = parts;
  return join([question, ranking, pair, look === usualLook(parts) ? '' : `look=${look}`]);
}

/** The question of which tunable matters: that of the link, or of its scenario and its first measure. */
export function rankingText(
  { question, ranking }: LinkParts,
  asked: Question | null,
  catalogue: Catalogue,
): string {
  const own = split(question).filter(
    (pair) => isOf('of')(pair) || pair.startsWith('of.') || isOf('seeds')(pair),
  );
  if (split(ranking).some(isOf('rank')) || asked?.of.kind !== 'model') return join([...own, ranking]);
  const { of, measures, seeds } = asked;
  const machine = catalogue.scenarios.find(({ id }) => id === of.id)?.params.machine ?? 'swap';
  const judged = MEASURES.find((m) => m.machine === machine && m.better !== 'neither')?.name;
  const measure = measures[0] ?? judged;
  return measure ? formatRanking({ of, measure, part: 0, by: 2, seeds }) : join(own);
}

/** The link after which tunable matters was asked so: what is swept of the same scenario stays. */
export function withRanking(parts: LinkParts, asked: string): LinkParts {
  const pairs = split(asked);
  const same = split(parts.question).find(isOf('of')) === pairs.find(isOf('of'));
  const kept = same
    ? split(parts.question).filter((pair) => ['x', 'y', 'm'].some((key) => isOf(key)(pair)))
    : [];
  return {
    ...parts,
    look: 'matters',
    question: join([...pairs.filter((pair) => !isRank(pair)), ...kept]),
    ranking: join(pairs.filter(isRank)),
  };
}

/** The two sources of a link, or those of its question's cursor. */
export function pairText({ pair }: LinkParts, asked: Question | null, picked: Picked | null): string {
  if (pair !== '' || !asked) return pair;
  return questionOfPanes(...panesOf(asked, picked ?? { at: asked.x.values.length - 1, row: 0 })) ?? '';
}
