/** Everything a key does, once: the keyboard, the keys dialog and the help read this list. */
import { shownRuleOf } from '../../stage/state/chains';
import { nextDifference, previousDifference } from '../../stage/state/differences';
import { momentsOf, nextMoment, previousMoment } from '../../stage/state/moments';
import { nextSpeed } from '../../stage/cursor/clock';
import { extent, placeOf } from '../../stage/state/position';
import { runs } from '../../stage/state/store';
import { nextRulesShown } from '../../stage/state/view';
import { scenes } from '../../scenes';
import type { Stage } from '../../stage/control/stage-context';
import type { PaneId } from '../../core/panes';
import { DecisionDialog } from '../dialogs/DecisionDialog';
import { lastVisible } from '../../quiz/state';
import { onPage } from '../links/pages';
import { dispatchClick, CLICKER, hasClickHandler } from '../../stage/presenter/clicker';
import { closePopovers, hasEntry } from '../../ui/dialog/dialog-stack';
import { ROOM_KEYS } from '../../stage/presenter/room-keys';
import { speakerRoom } from '../../stage/presenter/speaker-notes';
import { leaveFullScreen, toggleFullScreen } from '../../stage/presenter/screen';
import { isHidden, isPresenting, setPresenting, wall } from '../../stage/state/class-link';
import { notice } from '../state/notices';
import { toggleTheme } from '../state/preferences';

export interface CommandContext extends Stage {
  openDialog: (name: 'keys' | 'tour') => void;
  /** One types on at once, so it comes with the key that opens it. */
  openJump: (Dialog: typeof DecisionDialog) => void;
}

export interface Command {
  /** As `KeyboardEvent.key`, with `Shift+` before it where it counts. */
  keys: readonly string[];
  /** As shown in the dialog. */
  shown: string;
  words: string;
  /** A key that is no character: works even when single-key shortcuts are off. */
  always?: boolean;
  /** Means something beside the stage too. */
  everywhere?: boolean;
  /** On the start page, too: it has a run that one steps through. */
  atStart?: boolean;
  /** Whatever has the focus, before it hears of the key: while this says so. */
  firm?: () => boolean;
  /** In a dialog, too, and wherever one does not type. */
  beyond?: boolean;
  /** Whether its key means it now; else the key stays with the page. Left out: always. */
  when?: () => boolean;
  run: (context: CommandContext) => void;
}

/** Which part is large behind this one; null where a drawing is one picture. */
const nextPart = (scene: string, large: string | null): string | null => {
  const parts = scenes.find(({ id }) => id === scene)?.parts ?? [];
  const at = Math.max(
    0,
    parts.findIndex(({ id }) => id === large),
  );
  return parts[(at + 1) % parts.length]?.id ?? null;
};

const step =
  (n: number) =>
  ({ controller, playback }: CommandContext) => {
    playback.pause();
    controller.cursor.step(n);
  };

const end =
  (last: boolean) =>
  ({ controller, playback }: CommandContext) => {
    playback.pause();
    const state = controller.store.getState();
    controller.cursor.goTo(last ? extent(runs(state), state.position.align) : 0);
  };

const part =
  (by: 1 | -1) =>
  ({ controller, playback }: CommandContext) => {
    playback.pause();
    controller.cursor.part(by);
  };

const difference =
  (find: (found: Uint32Array, k: number) => number | null) =>
  ({ controller, playback }: CommandContext) => {
    const { differences, position } = controller.store.getState();
    const k = differences && find(differences, position.k);
    if (k === null) return;
    playback.pause();
    controller.cursor.seek(k);
  };

const moment =
  (find: typeof nextMoment) =>
  ({ controller, playback }: CommandContext) => {
    const { panes, position, differences: found, quiz } = controller.store.getState();
    const shown = { A: panes.A.source?.columns, B: panes.B.source?.columns };
    const moments = momentsOf(shown, position.align, found, quiz && lastVisible(quiz));
    const next = find(moments, placeOf(position));
    if (next === null) return;
    playback.pause();
    controller.cursor.goTo(next.at);
  };

