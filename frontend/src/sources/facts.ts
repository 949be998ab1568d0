/** What a capture's manifest tells, in the words of the source bar. The manifest is a stranger's text. */
import { ENUMS, type EnumName, type EventKind } from '../core/gen/tables';
import type { Manifest } from '../core/session';
import { grouped } from '../core/number';
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

/** Files of /proc and /sys as the manifest noted them at the start. */
export function settingsOf(manifest: Manifest): Record<string, string> {
  const noted = at(manifest.start, 'settings');
  if (typeof noted !== 'object' || noted === null) return {};
  return Object.fromEntries(
    Object.entries(noted).flatMap(([path, value]) => {
      const words = text(value);
      return words === null ? [] : [[path, words]];
    }),
  );
}

/** The value of the sysctl vm.`name` at the start; null where the manifest does not tell. */
export function settingOf(manifest: Manifest, name: string): string | null {
  return text(at(manifest.start, 'sysctls', `vm.${name}`));
}

/** The value of a sysctl at the start, and at the end where that differs. */
function sysctl(manifest: Manifest, name: string, words: (value: string) => string): string | null {
  const before = settingOf(manifest, name);
  const after = text(at(manifest.end, 'sysctls', `vm.${name}`));
  if (before === null) return null;
  return after === null || after === before ? words(before) : `${words(before)}, then ${words(after)}`;
}

interface Setting {
  label: string;
  /** Without the `vm.` before it. */
  name: string;
  words: (value: string) => string;
  /** Kinds of decision it has a say in. */
  of: readonly EventKind[];
}

/** The switches of the patched kernel; a capture tells those that bear on what it holds. */
const SETTINGS: readonly Setting[] = [
  { label: 'rule', name: 'swap_device_select', words: (v) => valueWords('rule', v), of: ['swap_select'] },
  {
    label: 'slots cache',
    name: 'swap_slots_cache',
    words: (v) => (v === '0' ? 'off' : 'on'),
    of: ['swap_select'],
  },
  { label: 'zone policy', name: 'zone_alloc_policy', words: String, of: ['zone_select', 'zone_batch'] },
  { label: 'kswapd wake mark', name: 'kswapd_wake_mark', words: String, of: ['kswapd_wake'] },
  { label: 'swap poll', name: 'swap_poll', words: (v) => numbered('swap_poll', v), of: ['swap_in'] },
  { label: 'interleave granularity', name: 'numa_interleave_granularity', words: String, of: ['interleave'] },
];

/** The name of a value that the kernel writes as a number. */
function numbered(list: EnumName, value: string): string {
  return ENUMS[list][Number(value)] ?? value;
}

/** `lost`: what the reader counted; `kinds`: what the capture decides. */
export function captureFacts(
  manifest: Manifest,
  kinds: Partial<Record<EventKind, number>>,
  lost: number,
  closed: boolean,
): Fact[] {
  const settings = SETTINGS.filter((s) => s.of.some((kind) => (kinds[kind] ?? 0) > 0));
  const facts: [string, string | null][] = [
    ...settings.map((s): [string, string | null] => [s.label, sysctl(manifest, s.name, s.words)]),
    ['lost events', grouped(lost)],
    ['kernel', text(at(manifest.start, 'kernel', 'release')) ?? text(at(manifest.start, 'kernel'))],
  ];
  const known = facts.map(([label, value]): Fact => [label, value ?? '–']);
  return closed ? known : [...known, ['end', 'cut off']];
}
