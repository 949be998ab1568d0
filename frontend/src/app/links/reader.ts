/** Reads a link for this page: what of it there is, and in words what cannot be. */
import { scenes } from '../../scenes';
import type { Catalogue } from '../../capture/sources/catalogue';
import { meantBy } from '../../capture/sources/source-search';
import { PANES } from '../../core/panes';
import { parseView } from '../../stage/url-parser';
import type { View } from '../../stage/state/view';
import { startView } from '../../stage/control/start';
import { sceneFault } from '../../scenes/scene-search';
import { withValidTunables } from './complaints';

export interface Read {
  view: View | null;
  complaints: string[];
}

/** The view of a fragment, in `scene` where it names one that is not known. */
export function readLink(hash: string, scene: string, catalogue: Catalogue): Read {
  const { view, complaints, advice, ...rest } = parseView(hash);
  if (view === null) return { view, complaints };
  const said = [...complaints, advice].filter(Boolean);
  const known = scenes.find((s) => s.id === view.scene);
  if ('bare' in rest)
    return known
      ? { view: startView(catalogue, known), complaints: said }
      : { view: null, complaints: sceneFault(view.scene) };
  // The pane says that there is none; here is only what may have been meant.
  const meant = PANES.map((id) => meantBy(view.sources[id], catalogue) ?? '').filter(Boolean);
  const read = withValidTunables(view, catalogue);
  return {
    view: { ...read.view, scene: known?.id ?? scene },
    complaints: [...(known ? [] : sceneFault(view.scene)), ...said, ...meant, ...read.complaints],
  };
}