/** To where the rule that is drawn goes elsewhere; while none is, some other rule, by one step. In the pane of the focus. */
const parting =
  (find: (found: Uint32Array, k: number) => number | null) =>
  ({ controller, playback }: CommandContext) => {
    const { focus, panes, position, quiz: predict } = controller.store.getState();
    if (predict) {
      void controller.quiz.next();
      return;
    }
    const { rules, rule } = panes[focus];
    playback.pause();
    const drawn = typeof rules === 'object' ? shownRuleOf(rules, rule) : null;
    if (drawn?.chain) {
      const k = find(drawn.chain.otherwise, position.k);
      if (k !== null) controller.cursor.seek(k);
      return;
    }
    void controller.askOthers(focus).then((parted) => {
      const k = parted && find(parted.decisions, position.k);
      if (k) controller.cursor.seek(k);
    });
  };

const focus =
  (pane: PaneId) =>
  ({ controller }: CommandContext) => {
    controller.store.setState({ focus: pane });
    // On a phone the pane is drawn only after it has been chosen.
    requestAnimationFrame(() => document.getElementById(`pane-${pane}`)?.focus());
  };

const speed =
  (by: 1 | -1) =>
  ({ controller }: CommandContext) => {
    controller.store.setState(({ speed: now }) => ({ speed: nextSpeed(now, by) }));
  };

/** Beside the stage, the keys of a clicker scroll, unless something there takes them, or is to be closed by them. */
const clicks = (): boolean => !onPage() || hasClickHandler() || (isPresenting() && hasEntry());

