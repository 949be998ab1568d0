import { expect, test } from 'vitest';
import { textOf } from '../../core/message';
import { alternativesOf, divergencePhrases } from './alternatives';
import { run } from '../testing/swap-devices';

const words = async (params: Parameters<typeof run>[0], k: number) => {
  const here = alternativesOf((await run(params)).frame(k));
  return here && textOf(here);
};

test('what each other rule decides is said by its own choice, or by what is missing', async () => {
  const rules = await words({ rule: 'node' }, 5);
  expect(rules).toMatch(/^global: (the same|swap[A-D]) · round robin: not known \(whose turn it is\)/);
  expect(await words({ rule: 'node' }, 0)).toBeNull();
});

test('under global, node is known and round robin is not', async () => {
  expect(await words({ rule: 'global' }, 5)).toMatch(/^node: .+ · round robin: not known/);
});

test('over a run the counts are those of the decisions, one by one', async () => {
  const { session } = await run({ rule: 'node' });
  session.beginOthers();
  while (!session.runOthers(50));
  const indexes = session.decisionsOf(null);
  const single = [...indexes].map((i) => session.others(i));
  const parted = session.parted(indexes);
  const differs = single.flatMap((all, i) => (all.some((o) => o.answer === 'otherwise') ? [i] : []));
  expect([...parted]).toEqual(differs);
  expect(differs.length).toBeGreaterThan(20);
  const [global] = session.othersTotals().filter(({ mode }) => mode === 'global');
  expect(global).toMatchObject({
    decisions: indexes.length,
    otherwise: single.filter((all) => all.some((o) => o.mode === 'global' && o.answer === 'otherwise'))
      .length,
  });
  expect(divergencePhrases(session.othersTotals())).toEqual([
    `global: otherwise in ${String(global?.otherwise)} of ${String(indexes.length)}`,
    'round robin: not known',
  ]);
});
