/** The keys of a room's leader: on the wall, in the speaker's window, and on the buttons that do the same. */
import type { RoomAction, RoomStatus } from './speaker-notes';

type Keyed = Exclude<RoomAction, 'again'>;

interface RoomKey {
  /** As `KeyboardEvent.key`. */
  keys: readonly string[];
  shown: string;
  /** Whether it means something now. */
  when: (news: RoomStatus | null) => boolean;
}

export const ROOM_KEYS: Readonly<Record<Keyed, RoomKey>> = {
  toggle: { keys: ['h', 'H'], shown: 'H', when: (news) => news?.asked != null },
  ask: { keys: ['q', 'Q'], shown: 'Q', when: (news) => news !== null },
};

/** What a key asks of the room, if anything. */
export const roomActionOf = (key: string, news: RoomStatus | null): RoomAction | undefined =>
  (Object.keys(ROOM_KEYS) as Keyed[]).find(
    (act) => ROOM_KEYS[act].keys.includes(key) && ROOM_KEYS[act].when(news),
  );
