/** What the start page opens: one machine under two rules, before its first decision. */
import type { SourceSpec } from '../../capture/sources/spec';
import type { ParamValues } from '../../core/params';
import type { View } from '../../stage/state/view';

const model = (overrides: ParamValues): SourceSpec => ({ kind: 'model', id: 'four-nodes-small', overrides });

export const START: View = {
  scene: 'swap-devices',
  sources: { A: model({}), B: model({ rule: 'roundrobin' }) },
  position: { align: 'decision', k: 0, t: 0 },
  speed: 1,
};
