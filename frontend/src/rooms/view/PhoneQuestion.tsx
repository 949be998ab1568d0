/** One question of the stage on a phone, and then its result. */
import { useEffect, useRef, type FC } from 'react';
import { useStore } from 'zustand';
import { textOf } from '../../core/message';
import { scenes } from '../../scenes';
import { PaneView } from '../../stage/panes/PaneView';
import { choicesOf } from '../../quiz/choices';
import { useStage, useStageState } from '../../stage/control/stage-context';
import { footerHeightRef } from '../../ui/footer-size';
import type { Member } from '../member';
import { AnswerButtons } from './AnswerButtons';
import { ClassReveal } from './ClassReveal';
import { AnswerNotice } from './AnswerNotice';

export const PhoneQuestion: FC<{ member: Member; onStay: () => void }> = ({ member, onStay }) => {
  const { controller } = useStage();
  const { question: asked, choice } = useStore(member.store);
  const quiz = useStageState((s) => s.quiz);
  const sceneId = useStageState((s) => s.scene);
  const head = useRef<HTMLHeadingElement>(null);
  const question = quiz?.question;
  const shown = asked?.stage === 'reveal' && quiz?.shown === true;
  const name = `${asked?.number ?? 0}.${asked?.round ?? 0}.${shown}`;
  useEffect(() => {
    head.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [name]);
  const scene = scenes.find(({ id }) => id === sceneId);
  if (!asked || !quiz || !question || !scene) return null;
  const choices = choicesOf(question);
  const picture = (
    <details className="room-drawing">
      <summary>The drawing</summary>
      <PaneView id={quiz.pane} scene={scene} />
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
  if (shown)
    return (
      <main id="panes" className="room-page" tabIndex={-1}>
        <ClassReveal {...{ member, asked, question, head }} />
        {picture}
        <p ref={footerHeightRef} className="room-foot room-acts">
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
      {asked.round > 1 && <p className="note">The same question again: what is your answer now?</p>}
      <AnswerButtons
        label={textOf(question.title)}
        choices={choices}
        chosen={choice}
        onChoose={(nth, { key }) => {
          controller.quiz.choose(key);
          member.choose(nth);
        }}
      />
      {picture}
      <AnswerNotice member={member} />
    </main>
  );
};
