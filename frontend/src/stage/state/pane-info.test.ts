import { expect, test } from 'vitest';
import type { Balance } from '../../core/session';
import { balancePhrase } from './pane-info';

const account = (state: Balance['state']): Balance => ({
  ...{ balance: 0, part: 0, state, left: 1, right: 1, slack: 0 },
});
const totals = (...states: Balance['state'][]) => ({
  ...{ decisions: 1, same: 1, different: 0, incomplete: 0, lost: 0, modes: [] },
  balances: states.map(account),
});

test('accounts that do not hold are said first, and those not known are no part of the sum', () => {
  expect(balancePhrase(totals('holds', 'holds', 'unknown'))).toBe('2 hold');
  expect(balancePhrase(totals('holds', 'off', 'unknown'))).toBe('1 of 2 do not hold');
  expect(balancePhrase(totals('unknown'))).toBe('not told');
  expect(balancePhrase(totals())).toBeUndefined();
});
