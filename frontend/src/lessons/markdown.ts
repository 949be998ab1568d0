/** Markdown as data: what a lesson may say, and nothing else. A file is somebody else's: markup in it stays text. */
import { Lexer, type Token, type Tokens } from 'marked';

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong' | 'em'; of: readonly Inline[] }
  | { kind: 'link'; href: string; of: readonly Inline[] }
  /** A word of the glossary, and how the sentence has it. */
  | { kind: 'term'; word: string; shown: string }
  /** To be computed; once it is, `text` is what it came to. */
  | { kind: 'value'; path: string; text: string | null };

export type Block =
  | { kind: 'p'; of: readonly Inline[]; line: number }
  | { kind: 'list'; ordered: boolean; items: readonly (readonly Inline[])[]; line: number }
  | { kind: 'table'; rows: readonly (readonly (readonly Inline[])[])[]; line: number }
  | { kind: 'heading'; depth: number; text: string; line: number }
  | { kind: 'fence'; info: string; text: string; line: number }
  /** `> [!word]` */
  | { kind: 'note'; of: string; blocks: readonly Block[]; line: number };

export interface Read {
  blocks: Block[];
  /** What is not part of a lesson, by line. */
  wrong: { line: number; words: string }[];
}

/** So many quotations in one another, or items of lists. */
const DEEP = /^\s*(?:>\s*|(?:[-*+]|\d+[.)])\s+){9}/;

const lines = (text: string) => text.split('\n').length - 1;

/** `first`: number of the line that the text begins in. */
export function readMarkdown(text: string, first: number): Read {
  const read: Read = { blocks: [], wrong: [] };
  // Notes are one level deep: what nests without end would exhaust the stack.
  const deep = text.split('\n').findIndex((row) => DEEP.test(row));
  if (deep >= 0) {
    read.wrong.push({ line: first + deep, words: 'Quotations are nested too deeply here.' });
    return read;
  }
  let line = first;
  for (const token of new Lexer({ gfm: true }).lex(text)) {
    // Empty lines before a token are part of some tokens' text.
    const begins = line + lines(/^\n*/.exec(token.raw)?.[0] ?? '');
    const block = blockOf(token, begins, read);
    if (block) read.blocks.push(block);
    line += lines(token.raw);
  }
  return read;
}

function blockOf(given: Token, line: number, read: Read): Block | null {
  const wrong = (words: string) => {
    read.wrong.push({ line, words });
    return null;
  };
  const token = given as Tokens.Generic;
  const inline = (tokens: readonly Token[] | undefined) => inlineOf(tokens ?? [], line, read);
  switch (token.type) {
    case 'space':
    case 'hr':
      return null;
    case 'def':
      return wrong('A link is written where it stands: [words](address).');
    case 'heading':
      return { kind: 'heading', depth: Number(token['depth']), text: String(token['text']), line };
    case 'code':
      return { kind: 'fence', info: String(token['lang'] ?? ''), text: String(token['text']), line };
    case 'blockquote': {
      const [head = '', ...rest] = String(token['text']).split('\n');
      const of = /^\[!(\w+)\]\s*$/.exec(head)?.[1];
      if (of === undefined) return wrong('A lesson has no quotations. Did you mean a note: > [!teacher]?');
      const inner = readMarkdown(rest.join('\n'), line + 1);
      read.wrong.push(...inner.wrong);
      return { kind: 'note', of, blocks: inner.blocks, line };
    }
    case 'list':
      return {
        kind: 'list',
        ordered: token['ordered'] === true,
        items: (token['items'] as Tokens.ListItem[]).map((item) =>
          item.tokens.flatMap((one) => inline((one as Tokens.Generic).tokens)),
        ),
        line,
      };
    case 'table': {
      const { header, rows } = token as unknown as Tokens.Table;
      return { kind: 'table', rows: [header, ...rows].map((row) => row.map((c) => inline(c.tokens))), line };
    }
    case 'paragraph':
    case 'text':
      return { kind: 'p', of: inline(token.tokens), line };
    case 'html':
      return wrong('Markup (HTML) is not shown: write it in Markdown.');
    default:
      return wrong(`“${token.type}” is not part of a lesson.`);
  }
}

