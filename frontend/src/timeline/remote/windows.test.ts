/** What is drawn from a server's windows, beside what is drawn of the same text read here. */
import { describe, expect, it } from 'vitest';
import { ALL } from '../model/capture';
import { BINS, countAt, levelFor, tileSpan } from '../model/series/tiles';
import { localCapture, remoteCapture, span, localTrack, VIEWS } from './testing/pair';

const { server, opened, sharp } = remoteCapture();

describe('a capture by windows is drawn as the capture read here', () => {
  it.each(VIEWS)('has the same events in every bin of %o', async (view) => {
    const far = await opened();
    const level = await sharp(far, view);
    let events = 0;
    for (const [track, { name, group }] of [
      ...far.tracks.entries(),
      [ALL, { name: '', group: 'all' }] as const,
    ]) {
      const theirTrack = track === ALL ? ALL : localTrack(name);
      if (group === 'own') continue;
      for (
        let number = Math.max(0, Math.floor(view.t0 / tileSpan(level)));
        number * tileSpan(level) < view.t1;
        number++
      ) {
        const [mine, theirs] = [far.tile(track, level, number), localCapture.tile(theirTrack, level, number)];
        for (let bin = 0; bin < BINS; bin++) {
          expect(countAt(mine, bin)).toBe(countAt(theirs, bin));
          events += countAt(mine, bin);
        }
      }
      expect(far.within(track, view, level)).toBeGreaterThanOrEqual(localCapture.within(theirTrack, view));
    }
    expect(events).toBeGreaterThan(0);
    const strokes = far.strokes(ALL, view, level);
    expect(strokes.length).toBe(far.within(ALL, view, level));
  });
});

describe('while the server does not tell', () => {
  const [, , near = { t0: 0, t1: 1 }] = VIEWS;

  it('what is drawn is spread from wider bins, and comes to the same', async () => {
    const far = await opened();
    server().held = [];
    const level = levelFor((near.t1 - near.t0) / 512);
    expect(far.want(near, level, 512)).toBe(true);
    const wide = levelFor(span / 1200);
    const [first, last] = [
      Math.floor((0.7 * span) / tileSpan(level)),
      Math.floor((0.72 * span) / tileSpan(level)),
    ];
    for (const [track] of far.tracks.entries()) {
      let all = 0;
      for (let number = first; number <= last; number++)
        all += far.tile(track, level, number).rows[BINS] ?? 0;
      const about = far.within(
        track,
        { t0: first * tileSpan(level), t1: (last + 1) * tileSpan(level) },
        wide,
      );
      expect(all).toBeLessThanOrEqual(about);
    }
  });

  it('a view that has moved on ends what was asked for the one before', async () => {
    const far = await opened();
    const held: (() => void)[] = [];
    server().held = held;
    const level = levelFor((near.t1 - near.t0) / 512);
    far.want(near, level, 512);
    far.want(near, level, 512);
    expect(held).toHaveLength(1);
    const [, elsewhere = near] = VIEWS;
    far.want(elsewhere, levelFor((elsewhere.t1 - elsewhere.t0) / 512), 512);
    expect(held).toHaveLength(2);
    held.forEach((go) => {
      go();
    });
    server().held = null;
    await sharp(far, elsewhere);
    expect(far.want(near, level, 512)).toBe(true);
    far.close();
  });
});
