/** What a view comes to, as the caption of a scene. */
import type { FC } from 'react';

export const ViewCaption: FC<{ title: string; lead: string }> = ({ title, lead }) => (
  <div className="machine-head">
    <h1 tabIndex={-1}>{title}</h1>
    {lead !== '' && <p>{lead}</p>}
  </div>
);