function inlineOf(tokens: readonly Token[], line: number, read: Read): Inline[] {
  const out: Inline[] = [];
  const text = (more: string) => {
    const last = out.at(-1);
    if (last?.kind === 'text') out[out.length - 1] = { kind: 'text', text: last.text + more };
    else out.push({ kind: 'text', text: more });
  };
  for (const given of tokens) {
    const token = given as Tokens.Generic;
    switch (token.type) {
      case 'strong':
      case 'em':
        out.push({ kind: token.type, of: inlineOf(token.tokens ?? [], line, read) });
        break;
      case 'codespan':
        out.push({ kind: 'code', text: String(token['text']) });
        break;
      case 'br':
        text(' ');
        break;
      case 'link': {
        const href = String(token['href']);
        const of = inlineOf(token.tokens ?? [], line, read);
        if (isSafe(href)) out.push({ kind: 'link', href, of });
        else {
          read.wrong.push({
            line,
            words: `A link leads to a view (#v1/…) or to https://…, not to “${href.slice(0, 60)}”.`,
          });
          out.push(...of);
        }
        break;
      }
      case 'html':
      case 'image':
        read.wrong.push({ line, words: 'Markup (HTML) and images are not shown: write it in Markdown.' });
        break;
      default:
        text(token.type === 'text' || token.type === 'escape' ? String(token['text']) : token.raw);
    }
  }
  return out.flatMap((one) => (one.kind === 'text' ? marked(one.text) : [one]));
}

/** A view of this app, or a page elsewhere that is fetched safely. */
const isSafe = (href: string): boolean => /^(#v1\/|https:\/\/)/.test(href);

const MARKS = /\{([^{}\n]{1,120})\}|\[\[([^[\]|\n]{1,60})(?:\|([^[\]|\n]{1,60}))?\]\]/g;

/** Values and words of the glossary, taken out of a text. */
export function marked(text: string): Inline[] {
  const out: Inline[] = [];
  let at = 0;
  for (const match of text.matchAll(MARKS)) {
    if (match.index > at) out.push({ kind: 'text', text: text.slice(at, match.index) });
    const [whole, path, word = '', shown] = match;
    out.push(
      path === undefined
        ? { kind: 'term', word: word.trim(), shown: (shown ?? word).trim() }
        : { kind: 'value', path: path.trim(), text: null },
    );
    at = match.index + whole.length;
  }
  if (at < text.length) out.push({ kind: 'text', text: text.slice(at) });
  return out;
}

/** As it is read aloud. */
export function wordsOf(inline: readonly Inline[]): string {
  return inline
    .map((one) => {
      if (one.kind === 'text' || one.kind === 'code') return one.text;
      if (one.kind === 'term') return one.shown;
      if (one.kind === 'value') return one.text ?? `{${one.path}}`;
      return wordsOf(one.of);
    })
    .join('');
}

export function textOfBlock(block: Block): string {
  if (block.kind === 'p') return wordsOf(block.of);
  if (block.kind === 'list') return block.items.map(wordsOf).join('\n');
  if (block.kind === 'table') return block.rows.map((row) => row.map(wordsOf).join(' ')).join('\n');
  if (block.kind === 'note') return block.blocks.map(textOfBlock).join('\n');
  return block.text;
}

/** Every piece of a block, those inside others too. */
export function* piecesOf(block: Block): Generator<Inline> {
  const all =
    block.kind === 'p'
      ? [block.of]
      : block.kind === 'list'
        ? block.items
        : block.kind === 'table'
          ? block.rows.flat()
          : [];
  for (const inline of all) yield* within(inline);
  if (block.kind === 'note') for (const inner of block.blocks) yield* piecesOf(inner);
}

function* within(inline: readonly Inline[]): Generator<Inline> {
  for (const one of inline) {
    yield one;
    if ('of' in one) yield* within(one.of);
  }
}

/** The block with its pieces changed. */
export function mapped(block: Block, change: (one: Inline) => Inline): Block {
  const all = (inline: readonly Inline[]): Inline[] =>
    inline.map((one) => ('of' in one ? { ...one, of: all(one.of) } : change(one)));
  if (block.kind === 'p') return { ...block, of: all(block.of) };
  if (block.kind === 'list') return { ...block, items: block.items.map(all) };
  if (block.kind === 'table') return { ...block, rows: block.rows.map((row) => row.map(all)) };
  if (block.kind === 'note') return { ...block, blocks: block.blocks.map((b) => mapped(b, change)) };
  return block;
}
