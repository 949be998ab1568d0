import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ROOM_KEYS, roomActionOf } from './room-keys';
import type { RoomStatus } from './speaker-notes';

const NEWS: RoomStatus = {
  code: '482 913',
  members: 3,
  wandering: 0,
  lost: false,
  large: false,
  asked: null,
};
const ASKED: RoomStatus = { ...NEWS, asked: { stage: 'question', answered: 0, choices: [] } };

it.each([
  ['h', null, undefined],
  ['q', null, undefined],
  ['h', NEWS, undefined],
  ['Q', NEWS, 'ask'],
  ['H', ASKED, 'toggle'],
  ['q', ASKED, 'ask'],
  ['x', ASKED, undefined],
])('%s', (key, news, act) => {
  expect(roomActionOf(key, news)).toBe(act);
});

it('has keys that are written nowhere else', () => {
  for (const file of [
    '../../app/keyboard/commands.ts',
    './SpeakerPage.tsx',
    '../../rooms/view/ClassPanel.tsx',
  ]) {
    const text = readFileSync(new URL(file, import.meta.url), 'utf8');
    expect(text).toContain('ROOM_KEYS');
    for (const key of Object.values(ROOM_KEYS).flatMap(({ keys }) => keys)) {
      expect(text).not.toContain(`'${key}'`);
      expect(text).not.toContain(`<kbd>${key}</kbd>`);
    }
  }
});
