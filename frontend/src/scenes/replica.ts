/** What a capture tells of the machine it was taken on. */
import type { EventOf } from '../core/types';
import type { EventKind } from '../core/gen/tables';
import type { Beginning } from '../capture/local/source';

export function firstOfKind<K extends EventKind>(of: Beginning, kind: K): EventOf<K> | undefined {
  return of.first.find((event): event is EventOf<K> => event.kind === kind);
}

export function cpusOf({ state }: Beginning): number[] {
  const bits = (mask: number) => mask.toString(2).replaceAll('0', '').length;
  return state.node.filter((n) => n.present === 1).map((n) => bits(n.cpus));
}
