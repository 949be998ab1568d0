/** The accounts of a capture by balance, each with its two sums; what does not hold comes first. */
import type { FC } from 'react';
import { BALANCES, SETTINGS, WITNESSES } from '../../core/gen/balances';
import type { ArchName } from '../../core/gen/tables';
import { grouped } from '../../core/number';
import type { Balance } from '../../core/session';
import { nodeOfZone, zoneName } from '../../core/zone';

const ORDER = { off: 0, holds: 1, unknown: 2 } as const;
const STATES = { off: 'does not hold', holds: 'holds', unknown: 'not told' } as const;

/** What an account is of. */
function partOf(of: string, part: number, arch: ArchName | undefined): string {
  if (of === 'zone') return `${zoneName(part, arch)} of node ${nodeOfZone(part)}: `;
  if (of === 'setting') return `${SETTINGS[part] ?? part}: `;
  if (of === 'witness') return `${WITNESSES[part] ?? part}: `;
  return of === 'all' ? '' : `${of} ${part}: `;
}

const worst = (rows: readonly Balance[]) => Math.min(...rows.map(({ state }) => ORDER[state]));

/** By balance. */
const groups = (rows: readonly Balance[]): Balance[][] =>
  [...new Set(rows.map(({ balance }) => balance))]
    .map((own) => rows.filter(({ balance }) => balance === own))
    .sort((a, b) => worst(a) - worst(b));

const Account: FC<{ of: Balance; arch: ArchName | undefined }> = ({
  of: { balance, part, state, left, right, slack },
  arch,
}) => {
  const { part: per, relation } = BALANCES[balance] ?? { part: 'all', relation: 'same' };
  const [one, other, apart] = [left, right, slack].map(grouped);
  return (
    <li className={state}>
      {partOf(per, part, arch)}
      {state !== 'unknown' && (
        <span className="fixed">
          {one}
          {relation === 'most' ? ' ≤ ' : ' and '}
          {other}
          {slack > 0 && (relation === 'most' ? ` + ${apart ?? ''}` : `, at most ${apart ?? ''} apart`)}:{' '}
        </span>
      )}
      {STATES[state]}
    </li>
  );
};

export const Balances: FC<{ rows: readonly Balance[]; arch: ArchName | undefined }> = ({ rows, arch }) => (
  <>
    <h2>Balances</h2>
    <p>
      What events say, beside what other lines of the same file say. A record that lies consistently keeps to
      every rule, but not to all of these. They say nothing of a single decision.
    </p>
    <dl>
      {groups(rows).map((accounts) => {
        const balance = accounts[0]?.balance ?? 0;
        const { name, relation, left, right } = BALANCES[balance] ?? BALANCES[0];
        return (
          <div key={balance}>
            <dt>
              <span className="mono">{name}</span> {left} {relation === 'most' ? '≤' : '='} {right}
            </dt>
            <dd>
              <ul>
                {accounts.map((of) => (
                  <Account key={of.part} of={of} arch={arch} />
                ))}
              </ul>
            </dd>
          </div>
        );
      })}
    </dl>
  </>
);
