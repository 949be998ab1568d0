/** Reads a link for this page: what of it there is, and in words what cannot be. */
import { scenes } from '../../scenes';
import type { Catalogue } from '../../capture/sources/catalogue';
import { parseView } from '../../stage/url-parser';
import type { View } from '../../stage/state/view';
import { startView } from '../../stage/control/start';
import { withValidTunables } from './complaints';

export interface Read {
  view: View | null;
  complaints: string[];
}

/** The view of a fragment, in `scene` where it names one that is not known. */
export function readLink(hash: string, scene: string, catalogue: Catalogue): Read {
  const { view, complaints, ...rest } = parseView(hash);
  if (view === null) return { view, complaints };
  const known = scenes.find((s) => s.id === view.scene);
  if (known && 'bare' in rest) return { view: startView(catalogue, known), complaints };
  const read = withValidTunables(view, catalogue);
  const strange = known ? [] : [`There is no scene “${view.scene}”.`];
  return {
    view: { ...read.view, scene: known?.id ?? scene },
    complaints: [...strange, ...complaints, ...read.complaints],
  };
}
