/** The beginning of a file's plain text: reading stops when there is enough of it. */

class Enough extends Error {}

/** As much as `read` hands to its sink, up to so many bytes. */
export async function readPrefix(
  bytes: number,
  read: (sink: (plain: Uint8Array) => void) => Promise<unknown>,
  take: (piece: Uint8Array) => void,
): Promise<void> {
  let taken = 0;
  try {
    await read((plain) => {
      const piece = plain.subarray(0, bytes - taken);
      take(piece);
      taken += piece.length;
      if (taken === bytes) throw new Enough();
    });
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
}
