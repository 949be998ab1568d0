/** What an as if is worth, where a kernel's pane says how it was recomputed. */
import type { FC } from 'react';
import type { Identity } from '../../core/asif/identity';
import { grouped } from '../../core/number';
import type { PaneId } from '../../core/panes';
import { asifLimitsOf } from '../../capture/sources/asif';
import type { ParamValues } from '../../core/params';
import { CheckMark } from '../../ui/CheckMark';
import { useStageState } from '../control/stage-context';

/** What an as if is worth: under its own switch, a run repeats the capture's decisions. */
function identityWords({ decisions, same }: Pick<Identity, 'decisions' | 'same'>): string {
  return same === decisions
    ? `same, all ${grouped(decisions)}`
    : `${grouped(same)} of ${grouped(decisions)} same`;
}

/** The same in a sentence. */
function identitySentence(identity: Identity): string {
  const { decisions, same, corrected } = identity;
  const read =
    corrected > 0
      ? ` At ${grouped(corrected)} of them it read something that no event explains; that was taken over.`
      : '';
  return `As if under its own switch, the run repeats ${grouped(same)} of the capture’s ${grouped(decisions)} decisions.${read}`;
}

/** An as if: what it keeps of the record, and how much of the record a run under its own switch repeats. */
export const AsifIdentity: FC<{ id: PaneId; asif: ParamValues }> = ({ id, asif }) => {
  const identity = useStageState((s) => s.panes[id].identity);
  const worth = asifLimitsOf(asif);
  if (!worth) return null;
  const { kept, limits } = worth;
  if (!identity)
    return (
      <span className="small push" title={limits}>
        <span className="worth">{kept}, </span>decided anew
      </span>
    );
  return (
    <span
      className="small push"
      title={`${identitySentence(identity)} ${limits}`}
      data-identity={identity.same}
    >
      identity: <b className="fixed">{identityWords(identity)}</b>
      {identity.decisions > 0 && identity.same === identity.decisions && <CheckMark />}
    </span>
  );
};
