/** Small work on trace files, apart from the workers that hold captures: what a file is, its text for scenes. */
import * as Comlink from 'comlink';
import { SourceError } from '../core/error';
import { outcomeOf, type Outcome } from '../core/work/outcome';
import type { Member } from './archive/member';
import { membersOf } from './archive/members';
import { recordingsOf } from './archive/recordings';
import { captureText } from './capture-text';
import { zstdModule } from '../capture/local/wasm';
import { traceModule, traceModules } from './reader/wasm';
import { TRACE_BOUNDS, type TraceInput } from './reader/input';
import { recognise, type FileFormat } from './file-format';
import { warmUp } from './reader/warm-up';

const byName = new Intl.Collator('en', { numeric: true });

/** Of the archive that was opened last. */
let members: Member[] | null = null;

export type ListedMember = Pick<Member, 'name' | 'size'>;

const isTrace = async (blob: Blob): Promise<boolean> =>
  (await recognise(await traceModules(), { kind: 'blob', blob })).format !== 'unknown';

const work = {
  /** Fetches what the rest needs, so that it goes on when the page's server is gone. */
  async prepare(): Promise<void> {
    await traceModule();
  },

  /** The same of what only some files need. */
  async prepareMore(): Promise<void> {
    await Promise.all([zstdModule(), import('./archive/zip')]);
  },

  /** Files of an archive, or recordings of a text of several, by name; null where it is neither. The next one takes its
   * place. */
  async archive(blob: Blob): Promise<Outcome<ListedMember[] | null>> {
    return outcomeOf(async () => {
      const found =
        (await membersOf(blob, zstdModule, TRACE_BOUNDS)) ?? (await recordingsOf(blob, zstdModule, isTrace));
      members = found?.sort((a, b) => byName.compare(a.name, b.name)) ?? null;
      return members?.map(({ name, size }) => ({ name, size })) ?? null;
    });
  },

  /** One of them, by its place. */
  async member(at: number): Promise<Outcome<Blob>> {
    return outcomeOf(async () => {
      const member = members?.[at];
      if (!member) throw new SourceError('There is no such file in the archive.');
      return member.read();
    });
  },

  /** Makes the reader fast, in every worker of the page, before there is a file. */
  async warmUp(): Promise<void> {
    await warmUp(await traceModule());
  },

  async recognise(blob: Blob): Promise<FileFormat> {
    return recognise(await traceModules(), { kind: 'blob', blob });
  },

  /** `snapshots`: files of /proc that belong to it. */
  async captureText(input: TraceInput, snapshots: readonly Blob[]): Promise<Outcome<Blob>> {
    return outcomeOf(async () => captureText(await traceModules(), input, snapshots));
  },
};

export type TraceWork = typeof work;

Comlink.expose(work);
