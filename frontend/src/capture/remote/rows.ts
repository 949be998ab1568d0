/** Rows of a capture as a server sends them: bytes of its core, decoded as those of the core here (backend: captures/remote/rows.py). */
import type { EventRecord, StateView } from '../../core/types';
import type { Decoder } from '../../core/wasm/decoder';
import { MODES } from '../../core/gen/modes';
import type { AlternativeStruct, VerdictStruct } from '../../core/gen/tables';
import type { Description } from '../../core/wasm/module';
import type { Alternative } from '../../core/session';

/** As many modes at most decide the same thing, the event's own left out: MMS_ALTERNATIVES. */
const OTHERS = 2;

export interface RemoteRecord {
  event: EventRecord;
  verdict: VerdictStruct;
  others: Alternative[];
}

export interface RemoteRow extends RemoteRecord {
  /** What follows it, of the kinds that were asked for; those behind the next step too. */
  trail: RemoteRecord[];
  states: StateView[];
}

export class RowReader {
  readonly #decode: Decoder;
  readonly #description: Description;
  readonly #stateSize: number;

  constructor(decode: Decoder, description: Description, stateSize: number) {
    this.#decode = decode;
    this.#description = description;
    this.#stateSize = stateSize;
  }

  /** `tables`: those that were asked for, in that order. */
  read(bytes: ArrayBuffer, tables: readonly (keyof StateView)[]): RemoteRow[] {
    const view = new DataView(bytes);
    const rows: RemoteRow[] = [];
    let at = 0;
    while (at < view.byteLength) {
      const [records, states] = [view.getUint16(at + 4, true), view.getUint16(at + 6, true)];
      at += 8;
      const all: RemoteRecord[] = [];
      for (let i = 0; i < records; i++) {
        all.push(this.#record(view, at));
        at += this.#recordSize;
      }
      const [own, ...trail] = all;
      const row: RemoteRow | null = own ? { ...own, trail, states: [] } : null;
      for (let i = 0; i < states; i++) {
        const { state, end } = this.#state(view, at, tables);
        row?.states.push(state);
        at = end;
      }
      if (row) rows.push(row);
    }
    return rows;
  }

  get #recordSize(): number {
    return 4 + this.#description.event.size + this.#sizeOf('verdict') + OTHERS * this.#sizeOf('alternative');
  }

  #sizeOf(struct: string): number {
    return this.#description.structs[struct]?.size ?? 0;
  }

  #record(view: DataView, at: number): RemoteRecord {
    const behind = at + 4 + this.#description.event.size;
    const others = behind + this.#sizeOf('verdict');
    return {
      event: this.#decode.event(view, at + 4, view.getUint32(at, true)),
      verdict: this.#decode.struct('verdict', view, behind) as unknown as VerdictStruct,
      others: Array.from(
        { length: OTHERS },
        (_, i) => this.#decode.struct('alternative', view, others, i) as unknown as AlternativeStruct,
      ).flatMap((other) => {
        const mode = MODES.find(({ id }) => id === other.mode)?.name;
        return other.answer === 'none' || !mode ? [] : [{ ...other, mode }];
      }),
    };
  }

  /** Zeros at the end of a table were not sent. */
  #state(view: DataView, begin: number, tables: readonly (keyof StateView)[]) {
    const whole = new Uint8Array(this.#stateSize);
    let at = begin;
    for (const name of tables) {
      const length = view.getUint32(at, true);
      const table = this.#description.state.tables.find((t) => t.name === name);
      whole.set(new Uint8Array(view.buffer, at + 4, length), table?.offset ?? 0);
      at += 4 + length;
    }
    return { state: this.#decode.state(new DataView(whole.buffer), 0, tables), end: at };
  }
}
