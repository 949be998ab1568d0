/** What a file is, from the beginning of its text. */
import { SourceError } from '../core/error';
import type { TraceFormatName } from './gen/tables';
import { readTrace, type TraceInput, type TraceModules } from './input';
import { TraceReader } from './reader';

/** Bytes of plain text that are enough: the module decides within them. */
const ENOUGH = 1 << 16;

class Enough extends Error {}

/** `unknown` where it is no trace, and where it cannot be unpacked: whoever opens it says why. */
export async function recognise(modules: TraceModules, input: TraceInput): Promise<TraceFormatName> {
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
    if (error instanceof SourceError) return 'unknown';
    if (!(error instanceof Enough)) throw error;
  }
  return reader.report().format;
}
