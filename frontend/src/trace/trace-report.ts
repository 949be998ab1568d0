/** What the reading of a trace found, as plain data: what the report page, tables and tests read. */
import type { TraceReportStruct } from './gen/tables';
import type { KernelKindName } from './gen/tracepoints';
import { GENERIC_KIND } from './store/generic-kinds';
import type { Generic, MapValue, TextRead } from './reader/reader';

/** A name of a script's own, and the tracepoint that it must mean. */
export interface Meaning {
  name: string;
  tracepoint: KernelKindName;
}

/** With how many events there are. */
export interface CountedName extends Meaning {
  events: number;
}

export interface TraceReport extends Omit<
  TraceReportStruct,
  'names' | 'generics' | 'map_values' | 'first_bad'
> {
  /** Events by kind of the table, those that occur. */
  kinds: { id: number; name: string; system: string; count: number }[];
  /** Events that the table does not know, by name and fields. */
  generics: Generic[];
  /** Events that the user has counted as a tracepoint's: among the kinds, no more among the generics. */
  counted: readonly CountedName[];
  /** What the maps of a script hold, as they were printed last. */
  maps: MapValue[];
  /** The first lines that could not be read. */
  bad: TraceReportStruct['first_bad'];
  /** Rows by kind whose texts were not kept, for want of room. */
  cutTexts: { kind: string; rows: number }[];
  /** Where the packed file ends too early; null: it does not. */
  cutOff: string | null;
}

export function reportOf(
  reader: TextRead,
  cut: ReadonlyMap<number, number>,
  cutOff: string | null = null,
): TraceReport {
  const { first_bad: bad, names, generics, map_values: values, ...facts } = reader.report();
  const name = (id: number) => reader.description.kinds.find((k) => k.id === id)?.name ?? String(id);
  return {
    ...facts,
    kinds: reader.counts().filter(({ name: kind }) => kind !== GENERIC_KIND),
    generics: generics > 0 && names > 0 ? reader.generics() : [],
    counted: [],
    maps: values > 0 ? reader.mapValues() : [],
    bad: bad.filter((line) => line.why !== 'none'),
    cutOff,
    cutTexts: [...cut].map(([id, rows]) => ({ kind: name(id), rows })),
  };
}
