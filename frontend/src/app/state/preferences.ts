/** What a person prefers, kept in this browser: theme, single-key shortcuts. */
import { createStore } from 'zustand/vanilla';

export type Theme = 'system' | 'light' | 'dark';

interface Preferences {
  theme: Theme;
  /** Single-key shortcuts can be switched off (WCAG 2.1.4). */
  shortcuts: boolean;
}

/** Storage may be forbidden; then nothing is remembered. */
function stored(key: string): string | null {
  try {
    return localStorage.getItem(`mmscope.${key}`);
  } catch {
    return null;
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(`mmscope.${key}`, value);
  } catch {
    // Not remembered, then.
  }
}

const theme = stored('theme');

export const preferences = createStore<Preferences>(() => ({
  theme: theme === 'light' || theme === 'dark' ? theme : 'system',
  shortcuts: stored('shortcuts') !== 'off',
}));

/** Whether single characters are keys. */
export const shortcuts = (): boolean => preferences.getState().shortcuts;

/** Writes them to the page and to storage from now on. */
export function keepPreferences(): void {
  const write = (p: Preferences) => {
    const root = document.documentElement;
    if (p.theme === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = p.theme;
  };
  write(preferences.getState());
  preferences.subscribe((p) => {
    write(p);
    store('theme', p.theme);
    store('shortcuts', p.shortcuts ? 'on' : 'off');
  });
}

/** The other theme than the one now seen; system again when that is what the system has. */
export function toggleTheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const { theme: now } = preferences.getState();
  const seen = now === 'system' ? (dark ? 'dark' : 'light') : now;
  const next = seen === 'dark' ? 'light' : 'dark';
  preferences.setState({ theme: (next === 'dark') === dark ? 'system' : next });
}
