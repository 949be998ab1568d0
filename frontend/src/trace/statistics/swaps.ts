/** Swap devices with their priorities, from /proc/swaps or from changes of the kernel's lists. */
import { columnOf, fieldNamed, kindNamed } from '../store/lookup';
import type { TraceStore } from '../store/store';
import { textAt } from '../store/values';

export interface SwapDevice {
  /** Of the disk. */
  name: string;
  /** Pages. */
  pages: number;
  used: number;
  priority: number;
}

/** The last that is known of each device; later stores override earlier ones. */
export function swaps(stores: readonly Pick<TraceStore, 'kinds' | 'names'>[]): SwapDevice[] {
  const found = new Map<string, SwapDevice>();
  for (const store of stores) {
    const kind = kindNamed(store, 'swap_list');
    const label = kind && fieldNamed(kind, 'name');
    if (!kind || !label) continue;
    const [pages, used, prio] = ['pages', 'used', 'prio'].map((name) => columnOf(kind, name));
    for (let row = 0; row < kind.rows; row++) {
      const name = textAt(store, label, row);
      const size = pages?.(row) ?? 0;
      // A change of the rule names no device.
      if (name === '' || size === 0) continue;
      found.set(name, { name, pages: size, used: used?.(row) ?? 0, priority: prio?.(row) ?? 0 });
    }
  }
  return [...found.values()].sort((a, b) => b.priority - a.priority);
}
