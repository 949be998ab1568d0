/** Numbers in words, the same everywhere on the stage. */

/** Time since the first event: "3.41 s". */
export function seconds(ns: number): string {
  const s = ns / 1e9;
  if (s >= 100) return `${Math.round(s).toLocaleString('en')} s`;
  return s >= 0.1 || s === 0 ? `${s.toFixed(2)} s` : `${(s * 1000).toFixed(s >= 0.01 ? 1 : 3)} ms`;
}
