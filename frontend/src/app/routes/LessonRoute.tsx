/** Lessons at their URL: where the text comes from, and who builds it. */
import { useEffect, useState, type FC, type ReactNode } from 'react';
import * as Comlink from 'comlink';
import { failureOf, sentence } from '../../core/error';
import { grouped } from '../../core/number';
import type { PartialLesson, BuiltLesson, BuiltStep } from '../../lessons/builder';
import {
  FILE,
  FROM,
  fileNumber,
  listLessons,
  listOwnLessons,
  FILE_OPENED,
  textOf,
  type LessonEntry,
  type OwnLesson,
} from '../../lessons/text';
import { keepProgress } from '../../lessons/progress';
import { positionOf, queryOf, type LessonPosition } from '../../lessons/position';
import { ExercisePage } from '../../lessons/view/ExercisePage';
import { LessonList } from '../../lessons/view/LessonList';
import { LessonPage } from '../../lessons/view/LessonPage';
import type { ClassPanels } from '../../lessons/view/StepView';
import { sceneFacts } from '../../lessons/run';
import type { StepFrame } from '../../lessons/pictures';
import type { StepPicture } from '../../lessons/scorm';
import { versionOf } from '../../lessons/homework';
import { HomeworkPage } from '../../lessons/view/HomeworkPage';
import { addressOf, readAddress } from '../../lessons/state';
import { scenes } from '../../scenes';
import type { Catalogue } from '../../capture/sources/catalogue';
import type { LessonWorker } from './lesson.worker';
import { openLesson } from '../files/lesson-file';
import { lessonsHref, teachHref, type Page } from '../links/pages';
import { isStaticCopy } from '../../capture/remote/static-copy';
import { formatView } from '../../stage/url';

interface Props {
  catalogue: Catalogue;
  page: Extract<Page, { kind: 'lessons' }>;
  /** Where this window leads a class. */
  room?: ClassPanels;
}

let started: Comlink.Remote<LessonWorker> | null = null;
/** The builder's thread, started with the first lesson. */
function builder(): Comlink.Remote<LessonWorker> {
  started ??= Comlink.wrap<LessonWorker>(
    new Worker(new URL('./lesson.worker.ts', import.meta.url), { type: 'module' }),
  );
  return started;
}

const pageOf = (catalogue: Catalogue) => ({
  scenes: scenes.map(sceneFacts),
  catalogue,
  base: document.baseURI,
});

const words = (error: unknown) => {
  const { message, advice } = failureOf(error);
  return `${sentence(message)} ${advice}`.trim();
};

export const LessonRoute: FC<Props> = ({ catalogue, page, room }) => {
  const place = positionOf(page.query);
  const { id, exercises, homework } = page;
  const built = useBuilt(catalogue, id, place.src);
  const lessons = useLessons();
  const own = useOwnLessons(id === null);
  const of = built.titles.length;
  // One's own reading of what the list has: a class is led through it by somebody else.
  const reading = id !== null && id !== FILE && id !== FROM && !exercises && !homework;
  const counts = reading && room === undefined && of > 0;
  const { version } = built;
  useEffect(() => {
    if (counts) keepProgress(version, id, Math.min(place.step + 1, of), of);
  }, [counts, version, id, place.step, of]);
  const openFile = (file: File) => void openLesson(file);
  if (id === null)
    return (
      <LessonList
        lessons={lessons}
        own={own}
        ownHrefOf={(src) => lessonsHref(FROM, queryOf({ src }))}
        teachHrefOf={room || isStaticCopy() ? null : teachHref}
        hrefOf={(other, step) => lessonsHref(other, queryOf(step === undefined ? {} : { step }))}
        openFile={openFile}
      />
    );
  const hrefOf = (change: Partial<LessonPosition>) => {
    const { src, answers, step } = { ...place, ...change };
    return lessonsHref(id, queryOf({ src, answers, step }));
  };
  if (exercises)
    return (
      <ExercisePage
        built={built}
        place={place}
        draw={(asked, seed) => builder().exercises(asked, seed, pageOf(catalogue))}
        hrefOf={({ seed = place.seed, answers = place.answers }) =>
          lessonsHref(id, `/exercises${queryOf({ src: place.src, seed, answers })}`)
        }
        lesson={hrefOf({ step: 0 })}
      />
    );
  if (homework)
    return (
      <HomeworkPage
        key={built.version}
        built={built}
        hrefOf={(step) => hrefOf({ step })}
        picturesOf={(steps) => picturesOf(steps, catalogue)}
      />
    );
  return (
    <LessonPage
      built={built}
      place={place}
      address={addressOf(id, place.src)}
      room={room}
      hrefOf={hrefOf}
      list={lessonsHref()}
      lessonHref={(other) => lessonsHref(other, '')}
      titleOf={(other) =>
        (typeof lessons === 'object' ? lessons : null)?.find((one) => one.id === other)?.title ?? other
      }
      exercises={lessonsHref(id, `/exercises${queryOf({ src: place.src, seed: 1 })}`)}
      homework={lessonsHref(id, `/homework${queryOf({ src: place.src })}`)}
      stageHref={formatView}
      openFile={openFile}
    />
  );
};

