/** The published tables, with links into the scenes. */
import { useMemo, type FC } from 'react';
import { PublishedPage } from '../../pages/published/view/PublishedPage';
import type { Catalogue } from '../../capture/sources/catalogue';
import { linksOf } from '../links/scene-links';

export const PublishedRoute: FC<{ catalogue: Catalogue; table: string | null }> = ({ catalogue, table }) => {
  const links = useMemo(() => linksOf(catalogue), [catalogue]);
  return <PublishedPage catalogue={catalogue} table={table} links={links} />;
};
