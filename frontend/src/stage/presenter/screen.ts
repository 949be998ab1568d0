/** The browser's own full screen. */

/** Just after it was left, the Esc that left it may still be on its way. */
const JUST_MS = 300;
let left = -Infinity;

export function toggleFullScreen(refused: () => void): void {
  const done = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen();
  done.catch(refused);
}

/** Leaves it; false where there is none, and none that ended just now. */
export function leaveFullScreen(): boolean {
  if (!document.fullscreenElement) return performance.now() - left < JUST_MS;
  void document.exitFullscreen().catch(() => undefined);
  return true;
}

export function watchFullScreen(): () => void {
  const changed = () => {
    if (!document.fullscreenElement) left = performance.now();
  };
  document.addEventListener('fullscreenchange', changed);
  return () => {
    document.removeEventListener('fullscreenchange', changed);
  };
}