/** px: as wide as a column of words. */
const PICTURE = 720;

/** What draws figures is fetched when somebody asks for one. */
async function picturesOf(steps: readonly BuiltStep[], catalogue: Catalogue): Promise<StepPicture[][]> {
  const [{ drawPane }, { plexFonts }, frames] = await Promise.all([
    import('../../embed/figure/svg'),
    import('../../embed/figure/plex'),
    builder().frames(
      steps.map(({ view, questions }) => ({ view, questions })),
      pageOf(catalogue),
    ),
  ]);
  const drawn = async ({ scene: id, pane, info, frame }: StepFrame, alone: boolean) => {
    const scene = scenes.find((one) => one.id === id);
    if (!scene) return [];
    const label = `${scene.title}, ${alone ? '' : `pane ${pane}, `}decision ${grouped(frame.k)} of ${info.title}`;
    const sheet = { scene, parts: await scene.drawing(), panes: [{ pane, info, frame }], width: PICTURE };
    return [{ svg: drawPane(sheet, label, 'light', plexFonts()).svg, label }];
  };
  return Promise.all(
    frames.map(async (of) => (await Promise.all(of.map((one) => drawn(one, of.length === 1)))).flat()),
  );
}

/** A lesson that somebody else leads, from where it lies on this server. */
export const LedLesson: FC<{
  catalogue: Catalogue;
  address: string;
  children: (built: PartialLesson) => ReactNode;
}> = ({ catalogue, address, children }) => {
  const read = readAddress(address);
  return children(useBuilt(catalogue, read?.id ?? null, read?.src ?? ''));
};

/** As LessonList takes them. */
function useLessons(): readonly LessonEntry[] | string | null {
  const [lessons, setLessons] = useState<readonly LessonEntry[] | string | null>(null);
  useEffect(() => {
    listLessons(document.baseURI).then(setLessons, (error: unknown) => {
      setLessons(words(error));
    });
  }, []);
  return lessons;
}

/** `wanted`: the list is shown. */
function useOwnLessons(wanted: boolean): readonly OwnLesson[] | null {
  const [own, setOwn] = useState<readonly OwnLesson[] | null>(null);
  useEffect(() => {
    if (!wanted) return;
    // Without them the list has those of the page.
    listOwnLessons(document.baseURI).then(setOwn, () => undefined);
  }, [wanted]);
  return own;
}

/** Of the lesson built last: other pages are looked at in between. */
let kept: { key: string; building: PartialLesson } | null = null;

const BEGIN: PartialLesson = {
  version: '',
  name: '',
  lesson: null,
  titles: [],
  steps: [],
  findings: null,
  failure: null,
};

function useBuilt(catalogue: Catalogue, id: string | null, src: string): PartialLesson {
  const [, renew] = useState(0);
  const key = id === null ? '' : `${id}\n${src}\n${id === FILE ? fileNumber() : ''}`;
  const [state, setState] = useState<{ key: string; building: PartialLesson }>(() =>
    kept?.key === key ? kept : { key, building: BEGIN },
  );
  useEffect(() => {
    const reopened = () => {
      renew((n) => n + 1);
    };
    addEventListener(FILE_OPENED, reopened);
    return () => {
      removeEventListener(FILE_OPENED, reopened);
    };
  }, []);
  useEffect(() => {
    if (id === null || kept?.key === key) return undefined;
    let gone = false;
    let now = BEGIN;
    const show = (change: Partial<PartialLesson>) => {
      now = { ...now, ...change };
      if (!gone) setState({ key, building: now });
    };
    const onStep = (step: BuiltStep, i: number, head: Pick<BuiltLesson, 'lesson' | 'titles'>) => {
      const steps = [...now.steps];
      steps[i] = step;
      show({ steps, lesson: head.lesson, titles: head.titles });
    };
    show({});
    const build = async () => {
      const { name, text } = await textOf(id, src, document.baseURI);
      show({ name, version: versionOf(text) });
      const { built, findings } = await builder().build(text, pageOf(catalogue), Comlink.proxy(onStep));
      show({
        findings,
        // Steps that are shown already stay what they are.
        ...(built ? { steps: built.steps.map((step, i) => now.steps[i] ?? step) } : {}),
        ...(built && !now.lesson ? { lesson: built.lesson, titles: built.titles } : {}),
      });
      // What could not be fetched may be there the next time.
      if (!gone && now.steps.every((step) => step?.broken === null)) kept = { key, building: now };
    };
    build().catch((error: unknown) => {
      show({ failure: words(error) });
    });
    return () => {
      gone = true;
    };
  }, [catalogue, id, src, key]);
  if (state.key === key) return state.building;
  return kept?.key === key ? kept.building : BEGIN;
}
