/** The published tables, with links into the scenes. */
import { useMemo, type FC } from 'react';
import { PublishedPage } from '../../pages/published/view/PublishedPage';
import type { Catalog } from '../../capture/sources/catalog';
import { linksOf } from '../links/scene-links';

export const PublishedRoute: FC<{ catalog: Catalog; table: string | null }> = ({ catalog, table }) => {
  const links = useMemo(() => linksOf(catalog), [catalog]);
  return <PublishedPage catalog={catalog} table={table} links={links} />;
};
