/** A scene's drawing and words: the drawing is fetched when the scene is first shown, its words right behind it. */
import { useEffect, useState } from 'react';
import type { Scene, SceneParts } from '../../scenes/scene';
import { AT_ONCE } from '../../scenes/timing';
import { nextPaint } from '../../ui/paint';
import type { PaneText } from './PaneText';
import type { TermText } from './TermText';
import { coreModule } from '../touch/core-module';

interface Parts extends Required<SceneParts> {
  /** The panels that set its narration, fetched with it: all scenes share them. */
  Text: typeof PaneText;
  /** Text whose terms are explained. */
  Terms: typeof TermText;
}

const atOnce = () => AT_ONCE;

const known = new Map<string, Partial<Parts>>();

async function fetchDrawing(scene: Scene): Promise<void> {
  const { Drawing } = await scene.drawing();
  known.set(scene.id, { ...known.get(scene.id), Drawing });
}

async function fetchWords(scene: Scene): Promise<void> {
  const [{ narrate: tell, course }, panels] = await Promise.all([scene.narration(), import('./PaneText')]);
  known.set(scene.id, {
    ...known.get(scene.id),
    narrate: tell,
    course: course ?? atOnce,
    Text: panels.PaneText,
    Terms: panels.TermText,
  });
}

/** Fetches what the scenes need, so that they can be shown later even when the page's server is gone. */
export async function prepareScenes(scenes: readonly Scene[]): Promise<void> {
  for (const scene of scenes) {
    await Promise.all([fetchDrawing(scene), fetchWords(scene), scene.handles?.(coreModule)]).catch(
      () => undefined,
    );
  }
}

export interface PartsState extends Partial<Parts> {
  /** Asks once more for what could not be fetched; null while nothing failed. */
  again: (() => void) | null;
}

/** `wordy`: there is something to tell. */
export function useParts(scene: Scene, wordy: boolean): PartsState {
  const [, renew] = useState(0);
  const [failed, setFailed] = useState<string | null>(null);
  const parts = known.get(scene.id);
  const next = !parts?.Drawing ? 'drawing' : wordy && !parts.narrate ? 'words' : null;
  const missing = failed === scene.id ? null : next;
  useEffect(() => {
    if (missing === null) return;
    let here = true;
    const fetching = missing === 'drawing' ? fetchDrawing(scene) : nextPaint().then(() => fetchWords(scene));
    fetching.then(
      () => {
        if (here) renew((n) => n + 1);
      },
      () => {
        if (here) setFailed(scene.id);
      },
    );
    return () => {
      here = false;
    };
  }, [scene, missing]);
  const again = () => {
    setFailed(null);
  };
  return { ...parts, again: failed === scene.id ? again : null };
}
