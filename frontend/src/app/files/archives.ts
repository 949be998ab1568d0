/** Archives among the files that a person opens: one trace in it is opened as if it were dropped, of several one chooses. */
import type { Outcome } from '../../core/work/outcome';
import { SNAPSHOT_FILES } from '../../trace/report/snapshots';
import type { ListedMember } from '../../trace/trace.worker';

export interface Unpacking {
  /** Files of an archive; null where it is none. */
  archive: (file: Blob) => Promise<Outcome<ListedMember[] | null>>;
  member: (at: number) => Promise<Outcome<Blob>>;
  /** Places of the files one wants; null: none of them. */
  choose: (name: string, members: readonly ListedMember[]) => Promise<readonly number[] | null>;
  complain: (words: string) => void;
}

/** What people call the files of /proc that belong to a trace. */
const SNAPSHOT = new RegExp(`(${SNAPSHOT_FILES.join('|')})[^/]*$`, 'i');
export const isSnapshot = ({ name }: ListedMember): boolean => SNAPSHOT.test(name);

/** The files, with what is wanted of an archive in its place. */
export async function withoutArchives(files: readonly File[], unpacking: Unpacking): Promise<File[]> {
  const found: File[] = [];
  // One after the other: only one archive is open at a time.
  for (const file of files) found.push(...((await ofArchive(file, unpacking)) ?? [file]));
  return found;
}

async function ofArchive(file: File, unpacking: Unpacking): Promise<File[] | null> {
  const { archive, member, choose, complain } = unpacking;
  const listed = await archive(file);
  // Of one that cannot be read, or is empty, the reader of traces says what it is, where the file was to go.
  const members = listed.ok ? (listed.value ?? []) : [];
  if (members.length === 0) return null;
  const traces = members.filter((one) => !isSnapshot(one));
  const wanted = traces.length > 1 ? await choose(file.name, members) : [...members.keys()];
  const found: File[] = [];
  for (const at of wanted ?? []) {
    const outcome = await member(at);
    if (!outcome.ok) {
      const { message, advice } = outcome.failure;
      complain(`${file.name} was not opened. ${message} ${advice}`);
      return [];
    }
    found.push(new File([outcome.value], members[at]?.name.split('/').at(-1) ?? file.name));
  }
  return found;
}
