/** What a capture's manifest tells. Written by a stranger: every value is looked at before use. */
import type { EnumName, EventKind } from './gen/tables';

export interface Manifest {
  start: Record<string, unknown> | null;
  end: Record<string, unknown> | null;
}

/** A switch of the patched kernel, as a sysctl. */
export interface Switch {
  label: string;
  /** Without the `vm.` before it. */
  name: string;
  /** Its values: a list of enums.def, by number or by name; or what else they are. */
  values: EnumName | 'on or off' | 'as written';
  /** Kinds of decision it has a say in. */
  of: readonly EventKind[];
}

const TEXT_MAX = 60;

function text(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value === '') return null;
  return value.length > TEXT_MAX ? `${value.slice(0, TEXT_MAX)}…` : value;
}

function at(root: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined,
    root,
  );
}

/** A text or a number, cut where it is endless; null where there is none. */
export const textAt = (root: unknown, ...path: readonly string[]): string | null => text(at(root, path));

/** The value of the sysctl vm.`name`; null where the manifest does not tell. */
export const sysctlOf = (when: Manifest['start'], name: string): string | null =>
  textAt(when, 'sysctls', `vm.${name}`);

/** Files of /proc and /sys as the manifest noted them at the start. */
export function settingsOf(manifest: Manifest): Record<string, string> {
  const noted = at(manifest.start, ['settings']);
  if (typeof noted !== 'object' || noted === null) return {};
  return Object.fromEntries(
    Object.entries(noted).flatMap(([path, value]) => {
      const words = text(value);
      return words === null ? [] : [[path, words]];
    }),
  );
}

/** Every guest of the lab is started so: tracer/lab/mmlab/guest/qemu.py. Its times are those of an emulated machine. */
const LAB = ['init=/init.sh', 'no_timer_check'];

/** Was it recorded in a guest, of the lab or of a page? Nobody else's capture is said to be emulated. */
export function isEmulated({ start }: Manifest): boolean {
  if (textAt(start, 'emulator') !== null) return true;
  const line = at(start, ['kernel_command_line']);
  const words = typeof line === 'string' ? line.split(' ') : [];
  return LAB.every((word) => words.includes(word));
}
