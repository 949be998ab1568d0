/** A view as plain text, for a mail or a terminal: the sentence, the reasons, the table, where it is from. */
import { textOf } from '../../core/message';
import { twinText } from '../../stage/panes/twin-text';
import { tagPhrase } from '../../ui/Tag';
import type { Sheet } from './sheet';

/** Columns of a mail. */
export const WIDE = 72;

export function textOfSheet({ panes, parts, provenance, command }: Sheet): string {
  const [first, second] = panes;
  const caption = first && parts.narrate(first, second ?? null);
  const blocks = panes.map((pane) => {
    const narration = parts.narrate(pane, null);
    const head = `${panes.length > 1 ? `${pane.pane}: ` : ''}[${tagPhrase(pane.info.provenance)}] ${pane.info.title} (${narration.era.words})`;
    return [
      head,
      '-'.repeat(Math.min(head.length, WIDE)),
      ...narration.sentences.flatMap(({ n, words }) =>
        folded(textOf(words), WIDE - 4).map(
          (line, i) => `${i === 0 && n !== null ? `${n}.`.padEnd(4) : '    '}${line}`,
        ),
      ),
      '',
      twinText(narration.twin).trimEnd(),
      '',
      ...narration.functions.map(({ fn, verdict }) =>
        verdict && verdict.kind !== 'unchecked' ? `${fn}: recomputed, ${verdict.kind}` : fn,
      ),
    ].join('\n');
  });
  return [
    ...(caption
      ? [...folded(textOf(caption.title), WIDE), ...folded(textOf(caption.context), WIDE), '']
      : []),
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
