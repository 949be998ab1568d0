/** Whether a guest can run in this browser. */

/** A function that adds two vectors: valid where there is SIMD. */
const SIMD = Uint8Array.of(
  ...[
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98,
    11,
  ],
);
/** GB, as browsers say it: 0.25, 0.5, 1 and so on. */
const LEAST_MEMORY = 1;

/** Why it cannot, as a sentence; null where it can, as far as one can know before. */
export function whyNot(known: object = navigator): string | null {
  if (typeof WebAssembly !== 'object')
    return 'This browser has no WebAssembly, in which the kernel would run.';
  if (!WebAssembly.validate(SIMD))
    return 'The WebAssembly of this browser has no SIMD, which the emulated PC needs.';
  const memory = 'deviceMemory' in known ? Number(known.deviceMemory) : LEAST_MEMORY;
  if (memory < LEAST_MEMORY)
    return 'This device has less than 1 GB of memory, and the kernel takes a third of that.';
  return null;
}
