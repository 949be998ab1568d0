import { expect, test } from 'vitest';
import { ENUM_DOCS } from '../../core/gen/tables';
import { ERAS } from './era';

test.each(Object.entries(ERAS))('the core says the same of rule %s', (rule, era) => {
  expect(ENUM_DOCS.rule[rule]).toContain(`(${era.words})`);
});
