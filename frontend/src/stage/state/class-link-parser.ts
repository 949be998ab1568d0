/** What a teacher's link sets, read from the address and written to it. Fetched where an address sets anything. */
import { paramNamed } from '../../core/params';
import { COLOURS, DEFAULT_SETTINGS, HIDDEN, TEXT_SIZES, type ClassSettings } from './class-link';

interface Parameter<K extends keyof ClassSettings> {
  /** What may stand there, in words. */
  values: string;
  /** Null where it is as usual. */
  write: (value: ClassSettings[K]) => string | null;
  /** Null where that cannot be read; `strange`: what of a list cannot be, in words. */
  read: (text: string) => { value: ClassSettings[K]; strange?: readonly string[] } | null;
}

function one<T extends string | number>(all: readonly T[], usual: T) {
  return {
    values: all.join(', '),
    write: (value: T) => (value === usual ? null : String(value)),
    read: (text: string) => {
      const value = all.find((v) => String(v) === text);
      return value === undefined ? null : { value };
    },
  };
}

const parts = (text: string) => [...new Set(text.split(',').filter((word) => word !== ''))];

/** The one definition of these parameters: links, the form and the table in docs/teaching-links.md are made of it. */
export const PARAMETERS: { readonly [K in keyof ClassSettings]: Parameter<K> } = {
  present: {
    values: '1',
    write: (on) => (on ? '1' : null),
    read: (text) => (text === '1' || text === '0' ? { value: text === '1' } : null),
  },
  hide: {
    values: `a list of ${HIDDEN.join(', ')}`,
    write: (hide) => (hide.length === 0 ? null : HIDDEN.filter((h) => hide.includes(h)).join(',')),
    read: (text) => ({
      value: HIDDEN.filter((h) => parts(text).includes(h)),
      strange: parts(text).filter((word) => !(HIDDEN as readonly string[]).includes(word)),
    }),
  },
  tunables: {
    values: 'a list of tunables, or none',
    write: (names) => names && (names.length === 0 ? 'none' : names.join(',')),
    read: (text) =>
      text === 'none'
        ? { value: [] }
        : {
            value: parts(text).filter((name) => paramNamed(name)),
            strange: parts(text).filter((name) => !paramNamed(name)),
          },
  },
  colours: one(COLOURS, 'usual'),
  text: one(TEXT_SIZES, 1),
};

export const PARAMETER_NAMES = Object.keys(PARAMETERS) as readonly (keyof ClassSettings)[];

const SHOWN_MAX = 40;

/** Reads what stands between ? and #; what cannot be read is named, and the rest still counts. Others' stay theirs. */
export function parseClassLink(search: string): { teaching: ClassSettings; complaints: string[] } {
  const given = new URLSearchParams(search);
  const teaching = { ...DEFAULT_SETTINGS };
  const complaints: string[] = [];
  const take = (name: keyof ClassSettings) => {
    const text = given.get(name);
    if (text === null) return;
    const { read, values } = PARAMETERS[name];
    const found = read(text);
    const said = found ? found.strange : [text];
    for (const word of said ?? []) {
      complaints.push(`“${name}=${word.slice(0, SHOWN_MAX)}” in the link is not ${values}.`);
    }
    if (found) Object.assign(teaching, { [name]: found.value });
  };
  for (const name of PARAMETER_NAMES) take(name);
  return { teaching, complaints };
}

/** The same as text, with what of `search` is not ours; '' where all is as usual. */
export function formatClassLink(teaching: ClassSettings, search = ''): string {
  const others = new URLSearchParams(search);
  const own: string[] = [];
  const put = (name: keyof ClassSettings) => {
    others.delete(name);
    // Each writes the value that its own name has.
    const { write } = PARAMETERS[name] as Parameter<keyof ClassSettings>;
    const text = write(teaching[name]);
    if (text !== null) own.push(`${name}=${text}`);
  };
  for (const name of PARAMETER_NAMES) put(name);
  const all = [others.toString(), ...own].filter((text) => text !== '');
  return all.length === 0 ? '' : `?${all.join('&')}`;
}
