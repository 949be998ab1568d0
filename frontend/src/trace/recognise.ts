/** What a file is, from the beginning of its text. */
import { failureOf, SourceError, type Failure } from '../core/error';
import type { TraceFormatName } from './gen/tables';
import { readTrace, type TraceInput, type TraceModules } from './input';
import { TraceReader } from './reader';

/** Bytes of plain text that are enough: the module decides within them. */
const ENOUGH = 1 << 16;

class Enough extends Error {}

export interface Recognised {
  format: TraceFormatName;
  /** Of an unknown one: why it is no trace, or cannot be unpacked, and what makes a trace of it. */
  failure: Failure | null;
}

export async function recognise(modules: TraceModules, input: TraceInput): Promise<Recognised> {
  const reader = await TraceReader.create(modules.trace, {});
  let read = 0;
  try {
    await readTrace(input, modules.zstd, (plain) => {
      const piece = plain.subarray(0, ENOUGH - read);
      reader.feed(piece);
      read += piece.length;
      if (read >= ENOUGH) throw new Enough();
    });
    reader.end();
  } catch (error) {
    if (error instanceof SourceError) return { format: 'unknown', failure: failureOf(error) };
    if (!(error instanceof Enough)) throw error;
  }
  return { format: reader.report().format, failure: null };
}
