/** What side by side and scrub do as long as they are on the page: their runs are asked for, and keys are heard. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { Catalogue } from '../../../../capture/sources/catalogue';
import { SPEEDS } from '../../../../stage/cursor/clock';
import { nextParting, previousParting } from '../phrases';
import { playback } from '../playback';
import { askSide, sideStore, type SideState } from '../store';
import { hasModifier } from '../../../../ui/keyboard';

/** Those of the question are asked for while a look shows them. */
export function useRuns(text: string, catalogue: Catalogue, base: string, row: number): void {
  const decisions = useStore(sideStore, ({ demand }) => demand?.decisions ?? 0);
  useEffect(() => {
    askSide(text, catalogue, base, row);
  }, [text, catalogue, base, row]);
  useEffect(() => {
    playback.reach(decisions);
    if (decisions > 0 && playback.store.getState().k === 0) playback.go(1);
  }, [decisions]);
  useEffect(
    () => () => {
      playback.pause();
    },
    [],
  );
}

/** Two at most: a third takes the place of the second. */
export const withPress = (pressed: readonly number[], i: number): readonly number[] =>
  pressed.includes(i) ? pressed.filter((one) => one !== i) : [...pressed.slice(0, 1), i];

/** As on the stage, for who is in no field. */
export function useSideKeys(
  { partings, demand }: SideState,
  press: (change: (pressed: readonly number[]) => readonly number[]) => void,
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (hasModifier(event) || event.defaultPrevented) return;
      const { target } = event;
      if (target instanceof Element && target.closest('input, select, textarea, [role="slider"], dialog'))
        return;
      const end = demand?.decisions ?? 0;
      const { k, speed } = playback.store.getState();
      const faster = (by: number) => {
        playback.setSpeed(
          SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, SPEEDS.findIndex((s) => s === speed) + by))] ??
            speed,
        );
      };
      const to = (found: number | null) => {
        if (found !== null) playback.go(found);
      };
      const keys: Readonly<Record<string, () => void>> = {
        ArrowRight: () => {
          playback.step(event.shiftKey ? 10 : 1);
        },
        ArrowLeft: () => {
          playback.step(event.shiftKey ? -10 : -1);
        },
        Home: () => {
          playback.go(1);
        },
        End: () => {
          playback.go(end);
        },
        '.': () => {
          to(nextParting(partings, k));
        },
        ',': () => {
          to(previousParting(partings, k));
        },
        '[': () => {
          faster(-1);
        },
        ']': () => {
          faster(1);
        },
        Escape: () => {
          press(() => []);
        },
      };
      const digit = /^[1-6]$/.test(event.key) ? Number(event.key) - 1 : null;
      const button = target instanceof Element && target.closest('button, a, summary') !== null;
      if (event.key === ' ' && !button) playback.toggle();
      else if (digit !== null) press((pressed) => withPress(pressed, digit));
      else {
        const run = keys[event.key];
        if (!run) return;
        run();
      }
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
    };
  }, [partings, demand, press]);
}
