/** Keeps a student's stage where the class is: its view, its step, its question. */
import type { StageController } from '../stage/control/controller';
import type { StageState } from '../stage/state/store';
import type { View } from '../stage/state/view';
import { PANES } from '../core/panes';
import { sameSpec } from '../capture/sources/spec';
import { choicesIn } from '../quiz/state';
import type { Member, MemberState } from './member';

/** Where the stage stands, to see whether somebody has moved it. */
const standing = ({ scene, panes, position, playing }: StageState) =>
  JSON.stringify([scene, panes.A.spec, panes.B.spec, position.align, position.k, position.t, playing]);

export class Follower {
  readonly #member: Member;
  readonly #stage: StageController;
  readonly #read: (view: string) => View | null;
  readonly #stops: (() => void)[];
  #busy = false;
  #again = false;
  /** Where this has put the stage; null until it has. */
  #put: string | null = null;
  /** The question whose reveal was shown; it counts only where it was answered on this page. */
  #revealed = '';

  /** `read`: the view that a link says; null where this page has none such. */
  constructor(member: Member, stage: StageController, read: (view: string) => View | null) {
    this.#member = member;
    this.#stage = stage;
    this.#read = read;
    this.#stops = [
      member.store.subscribe((now, before) => {
        if (changed(now, before)) void this.#follow();
      }),
      stage.store.subscribe((now) => {
        this.#moved(now);
      }),
    ];
    void this.#follow();
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#stage.quiz.stop();
  }

  /** Somebody has moved the stage: then they look around. */
  #moved(now: StageState): void {
    const { wandering, lesson } = this.#member.store.getState();
    if (this.#busy || this.#put === null || now.quiz || wandering || lesson !== '') return;
    if (standing(now) !== this.#put) this.#member.wander(true);
  }

  /** Of several changes in quick succession, the last is shown. */
  async #follow(): Promise<void> {
    this.#again = true;
    if (this.#busy) return;
    this.#busy = true;
    try {
      while (this.#again) {
        this.#again = false;
        await this.#show(this.#member.store.getState());
      }
    } finally {
      this.#busy = false;
      this.#put = standing(this.#stage.store.getState());
    }
  }

  async #show({ view: text, lesson, question, wandering, choice, confirmed }: MemberState): Promise<void> {
    const { store, cursor, quiz: predicting } = this.#stage;
    // A lesson shows its own steps (view/PhoneLesson).
    if (lesson !== '' || (question !== null && question.lesson !== '')) return;
    const view = text === '' ? null : this.#read(text);
    if (wandering || !view) {
      if (wandering) predicting.stop();
      return;
    }
    const state = store.getState();
    const there =
      state.scene === view.scene &&
      PANES.every(
        (id) => sameSpec(state.panes[id].spec, view.sources[id]) && state.panes[id].loading === null,
      );
    if (!there) {
      // What is asked is the class's question, not the link's.
      const { scene, sources, position, speed, others } = view;
      await this.#stage.apply({ scene, sources, position, speed, ...(others ? { others } : {}) });
    }
    if (!question) {
      predicting.stop();
      store.setState({ speed: view.speed, rulesShown: view.others ?? 'off' });
      const at = store.getState().position;
      if (at.align !== view.position.align || at.k !== view.position.k || at.t !== view.position.t)
        cursor.move(view.position);
      return;
    }
    const asked = store.getState().quiz;
    // Also one that could not be fetched.
    if (asked?.k !== question.k || asked.pane !== question.pane || asked.refusal !== '' || !there)
      await predicting.start(question.pane, 1, question.k);
    const { quiz: predict } = store.getState();
    if (!predict?.question) return;
    const name = `${question.number}.${question.round}`;
    if (question.stage === 'reveal') {
      const chosen = choicesIn(predict.question)[choice ?? -1]?.key ?? null;
      // It counts once, and where it has arrived.
      const counts = this.#revealed !== name && confirmed && predict.chosen === chosen;
      this.#revealed = name;
      if (!predict.shown) {
        store.setState({ quiz: { ...predict, chosen: counts ? chosen : null } });
        predicting.show();
      }
      store.setState((now) => ({ quiz: now.quiz && { ...now.quiz, chosen } }));
      return;
    }
    const chosen = choicesIn(predict.question)[choice ?? -1]?.key ?? null;
    if (predict.shown || predict.chosen !== chosen)
      store.setState({ quiz: { ...predict, shown: false, chosen } });
    if (predict.shown) cursor.seek(predict.k - 1);
  }
}

const changed = (now: MemberState, before: MemberState) =>
  now.view !== before.view ||
  now.lesson !== before.lesson ||
  now.question !== before.question ||
  now.wandering !== before.wandering ||
  now.line !== before.line;
