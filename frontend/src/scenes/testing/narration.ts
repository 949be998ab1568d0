/** For tests: a narration, as the strings that the stage sets. */
import { textOf } from '../../core/message';
import type { DrawingProps, Narrator } from '../scene';
import type { Sentence, Narration } from '../narration';

/** "1 Normal of node 0: …", "+ Then …"; in brackets what is set in grey. */
export function sentenceText({ n, to, words, off }: Sentence): string {
  const text = `${n ?? '+'}${to ? ` to ${to}` : ''} ${textOf(words)}`;
  return off ? `(${text})` : text;
}

export function texts(narration: Narration) {
  const { title, context, heading, sentences, empty, functions: places, terms, era, twin } = narration;
  return {
    title: textOf(title),
    context: textOf(context),
    heading: textOf(heading),
    sentences: sentences.map(sentenceText),
    empty: textOf(empty),
    places: places.map(({ fn, verdict }) => ({
      fn,
      ...(verdict ? { kind: verdict.kind, detail: verdict.detail && textOf(verdict.detail) } : {}),
    })),
    terms,
    era: era.words,
    twin: {
      title: textOf(twin.title),
      columns: twin.columns,
      rows: twin.rows.map(({ cells }) => cells),
      notes: (twin.notes ?? []).map(textOf),
      printed: (twin.printed?.lines ?? []).map(textOf),
      lines: twin.folds.flatMap(({ lines }) => lines),
    },
  };
}

/** Drawing props as the stage makes them: named by its narration. */
export function labelled(title: string, tell: Narrator, props: DrawingProps): DrawingProps {
  return {
    ...props,
    label: `${title}, pane ${props.pane}: ${textOf(tell(props, null).title)}`,
    describedBy: `twin-${props.pane}`,
  };
}
