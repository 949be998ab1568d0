/** What a capture's manifest tells, in the words of the source bar. The manifest is a stranger's text. */
import type { Manifest } from '../core/session';
import { valueWords } from './words';

type Fact = readonly [label: string, value: string];

const TEXT_MAX = 60;

function text(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value === '') return null;
  return value.length > TEXT_MAX ? `${value.slice(0, TEXT_MAX)}…` : value;
}

function at(root: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined,
    root,
  );
}

/** The value of a sysctl at the start, and at the end where that differs. */
function sysctl(manifest: Manifest, name: string, words: (value: string) => string): string | null {
  const before = text(at(manifest.start, 'sysctls', `vm.${name}`));
  const after = text(at(manifest.end, 'sysctls', `vm.${name}`));
  if (before === null) return null;
  return after === null || after === before ? words(before) : `${words(before)}, then ${words(after)}`;
}

/** `lost`: what the reader counted; null when it is not known yet. */
export function captureFacts(manifest: Manifest, lost: number, closed: boolean): Fact[] {
  const facts: [string, string | null][] = [
    ['rule', sysctl(manifest, 'swap_device_select', (v) => valueWords('rule', v))],
    ['slots cache', sysctl(manifest, 'swap_slots_cache', (v) => (v === '0' ? 'off' : 'on'))],
    ['lost events', lost.toLocaleString('en')],
    ['kernel', text(at(manifest.start, 'kernel', 'release')) ?? text(at(manifest.start, 'kernel'))],
  ];
  const known = facts.map(([label, value]): Fact => [label, value ?? '–']);
  return closed ? known : [...known, ['end', 'cut off']];
}
