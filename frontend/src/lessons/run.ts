/** A source of a lesson's view, opened as a pane opens it, and all there is to ask of it. Free of any host. */
import type { QuizRun } from '../quiz/values';
import { readColumns } from '../core/columns';
import type { Decision } from '../core/decision';
import { SourceError } from '../core/error';
import type { LoadedSource } from '../capture/local/source';
import { Session, type Measured } from '../core/session';
import type { EventKind } from '../core/gen/tables';
import type { SceneQuestions, Scene } from '../scenes/scene';
import type { Switch } from '../core/manifest';
import type { Catalogue } from '../capture/sources/catalogue';
import { resolveSource } from '../capture/sources/resolver';
import { formatSpec, type SourceSpec } from '../capture/sources/spec';
import { sourceInfoOf } from '../stage/state/source-info';

/** A scene as data: what a lesson must know of it, without its drawing. */
export interface SceneFacts {
  id: string;
  asks: boolean;
  /** The source it begins with, as in a link; '' where it has none. */
  start: string;
  switches: readonly Switch[];
}

export const sceneFacts = ({ id, questions, start, policy }: Scene): SceneFacts => ({
  id,
  asks: questions !== undefined,
  start: start?.a.split('&')[0] ?? '',
  switches: policy?.switches ?? [],
});

/** What the page could not fetch: no fault of the lesson. */
export class UnreachableError extends SourceError {}

/** What the page, or Node, does for a lesson. */
export interface Host {
  catalogue: Catalogue;
  module: () => Promise<WebAssembly.Module>;
  scenes: readonly SceneFacts[];
  /** What a scene asks; null: nothing. */
  questions: (scene: string) => Promise<SceneQuestions | null>;
  /** The decision reader of a scene. */
  reader: (scene: string) => Promise<Decision>;
  /** A capture's plain text, by the address the page fetches it from. */
  capture: (url: string) => Promise<Uint8Array>;
}

export interface Run extends QuizRun {
  /** Whose decisions these are, and what it asks about them. */
  scene: string;
  questions: SceneQuestions | null;
  session: Session;
  reader: Decision;
  /** Where its decisions stand in the log. */
  indexes: Uint32Array;
  measures: () => readonly Measured[];
  /** Decisions the checker found the same, and all of them. */
  checked: () => { same: number; decisions: number };
}

const STEP = 4096;
/** A lesson is to open at once: longer runs are for the stage. */
const DECISIONS_MAX = 200_000;

async function openRun(host: Host, spec: Exclude<SourceSpec, { kind: 'none' }>, scene: string): Promise<Run> {
  if (spec.kind === 'file')
    throw new SourceError(
      'A file on your machine is on no other: a lesson shows models, bundled captures and captures of the server.',
    );
  const opened = resolveSource(spec, host.catalogue, 'lesson:/');
  const { input } = opened;
  const session = await Session.create(await host.module());
  if (input.kind === 'model') session.beginModel(input.params);
  else {
    session.beginCapture();
    session.feed(await host.capture(input.kind === 'url' ? input.url.replace('lesson:/', '') : ''));
    session.endCapture();
    if (input.asif) session.beginAsif(input.asif);
  }
  if (input.kind === 'model' || input.asif)
    while (!session.runModel(STEP))
      if (session.decisions > DECISIONS_MAX) throw new SourceError('The run is too long for a lesson.');
  const reader = await host.reader(scene);
  const indexes = session.decisionsOf(reader.kinds, reader.substitutes);
  const columns = await readColumns(session, reader, indexes, () => Promise.resolve());
  const model = input.kind === 'model';
  const switches = host.scenes.flatMap((scene) => scene.switches);
  const loaded: LoadedSource = {
    decisions: indexes.length,
    columns,
    events: session.events,
    ...countsOf(session),
    report: model ? null : session.report(),
    manifest: model ? null : session.manifest(),
    params: model ? session.paramsInForce(input.params) : null,
  };
  const near = (k: number) => {
    const { first, count } = reader.page?.(k) ?? { first: 1, count: 0 };
    return Array.from(indexes.subarray(first - 1, first - 1 + count), (index, i) => ({
      k: first + i,
      ...session.decided(index),
      trail: trailOf(first + i),
    }));
  };
  const trailOf = (k: number) => {
    const index = indexes[k - 1];
    return reader.trail && index !== undefined
      ? session.trail(index, indexes[k] ?? session.events, reader.trail)
      : [];
  };
  let measures: readonly Measured[] | null = null;
  let checked: { same: number; decisions: number } | null = null;
  return {
    info: await sourceInfoOf(switches, opened, loaded, host.catalogue),
    scene,
    questions: await host.questions(scene),
    session,
    reader,
    columns,
    indexes,
    decisions: indexes.length,
    frame: (k) => {
      const trail = trailOf(k);
      return {
        ...session.frame(k, indexes, reader.tables),
        neighbours: near(k),
        trail,
        trailVerdicts: trail.map(() => null),
        others: [],
        trailOthers: trail.map(() => []),
      };
    },
    measures: () => (measures ??= session.measure()),
    checked: () => {
      if (checked) return checked;
      session.beginCheck();
      while (!session.check(STEP));
      const modes = session.modeTotals();
      const all = (of: 'same' | 'decisions') => modes.reduce((n, mode) => n + mode[of], 0);
      return (checked = { same: all('same'), decisions: all('decisions') });
    },
  };
}

function countsOf(session: Session): Pick<LoadedSource, 'kinds' | 'observed'> {
  const kinds: Partial<Record<EventKind, number>> = {};
  const observed: Partial<Record<EventKind, number>> = {};
  const decisions = new Set(session.decisionsOf(null));
  for (let i = 0; i < session.events; i++) {
    const kind = session.kindOf(i) as EventKind;
    const counts = decisions.has(i) ? kinds : observed;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return { kinds, observed };
}

/** Runs of one lesson, each opened once. */
export class Runs {
  readonly #host: Host;
  readonly #open = new Map<string, Promise<Run>>();

  constructor(host: Host) {
    this.#host = host;
  }

  of(spec: Exclude<SourceSpec, { kind: 'none' }>, scene: string): Promise<Run> {
    const key = JSON.stringify([scene, formatSpec('', spec)]);
    const known = this.#open.get(key);
    if (known) return known;
    const opening = openRun(this.#host, spec, scene);
    this.#open.set(key, opening);
    return opening;
  }
}
