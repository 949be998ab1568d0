import { expect, it } from 'vitest';
import { withoutArchives } from './archives';

const failure = { message: 'It is damaged.', line: null, advice: 'Unpack it.' };

/** Opens files; those whose names hold names behind a colon are archives of these. */
async function opened(names: string[], wanted: number[] | null = null) {
  const said: string[] = [];
  let members: string[] = [];
  const files = await withoutArchives(
    names.map((name) => new File(['x'], name)),
    {
      archive: (file) => {
        const [kind, inside] = (file as File).name.split(':');
        if (kind === 'damaged.zip') return Promise.resolve({ ok: false, failure, cancelled: false });
        members = inside?.split(',').filter(Boolean) ?? [];
        return Promise.resolve({
          ok: true,
          value: inside === undefined ? null : members.map((name) => ({ name, size: 1 })),
        });
      },
      member: (at) =>
        Promise.resolve(
          members[at]?.startsWith('bad')
            ? { ok: false, failure, cancelled: false }
            : { ok: true, value: new Blob([members[at] ?? '']) },
        ),
      choose: (name) => {
        said.push(`asked about ${name.split(':')[0]}`);
        return Promise.resolve(wanted);
      },
      complain: (words) => said.push(words),
    },
  );
  return [...said, ...files.map(({ name }) => name)];
}

it.each([
  ['no archive', ['a.txt', 'b.txt'], null, ['a.txt', 'b.txt']],
  [
    'one trace, with files of /proc',
    ['a.zip:run/t.txt,run/zoneinfo,vmstat.1'],
    null,
    ['t.txt', 'zoneinfo', 'vmstat.1'],
  ],
  ['several', ['a.zip:t,u,v'], [0, 2], ['asked about a.zip', 't', 'v']],
  ['several, and none is wanted', ['a.zip:t,u', 'b.txt'], null, ['asked about a.zip', 'b.txt']],
  ['an empty one goes on as it is', ['a.zip:'], null, ['a.zip:']],
  ['a damaged one too', ['damaged.zip', 'b.txt'], null, ['damaged.zip', 'b.txt']],
  ['a damaged file', ['a.zip:bad'], null, ['a.zip:bad was not opened. It is damaged. Unpack it.']],
] as const)('%s', async (_, names, wanted, becomes) => {
  expect(await opened([...names], wanted ? [...wanted] : null)).toEqual(becomes);
});
