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

/** Who comes back to the page finds it as it was. */
let kept = '';

export interface Machine {
  text: string;
  setText: (text: string) => void;
  /** Null while there is no text, or none could be read. */
  answer: Answer | null;
  /** Why not. */
  failure: string;
  reading: boolean;
}

const words = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** `linked`: a text that a link has, '' for none; what was pasted before stays where there is none. */
export function useMachine(linked: string): Machine {
  const [text, setText] = useState(linked || kept);
  const [read, setRead] = useState<{ of: string; answer: Answer | null; failure: string }>({
    of: '',
    answer: null,
    failure: '',
  });
  const empty = text.trim() === '';
  const refused = longText(text);
  useEffect(() => {
    kept = text;
    if (empty || refused !== '') return undefined;
    let gone = false;
    const put = (answer: Answer | null, failure = '') => {
      if (!gone) setRead({ of: text, answer, failure });
    };
    worker()
      .read(text)
      .then(put, (error: unknown) => {
        put(null, words(error));
      });
    return () => {
      gone = true;
    };
  }, [text, empty, refused]);
  const settled = read.of === text;
  return {
    text,
    setText,
    answer: empty || refused !== '' ? null : read.answer,
    failure: empty ? '' : refused !== '' ? refused : settled ? read.failure : '',
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
