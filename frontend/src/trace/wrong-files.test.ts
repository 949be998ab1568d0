/** What is said of files that are no text of a trace: sentence by sentence what the command line says of them. */
import { expect, it } from 'vitest';
import { failureOf } from '../core/error';
import { load } from './testing/loader';
import { wrongFiles } from './testing/wrong-files';

it('there are enough of them, and each has a name of its own', () => {
  expect(wrongFiles.length).toBeGreaterThanOrEqual(40);
  expect(new Set(wrongFiles.map(({ name }) => name)).size).toBe(wrongFiles.length);
});

it.each(wrongFiles)('$name', async ({ bytes, says }) => {
  const failure = await load(bytes).then(() => null, failureOf);
  // A sentence of the app begins with a capital, where it is not the core's.
  expect(failure?.message.replace(/^[TU](?=h|n)/, (first) => first.toLowerCase())).toBe(says);
  expect(failure?.line ?? 1).toBe(1);
  // Where it is not known what it is, the advice names all that can be read.
  expect(failure?.advice).toMatch(
    / data (is|ends) /.test(says)
      ? /^Found at byte \d+\.$/
      : /^(this is|unpacking|the text is empty)/.test(says)
        ? /^$/
        : /^What can be read: /,
  );
});
