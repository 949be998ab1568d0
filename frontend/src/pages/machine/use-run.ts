/** Runs along the axis of pages given out to its end, as evenly as it is drawn. Who wants no motion goes from place to place. */
import { useEffect, useRef, useState } from 'react';
import { STILL } from '../../ui/use-screen';

/** All of it, and the time at one place. */
const RUN_MS = 12_000;
const PLACE_MS = 1_600;
/** Longer between two frames than this, nobody looked. */
const FRAME_MS = 100;

interface Axis {
  at: number;
  /** Ascending, the last one the end. */
  places: readonly number[];
  /** Where it is drawn, and back; how wide all of it is. */
  x: (at: number) => number;
  back: (x: number) => number;
  width: number;
  onAt: (at: number) => void;
}

export function useRun(axis: Axis): { runs: boolean; toggle: () => void; stop: () => void } {
  const [runs, setRuns] = useState(false);
  const now = useRef(axis);
  useEffect(() => {
    now.current = axis;
  });
  useEffect(() => {
    if (!runs) return undefined;
    const still = matchMedia(STILL).matches;
    let last = performance.now();
    let request = 0;
    const frame = (time: number) => {
      const { at, places, x, back, width, onAt } = now.current;
      const end = places.at(-1) ?? 0;
      const passed = time - last;
      if (!still || passed >= PLACE_MS) {
        const next = still
          ? (places.find((place) => place > at) ?? end)
          : back(x(at) + (Math.min(FRAME_MS, passed) / RUN_MS) * width);
        last = time;
        onAt(Math.min(end, next));
        if (next >= end) {
          setRuns(false);
          return;
        }
      }
      request = requestAnimationFrame(frame);
    };
    request = requestAnimationFrame(frame);
    return () => {
      cancelAnimationFrame(request);
    };
  }, [runs]);
  return {
    runs,
    toggle: () => {
      const { at, places, onAt } = now.current;
      if (!runs && at >= (places.at(-1) ?? 0)) onAt(0);
      setRuns(!runs);
    },
    stop: () => {
      setRuns(false);
    },
  };
}
