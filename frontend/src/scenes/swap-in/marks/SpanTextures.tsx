import { memoMark } from '../../../ui/memo';

/** Textures of CPU time, so that colour is never the only sign. `id` must be unique in the document. */
export const SpanTextures = memoMark<{ id: string }>('Patterns', ({ id }) => (
  <defs>
    <pattern id={`${id}-switch`} width="4" height="4" patternUnits="userSpaceOnUse">
      <rect width="4" height="4" fill="var(--paper)" />
      <path d="M1 0V4" stroke="var(--t-work)" strokeWidth="1.5" />
    </pattern>
    <pattern
      id={`${id}-spin`}
      width="7"
      height="7"
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <rect width="7" height="7" fill="var(--n1-wash)" />
      <path d="M0 0V7" stroke="var(--n1)" strokeWidth="3" />
    </pattern>
  </defs>
));

/** Fill and rim of a kind of CPU time. */
export function paint(id: string, kind: 'work' | 'switch' | 'spin'): { fill: string; stroke: string } {
  if (kind === 'work') return { fill: 'var(--t-work)', stroke: 'none' };
  return kind === 'switch'
    ? { fill: `url(#${id}-switch)`, stroke: 'var(--t-work)' }
    : { fill: `url(#${id}-spin)`, stroke: 'var(--t-spin)' };
}
