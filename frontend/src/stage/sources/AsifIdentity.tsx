/** What an as if is worth, where a kernel's pane says how it was recomputed. */
import type { FC } from 'react';
import type { Identity } from '../../core/asif/identity';
import { grouped } from '../../core/number';
import type { PaneId } from '../../core/panes';
import { asifLimitsOf } from '../../capture/sources/asif';
import type { ParamValues } from '../../core/params';
import { CheckMark } from '../../ui/CheckMark';
import { useStageState } from '../control/stage-context';

/** What an as if is worth: under its own switch, its capture gives back its own decisions. */
function identityWords({ decisions, same }: Pick<Identity, 'decisions' | 'same'>): string {
  return same === decisions
    ? `same, all ${grouped(decisions)}`
    : `${grouped(same)} of ${grouped(decisions)} same`;
}

/** The same in a sentence. */
function identityTold(identity: Identity): string {
  const { decisions, same, corrected } = identity;
  const read =
    corrected > 0
      ? ` At ${grouped(corrected)} of them something was read that nothing told explains, and was taken over.`
      : '';
  return `As if under its own switch, the capture gives back ${grouped(same)} of its own ${grouped(decisions)} decisions.${read}`;
}

/** An as if: what it keeps of the record, and that the record comes back under its own switch. */
export const AsifIdentity: FC<{ id: PaneId; asif: ParamValues }> = ({ id, asif }) => {
  const identity = useStageState((s) => s.panes[id].identity);
  const worth = asifLimitsOf(asif);
  if (!worth) return null;
  const { kept, told } = worth;
  if (!identity)
    return (
      <span className="small push" title={told}>
        <span className="worth">{kept}, </span>decided anew
      </span>
    );
  return (
    <span className="small push" title={`${identityTold(identity)} ${told}`} data-identity={identity.same}>
      identity: <b className="fixed">{identityWords(identity)}</b>
      {identity.decisions > 0 && identity.same === identity.decisions && <CheckMark />}
    </span>
  );
};
