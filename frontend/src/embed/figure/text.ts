/** A view as plain text, for a mail or a terminal: the sentence, the reasons, the table, where it is from. */
import { textOf } from '../../core/message';
import { twinText } from '../../stage/panes/twin-text';
import { tagPhrase } from '../../ui/Tag';
import { around, type Around, type Sheet } from './sheet';

/** Columns of a mail. */
export const WIDE = 72;

export const textOfSheet = (sheet: Sheet): string => textOfAround(around(sheet));

export function textOfAround({ title, context, panes, provenance, command }: Around): string {
  const blocks = panes.map((one) => {
    const { told } = one;
    const era = told.era ? ` (${told.era.words})` : '';
    const head = `${panes.length > 1 ? `${one.pane}: ` : ''}[${tagPhrase(one.provenance)}] ${one.title}${era}`;
    return [
      head,
      '-'.repeat(Math.min(head.length, WIDE)),
      ...told.sentences.flatMap(({ n, words }) =>
        folded(textOf(words), WIDE - 4).map(
          (line, i) => `${i === 0 && n !== null ? `${n}.`.padEnd(4) : '    '}${line}`,
        ),
      ),
      '',
      twinText(told.twin).trimEnd(),
      '',
      ...told.functions.map(({ fn, verdict }) =>
        verdict && verdict.kind !== 'unchecked' ? `${fn}: recomputed, ${verdict.kind}` : fn,
      ),
    ].join('\n');
  });
  return [
    ...folded(title, WIDE),
    ...folded(context, WIDE),
    '',
    blocks.join('\n\n'),
    '',
    ...provenance.flatMap((line) => folded(line, WIDE)),
    command,
    '',
  ].join('\n');
}

function folded(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= columns)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
