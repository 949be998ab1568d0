/** Reads parts of one file, one after another, and gives them away. */
import { TraceReader } from '../reader/reader';
import { transferablesOf, readPart } from './part';
import type { PartResponse, PartRequest } from './worker-pool';

let begun: Promise<{ blob: Blob; reader: TraceReader }> | null = null;
let before: Promise<void> = Promise.resolve();

const say = (answer: PartResponse, moved: Transferable[] = []) => {
  self.postMessage(answer, { transfer: moved });
};

async function answer({ block, carry }: Exclude<PartRequest, { blob: Blob }>): Promise<void> {
  try {
    if (!begun) throw new Error('There is no file to read.');
    const { blob, reader } = await begun;
    const part = await readPart(reader, blob, block, carry);
    say(part, transferablesOf(part));
  } catch {
    say(null);
  }
}

self.onmessage = ({ data }: MessageEvent<PartRequest>) => {
  if ('blob' in data) {
    const { blob, module } = data;
    begun = TraceReader.create(module, {}).then((reader) => ({ blob, reader }));
  } else {
    before = before.then(() => answer(data));
  }
};
