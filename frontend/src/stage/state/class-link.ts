/**
 * What a teacher's link sets beside the view: how large it is shown, what is hidden, what may be touched. It stands in
 * front of the fragment (?present=1&hide=why#v1/…), so that it stays on every page and over a reload.
 */
import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';

/** What may be hidden: not covered but not there, for keys and those who listen as well. */
export const HIDDEN = ['why', 'twin', 'verdict', 'tunables', 'sources', 'strip', 'other'] as const;
export type Hidden = (typeof HIDDEN)[number];

/** The scale of type and drawings. */
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

/** What is in force on this page; app/main.tsx keeps it and the address the same. */
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
