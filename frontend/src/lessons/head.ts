/** The head of a lesson's file: who it is for, and what it is called. Nothing is imported here: the build reads it, too. */
export interface Head {
  title: string;
  id: string;
  /** Place in the list of lessons. */
  order: number;
  lang: string;
  minutes: number;
  for: string;
  before: string;
  scene: string;
  touch: readonly string[];
  era: string;
  goals: readonly string[];
  /** Where each of these stands in the file. */
  lines: Readonly<Partial<Record<HeadKey, number>>>;
}

export interface Finding {
  line: number;
  of: 'file' | 'view' | 'question' | 'text' | 'exercises';
  words: string;
}

const HEAD = [
  'title',
  'id',
  'order',
  'lang',
  'minutes',
  'for',
  'before',
  'scene',
  'touch',
  'era',
  'goals',
] as const;
type HeadKey = (typeof HEAD)[number];

/** A value, without the remark behind it. */
export const bare = (text: string) => text.replace(/(^|\s)#\s.*$/, '').trim();

export type AddFinding = (line: number, of: Finding['of'], words: string) => void;

/** `rows`: the lines between --- and ---, the first of them line 2 of the file. */
export function readHead(rows: readonly string[], find: AddFinding): Head {
  const values = new Map<HeadKey, string>();
  const lines = new Map<HeadKey, number>();
  const goals: string[] = [];
  let last: HeadKey | null = null;
  for (const [i, row] of rows.entries()) {
    const line = i + 2;
    if (row.trim() === '' || row.trim().startsWith('#')) continue;
    const item = /^\s*-\s+(.*)$/.exec(row)?.[1];
    if (item !== undefined && last === 'goals') {
      goals.push(bare(item));
      continue;
    }
    const [, name = '', value = ''] = /^(\w+):(.*)$/.exec(row) ?? [];
    const key = HEAD.find((known) => known === name);
    if (key === undefined) {
      find(line, 'file', `“${row.slice(0, 40)}” is not one of the head’s lines: ${HEAD.join(', ')}.`);
      continue;
    }
    if (values.has(key)) find(line, 'file', `${key} stands there twice.`);
    values.set(key, bare(value));
    lines.set(key, line);
    last = key;
  }
  const of = (key: HeadKey) => values.get(key) ?? '';
  const at = (key: HeadKey) => lines.get(key) ?? 1;
  for (const key of ['title', 'id', 'minutes'] as const)
    if (of(key) === '') find(at(key), 'file', `The head has no ${key}.`);
  const id = of('id');
  if (id !== '' && !/^[a-z0-9-]{1,64}$/.test(id))
    find(
      at('id'),
      'file',
      `An id is of small letters, digits and -, as in which-swap-device; “${id.slice(0, 40)}” is not.`,
    );
  const minutes = Number(of('minutes'));
  if (of('minutes') !== '' && !(Number.isInteger(minutes) && minutes >= 1 && minutes <= 180))
    find(at('minutes'), 'file', 'minutes is a number from 1 to 180.');
  return {
    title: of('title') || 'A lesson without a title',
    id: /^[a-z0-9-]{1,64}$/.test(id) ? id : 'untitled',
    order: /^\d{1,3}$/.test(of('order')) ? Number(of('order')) : 99,
    lang: /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(of('lang')) ? of('lang') : 'en',
    minutes: Number.isFinite(minutes) ? minutes : 0,
    for: of('for'),
    before: of('before'),
    scene: of('scene'),
    touch: of('touch')
      .split(/[,\s]+/)
      .filter(Boolean),
    era: of('era'),
    goals,
    lines: Object.fromEntries(lines),
  };
}
