/** Numbers that files of /proc hold, by name, as the reader names them: vmstat/pgscan_kswapd. */
import { columnOf, fieldNamed, kindNamed } from '../store/lookup';
import type { TraceStore } from '../store/store';
import { textAt } from '../store/values';

export function* procValuesOf(store: TraceStore): Generator<[name: string, value: number]> {
  const kind = kindNamed(store, 'stat');
  const text = kind && fieldNamed(kind, 'text');
  if (!kind || !text) return;
  const value = columnOf(kind, 'value');
  for (let row = 0; row < kind.rows; row++) yield [textAt(store, text, row), value(row) ?? 0];
}
