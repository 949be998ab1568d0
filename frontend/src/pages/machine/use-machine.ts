/** The text of the page and what its worker says of it. Kept in memory alone, until the tab is closed. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type * as Comlink from 'comlink';
import type { Answer, Distances } from './answer';
import type { MachineWorker } from './machine.worker';
import { startReader } from './client';
import { longText } from './text';

let started: Comlink.Remote<MachineWorker> | null = null;
function worker(): Comlink.Remote<MachineWorker> {
  started ??= startReader().reader;
  return started;
}

interface Text {
  text: string;
  /** Which one it is: a text that comes back has the number that it had. */
  of: number;
}

/** What was put into the page, and what that took the place of. */
interface Own extends Text {
  former: (Text & { wasRead: boolean; by: number }) | null;
  /** Of what was pasted and is left out, since it tells nothing. */
  leftOut: string;
  /** What it is an example of (samples.ts); '': it is the reader's. */
  example: string;
}

/** Who comes back to the page finds it as it was. */
let kept: Own = { text: '', of: 0, former: null, leftOut: '', example: '' };
let texts = 0;

export interface Machine {
  text: string;
  of: number;
  /** Typed into the box. Returns the number of the text, as the next does. */
  type: (text: string) => number;
  /** In place of what is there; `example`: what it is one of. */
  replace: (text: string, example?: string) => number;
  /** What is shown as an example of; '': it is the reader's, or a link's. */
  example: string;
  /** What a text took the place of; null where there is none. */
  former: string | null;
  /** Puts that back. */
  restore: (leftOut?: string) => void;
  /** Has nothing been typed since then? */
  untouched: boolean;
  /** Null while there is no text, or none could be read. */
  answer: Answer | null;
  /** Why not. */
  failure: string;
  leftOut: string;
  reading: boolean;
}

const words = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** What another text takes the place of: of an example nothing is lost. */
const replaced = ({ text, of, example }: Own, wasRead: boolean, by: number): Own['former'] =>
  text.trim() === '' || example !== '' ? null : { text, of, wasRead, by };

/** As the page begins: with the text that another page brings, where it brings one. */
function begin(text: string): Own {
  if (text === '') return kept;
  const by = ++texts;
  const was = kept;
  kept = {
    text,
    of: by,
    former: replaced(was, true, by),
    leftOut: '',
    example: '',
  };
  return kept;
}

/** `linked`: a text that a link has, '' for none; what was pasted before stays where there is none. */
export function useMachine(linked: string, taken: () => string): Machine {
  const [own, setOwn] = useState(() => begin(taken()));
  const { text, of } = linked === '' ? own : { text: linked, of: 0 };
  const [read, setRead] = useState<{ of: string; answer: Answer | null; failure: string }>({
    of: '',
    answer: null,
    failure: '',
  });
  const empty = text.trim() === '';
  const refused = longText(text);
  const put = useCallback((next: Own) => {
    kept = next;
    setOwn(next);
  }, []);
  const restore = useCallback(
    (leftOut = '') => {
      if (kept.former)
        put({ text: kept.former.text, of: kept.former.of, former: null, leftOut, example: '' });
    },
    [put],
  );
  useEffect(() => {
    if (empty || refused !== '') return undefined;
    let gone = false;
    const say = (answer: Answer | null, failure = '') => {
      if (gone) return;
      // What tells nothing of a machine wipes none.
      const { former } = kept;
      if (answer && answer.notice !== '' && former?.wasRead && former.by === of) restore(answer.notice);
      else setRead({ of: text, answer, failure });
    };
    worker()
      .read(text)
      .then(say, (error: unknown) => {
        say(null, words(error));
      });
    return () => {
      gone = true;
    };
  }, [text, of, empty, refused, restore]);
  const settled = read.of === text;
  const answer = empty || refused !== '' ? null : read.answer;
  return {
    text,
    of,
    type: (next) => {
      const typed = ++texts;
      put({ text: next, of: typed, former: own.former, leftOut: '', example: '' });
      return typed;
    },
    replace: (next, example = '') => {
      const by = ++texts;
      const wasRead = settled && answer?.notice === '';
      put({ text: next, of: by, former: replaced({ ...own, text, of }, wasRead, by), leftOut: '', example });
      return by;
    },
    example: linked === '' ? own.example : '',
    former: linked === '' ? (own.former?.text ?? null) : null,
    restore,
    untouched: own.former?.by === of,
    answer,
    failure: empty ? '' : refused !== '' ? refused : settled ? read.failure : '',
    leftOut: linked === '' ? own.leftOut : '',
    reading: !empty && refused === '' && !settled,
  };
}

/** What the core says to these requests; the last answers stay until the next have come. */
export function useDistances(
  answer: Answer | null,
  requests: readonly string[],
): readonly (Distances | null)[] | null {
  const [found, setFound] = useState<readonly (Distances | null)[] | null>(null);
  const key = requests.join('\n');
  const last = useRef(0);
  const ask = useCallback(async (now: string) => {
    const turn = ++last.current;
    const answers = await worker().ask(now.split('\n'));
    if (turn === last.current) setFound(answers);
  }, []);
  useEffect(() => {
    if (answer) ask(key).catch(() => undefined);
  }, [answer, key, ask]);
  return answer ? found : null;
}
