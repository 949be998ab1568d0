/** What a file is, from the beginning of its text. */
import { ENUMS } from '../core/gen/tables';
import { failureOf, SourceError, type Failure } from '../core/error';
import { readPrefix } from './reader/prefix';
import type { TraceFormatName, TraceKindName } from './gen/tables';
import { readTrace, type TraceInput, type TraceModules } from './reader/input';
import { TraceReader } from './reader/reader';

/** Bytes of plain text that are enough: the module decides within them. */
const ENOUGH = 1 << 16;

export interface FileFormat {
  format: TraceFormatName;
  /** Of an unknown one: why it is no trace, or cannot be unpacked, and what makes a trace of it. */
  failure: Failure | null;
  /** Decisions of an unpatched kernel are in it, as a script of ours prints them. */
  decides: boolean;
}

/** Lines of such a script. */
const DECISIONS: ReadonlySet<string> = new Set([
  'mms_begin' satisfies TraceKindName,
  ...Object.values(ENUMS.stock_question)
    .filter((question) => question !== undefined)
    .map((question): TraceKindName => `mms_${question}`),
]);

export async function recognise(modules: TraceModules, input: TraceInput): Promise<FileFormat> {
  const reader = await TraceReader.create(modules.trace, {});
  let read = 0;
  try {
    await readPrefix(
      ENOUGH,
      (sink) => readTrace(input, modules.zstd, sink),
      (piece) => {
        reader.feed(piece);
        read += piece.length;
      },
    );
    if (read < ENOUGH) reader.end();
  } catch (error) {
    if (error instanceof SourceError) return { format: 'unknown', failure: failureOf(error), decides: false };
    throw error;
  }
  const { format } = reader.report();
  const decides = format !== 'mmscope' && reader.counts().some(({ name }) => DECISIONS.has(name));
  return { format, failure: null, decides };
}
