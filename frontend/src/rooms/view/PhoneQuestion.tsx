/** One question on a phone: four targets and no countdown; then the own answer, the class, and the sentence. */
import { useEffect, useRef, type FC } from 'react';
import { useStore } from 'zustand';
import { NOTHING, textOf } from '../../core/message';
import { grouped } from '../../core/number';
import { scenes } from '../../scenes';
import { PaneView } from '../../stage/panes/PaneView';
import { storedScore } from '../../quiz/score';
import { choicesIn, solutionChoice } from '../../quiz/state';
import { useStage, useStageState } from '../../stage/control/stage-context';
import { dockHeightRef } from '../../ui/sticky-height';
import { LetterTile } from '../../ui/nodes/LetterTile';
import { withoutBreaks } from '../../ui/line-break';
import { UsageBar } from '../../ui/nodes/UsageBar';
import type { Member } from '../member';
import { RevealRow } from './RevealRow';
import { AnswerStatus } from './AnswerStatus';

const WHO = {
  model: 'The model took',
  kernel: 'The kernel took',
  asif: 'As if, it took',
  published: 'It took',
};

export const PhoneQuestion: FC<{ member: Member; onStay: () => void }> = ({ member, onStay }) => {
  const { controller } = useStage();
  const { question: asked, choice, confirmed, members } = useStore(member.store);
  const predict = useStageState((s) => s.quiz);
  const sceneId = useStageState((s) => s.scene);
  const info = useStageState((s) => (s.quiz ? s.panes[s.quiz.pane].source?.info : undefined));
  const head = useRef<HTMLHeadingElement>(null);
  const question = predict?.question;
  const shown = asked?.stage === 'reveal' && predict?.shown === true;
  const name = `${asked?.number ?? 0}.${asked?.round ?? 0}.${shown}`;
  useEffect(() => {
    head.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [name]);
  const scene = scenes.find(({ id }) => id === sceneId);
  if (!asked || !predict || !question || !scene) return null;
  const choices = choicesIn(question);
  const picture = (
    <details className="room-drawing">
      <summary>The drawing</summary>
      <PaneView id={predict.pane} scene={scene} />
    </details>
  );
  if (choices.length !== asked.choices) {
    return (
      <main id="panes" className="room-page" tabIndex={-1}>
        <h2 ref={head} tabIndex={-1}>
          {textOf(question.title)}
        </h2>
        <p role="alert">
          This page shows the question with other choices than the wall. It may be of another release: load it
          again.
        </p>
      </main>
    );
  }
  if (shown) {
    const own = confirmed ? choices[choice ?? -1] : undefined;
    const took = solutionChoice(question);
    const counts = asked.counts ?? [];
    const all = counts.reduce((sum, n) => sum + n, 0);
    const { asked: times, right } = storedScore();
    return (
      <main id="panes" className="room-page" tabIndex={-1}>
        <h2 ref={head} tabIndex={-1}>
          {WHO[info?.provenance ?? 'model']} {took?.words}.
        </h2>
        <ul className="room-came">
          {choices.map((one, i) => (
            <RevealRow
              key={one.key}
              {...{ asked, members }}
              nth={i}
              words={one.words}
              tile={<LetterTile letter={one.cell?.letter ?? ''} node={one.cell?.node ?? -1} />}
              took={one === took ? (info?.provenance ?? 'model') : null}
              own={one === own}
            />
          ))}
        </ul>
        <p className="room-because" role="status">
          {textOf((own ?? took)?.reason ?? NOTHING)}
        </p>
        <p className="note">
          {own
            ? `You said ${own.words}, as ${grouped(counts[choice ?? -1] ?? 0)} of ${grouped(all)} did.`
            : 'No answer of yours arrived in time.'}{' '}
          {times > 0 && `So far ${grouped(right)} of ${grouped(times)}, kept on this device.`}
        </p>
        {picture}
        <p ref={dockHeightRef} className="room-foot room-acts">
          <button
            type="button"
            className="btn"
            onClick={() => {
              member.wander(true);
            }}
          >
            Look around
          </button>
          <button type="button" className="btn main" onClick={onStay}>
            Stay with the class
          </button>
        </p>
      </main>
    );
  }
  const chosen = choices[choice ?? -1];
  return (
    <main id="panes" className="room-page" tabIndex={-1}>
      <h2 ref={head} tabIndex={-1}>
        {chosen ? `You said ${chosen.words}.` : textOf(question.title)}
      </h2>
      <p className="room-lead">
        {chosen && <b>{textOf(question.title)} </b>}
        {textOf(question.lead)}
      </p>
      {asked.round > 1 && <p className="note">Asked again: what do you say now?</p>}
      <div role="group" aria-label={textOf(question.title)} className="room-choices">
        {choices.map((one, i) => (
          <button
            key={one.key}
            type="button"
            aria-pressed={i === choice}
            onClick={() => {
              controller.quiz.choose(one.key);
              member.choose(i);
            }}
          >
            <LetterTile letter={one.cell?.letter ?? ''} node={one.cell?.node ?? -1} />
            <b>{one.words}</b>
            <span>{withoutBreaks(one.note)}</span>
            {one.used !== undefined && <UsageBar share={one.used} node={one.cell?.node ?? -1} />}
          </button>
        ))}
      </div>
      {picture}
      <AnswerStatus member={member} />
    </main>
  );
};
