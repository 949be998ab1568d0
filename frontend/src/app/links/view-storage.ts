/** What was looked at last, kept in this browser: the start page offers to go on there. */
import { grouped } from '../../core/number';
import { scenes } from '../../scenes';
import { pairsOf } from '../../capture/sources/spec';
import { MOVED, pageTitle, parsePage } from './pages';

const KEY = 'mmscope.last';
/** A longer address is not kept. */
const LONGEST = 4096;

interface LastView {
  href: string;
  words: string;
}

/** What an address shows, in words; null for what one does not go back to: the start page, a room, no address of ours. */
export function viewWords(hash: string): string | null {
  const page = parsePage(hash);
  if (page) return page.kind === 'start' || page.kind === 'room' ? null : pageTitle(page);
  const [, id, query] = /^#v1\/([\w-]+)\?(.*)$/s.exec(hash) ?? [];
  const scene = scenes.find((s) => s.id === id);
  if (!scene) return null;
  const k = new Map(pairsOf(query)).get('k') ?? '';
  return /^\d{1,9}$/.test(k) && k !== '0' ? `${scene.title}, decision ${grouped(Number(k))}` : scene.title;
}

export function lastView(): LastView | null {
  try {
    const href = localStorage.getItem(KEY) ?? '';
    const words = viewWords(href);
    return words === null ? null : { href, words };
  } catch {
    return null;
  }
}

export function forgetLastView(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept, then.
  }
}

/** Keeps it from now on. What a teacher's link sets is the teacher's: such a page is not kept. */
export function keepLastView(): void {
  const keep = () => {
    const { hash, search } = location;
    if (search !== '' || hash.length > LONGEST || viewWords(hash) === null) return;
    try {
      localStorage.setItem(KEY, hash);
    } catch {
      // Not remembered, then.
    }
  };
  // Behind what writes the present view into the address.
  for (const name of ['popstate', 'hashchange', MOVED, 'pagehide']) addEventListener(name, keep);
  keep();
}
