/**
 * Pages beside the stage: the published tables, at `#v1/published` or `#v1/published/<table>`, the timeline,
 * at `#v1/timeline` with its view behind it, the report of a capture on it, at `#v1/report/A`, and what the check
 * can and cannot see, at `#v1/check/<policy>`, sweeps, at `#v1/compare` with the question behind it, lessons, at
 * `#v1/lessons/<id>`, with the step behind it, or `#v1/lessons/<id>/exercises` or `/homework`, live rooms, at `#v1/room/<code>`, and the
 * kernel that runs in the page, at `#v1/kernel`, the machine of who pastes what its kernel prints, at `#v1/machine`, and the
 * start page, where the address says nothing.
 */
import { useMemo, useSyncExternalStore } from 'react';
import { scenes } from '../../scenes';
import type { ParamValues } from '../../core/params';
import { NONE, type SourceSpec } from '../../capture/sources/spec';
import type { PaneId } from '../../core/panes';
import { ledRoom } from '../../rooms/leader-storage';
import { formatView, VERSION, versioned } from '../../stage/url';
import type { PAGE_NAMES } from './page-names';

export type Page =
  | {
      kind: 'published';
      /** Null for the first. */
      table: string | null;
    }
  /** The name of a policy, of one of its modes or of a kind of its decisions; null for the first policy. */
  | { kind: 'check'; of: string | null }
  /** What of the fragment follows: timeline/control/url.ts reads it. */
  | { kind: 'timeline'; view: string }
  /** The question behind it: pages/compare/question.ts reads it. */
  | { kind: 'compare'; question: string }
  /** Id null: the list. Of `query` lessons/position.ts reads step, answers, seed and src. */
  | { kind: 'lessons'; id: string | null; exercises: boolean; homework: boolean; query: string }
  /** Of the capture in that place on the timeline. */
  | { kind: 'report'; slot: PaneId }
  /** A room's code, and what a QR picture has behind it; '' for none. `teach`: the lesson a new one begins with, likewise. */
  | { kind: 'room'; link: string; teach: string }
  /** One that runs in the page. */
  | { kind: 'kernel' }
  /** What was pasted there is in no address; numbers of it may be, where the reader made a link: pages/machine/query.ts reads them. */
  | { kind: 'machine'; query: string }
  /** The address alone. */
  | { kind: 'start' };

const TIMELINE = `#${VERSION}/timeline`;
const COMPARE = `#${VERSION}/compare`;
const MACHINE = `#${VERSION}/machine`;
const LESSONS = `#${VERSION}/lessons`;
const LESSON = new RegExp(`^${LESSONS}(?:/([a-z0-9-]{1,64})(/exercises|/homework)?)?/?(?:\\?(.*))?$`, 's');
const PAGE = new RegExp(`^#${VERSION}/(published|check|room|kernel)(?:/([\\w.-]{0,64}))?$`);
/** Behind it a lesson as lessons/state.ts addresses it. */
const TEACH = new RegExp(`^#${VERSION}/room\\?teach=(.{1,1200})$`);
const REPORT = new RegExp(`^#${VERSION}/report(?:/([AB]))?$`);

/** Where the address sets something for a class, or one leads a room, it opens the stage without a view, too. */
const opensStage = (): boolean =>
  typeof location !== 'undefined' && (location.search !== '' || ledRoom() !== null);

/** As the document was opened: what is set later changes what is shown, and not where. */
const START: Page | null = opensStage() ? null : { kind: 'start' };

/** Null for the stage. */
export function parsePage(address: string): Page | null {
  const hash = versioned(address);
  if (hash === '') return START;
  if (hash === TIMELINE || hash.startsWith(`${TIMELINE}?`)) {
    return { kind: 'timeline', view: hash.slice(TIMELINE.length) };
  }
  if (hash === COMPARE || hash.startsWith(`${COMPARE}?`)) {
    return { kind: 'compare', question: hash.slice(COMPARE.length + 1) };
  }
  if (hash === MACHINE || hash.startsWith(`${MACHINE}?`)) {
    return { kind: 'machine', query: hash.slice(MACHINE.length + 1) };
  }
  const report = REPORT.exec(hash);
  if (report) return { kind: 'report', slot: report[1] === 'B' ? 'B' : 'A' };
  const lesson = LESSON.exec(hash);
  if (lesson)
    return {
      kind: 'lessons',
      id: lesson[1] ?? null,
      exercises: lesson[2] === '/exercises',
      homework: lesson[2] === '/homework',
      query: lesson[3] ?? '',
    };
  const teach = TEACH.exec(hash);
  if (teach) return { kind: 'room', link: '', teach: teach[1] ?? '' };
  const match = PAGE.exec(hash);
  if (!match) return null;
  const name = match[2] ?? null;
  if (match[1] === 'kernel') return { kind: 'kernel' };
  if (match[1] === 'room') return { kind: 'room', link: name ?? '', teach: '' };
  return match[1] === 'check' ? { kind: 'check', of: name } : { kind: 'published', table: name };
}

