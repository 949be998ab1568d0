/** What a capture tells about itself by its manifest. */
import { coverageOf } from '../../core/coverage';
import { isEmulated, settingsOf, type Manifest, type Switch } from '../../core/manifest';
import { archOf } from '../../core/zone';
import { manifestFacts } from '../../capture/sources/manifest-facts';
import type { LoadedSource } from '../../capture/local/source';
import type { SourceInfo } from '../../scenes/scene';

export function manifestInfo(
  switches: readonly Switch[],
  manifest: Manifest,
  { kinds, observed, report }: LoadedSource,
): Pick<SourceInfo, 'coverage' | 'facts' | 'settings' | 'emulated' | 'arch'> {
  const arch = archOf(manifest.start?.['arch']);
  const lost = report ? Math.max(report.lost, report.missing) : 0;
  return {
    coverage: coverageOf(manifest, [kinds, observed], lost),
    facts: report ? manifestFacts(switches, manifest, kinds, lost, report.closed === 1) : [],
    settings: settingsOf(manifest),
    ...(arch === 'x86_64' ? {} : { arch }),
    ...(isEmulated(manifest) ? { emulated: true } : {}),
  };
}
