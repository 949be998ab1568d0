/** Keeps what a teacher's link sets and the address the same, and shows it on the page as a whole. */
import { classSettings, type ClassSettings } from '../stage/state/class-link';

/** What reads and writes the address: for one that sets anything, and for when that changes. */
export const fetchParser = () => import('../stage/state/class-link-parser');

function show({ present, colours, text }: ClassSettings): void {
  const { dataset, style } = document.documentElement;
  if (present) dataset['mode'] = 'presenter';
  else delete dataset['mode'];
  if (colours === 'usual') delete dataset['colours'];
  else {
    dataset['colours'] = colours;
    // Without it the colours are the usual ones, which is no harm.
    import('../ui/style/projector.css').catch(() => undefined);
  }
  if (text === 1) style.removeProperty('--text');
  else style.setProperty('--text', String(text));
}

/** Where an entry of the history says otherwise, the page has the last word: the mode does not change with Back. */
async function write(): Promise<void> {
  const { formatClassLink } = await fetchParser();
  const search = formatClassLink(classSettings.getState(), location.search);
  if (search === location.search) return;
  history.replaceState(history.state, '', `${location.pathname}${search}${location.hash}`);
}

/** Reads the address, once, and follows what changes from then on. In words, what of it could not be read. */
export async function keepTeaching(): Promise<string[]> {
  const read = location.search === '' ? null : (await fetchParser()).parseClassLink(location.search);
  if (read) classSettings.setState(read.teaching);
  show(classSettings.getState());
  classSettings.subscribe((now) => {
    show(now);
    void write();
  });
  addEventListener('popstate', () => void write());
  return read?.complaints ?? [];
}
