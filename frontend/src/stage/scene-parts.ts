/** A scene's words and drawing, fetched when it is first shown; all others when the page has nothing else to do. */
import { useEffect, useState } from 'react';
import type { Scene, SceneParts } from '../scenes/scene';

const known = new Map<string, SceneParts>();
const coming = new Map<string, Promise<SceneParts>>();

function fetched(scene: Scene): Promise<SceneParts> {
  const old = coming.get(scene.id);
  if (old) return old;
  const parts = scene.load();
  coming.set(scene.id, parts);
  parts.then(
    (value) => known.set(scene.id, value),
    // Asked for again, it is fetched again.
    () => coming.delete(scene.id),
  );
  return parts;
}

/** Fetches what the scenes need, so that they can be shown later even when the page's server is gone. */
export async function prepareScenes(scenes: readonly Scene[]): Promise<void> {
  for (const scene of scenes) await fetched(scene).catch(() => undefined);
}

export type PartsState =
  { parts: SceneParts } | { parts: null; failed: false } | { parts: null; failed: true; again: () => void };

export function useParts(scene: Scene): PartsState {
  const [, renew] = useState(0);
  const [failed, setFailed] = useState<string | null>(null);
  const parts = known.get(scene.id);
  const missing = parts === undefined && failed !== scene.id;
  useEffect(() => {
    if (!missing) return;
    let here = true;
    fetched(scene).then(
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
  if (parts) return { parts };
  if (missing) return { parts: null, failed: false };
  return {
    parts: null,
    failed: true,
    again: () => {
      setFailed(null);
    },
  };
}
