/** What a machine whose numbers stand in a link shows: zones, the walk of a request, and what comes of it. Pure. */
import { SourceError } from '../../core/error';
import type { Answer, AnswerZone, Distances, Moment, WalkZone } from '../../pages/machine/answer';
import { LINK_MOST, textOfNumbers } from '../../pages/machine/link';
import { distanceCaption, sizeWords, verdicts, type Caption } from '../../pages/machine/phrases';
import { NO_CHANGE, requestText } from '../../pages/machine/settings';
import { drawnOf, walkOf, zonesOf, type Drawn } from '../../pages/machine/zones';
import type { Walk } from '../../scenes/zones/facts/walk';
import { VERSION } from '../../stage/state/view';

const VIEW = new RegExp(`^(?:.*#)?(?:${VERSION}/)?machine(?:\\?(.*))?$`, 's');
const NUMBERS = 'numbers=';

/** The numbers that a view names; null: it is no view of a machine. Throws SourceError where they are none. */
export function numbersIn(view: string): string | null {
  const found = VIEW.exec(view);
  if (!found) return null;
  const [, query = ''] = found;
  const numbers = query.startsWith(NUMBERS) ? query.slice(NUMBERS.length) : '';
  if (textOfNumbers(numbers) === '')
    throw new SourceError('This view has no numbers of a machine.', {
      advice: `Copy a link with them from the page “Your machine”, whole: at most ${LINK_MOST} letters.`,
    });
  return numbers;
}

export interface MachineFacts {
  drawn: Drawn;
  walk: Walk;
  /** What the walk looked at, in order. */
  looks: readonly WalkZone[];
  /** Whose they are: "pasted: 2 nodes, 4 zones with pages, 31.2 GiB". */
  source: string;
  /** The drawing's name. */
  label: string;
  title: Caption['title'];
  context: string;
  provenance: string;
}

/** What a request asks of the core: a page of a program, from the first node that has any. Throws SourceError. */
export function requestOf(answer: Answer): {
  asked: string;
  facts: (found: Distances | null) => MachineFacts;
} {
  const [moment] = answer.moments;
  const zones = moment ? zonesOf(answer, moment.moment) : [];
  if (!moment || zones.length === 0) throw new SourceError('These numbers are of no zone that has pages.');
  const request = { gfp: 'GFP_HIGHUSER_MOVABLE', order: 0, node: Math.min(...zones.map(({ node }) => node)) };
  return {
    asked: requestText(request, NO_CHANGE),
    facts: (found) => factsOf(moment, zones, request, found),
  };
}

function factsOf(
  moment: Moment,
  zones: AnswerZone[],
  request: { gfp: string; node: number },
  found: Distances | null,
): MachineFacts {
  const [distance = null] = found?.moments ?? [];
  const walk = walkOf(distance);
  const { title, lead } = distanceCaption(distance, moment.page);
  const size = sizeWords(moment, zones);
  return {
    drawn: drawnOf(zones, distance?.zones ?? []),
    walk,
    looks: (distance?.zones ?? []).slice(0, walk.steps.length),
    source: `pasted: ${size}`,
    label: `Zones of a machine: ${size}`,
    title,
    context: `${lead} A request: ${request.gfp}, one page, from a CPU of node ${request.node}.`.trim(),
    provenance: `Your machine: what a kernel printed at one moment, pasted. Marks recomputed: ${verdicts(zones)}.`,
  };
}
