/** Reads a capture into a session while it is unpacked: of a long one the text is longer than the log. */
import { readPlain } from '../../capture/local/compression';
import { zstdModule } from '../../capture/local/wasm';
import type { Session } from '../../core/session';

export async function readInto(
  session: Session,
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): Promise<void> {
  session.beginCapture();
  await readPlain(
    stream,
    zstdModule,
    (plain) => {
      session.feed(plain);
    },
    () => undefined,
  );
  session.endCapture();
}
