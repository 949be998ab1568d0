/** The parameters of a teacher's link in words: for the form, and for docs/teaching-links.md. Fetched with the form. */
import { type Hidden, type ClassSettings } from './class-link';
import { PARAMETER_NAMES, PARAMETERS } from './class-link-parser';

export const HIDDEN_PHRASES: Readonly<Record<Hidden, string>> = {
  why: 'why it was decided so',
  twin: 'the numbers as text',
  verdict: 'what the check found',
  tunables: 'the tunables',
  sources: 'the choice of sources',
  strip: 'the strip of decisions',
  other: 'pane B',
};

interface ParameterDoc {
  words: string;
  example: string;
}

export const PARAMETER_DOCS: Readonly<Record<keyof ClassSettings, ParameterDoc>> = {
  present: { words: 'For a wall: the stage fills the screen, a clicker leads it.', example: 'present=1' },
  hide: {
    words: `Hidden, also from keys and screen readers: ${Object.entries(HIDDEN_PHRASES)
      .map(([name, words]) => `\`${name}\` ${words}`)
      .join(', ')}.`,
    example: 'hide=why,verdict',
  },
  tunables: {
    words:
      'Tunables that may be changed; the others stay as in the link. While presenting: the row that stays visible.',
    example: 'tunables=rule,demand',
  },
  colours: {
    words: 'For a projector: black on white, with stronger lines and fills.',
    example: 'colours=projector',
  },
  text: { words: 'The scale of type and drawings.', example: 'text=1.3' },
};

/** What stands in the fragment, behind the scene: stage/url-parser.ts reads it. A test reads each example. */
export const VIEW_DOCS: readonly (readonly [name: string, words: string, example: string])[] = [
  ['a, b', 'Source of a pane: `model:` or `capture:` and its name.', 'a=model:four-nodes'],
  ['a.NAME, b.NAME', 'Another value for a tunable of that model.', 'a.rule=roundrobin'],
  ['k', 'The step: decision under the cursor.', 'k=918'],
  ['t, align', 'The same by time, in ns.', 't=530000000&align=time'],
  ['predict', 'Questions first: pane and seed. The same seed asks the same questions.', 'predict=a7'],
  ['large', 'The part of the drawing that is large: `requests`, `many`.', 'large=requests'],
  ['others', 'What other rules decide: `ghost` in the drawing, `row` on the strip, too.', 'others=ghost'],
  ['speed', 'Steps a second; up to 1, each takes 1.2 seconds or longer.', 'speed=2'],
];

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** As docs/teaching-links.md has it. */
export function classLinkTable(): string {
  const own = PARAMETER_NAMES.map((name) => {
    const { words, example } = PARAMETER_DOCS[name];
    return row([`\`${name}\``, 'before `#`', words, PARAMETERS[name].values, `\`${example}\``]);
  });
  const view = VIEW_DOCS.map(([name, words, example]) => {
    const names = name.split(', ').map((n) => `\`${n}\``);
    return row([names.join(', '), 'behind `#v1/SCENE?`', words, '', `\`${example}\``]);
  });
  return [
    row(['parameter', 'where', 'what it does', 'values', 'example']),
    '|---|---|---|---|---|',
    ...own,
    ...view,
  ].join('\n');
}
