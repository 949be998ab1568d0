/** What a learner says, and what is said to it. Pure. */
import { isNumbers, type Answer, type QuestionKind, type Ready } from '../scenes/question';
import { formatValue } from './values';

const WHO = { model: 'the model', kernel: 'the kernel', asif: 'as if, it', published: 'it' };

const nameOf = (ready: Extract<Ready, { form: 'choose' }>, key: string) =>
  ready.choices.find((choice) => choice.key === key)?.words ?? '';

export function answerText(ready: Ready): string {
  switch (ready.form) {
    case 'choose':
      return ready.answers.map((key) => nameOf(ready, key)).join(' or ');
    case 'measure':
      return formatValue(ready.unit, ready.answer);
    case 'order':
      return ready.answer.join(', ');
    case 'curve':
      return `it comes to ${formatValue(ready.unit, ready.after.at(-1)?.value ?? 0)}`;
  }
}

/** Share of the moments at which the curve is close, in per cent. */
export function closeness(ready: Extract<Ready, { form: 'curve' }>, said: readonly number[]): number {
  const close = ready.after.filter(({ value }, i) => Math.abs((said[i] ?? Infinity) - value) <= ready.within);
  return Math.round((100 * close.length) / Math.max(1, ready.after.length));
}

/** Moments of 100 at which a curve must be close to be called so. */
const CLOSE = 75;

/** Whether what was said is what came, or close to it. */
export function isClose(ready: Ready, draft: Answer): boolean {
  switch (ready.form) {
    case 'choose':
      return typeof draft === 'string' && ready.answers.includes(draft);
    case 'measure':
      return typeof draft === 'number' && Math.abs(draft - ready.answer) <= ready.within;
    case 'order':
      return Array.isArray(draft) && ready.answer.every((name, i) => name === draft[i]);
    case 'curve':
      return isNumbers(draft) && closeness(ready, draft) >= CLOSE;
  }
}

/** Kinds of question about a place. */
const TAKEN: ReadonlySet<QuestionKind> = new Set(['device', 'zone', 'node']);

export interface Reveal {
  /** Both, in a sentence. */
  said: string;
  /** Why they differ; '' where there is nothing to say. */
  why: string;
}

/** `draft` null: it was shown without an answer. */
export function revealOf(ready: Ready, draft: Answer): Reveal {
  const who = WHO[ready.from];
  const answer = answerText(ready);
  const alone = { said: `${who.slice(0, 1).toUpperCase()}${who.slice(1)}: ${answer}.`, why: '' };
  switch (ready.form) {
    case 'choose': {
      const right = ready.choices.find(({ key }) => ready.answers.includes(key));
      if (typeof draft !== 'string') return { ...alone, why: right?.sentence ?? '' };
      const why = ready.choices.find(({ key }) => key === draft)?.sentence ?? '';
      const own = nameOf(ready, draft);
      // A place is taken; what happens is a sentence of its own.
      const said =
        ready.k === null
          ? `You said ${own}, and it is ${answer}.`
          : TAKEN.has(ready.kind)
            ? `You said ${own}, and ${who} takes ${answer}.`
            : `You said ${own}. ${alone.said}`;
      return { said, why };
    }
    case 'measure': {
      // What holds whatever was said may be told to who said nothing.
      if (typeof draft !== 'number') return { ...alone, why: ready.above === ready.below ? ready.above : '' };
      const off = draft - ready.answer;
      const close = Math.abs(off) <= ready.within;
      const said = `You said ${formatValue(ready.unit, draft)}. ${alone.said}`;
      if (close)
        return {
          said,
          why: ready.close || `That is close: within ${formatValue(ready.unit, ready.within)}.`,
        };
      const way = off > 0 ? 'more' : 'less';
      return {
        said,
        why:
          (off > 0 ? ready.above : ready.below) ||
          `You expected ${formatValue(ready.unit, Math.abs(off))} ${way} than there is.`,
      };
    }
    case 'order': {
      if (!Array.isArray(draft)) return { ...alone, why: ready.right };
      const same = draft.every((name, i) => name === ready.answer[i]);
      const at = draft.findIndex((name, i) => name !== ready.answer[i]);
      const first = `Place ${at + 1} is the first that differs: ${ready.answer[at] ?? ''} stands there.`;
      return {
        said: `You said ${draft.join(', ')}. ${alone.said}`,
        why: same ? ready.right || 'The same order.' : ready.other || first,
      };
    }
    case 'curve': {
      if (!Array.isArray(draft)) return { ...alone, why: ready.other };
      const share = closeness(ready, draft as readonly number[]);
      const said = `Your curve is close to ${who.replace(', it', '')} for ${share} of 100 moments.`;
      return { said, why: share >= CLOSE ? ready.close || ready.other : ready.other };
    }
  }
}
