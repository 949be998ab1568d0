/**
 * What a teacher's link sets beside the view: how large it is shown, what is hidden, what may be touched. It stands in
 * front of the fragment (?present=1&hide=why#v1/…), so that it stays on every page and over a reload.
 */
import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import { paramNamed } from '../../core/params';

/** What may be hidden: not covered but not there, for keys and those who listen as well. */
export const HIDDEN = ['why', 'twin', 'verdict', 'tunables', 'sources', 'strip', 'other'] as const;
export type Hidden = (typeof HIDDEN)[number];

/** How much larger type and drawings are. */
export const TEXT_SIZES = [1, 1.15, 1.3, 1.5] as const;
export const COLOURS = ['usual', 'projector'] as const;

export interface ClassSettings {
  /** For a wall: the stage fills the screen, and a clicker leads it. */
  present: boolean;
  hide: readonly Hidden[];
  /** Tunables that may be touched; null: all. */
  tunables: readonly string[] | null;
  colours: (typeof COLOURS)[number];
  text: (typeof TEXT_SIZES)[number];
}

export const DEFAULT_SETTINGS: ClassSettings = {
  present: false,
  hide: [],
  tunables: null,
  colours: 'usual',
  text: 1,
};

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

/** What is in force on this page; app/teaching-sync.ts keeps it and the address the same. */
export const classSettings = createStore<ClassSettings>(() => DEFAULT_SETTINGS);

export const isHidden = (part: Hidden): boolean => classSettings.getState().hide.includes(part);
export const useHidden = (part: Hidden): boolean => useStore(classSettings, (t) => t.hide.includes(part));

/** Whether a tunable may be changed. */
export const isUnlocked = (name: string): boolean => {
  const { hide, tunables } = classSettings.getState();
  return !hide.includes('tunables') && (tunables === null || tunables.includes(name));
};

export const setPresenting = (on: boolean): void => {
  classSettings.setState({ present: on });
};

export const usePresenting = (): boolean => useStore(classSettings, (t) => t.present);
export const isPresenting = (): boolean => classSettings.getState().present;

/**
 * The wall, while one presents: black, until a key is pressed; whether the speaker has a window, or wants one; and the
 * page beside the stage that it shows, by its title.
 */
export const wall = createStore<{ blank: boolean; speaker: boolean; page: string | null }>(() => ({
  blank: false,
  speaker: false,
  page: null,
}));