export const COMMANDS: readonly Command[] = [
  {
    keys: [' '],
    shown: 'Space',
    words: 'Play, pause',
    atStart: true,
    run: ({ playback }) => {
      playback.toggle();
    },
  },
  { keys: ['ArrowRight'], shown: 'Right', words: 'Step forward', always: true, atStart: true, run: step(1) },
  { keys: ['ArrowLeft'], shown: 'Left', words: 'Step back', always: true, atStart: true, run: step(-1) },
  {
    keys: ['Shift+ArrowRight'],
    shown: 'Shift Right',
    words: '10 steps forward',
    always: true,
    atStart: true,
    run: step(10),
  },
  {
    keys: ['Shift+ArrowLeft'],
    shown: 'Shift Left',
    words: '10 steps back',
    always: true,
    atStart: true,
    run: step(-10),
  },
  { keys: ['Home'], shown: 'Home', words: 'To the start', always: true, atStart: true, run: end(false) },
  { keys: ['End'], shown: 'End', words: 'To the end', always: true, atStart: true, run: end(true) },
  {
    keys: CLICKER.on,
    shown: 'Page Down',
    words: 'Forward: a step, or the answer, then the next question (a clicker)',
    always: true,
    everywhere: true,
    firm: isPresenting,
    when: clicks,
    run: (context) => {
      dispatchClick(context, 'on');
    },
  },
  {
    keys: CLICKER.back,
    shown: 'Page Up',
    words: 'Back: a step, or the answer is hidden again (a clicker)',
    always: true,
    everywhere: true,
    firm: isPresenting,
    when: clicks,
    run: (context) => {
      dispatchClick(context, 'back');
    },
  },
  {
    keys: CLICKER.blank,
    shown: '. or B',
    words: 'While presenting: blank the wall; any key brings it back',
    everywhere: true,
    beyond: true,
    when: isPresenting,
    run: () => {
      wall.setState({ blank: true });
    },
  },
  {
    keys: CLICKER.full,
    shown: 'F5',
    words: 'While presenting: full screen, and back',
    always: true,
    everywhere: true,
    firm: isPresenting,
    when: isPresenting,
    run: () => {
      toggleFullScreen(() => {
        notice(['The browser does not allow full screen here.']);
      });
    },
  },
  {
    keys: ['s', 'S'],
    shown: 'S',
    words: 'While presenting: the speaker’s window',
    everywhere: true,
    when: isPresenting,
    run: () => {
      wall.setState({ speaker: true });
    },
  },
  {
    keys: ['f', 'F'],
    shown: 'F',
    words: 'First difference',
    atStart: true,
    run: difference((found) => found[0] ?? null),
  },
  { keys: ['.'], shown: '.', words: 'Next difference', atStart: true, run: difference(nextDifference) },
  {
    keys: [','],
    shown: ',',
    words: 'Previous difference',
    atStart: true,
    run: difference(previousDifference),
  },
  {
    keys: ['m'],
    shown: 'M',
    words: 'Next moment: kswapd is woken, a device fills up, the panes begin to differ',
    atStart: true,
    run: moment(nextMoment),
  },
  { keys: ['M'], shown: 'Shift M', words: 'Previous moment', atStart: true, run: moment(previousMoment) },
  {
    keys: ['v', 'V'],
    shown: 'V',
    words: 'The next part of the drawing, large',
    run: ({ controller }) => {
      controller.store.setState(({ scene, large }) => ({ large: nextPart(scene, large) }));
    },
  },
  {
    keys: ['g', 'G'],
    shown: 'G',
    when: () => !isHidden('why'),
    words: 'What other rules decide: below the reason, on the strip, not at all',
    run: ({ controller }) => {
      controller.store.setState(({ rulesShown: othersShown }) => ({
        rulesShown: nextRulesShown(othersShown),
      }));
    },
  },
  {
    keys: ROOM_KEYS.ask.keys,
    shown: ROOM_KEYS.ask.shown,
    words: 'Predict: answer before you see; again to leave',
    run: ({ controller }) => {
      const { news, act } = speakerRoom.getState();
      if (ROOM_KEYS.ask.when(news)) act('ask');
      else controller.quiz.toggle();
    },
  },
  {
    keys: ROOM_KEYS.toggle.keys,
    shown: ROOM_KEYS.toggle.shown,
    words: 'Leading a room: show or hide the class’s answers',
    everywhere: true,
    when: () => ROOM_KEYS.toggle.when(speakerRoom.getState().news),
    run: () => {
      speakerRoom.getState().act('toggle');
    },
  },
  {
    keys: ['n'],
    shown: 'N',
    words: 'Next decision where another rule differs; next question',
    run: parting(nextDifference),
  },
  {
    keys: ['N'],
    shown: 'Shift N',
    words: 'Previous decision where another rule differs',
    run: parting(previousDifference),
  },
  {
    keys: ['/'],
    shown: '/',
    words: 'Go to a decision by its number',
    run: ({ openJump }) => {
      openJump(DecisionDialog);
    },
  },
  { keys: ['>'], shown: '>', words: 'A part of the step on', atStart: true, run: part(1) },
  { keys: ['<'], shown: '<', words: 'A part of the step back', atStart: true, run: part(-1) },
  { keys: [']'], shown: ']', words: 'Faster', run: speed(1) },
  { keys: ['['], shown: '[', words: 'Slower', run: speed(-1) },
  {
    keys: ['a', 'A'],
    shown: 'A',
    words: 'Align by decision or by time',
    run: ({ controller }) => {
      controller.cursor.align(controller.store.getState().position.align === 'time' ? 'decision' : 'time');
    },
  },
  { keys: ['1'], shown: '1', words: 'Pane A', run: focus('A') },
  { keys: ['2'], shown: '2', words: 'Pane B', when: () => !isHidden('other'), run: focus('B') },
  {
    keys: ['o', 'O'],
    shown: 'O',
    words: 'Choose the pane’s source',
    when: () => !isHidden('sources'),
    run: ({ pick, controller }) => {
      pick(controller.store.getState().focus);
    },
  },
  { keys: ['t', 'T'], shown: 'T', words: 'Light or dark', everywhere: true, run: toggleTheme },
  {
    keys: ['p', 'P'],
    shown: 'P',
    words: 'Present: for a wall, led by a clicker',
    everywhere: true,
    run: () => {
      setPresenting(!isPresenting());
    },
  },
  {
    keys: ['Escape'],
    shown: 'Esc',
    words: 'Close; leave full screen, then presenting',
    everywhere: true,
    always: true,
    when: () => isPresenting() || hasEntry(),
    run: () => {
      if (!closePopovers() && !leaveFullScreen()) setPresenting(false);
    },
  },
  {
    keys: ['?'],
    shown: '?',
    words: 'These keys',
    everywhere: true,
    run: ({ openDialog }) => {
      openDialog('keys');
    },
  },
];
