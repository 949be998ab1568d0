/** What a small scene is given, and what it says. */
import type { FC } from 'react';
import type { StateView } from '../../../../core/types';
import type { Demand, SideRun } from '../runs';

export interface SmallSceneProps {
  run: SideRun;
  demand: Demand;
  /** Decision, from 1. */
  k: number;
  width: number;
  /** Of its textures, unique in the document. */
  id: string;
  /** The most that the run's course comes to, the same for all, so that they can be compared. */
  top: number;
  /** Runs of values beside it, drawn in outline: the lower one, the higher one. */
  beside?: readonly (SideRun | null)[];
}

export interface SmallScene {
  Scene: FC<SmallSceneProps>;
  heightOf: (state: StateView, run: SideRun) => number;
  /** The number that matters most, and what it is; null before anything is known of it. */
  value: (run: SideRun, k: number, demand: Demand) => readonly [value: string, words: string] | null;
  /** What there is to say at this decision. */
  sentence: (run: SideRun, demand: Demand, k: number) => string;
  /** The most of the course of all these runs. */
  topOf: (runs: readonly SideRun[]) => number;
}

/** A number of a run at decision k; NaN where it is not known. */
export const at = ({ numbers }: SideRun, number: number, k: number): number => numbers[number]?.[k] ?? NaN;

/** The most that numbers come to over runs; at least `least`. */
export function mostOf(runs: readonly SideRun[], numbers: readonly number[], least = 1): number {
  let most = least;
  for (const run of runs)
    for (const number of numbers)
      run.numbers[number]?.forEach((value) => {
        if (value > most) most = value;
      });
  return most;
}
