/**
 * Arrays that grow: there is room for what is expected, so that most values are copied once. Room that is never
 * filled takes addresses and no memory: pages come when they are first written.
 */
import type { Numbers } from './store';

type ArrayMaker = (items: number) => Numbers;

/** By `column_type`: arrays for its values. Those that hold text or vectors are made of these. */
export const ARRAYS: Readonly<Record<string, ArrayMaker>> = {
  u8: (n) => new Uint8Array(n),
  flag: (n) => new Uint8Array(n),
  u16: (n) => new Uint16Array(n),
  s16: (n) => new Int16Array(n),
  u32: (n) => new Uint32Array(n),
  dev: (n) => new Uint32Array(n),
  name: (n) => new Uint32Array(n),
  s32: (n) => new Int32Array(n),
  u64: (n) => new BigUint64Array(n),
  x64: (n) => new BigUint64Array(n),
  s64: (n) => new BigInt64Array(n),
};

/** Times as many items as there are that room is made for: at least, at most. */
const GROWTH = { least: 1.5, most: 64 };

/** Views of one array type: what is copied between. */
interface Items {
  readonly length: number;
  subarray(begin: number, end?: number): Items;
  set(from: Items, at?: number): void;
}

const items = (values: Numbers) => values as unknown as Items;

export class GrowingArray {
  readonly #make: ArrayMaker;
  #array: Numbers;
  length = 0;

  constructor(make: ArrayMaker) {
    this.#make = make;
    this.#array = make(0);
  }

  /** `growth`: how many times as long it will be in the end, as far as that is known; 0: it is not. */
  append(values: Numbers, growth = 0): void {
    items(this.extend(values.length, growth)).set(items(values));
  }

  /** The place of so many items more, to be filled at once. */
  extend(n: number, growth = 0): Numbers {
    const from = this.length;
    this.length += n;
    if (this.length > this.#array.length) this.#move(from, growth);
    return this.#array.subarray(from, this.length);
  }

  /** The item that came last. */
  last(): number | bigint | undefined {
    return this.#array[this.length - 1];
  }

  /** All items in one array. Nothing is left here. */
  take(): Numbers {
    const { length } = this;
    const array = this.#array;
    this.#array = this.#make(0);
    this.length = 0;
    return array.length === length ? array : array.subarray(0, length);
  }

  /** A copy of the items so far. */
  peek(): Numbers {
    return this.#array.slice(0, this.length);
  }

  #move(kept: number, growth: number): void {
    const old = this.#array;
    const times = kept + growth === 0 ? 1 : Math.min(GROWTH.most, Math.max(GROWTH.least, growth));
    this.#array = this.#room(Math.ceil(this.length * times));
    items(this.#array).set(items(old).subarray(0, kept));
    release(old.buffer);
  }

  /** Less than was expected where there are no addresses left for it. */
  #room(wanted: number): Numbers {
    try {
      return this.#make(wanted);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return this.#make(Math.min(wanted, Math.ceil(this.length * 1.1)));
    }
  }
}

/** Gives memory back now and not when the collector comes round to it; browsers before 2024 wait for that. */
export function release(buffer: ArrayBufferLike): void {
  (buffer as Partial<Transferable>).transfer?.(0);
}

/** ES2024: the old buffer is left empty. */
interface Transferable {
  transfer(bytes: number): ArrayBuffer;
}
