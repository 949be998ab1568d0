/** An as if once more with each variant of what is assumed, unless one of each was chosen. */
import type { Band } from '../../core/asif/band';
import { tunablesOf, type SourceSpec } from '../../capture/sources/spec';
import { isBand, variantsOf } from '../../capture/sources/variants';
import { proxy, type PaneWorker } from '../workers/client';

/** `tell`: the share of the runs made so far, then the band; null where there is none. True once frames tell of it. */
export async function fetchBand(
  worker: PaneWorker,
  spec: SourceSpec,
  tell: (band: Band | number | null) => void,
): Promise<boolean> {
  const asif = tunablesOf(spec);
  if (!isBand(asif)) return false;
  let over = false;
  tell(0);
  const found = await worker
    .band(
      variantsOf(asif),
      proxy((done) => {
        if (!over) tell(done);
      }),
    )
    .catch(() => null);
  over = true;
  tell(found?.ok ? found.value : null);
  return found?.ok === true;
}

/** What the runs come to, in a sentence: that it does not matter what is assumed is a finding, too. */
export function bandPhrase({ runs, alike }: Band): string {
  return alike
    ? `${runs} runs, each with other assumptions, are alike: nothing here depends on them.`
    : `From the least to the most of ${runs} runs, each with other assumptions.`;
}
