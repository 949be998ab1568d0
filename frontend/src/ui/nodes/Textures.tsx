import type { ReactNode } from 'react';
import { tone, toneName } from './colours';
import { memoMark } from '../memo';

/** A texture per node, so that colour is never the only sign. 10 by 10 px, seamless. */
const STROKES: Readonly<Record<string, (ink: string) => ReactNode>> = {
  n1: (ink) => <path d="M-2 12L12 -2M-3 3L3 -3M7 13L13 7" stroke={ink} strokeWidth="1.2" />,
  n2: (ink) => (
    <>
      <circle cx="2.5" cy="2.5" r="1.15" fill={ink} />
      <circle cx="7.5" cy="7.5" r="1.15" fill={ink} />
    </>
  ),
  n3: (ink) => <path d="M0 2.5H10M0 7.5H10" stroke={ink} />,
  n4: (ink) => <path d="M-2 -2L12 12M-3 7L3 13M7 -3L13 3" stroke={ink} strokeWidth="1.2" />,
  n5: (ink) => <path d="M0 2.5H10M0 7.5H10M2.5 0V10M7.5 0V10" stroke={ink} strokeWidth=".8" />,
  n6: (ink) => <path d="M2.5 0V10M7.5 0V10" stroke={ink} />,
  n7: (ink) => <path d="M1 1l3 3M4 1l-3 3M6 6l3 3M9 6l-3 3" stroke={ink} />,
};

/** Address of a node's texture within the SVG that holds `<Textures id={id}>`. */
export function texture(id: string, node: number): string {
  return `url(#${id}-${toneName(node)})`;
}

/** Pattern definitions for these nodes. `id` must be unique in the document: take it from useId(). */
export const Textures = memoMark<{ id: string; nodes: readonly number[] }>('Textures', ({ id, nodes }) => {
  const unique = new Map(nodes.map((node) => [toneName(node), node]));
  return (
    <defs>
      {[...unique].map(([name, node]) => {
        const { fill, wash } = tone(node);
        return (
          <pattern key={name} id={`${id}-${name}`} width="10" height="10" patternUnits="userSpaceOnUse">
            <rect width="10" height="10" fill={wash} />
            <g opacity=".55">{STROKES[name]?.(fill)}</g>
          </pattern>
        );
      })}
    </defs>
  );
});
