/** The policy that a link to the check's page names, and the kinds of event that belong to it. */
import type { FC } from 'react';
import { CheckPage } from '../../pages/check/CheckPage';
import { FACTS } from '../../pages/check/gen/facts';
import { checkHref } from '../../stage/state/view';
import { kindsOf, policyNamed } from './check-policy';

export const CheckRoute: FC<{ of: string | null }> = ({ of }) => {
  const policy = policyNamed(of);
  return policy && <CheckPage facts={FACTS} policy={policy} kinds={kindsOf(policy)} hrefOf={checkHref} />;
};
