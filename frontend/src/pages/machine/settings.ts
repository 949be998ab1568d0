/** Sysctls that the reader sets: their ranges, and what is to be copied. What they come to, the core says. Pure. */
import type { Distance } from './answer';

export interface Change {
  min_free_kbytes?: number;
  watermark_scale_factor?: number;
  lowmem_reserve_ratio?: readonly number[];
}

export const NO_CHANGE: Change = {};

export const isChanged = (change: Change): boolean => Object.keys(change).length > 0;

/** Where a slider ends. */
export const RANGES = {
  min_free_kbytes: [128, 16 * 1024 * 1024],
  watermark_scale_factor: [1, 3000],
} as const;
export type Sliding = keyof typeof RANGES;

/** What the core takes of a ratio. */
export const RATIO_RANGE = [0, 99_999_999] as const;

const STEPS = 200;

/**
 * Where a slider stops, from the least value to the most: equal steps are equal factors, as far as whole numbers let them be,
 * and each step is another value. At these values it stops, too.
 */
export function stopsOf([least, most]: readonly [number, number], ...values: readonly number[]): number[] {
  const steps = Array.from({ length: STEPS + 1 }, (_, step) => {
    const value = least * (most / least) ** (step / STEPS);
    const digits = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 2);
    return Math.min(most, Math.max(least, Math.round(value / digits) * digits));
  });
  return [...new Set([...steps, ...values])].sort((a, b) => a - b);
}

/** What a task’s memory policy may be, beside the default. */
export const POLICIES = ['bind', 'preferred', 'interleave'] as const;

export interface Request {
  gfp: string;
  order: number;
  node: number;
  /** Of the task, with the nodes of a list such as 0-1,4; '' where it has none. */
  policy?: (typeof POLICIES)[number] | '';
  nodes?: string;
  /** Nodes of its cpuset; '' all. */
  cpuset?: string;
}

export const ORDERS = 11;

/** What is asked before anybody says another: a page of a program, from the first of these nodes. */
export const firstRequest = (nodes: readonly number[]): Request => ({
  gfp: 'GFP_HIGHUSER_MOVABLE',
  order: 0,
  node: Math.min(...nodes),
});

/** The request, and where sysctls are set the same with them. */
export const asksOf = (request: Request, change: Change): string[] => [
  requestText(request, NO_CHANGE),
  ...(isChanged(change) ? [requestText(request, change)] : []),
];

const NODES = 64;
export const isNode = (text: string): boolean => /^\d{1,2}$/.test(text) && Number(text) < NODES;

/** Is it a list of nodes, as a kernel prints one? */
export const isNodeList = (text: string): boolean =>
  text.split(',').every((part) => {
    const [from = '', to = from, ...more] = part.split('-');
    return isNode(from) && isNode(to) && Number(from) <= Number(to) && more.length === 0;
  });

const words = (change: Change, between: string, list: string): string[] =>
  Object.entries(change).map(([name, value]) => `${name}${between}${[value].flat().join(list)}`);

/** As the core takes it. */
export const requestText = (
  { gfp, order, node, policy = '', nodes = '', cpuset = '' }: Request,
  change: Change,
): string =>
  [
    gfp,
    `order=${order}`,
    `node=${node}`,
    ...(policy === '' ? [] : [`${policy}=${nodes}`]),
    ...(cpuset === '' ? [] : [`cpuset=${cpuset}`]),
    ...words(change, '=', ','),
  ].join(' ');

/** For now. */
export const commandOf = (change: Change): string =>
  words(change, '=', ' ')
    .map((setting) => `sysctl -w ${setting.includes(' ') ? `"vm.${setting}"` : `vm.${setting}`}`)
    .join(' && ');

/** For /etc/sysctl.d: what is there at the next boot. */
export const linesOf = (change: Change): string =>
  words(change, ' = ', ' ')
    .map((line) => `vm.${line}`)
    .join('\n');

/** What a sysctl is now, as the text has it or its marks let it be. */
export const nowOf = (distance: Distance | null, name: Sliding): number | undefined => distance?.asif[name];
