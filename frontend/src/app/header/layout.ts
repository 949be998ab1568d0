/** The one place that decides what the header shows and what goes into its menu: by widths as measured. Pure. */

interface HeaderLink {
  id: string;
  /** Widths in CSS pixels of its title, and of the beginning that stands for it. */
  whole: number;
  short: number;
  current: boolean;
}

interface Tool {
  id: string;
  width: number;
}

export interface Sizes {
  /** Inside of the header's margins. */
  available: number;
  /** The mark, with what is kept clear of it; and its word. */
  bareMark: number;
  word: number;
  ways: readonly HeaderLink[];
  tools: readonly Tool[];
  /** The button of the menu, which always is there. */
  menu: number;
  /** Between two ways, and between two tools. */
  wayGap: number;
  toolGap: number;
}

export interface HeaderItems {
  mark: boolean;
  /** Titles whole, or their beginnings. */
  whole: boolean;
  ways: ReadonlySet<string>;
  tools: ReadonlySet<string>;
}

/** Pages and tools leave by turns, from the right end of each group: so many ways first, then a tool, and so on. */
const LEAVE: readonly ('way' | 'tool')[] = ['tool', 'tool', 'way', 'way', 'tool', 'way', 'tool', 'way'];

function widthOf(sizes: Sizes, { mark, whole, ways, tools }: HeaderItems): number {
  const shownWays = sizes.ways.filter(({ id }) => ways.has(id));
  const shownTools = sizes.tools.filter(({ id }) => tools.has(id));
  const sum = (all: readonly number[]) => all.reduce((a, b) => a + b, 0);
  return (
    sizes.bareMark +
    (mark ? sizes.word : 0) +
    sum(shownWays.map((way) => (whole ? way.whole : way.short) + sizes.wayGap)) +
    sum(shownTools.map(({ width }) => width + sizes.toolGap)) +
    sizes.menu
  );
}

/** All that there is room for; the current page is never given up. */
export function headerLayout(sizes: Sizes): HeaderItems {
  const ways = sizes.ways.map(({ id }) => id);
  const tools = sizes.tools.map(({ id }) => id);
  const leaving = sizes.ways.filter(({ current }) => !current).map(({ id }) => id);
  const staying = [...tools];
  const tried: HeaderItems[] = [];
  const now = (mark: boolean, whole: boolean) => {
    const gone = new Set(ways.filter((id) => !leaving.includes(id)));
    const current = new Set(sizes.ways.filter((way) => way.current).map(({ id }) => id));
    const shown = ways.filter((id) => !gone.has(id) || current.has(id));
    tried.push({ mark, whole, ways: new Set(shown), tools: new Set(staying) });
  };
  now(true, true);
  now(true, false);
  let turn = 0;
  while (leaving.length > 0 || staying.length > 0) {
    const next = LEAVE[turn++ % LEAVE.length];
    if ((next === 'tool' && staying.length > 0) || leaving.length === 0) staying.pop();
    else leaving.pop();
    now(true, false);
  }
  now(false, false);
  return (
    tried.find((shown) => widthOf(sizes, shown) <= sizes.available) ?? {
      mark: false,
      whole: false,
      ways: new Set(sizes.ways.filter((way) => way.current).map(({ id }) => id)),
      tools: new Set(),
    }
  );
}
