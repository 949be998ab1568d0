/** What one puts into a page of one's own, by what makes that page: docs/embedding.md has the rest of each. Pure but for the address. */

/** A view, its sentence and the name of its picture. */
export interface Embedded {
  view: string;
  /** '' where there is none. */
  sentence: string;
}

export interface Host {
  id: 'element' | 'frame' | 'sphinx' | 'markdown' | 'notebook' | 'slides';
  name: string;
  code: (of: Embedded) => string;
  /** What else it needs. */
  needs: string;
}

const here = (path: string) => new URL(path, document.baseURI).href;
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** The element with a view, from the files that are beside this page. `content`: what stands there until it has loaded. */
export const elementCode = (view: string, content = ''): string =>
  [
    `<script type="module" src="${here('embed/mm-scope.js')}"></script>`,
    `<mm-scope view="${escaped(view)}">${content}</mm-scope>`,
  ].join('\n');

export const HOSTS: readonly Host[] = [
  {
    id: 'element',
    name: 'A web page',
    code: ({ view, sentence }) =>
      elementCode(view, `\n  <img src="figure.svg" alt="${escaped(oneLine(sentence))}">\n`),
    needs:
      'The element needs its files on the same site: copy the folders embed and datasets there. The picture stands there until the figure has loaded: save it as figure.svg.',
  },
  {
    id: 'frame',
    name: 'A page that allows frames only',
    code: ({ view, sentence }) =>
      [
        `<iframe src="${here(`embed/?v=${encodeURIComponent(view)}`)}"`,
        `  width="720" height="480" title="${escaped(oneLine(sentence))}" loading="lazy"></iframe>`,
      ].join('\n'),
    needs: 'This server shows itself in frames of the sites that MMSCOPE_FRAME_ANCESTORS names.',
  },
  {
    id: 'sphinx',
    name: 'Sphinx',
    code: ({ view, sentence }) => `.. mmscope:: ${view}\n   :alt: ${oneLine(sentence)}`,
    needs:
      'It needs pip install \'mmscope[sphinx]\', and in conf.py extensions = ["mmscope.sphinx"]. In LaTeX and EPUB it is a picture.',
  },
  {
    id: 'markdown',
    name: 'MkDocs and Markdown',
    code: ({ view, sentence }) => `\`\`\`mmscope\n${view}\nalt: ${oneLine(sentence)}\n\`\`\``,
    needs:
      "It needs pip install 'mmscope[markdown]', and mmscope among the plugins of mkdocs.yml, or among the extensions of Python-Markdown.",
  },
  {
    id: 'notebook',
    name: 'A notebook',
    code: ({ view }) => `import mmscope\nmmscope.View(${JSON.stringify(view)})`,
    needs: "It needs pip install 'mmscope[notebook]', in Jupyter.",
  },
  {
    id: 'slides',
    name: 'Slides of reveal.js',
    code: ({ view }) => `<section>\n  <mm-scope view="${escaped(view)}" height="480"></mm-scope>\n</section>`,
    needs:
      'It needs the plugin of embed/reveal.js. With data-steps="0 40 1800" the clicker goes to these decisions.',
  },
];
