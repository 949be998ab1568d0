/**
 * A lesson as a package of SCORM 1.2: a page of its own with the lesson's words, pictures and questions, which needs no
 * server of ours, and says to the learning platform how far somebody has come and how much was right. Pure.
 */
import tokens from '../ui/style/tokens.css?raw';
import type { BuiltStep } from './builder';
import type { Block, Inline } from './markdown';
import { escaped, platformQuestions, type PackageFiles, type PlatformQuestion } from './platform';
import script from './scorm-page.js?raw';
import style from './scorm-page.css?raw';

const PACKAGE = 'http://www.imsproject.org/xsd/imscp_rootv1p1p2';
const ADL = 'http://www.adlnet.org/xsd/adlcp_rootv1p2';
const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

export interface StepPicture {
  /** A file of its own. */
  svg: string;
  /** What it is, in words. */
  label: string;
}

interface ScormLesson {
  id: string;
  title: string;
  lang: string;
  goals: readonly string[];
  /** Of the text (homework.ts). */
  version: string;
}

/** `href`: where a step is, as a whole address; `pictures`: of each step, none where it would give an answer away. */
export function scormFiles(
  lesson: ScormLesson,
  steps: readonly Pick<BuiltStep, 'title' | 'blocks' | 'questions'>[],
  href: (step: number) => string,
  pictures: readonly (readonly StepPicture[])[] = [],
): PackageFiles {
  const questions = platformQuestions(lesson.title, steps);
  const page = {
    'index.html': pageOf(lesson, steps, questions, href, pictures),
    'lesson.css': tokens + style,
    'lesson.js': script,
    ...Object.fromEntries(
      pictures.flatMap((of, at) => of.map(({ svg }, i) => [pictureFile(at, i), svg] as const)),
    ),
  };
  return { 'imsmanifest.xml': manifestOf(lesson, Object.keys(page)), ...page };
}

const pictureFile = (step: number, i: number) => `pictures/${step + 1}-${i + 1}.svg`;

function manifestOf({ id, title, version }: ScormLesson, files: readonly string[]): string {
  const listed = files.map((file) => `<file href="${file}"/>`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="mmscope-${id}-${version.slice(0, 8)}" version="1.1" xmlns="${PACKAGE}" xmlns:adlcp="${ADL}"
  xmlns:xsi="${XSI}" xsi:schemaLocation="${PACKAGE} imscp_rootv1p1p2.xsd ${ADL} adlcp_rootv1p2.xsd">
<metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
<organizations default="mmscope">
<organization identifier="mmscope">
<title>${escaped(title)}</title>
<item identifier="lesson" identifierref="page"><title>${escaped(title)}</title></item>
</organization>
</organizations>
<resources>
<resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="index.html">${listed}</resource>
</resources>
</manifest>
`;
}

function pageOf(
  { title, lang, goals }: ScormLesson,
  steps: readonly Pick<BuiltStep, 'title' | 'blocks'>[],
  questions: readonly PlatformQuestion[],
  href: (step: number) => string,
  pictures: readonly (readonly StepPicture[])[],
): string {
  const sections = steps.map((step, at) => {
    const asked = questions.flatMap((question, i) => (question.step === at ? [questionOf(question, i)] : []));
    const drawn = (pictures[at] ?? []).map(
      ({ label }, i) => `<p><img src="${pictureFile(at, i)}" alt="${escaped(label)}"></p>`,
    );
    return `<section>
<h2>${at + 1}. ${escaped(step.title)}</h2>
${step.blocks.map(blockOf).join('\n')}
${drawn.join('\n')}
<p><a href="${escaped(href(at))}" target="_blank" rel="noreferrer">This step, where its picture can be tried</a></p>
${asked.join('\n')}
</section>`;
  });
  const answers = questions.map(({ choices, took }) => ({
    took,
    right: choices.map(({ right }) => right),
    why: choices.map(({ why }) => why),
  }));
  // In a script's text only < could end it.
  const data = JSON.stringify(answers).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="${escaped(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="lesson.css">
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${goals.length > 0 ? `<p>Afterwards you can</p><ul>${goals.map((goal) => `<li>${escaped(goal)}</li>`).join('')}</ul>` : ''}
${sections.join('\n')}
<p id="score" role="status"></p>
</main>
<script type="application/json" id="answers">${data}</script>
<script src="lesson.js"></script>
</body>
</html>
`;
}

function questionOf({ ask, choices }: PlatformQuestion, i: number): string {
  const choice = ({ words }: { words: string }, at: number) =>
    `<label><input type="radio" name="q${i}" value="${at}" required> ${escaped(words)}</label>`;
  return `<form data-question="${i}">
<fieldset>
<legend>${escaped(ask)}</legend>
${choices.map(choice).join('\n')}
<button type="submit">Answer</button>
</fieldset>
<p class="result" role="status"></p>
</form>`;
}

function blockOf(block: Block): string {
  switch (block.kind) {
    case 'p':
      return `<p>${inlineOf(block.of)}</p>`;
    case 'list': {
      const of = block.ordered ? 'ol' : 'ul';
      return `<${of}>${block.items.map((item) => `<li>${inlineOf(item)}</li>`).join('')}</${of}>`;
    }
    case 'table': {
      const row = (cells: readonly (readonly Inline[])[], of: string) =>
        `<tr>${cells.map((cell) => `<${of}>${inlineOf(cell)}</${of}>`).join('')}</tr>`;
      const [head = [], ...rows] = block.rows;
      return `<table>${row(head, 'th')}${rows.map((cells) => row(cells, 'td')).join('')}</table>`;
    }
    case 'fence':
      return `<pre>${escaped(block.text)}</pre>`;
    case 'heading':
      return `<h3>${escaped(block.text)}</h3>`;
    case 'note':
      return block.blocks.map(blockOf).join('');
  }
}

const inlineOf = (pieces: readonly Inline[]): string => pieces.map(pieceOf).join('');

function pieceOf(one: Inline): string {
  switch (one.kind) {
    case 'text':
      return escaped(one.text);
    case 'code':
      return `<code>${escaped(one.text)}</code>`;
    case 'strong':
      return `<b>${inlineOf(one.of)}</b>`;
    case 'em':
      return `<i>${inlineOf(one.of)}</i>`;
    case 'link':
      // Where they lead is on our server, which a package knows only for its steps.
      return one.href.startsWith('https:')
        ? `<a href="${escaped(one.href)}" target="_blank" rel="noreferrer">${inlineOf(one.of)}</a>`
        : inlineOf(one.of);
    case 'term':
      return escaped(one.shown);
    case 'value':
      return escaped(one.text ?? '');
  }
}
