/** What a machine whose numbers stand in a link shows: zones, the walk of a request, and what comes of it. Pure. */
import { SourceError } from '../../core/error';
import type { Answer, AnswerZone, Distances, Moment, WalkZone } from '../../pages/machine/answer';
import { numbersOf } from '../../pages/machine/link';
import {
  asIfCaption,
  requestWords,
  sentence,
  sizeWords,
  unlistedWords,
  verdicts,
  type Caption,
} from '../../pages/machine/phrases';
import { ALIKE, foldedOf } from '../../pages/machine/node-folds';
import { openedOf, viewOfQuery, type Opened } from '../../pages/machine/query';
import { asksOf, isChanged, linesOf } from '../../pages/machine/settings';
import {
  drawnOf,
  isUnlisted,
  marksAsIf,
  walkOf,
  zonesOf,
  type Drawn,
  type Marks,
} from '../../pages/machine/zones';
import type { Walk } from '../../scenes/zones/facts/walk';
import { VERSION } from '../../stage/state/view';

const VIEW = new RegExp(`^(?:.*#)?(?:${VERSION}/)?machine(?:\\?(.*))?$`, 's');

/** What a view asks of a machine; null: it is no view of one. Throws SourceError where anything in it is wrong. */
export function machineIn(view: string): Opened | null {
  const found = VIEW.exec(view);
  return found ? openedOf(found[1] ?? '') : null;
}

/** The view of the first moment of a text that has zones. Throws SourceError. */
export function machineOf(answer: Answer): string {
  if (answer.notice !== '') throw new SourceError(sentence(answer.notice));
  const moment = answer.moments.find(
    ({ from, moment: of }) => from === 'zoneinfo' && zonesOf(answer, of).length > 0,
  );
  if (!moment) throw new SourceError('No zone is in this text with its marks: /proc/zoneinfo has them.');
  const numbers = numbersOf(answer, moment);
  if (numbers === '') throw new SourceError('This machine has more zones than a view can hold.');
  return viewOfQuery(`numbers=${numbers}`);
}

export interface MachineFacts {
  /** Of more than four nodes those alike are one; `all` has each. */
  drawn: Drawn;
  others: ReadonlyMap<number, readonly string[]>;
  all: Drawn;
  walk: Walk;
  /** Marks as if sysctls were others; null: none is set. */
  asif: ReadonlyMap<number, Marks> | null;
  /** What the walk looked at, in order. */
  looks: readonly WalkZone[];
  /** Does the request ask for a block, and no free lists are told? */
  unlisted: boolean;
  /** Whose they are: "pasted: 2 nodes, 4 zones with pages, 31.2 GiB". */
  source: string;
  /** The drawing's name. */
  label: string;
  title: Caption['title'];
  context: string;
  provenance: string;
}

/** What is to be asked of the core, and what comes of its answers. Throws SourceError. */
export function requestOf(
  answer: Answer,
  opened: Opened,
): {
  asks: string[];
  facts: (found: readonly Distances[]) => MachineFacts;
} {
  const [moment] = answer.moments;
  const zones = moment ? zonesOf(answer, moment.moment) : [];
  if (!moment || zones.length === 0) throw new SourceError('These numbers are of no zone that has pages.');
  return {
    asks: asksOf(opened.request, opened.change),
    facts: (found) => {
      const notice = found[0]?.notice ?? '';
      if (notice !== '') throw new SourceError(sentence(notice));
      return factsOf(moment, zones, opened, found, isUnlisted(answer, opened.request.order));
    },
  };
}

function factsOf(
  moment: Moment,
  zones: AnswerZone[],
  { request, change }: Opened,
  found: readonly Distances[],
  unlisted: boolean,
): MachineFacts {
  const [distance = null, asif = null] = found.map(({ moments }) => moments[0] ?? null);
  const walk = walkOf(distance, unlisted);
  const { title, lead } = asIfCaption(distance, asif, moment.page);
  const size = sizeWords(moment, zones);
  const all = drawnOf(zones, distance?.zones ?? []);
  const folded = foldedOf(all, walk);
  return {
    ...folded,
    all,
    walk,
    asif: marksAsIf(asif),
    looks: (distance?.zones ?? []).slice(0, walk.steps.length),
    unlisted,
    source: `pasted: ${size}`,
    label: `Zones of a machine: ${size}`,
    title,
    context: [
      ...(unlisted ? [unlistedWords(request.order)] : []),
      ...(lead === '' ? [] : [lead]),
      `A request: ${requestWords(request)}.`,
      ...(folded.others.size > 0 ? [ALIKE] : []),
      ...(isChanged(change) ? [`As if set: ${linesOf(change).replaceAll('\n', ', ')}.`] : []),
    ].join(' '),
    provenance: `Your machine: what a kernel printed at one moment, pasted. Marks recomputed: ${verdicts(zones)}.`,
  };
}
