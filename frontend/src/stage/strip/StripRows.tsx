/** The strip and the whole run below it. */
import type { FC } from 'react';
import { Overview } from './Overview';
import { Strip } from './Strip';

interface Props {
  width: number;
  phone: boolean;
  /** Without the strip: the run alone. */
  stripless: boolean;
}

export const StripRows: FC<Props> = ({ stripless, ...props }) => (
  <>
    {!stripless && <Strip {...props} />}
    <Overview {...props} />
  </>
);
