import type { RuleName } from '../../core/gen/tables';
import type { Era } from '../scene';

/**
 * Which kernels choose so. Per-node lists came with a2468cc9bfdf (4.14) and went with 8e689f8ea45f; one
 * list of equal automatic priorities came with 52f37efc5949 (both 6.19).
 */
export const ERAS: Readonly<Record<RuleName, Era>> = {
  global: { words: 'before 4.14', from: null, to: 4.13 },
  node: { words: '4.14 to 6.18', from: 4.14, to: 6.18 },
  roundrobin: { words: 'from 6.19', from: 6.19, to: null },
};
