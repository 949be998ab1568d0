/** Markup as React writes it, as a tree: every attribute in double quotes, every tag closed. Pure. */

export interface Element {
  /** Its tag as it is written, with its attributes. */
  open: string;
  name: string;
  children: readonly Node[];
  /** The whole of it. */
  text: string;
}

/** Words between tags are text as they stand. */
export type Node = Element | string;

export const textOfNode = (node: Node): string => (typeof node === 'string' ? node : node.text);

const TAG = /<(\/?)([A-Za-z][\w:-]*)((?:[^"<>]|"[^"]*")*?)(\/?)>/g;

/** Throws where it is not such markup. */
export function nodesOf(markup: string): Node[] {
  interface Level {
    name: string;
    open: string;
    from: number;
    children: Node[];
  }
  const top: Level = { name: '', open: '', from: 0, children: [] };
  const levels = [top];
  let at = 0;
  for (const match of markup.matchAll(TAG)) {
    const [tag, closing, name = '', , empty] = match;
    const level = levels.at(-1) ?? top;
    if (match.index > at) level.children.push(markup.slice(at, match.index));
    at = match.index + tag.length;
    if (closing) {
      const parent = levels.at(-2);
      if (level.name !== name || !parent) throw new Error(`</${name}> closes nothing`);
      levels.pop();
      const { open, children, from } = level;
      parent.children.push({ name, open, children, text: markup.slice(from, at) });
    } else if (empty) level.children.push({ name, open: tag, children: [], text: tag });
    else levels.push({ name, open: tag, from: match.index, children: [] });
  }
  if (levels.length > 1) throw new Error(`<${levels.at(-1)?.name ?? ''}> is not closed`);
  if (at < markup.length) top.children.push(markup.slice(at));
  return top.children;
}