/** What stands in the header of a page that has no place of its own there. */
const TITLES = {
  published: 'Published tables',
  check: 'What the check sees',
  timeline: 'Timeline',
  compare: 'Compare',
  report: 'Report',
  lessons: 'Lessons',
  room: 'Live room',
  kernel: 'A kernel in this page',
  machine: 'Your machine',
  start: 'mmscope',
} satisfies Record<(typeof PAGE_NAMES)[number] | 'start', string>;
export const pageTitle = ({ kind }: Page): string => TITLES[kind];

export const onTimeline = (): boolean => parsePage(location.hash)?.kind === 'timeline';

export const onMachine = (): boolean => parsePage(location.hash)?.kind === 'machine';

export const reportHref = (slot: PaneId) => `#${VERSION}/report/${slot}`;

export const onStart = (): boolean => parsePage(location.hash)?.kind === 'start';

export const onPage = (): boolean => parsePage(location.hash) !== null;

export const pageHref = (table?: string) => `#${VERSION}/published${table === undefined ? '' : `/${table}`}`;

export const kernelHref = () => `#${VERSION}/kernel`;

export const roomHref = (link: string) => `#${VERSION}/room/${link}`;

export const machineHref = (query = '') => (query === '' ? MACHINE : `${MACHINE}?${query}`);

export const teachHref = (address: string) => `#${VERSION}/room?teach=${address}`;

export const timelineHref = (view = '') => `${TIMELINE}${view}`;

export const compareHref = (question = '') => (question === '' ? COMPARE : `${COMPARE}?${question}`);

export const lessonsHref = (id = '', more = '') => `${LESSONS}${id === '' ? '' : `/${id}`}${more}`;

/** A step of the browser's history, as a link is. */
export function showPage(href: string): void {
  location.hash = href;
}

/** pushState() tells nobody: its caller dispatches this. */
export const MOVED = 'mmscope-moved';

/** A step of the browser's history whose entry keeps a state. */
export function stepTo(href: string, state: unknown): void {
  history.pushState(state, '', href);
  dispatchEvent(new Event(MOVED));
}

export function usePage(): Page | null {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  return useMemo(() => parsePage(hash), [hash]);
}

function subscribe(changed: () => void): () => void {
  const events = ['popstate', 'hashchange', MOVED];
  for (const name of events) addEventListener(name, changed);
  return () => {
    for (const name of events) removeEventListener(name, changed);
  };
}

/** Two sources at a decision of a scene, the first where none is named. */
export const sceneHref = (scene: string, a: SourceSpec, b: SourceSpec, k = 1) =>
  formatView({
    scene,
    sources: { A: a, B: b },
    position: { align: 'decision', k, t: 0 },
    speed: 1,
  });

/** Two sources in the scene of a machine. */
export function openHref(machine: string, a: SourceSpec, b: SourceSpec, k = 1): string {
  const own = scenes.find(({ policy }) => policy?.machine === machine);
  return sceneHref((own ?? scenes[0])?.id ?? '', a, b, k);
}

/** Somebody's zones as a model, in their scene. */
export const modelHref = (overrides: ParamValues) =>
  sceneHref('zones', { kind: 'model', id: 'zones-preferred', overrides }, NONE);

/** Somebody's swap devices as models of two rules, in their scene. */
export function swapModelHref(overrides: ParamValues, rules: readonly [string, string]): string {
  const [a, b] = rules.map((rule): SourceSpec => ({
    kind: 'model',
    id: 'four-nodes',
    overrides: { ...overrides, rule },
  }));
  return sceneHref('swap-devices', a ?? NONE, b ?? NONE);
}
