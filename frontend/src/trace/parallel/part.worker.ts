/** Reads parts of one file, one after another, and gives them away. */
import * as Comlink from 'comlink';
import { TraceReader, type Carry } from '../reader/reader';
import type { Chunk } from './chunks';
import { transferablesOf, readPart, type Part } from './part';

let begun: Promise<{ blob: Blob; reader: TraceReader }> | null = null;
let before: Promise<unknown> = Promise.resolve();

async function partOf(block: Chunk, carry: Carry): Promise<Part> {
  if (!begun) throw new Error('There is no file to read.');
  const { blob, reader } = await begun;
  const part = await readPart(reader, blob, block, carry);
  return Comlink.transfer(part, transferablesOf(part));
}

const work = {
  begin(module: WebAssembly.Module, blob: Blob): void {
    begun = TraceReader.create(module, {}).then((reader) => ({ blob, reader }));
  },
  read(block: Chunk, carry: Carry): Promise<Part> {
    const part = before.then(() => partOf(block, carry));
    before = part.catch(() => undefined);
    return part;
  },
};

export type PartWork = typeof work;

Comlink.expose(work);
