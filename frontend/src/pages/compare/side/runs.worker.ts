/** Makes runs under the same demand, one after the other, and keeps what they share. */
import * as Comlink from 'comlink';
import wasmUrl from '../../../../../wasm-core/dist/mmscope.wasm?url';
import { urlStream } from '../../../capture/local/streams';
import type { Decision } from '../../../core/decision';
import { failureOf } from '../../../core/error';
import type { ParamValues } from '../../../core/params';
import { pause } from '../../../core/work/pause';
import { Session } from '../../../core/session';
import { wasmLoader } from '../../../core/wasm/wasm';
import { readInto } from '../capture-reader';
import { baseOf, modelRun, Side, type Ask, type Demand, type SideRun } from './runs';

const coreModule = wasmLoader(wasmUrl, 'mmscope.wasm');
const READERS = import.meta.glob<Decision>('../../../scenes/*/decision.ts');

/** What the demand is of: a model's run, or a capture by its address. */
export interface Fixed {
  scene: string;
  name: string;
  params: ParamValues | null;
  capture: string | null;
}

let side: Side | null = null;

async function readFrom(session: Session, url: string): Promise<void> {
  const { stream } = await urlStream(url);
  await readInto(session, stream);
}

const saying = (error: unknown): string => {
  const { message, advice } = failureOf(error);
  return [message, advice].filter(Boolean).join(' ');
};

const buffersOf = ({ cell, numbers, own }: SideRun): ArrayBuffer[] =>
  [cell, own, ...numbers].flatMap((column) => (column?.buffer instanceof ArrayBuffer ? [column.buffer] : []));

/** A text says why there is none. */
async function begin({
  scene,
  name,
  params,
  capture,
}: Fixed): Promise<{ demand: Demand; run: SideRun } | string> {
  side = null;
  try {
    const [module, reader] = await Promise.all([
      coreModule(),
      READERS[`../../../scenes/${scene}/decision.ts`]?.(),
    ]);
    if (!reader) throw new Error(`there is no scene “${scene}”`);
    let session: Session;
    if (capture === null) session = await modelRun(module, params ?? {}, pause);
    else {
      session = await Session.create(module);
      await readFrom(session, capture);
    }
    const base = await baseOf(session, scene, reader, name, capture === null, pause);
    side = new Side(module, base, capture === null ? null : (into) => readFrom(into, capture), pause);
    // What is compared with it stays here: a copy goes.
    return { demand: base.demand, run: base.run };
  } catch (error) {
    return saying(error);
  }
}

async function run(ask: Ask): Promise<SideRun | string> {
  try {
    if (!side) throw new Error('there is no base');
    const made = await side.run(ask);
    return Comlink.transfer(made, buffersOf(made));
  } catch (error) {
    return saying(error);
  }
}

const api = { begin, run };
export type SideWorker = typeof api;
Comlink.expose(api);
