/** Files that are no text of a trace, each with what is said of it: the same in the app and on the command line. */
import files from './wrong-files.json';

interface WrongFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Without the line, a capital and the full stop. */
  says: string;
}

/** `hex` and so many zeros behind it, or `text` so many times. */
export const wrongFiles: WrongFile[] = (
  files as { name: string; says: string; hex?: string; pad?: number; text?: string; times?: number }[]
).map(({ name, says, hex, pad = 0, text = '', times = 1 }) => {
  if (hex === undefined) return { name, says, bytes: new TextEncoder().encode(text.repeat(times)) };
  const bytes = new Uint8Array(hex.length / 2 + pad);
  for (let i = 0; 2 * i < hex.length; i++) bytes[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16);
  return { name, says, bytes };
});
