/**
 * Arrays that grow without being copied as they grow: blocks, joined once at the end. So the peak of memory
 * is what is kept and one column more.
 */
import type { Numbers } from './store';

/** Items of a block at most: a column wastes less than one. */
const BLOCK_MAX = 2 ** 17;

export type Make = (items: number) => Numbers;

/** By `column_type`: arrays for its values. Those that hold text or vectors are made of these. */
export const ARRAYS: Readonly<Record<string, Make>> = {
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

/** Views of one array type: what blocks copy between. */
interface Items {
  readonly length: number;
  readonly buffer: ArrayBufferLike;
  subarray(begin: number, end?: number): Items;
  set(from: Items, at: number): void;
}

export class Blocks {
  readonly #make: Make;
  #blocks: Numbers[] = [];
  /** Items in the last block. */
  #used = 0;
  length = 0;

  constructor(make: Make) {
    this.#make = make;
  }

  append(values: Numbers): void {
    const from = values as unknown as Items;
    for (let at = 0; at < from.length;) {
      const room = this.#room(from.length - at);
      const n = Math.min(from.length - at, room.length);
      room.set(from.subarray(at, at + n), 0);
      at += n;
      this.#used += n;
      this.length += n;
    }
  }

  /** What is free in the last block; another block where there is nothing. */
  #room(wanted: number): Items {
    const last = this.#blocks.at(-1);
    if (last && this.#used < last.length) return (last as unknown as Items).subarray(this.#used);
    const size = Math.max(wanted, Math.min(BLOCK_MAX, this.length >> 2));
    const block = this.#make(size);
    this.#blocks.push(block);
    this.#used = 0;
    return block as unknown as Items;
  }

  /** All items in one array. The blocks are given back as they are copied; nothing is left here. */
  join(): Numbers {
    const { length } = this;
    const blocks = this.#blocks;
    this.#blocks = [];
    this.length = 0;
    const [only] = blocks;
    if (only && blocks.length === 1 && only.length === length) return only;
    const whole = this.#make(length);
    let at = 0;
    for (const block of blocks) {
      const part = (block as unknown as Items).subarray(0, length - at);
      (whole as unknown as Items).set(part, at);
      at += part.length;
      release(block.buffer);
    }
    return whole;
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
