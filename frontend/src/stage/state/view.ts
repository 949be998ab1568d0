/** The view as data: everything a link must bring back. url.ts writes it as text. */
import type { Position } from './position';
import type { PaneId } from '../../core/panes';
import type { SourceSpec } from '../../capture/sources/spec';

/** What is shown of other rules: below the reason and in the drawing, and on the strip, too. */
export const RULES_SHOWN = ['ghost', 'row'] as const;
export type RulesShown = (typeof RULES_SHOWN)[number] | 'off';

export interface View {
  scene: string;
  sources: Readonly<Record<PaneId, SourceSpec>>;
  position: Position;
  speed: number;
  /** The part of the drawing that is large; left out: its first. */
  large?: string;
  /** Left out: off. */
  others?: RulesShown;
  /** The pane that is asked, and the seed of its questions; left out: none is. */
  predict?: { pane: PaneId; seed: number };
}

export type { Position };

/** Off, ghost, row, and off again. */
export function nextRulesShown(shown: RulesShown): RulesShown {
  const all: readonly RulesShown[] = ['off', ...RULES_SHOWN];
  return all[(all.indexOf(shown) + 1) % all.length] ?? 'off';
}

/** Of links; url.ts reads and writes all but this one. */
export const VERSION = 'v1';

/** The page on what the check can and cannot see, at the policy of a mode or of a kind of decision. */
export const checkHref = (of = '') => `#${VERSION}/check/${of}`;

/** Id of a pane's twin, which describes its drawing. One pane A and one pane B exist. */
export const twinId = (id: PaneId): string => `twin-${id}`;
