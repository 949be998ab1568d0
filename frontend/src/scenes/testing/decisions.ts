/** For tests: a capture as the scene Decisions sees it, checked. */
import { captureInput, openSource, type Source } from './source';
import * as reader from '../decisions/decision';

export function sourceOf(capture: string): Promise<Source> {
  return openSource('decisions', reader, captureInput(capture), {
    check: true,
    more: ({ decisions }, checked) => ({
      totals: {
        decisions,
        same: decisions,
        different: 0,
        incomplete: 0,
        lost: 0,
        modes: checked?.modes ?? [],
      },
    }),
  });
}
