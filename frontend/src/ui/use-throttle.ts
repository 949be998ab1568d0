/** Text for those who listen: changed seldom, so that what is said can be heard to its end. */
import { useEffect, useRef, useState } from 'react';

/** The text, changed every so many ms at most, the last change never lost. `first`: what it is at once. */
export function useThrottle(text: string, every: number, first = text): string {
  const [said, setSaid] = useState(first);
  const last = useRef(0);
  useEffect(() => {
    const wait = Math.max(0, last.current + every - performance.now());
    const timer = setTimeout(() => {
      last.current = performance.now();
      setSaid(text);
    }, wait);
    return () => {
      clearTimeout(timer);
    };
  }, [text, every]);
  return said;
}
