/** Every lesson of the repository, built from its file as the page builds it; and what is said of a bad one. */
import { beforeAll, describe, expect, it } from 'vitest';
import views from '../../../datasets/pictures/views.json';
import { failureOf } from '../core/error';
import { lessonText } from '../lessons/text';
import { UnreachableError } from '../lessons/run';
import { buildLesson, report, type BuilderHost } from '../lessons/builder';
import { drawExercises } from '../lessons/exercises';
import { parse } from 'gift-pegjs';
import { giftOf } from '../lessons/gift';
import { stepFrames } from '../lessons/pictures';
import { qtiFiles } from '../lessons/qti';
import { scormFiles } from '../lessons/scorm';
import { readQti, takeScorm } from '../lessons/testing/platforms';
import { choicesOf, classRevealOf, solutionIndexOf } from '../quiz/choices';
import { isRight, revealOf, solutionText } from '../quiz/answers';
import { bundledLessons, builderHost } from '../lessons/testing/host';
import { formatView } from '../stage/url';
import { parseView } from '../stage/url-parser';
import { PAGE_NAMES } from './links/page-names';

let around: BuilderHost;
beforeAll(async () => {
  around = await builderHost(parseView, PAGE_NAMES);
});

const lessons = await bundledLessons();
const squeezed = (words: string) => words.replace(/\s+/g, ' ').trim();
const href = (at: number) => `https://example.org/#v1/lessons/a?b=1&step=${at + 1}`;

describe.each(lessons)('%s', (name, text) => {
  let result: Awaited<ReturnType<typeof buildLesson>>;
  beforeAll(async () => {
    result = await buildLesson(text, around);
  }, 60_000);

  it('has nothing to mend, and its views come back from their links', () => {
    expect(report(name, result).slice(1)).toEqual([]);
    const { built } = result;
    expect(`${built?.lesson.id ?? ''}.md`).toBe(name);
    expect(built?.steps.length).toBeGreaterThanOrEqual(6);
    expect(built?.counts.questions).toBeGreaterThanOrEqual(4);
    expect(built?.lesson.minutes).toBeGreaterThanOrEqual(10);
    expect(built?.lesson.minutes).toBeLessThanOrEqual(15);
    expect(built?.lesson.exercises).not.toBeNull();
    for (const { view } of built?.steps ?? [])
      if (view) expect(parseView(formatView(view)).view).toEqual(view);
    const before = built?.lesson.before ?? '';
    expect(Object.keys(views)).toContain(`lesson-${built?.lesson.id ?? ''}`);
    if (before !== '') expect(lessons.map(([file]) => file)).toContain(`${before}.md`);
  });

  /** What platforms are to read: each question with its choices, the right ones, and what is said to each. */
  const expected = () =>
    (result.built?.steps ?? [])
      .flatMap(({ questions }) => questions.map(({ question }) => question))
      .map((question) => {
        const took = solutionIndexOf(question);
        return choicesOf(question).map(({ words, answer }, at) => ({
          words: squeezed(words),
          right: at === took || (question.form === 'choice' && isRight(question, answer)),
          why: squeezed(classRevealOf(question, at).why),
        }));
      });
  const head = () => {
    const { id = '', title = '', lang = '', goals = [] } = result.built?.lesson ?? {};
    return { id, title, lang, goals, version: 'f00df00d' };
  };
  const steps = () => result.built?.steps ?? [];

  it('comes back from GIFT with the same choices, right ones and reasons', () => {
    const back = parse(giftOf(head().title, steps(), href)).filter((one) => one.type === 'MC');
    for (const { stem } of back) expect(stem.text).toContain(href(0).slice(0, -1));
    expect(
      back.map(({ choices }) =>
        choices.map(({ text, isCorrect, weight, feedback }) => ({
          words: text.text,
          right: isCorrect || weight === 100,
          why: feedback?.text ?? '',
        })),
      ),
    ).toEqual(expected());
  });

  it('comes back from QTI 2.1 with the same choices, right ones and reasons', async () => {
    expect(await readQti(qtiFiles(head(), steps(), href))).toEqual(expected());
  });

  it.each([
    ['all right', (choices: readonly { right: boolean }[]) => choices.findIndex(({ right }) => right)],
    ['all the first', () => 0],
    ['all the last', (choices: readonly unknown[]) => choices.length - 1],
  ])('reports to the run-time of SCORM 1.2: %s', async (_, pick) => {
    const all = expected();
    const right = all.filter((choices) => choices[pick(choices)]?.right).length;
    const files = scormFiles(head(), steps(), href);
    const taken = await takeScorm(
      files,
      all.map((choices) => pick(choices)),
    );
    expect(taken.before).toBe('incomplete');
    expect(taken).toMatchObject({ status: 'completed', min: '0', max: '100' });
    expect(Number(taken.score)).toBeCloseTo((100 * right) / all.length, 1);
    expect(taken.results.filter((one) => one === 'correct')).toHaveLength(right);
    expect(taken.results).toHaveLength(all.length);
    expect(taken.errors).toEqual([]);
    // What was said first counts, also in another visit.
    expect(taken.again).toEqual({ status: 'completed', score: taken.score, open: 0 });
  });

  it('has pictures that give no answer away', async () => {
    const frames = await stepFrames(steps(), around);
    expect(frames).toHaveLength(steps().length);
    for (const [i, { questions, view }] of steps().entries()) {
      const shown = frames[i] ?? [];
      if (view && questions.length === 0) expect(shown.length).toBeGreaterThan(0);
      for (const { question, pane } of questions) {
        const drawn = question.form === 'choice' && question.k !== null;
        for (const one of shown) {
          // The state that the decision meets; another's number is not looked at.
          if (drawn) expect(one).toMatchObject({ pane, frame: { k: (question.k ?? 0) - 1 } });
          else if (question.form !== 'order' || question.hides === null) expect(one.pane).not.toBe(pane);
        }
      }
    }
  });

  it('says something to every choice', () => {
    const { built } = result;
    for (const { question } of built?.steps.flatMap(({ questions }) => questions) ?? []) {
      expect(solutionText(question)).not.toBe('');
      // It goes from the builder's thread to the page's.
      expect(structuredClone(question)).toEqual(question);
      const answers =
        question.form === 'choice'
          ? question.choices.map(({ key }) => key)
          : question.form === 'number'
            ? [0, question.solution, question.solution * 2 + 1]
            : [];
      for (const answer of answers) {
        const { said, why } = revealOf(question, answer);
        expect(said).toMatch(/You said/);
        expect(why).not.toBe('');
        expect(why).not.toMatch(/[{}]/);
      }
    }
  });

  it('draws the same exercises for the same seed, and others for another', async () => {
    const { built } = result;
    const asked = built?.lesson.exercises;
    if (!asked) throw new Error('no exercises');
    const sheet = async (seed: number) =>
      (await drawExercises(asked, seed, around)).map(({ source, question }) =>
        JSON.stringify([source, question.k, question.solution]),
      );
    const [one, again, other] = [await sheet(7), await sheet(7), await sheet(8)];
    expect(one).toHaveLength(asked.count);
    expect(again).toEqual(one);
    expect(other).not.toEqual(one);
  });
});

it('an exercise with a name of a device has a list of names, of one', async () => {
  const asked = { line: 1, count: 1, scene: 'swap-devices', source: 'model:two-nodes' };
  const vary = [{ name: 'dev_name', values: ['mine'], line: 2 }];
  const [one] = await drawExercises({ ...asked, vary }, 1, around);
  expect(one?.info.params?.['dev_name']).toEqual(['mine']);
});

const HEAD = '---\ntitle: T\nid: t\nminutes: 10\n---\n';
const found = async (text: string) =>
  (await buildLesson(text, around)).findings.map(({ line, words }) => `${line}: ${words}`);
const VIEW = '[view](#v1/swap-devices?a=model:four-nodes&a.rule=node&k=1188)';

describe('a bad lesson', () => {
  it.each([
    ['', /^1: The file is empty\.$/],
    ['---\ntitle: T\n', /^1: The head that begins here has no end/],
    ['# no head', /begins with its head/],
    [`${HEAD}words`, /This stands before the first/],
    [
      `${HEAD}### S\n\nwords\n\nmore`,
      /^6: A step begins .* This one begins with ###\.\n10: There is no step/,
    ],
    [`${HEAD}## S\n\n![x](a.png) and ![y](b.png)`, /^8: [^\n]*$/],
    [`${HEAD}## S\n\nSee: ${VIEW}`, /^8: A view stands alone in its paragraph/],
    [`${HEAD}## S\n\n${VIEW}\n\n## S\n\n${VIEW}`, /^10: “S” is the step of line 6 once more/],
    [`${HEAD}## S\n\n[x](#v1/nowhere)`, /^8: There is no page “nowhere”. There are swap-devices.*timeline/],
    [`${HEAD}## S\n\n[x](#v1/lessons/none)`, /^8: There is no lesson “none”. There are .*in-turn/],
    [
      `${HEAD}## S\n\n[x](#v1/zones?a=model:zones-fare)`,
      /^8: There is no scenario .* Did you mean “zones-fair”/,
    ],
    [
      `${HEAD}## S\n\n> [!teacher]\n> [x](#v1/zones?a=model:zones-fair&a.swapiness=1)`,
      /^9: There is no tunable “swapiness”. Did you mean “swappiness”/,
    ],
    [`${HEAD}## S\n\n[view](https://a.b/app/#v1/zones?a=model:zones-fair)`, /from the # on: #v1\/zones/],
    [`${HEAD}## S\n\n[view](#v1/zones?a=model:zones-fair&a.swapiness=1)`, /Did you mean “swappiness”\?/],
    [
      `${HEAD}## S\n\n[view](#v1/swap-devices?a=model:two-nodes&a.rule=nodes)`,
      /It can be node, global, roundrobin\./,
    ],
    [`${HEAD}## S\n\n[view](#v1/swap-devices?a=model:two-nodes&at=0)`, /this run has 1 to \d+/],
    [`${HEAD}## S\n\n<script>alert(1)</script>`, /Markup \(HTML\) is not shown/],
    [`${HEAD}## S\n\n![x](https://a.b/c.png)`, /images are not shown/],
    [`${HEAD}## S\n\n[x](javascript:alert)`, /A link leads to a view/],
    [`${HEAD}## S\n\n${'word '.repeat(121)}`, /has 121 words/],
    [`${HEAD}## S\n\n[[swap thing]]`, /“swap thing” is not in the glossary. It has .*swap slot/],
    [`${HEAD}## S\n\n[view](#v1/nowhere?a=model:four-nodes&k=1)`, /There is no scene “nowhere”/],
    [`${HEAD}## S\n\n[view](#v1/swap-devices?a=model:none-such&k=1)`, /There is no scenario “none-such”/],
    [`${HEAD}## S\n\n[view](#v1/swap-devices?a=model:four-nodes&k=9601)`, /There is no decision 9601/],
    [
      `${HEAD}## S\n\n[view](#v1/swap-devices?a=model:four-nodes&at=full:swapE+1)`,
      /this run has no device swapE.*swapA, swapB, swapC, swapD/,
    ],
    [
      `${HEAD}## S\n\n[view](#v1/interleave?a=model:interleave-1&at=full:swapA)`,
      /this run has no device swapA. It has none/,
    ],
    [`${HEAD}## S\n\n[view](#v1/swap-devices?a=model:four-nodes&at=first-difference)`, /needs two panes/],
    [
      `${HEAD}## S\n\n{sectors.0}\n\n[view](#v1/interleave?a=model:interleave-1&at=end)`,
      /there is no disk “0”. There is sdc\./,
    ],
    [`${HEAD}## S\n\n{woken.7}\n\n${VIEW}`, /there is no kswapd of node “7”. There are none/],
    [`${HEAD}## S\n\n{list.7}\n\n${VIEW}`, /there is no list “7”. There are 0, 1, 2, 3\./],
    [`${HEAD}## S\n\n{param.none}\n\n${VIEW}`, /there is no tunable “none”. There are .*rule/],
    [`${HEAD}## S\n\n{a.used.swapX}\n\n${VIEW}`, /there is no device “swapX”/],
    [`${HEAD}## S\n\n{constructor}\n\n${VIEW}`, /there is no value “constructor”/],
    [`${HEAD}## S\n\nIt has 5 nodes.\n\n${VIEW}`, /“5 nodes” is typed. Write {nodes}: the core says 4/],
    [`${HEAD}## S\n\nThe same in 75 of 100.\n\n${VIEW}`, /“75 of 100” is typed/],
    [
      `${HEAD}## S\n\n${VIEW}\n\n\`\`\`question\nask: Which?\nkind: zone\n\`\`\``,
      /asks for kind: device, not zone/,
    ],
    [
      `${HEAD}## S\n\nIt is swapC.\n\n${VIEW}\n\n\`\`\`question\nask: Which?\nkind: device\n\`\`\``,
      /gives the answer away: “swapC”/,
    ],
    [
      `${HEAD}## S\n\n${VIEW}\n\n\`\`\`question\nask: On node 0?\nkind: device\n\`\`\``,
      /“node 0” is typed. Write {node}: the core says node 2/,
    ],
    [
      `${HEAD}## S\n\n${VIEW}\n\n\`\`\`question\nask: How much?\nkind: amount\nof: a.used.swapC\n\`\`\``,
      /within says what is close/,
    ],
    [
      `${HEAD}## S\n\n[view](#v1/swap-devices?a=model:four-nodes&a.rule=roundrobin&k=40)\n\n\`\`\`question\nask: Which?\nkind: device\nhide: list\n\`\`\``,
      /Two answers are possible: .* take turns here/,
    ],
    [
      `${HEAD}## S\n\n${VIEW}\n\n\`\`\`question\nask: More?\nkind: yesno\nof: a.used.swapC > a.used.swapC\n\`\`\``,
      /both sides are [\d.]+M, so the answer is no only because they are equal\. Ask with =, <= or >=/,
    ],
    [
      `${HEAD}## S\n\n[view](#v1/swap-devices?a=model:four-nodes&k=40)\n\n\`\`\`question\nask: How?\nkind: curve\nof: a.used.swapC\nfor: 40\nwithin: 99 %\n\`\`\``,
      /“It stays as it is” would be close, within .* Ask with a smaller within/,
    ],
    [`${HEAD}## S\n\n\`\`\`exercises\ndraw: 8 from nowhere\n\`\`\``, /is not a scene that asks/],
  ])('%j', async (text, words) => {
    expect((await found(text)).join('\n')).toMatch(words);
  });

  it('says nothing of links that lead somewhere', async () => {
    const links = [
      '#v1/lessons',
      '#v1/lessons/in-turn?step=2',
      '#v1/timeline',
      '#v1/check/zones',
      '#v1/zones',
    ]
      .concat(['#v1/lessons/from?src=a.md', 'https://example.org/', '#v1/zones?a=model:zones-fair&k=3'])
      .map((href) => `[x](${href})`);
    expect(await found(`${HEAD}## S\n\n${links.join(' ')}`)).toEqual([]);
  });

  it.each([
    ['UTF-16', [0xff, 0xfe, 0x2d, 0], 1, /in UTF-16/],
    ['a picture', [0x89, 0x50, 0x4e, 0x47, 0, 0], 1, /This is not text/],
    ['Latin-1', [0x61, 0x0d, 0x0a, 0x62, 0xfc, 0x72], 2, /Line 2 has bytes that are no UTF-8/],
    ['too much', new Array<number>(70_000).fill(0x61), 1, /at most 64 KiB/],
  ])('in %s is no text, and the page says so', (_, bytes, line, words) => {
    let failure = failureOf(null);
    try {
      lessonText(new Uint8Array(bytes));
    } catch (error) {
      failure = failureOf(error);
    }
    expect(failure).toMatchObject({ line, message: expect.stringMatching(words) as string });
    expect(failure.advice).not.toBe('');
  });

  it('of more than 64 KiB is not read', async () => {
    expect(await found(HEAD + 'x'.repeat(70_000))).toEqual([
      '1: A lesson has at most 64 KiB of text, this has more. Make two of it.',
    ]);
  });

  it('says where a block begins that has no end, and only that of it', async () => {
    const text = `${HEAD}## S\n\n${VIEW}\n\n\`\`\`question\nask: Which?\nkind: device\n\n## Next\n\nwords\n`;
    expect(await found(text)).toEqual(['10: The block that begins here has no end: a line of ```.']);
  });

  it('says the line in the head', async () => {
    const text = '---\ntitle: T\nid: T T\nminutes: many\ntouch: gravity\nscene: moon\nera: old\n---\n## S\n';
    const lines = (await found(text)).map((one) => one.slice(0, 2));
    expect(lines).toEqual(['3:', '4:', '5:', '6:', '7:']);
  });

  it('says that the lesson to do first is none, or itself', async () => {
    const head = (before: string) => `---\ntitle: T\nid: t\nminutes: 10\nbefore: ${before}\n---\n## S\n`;
    expect(await found(head('no-such-lesson'))).toEqual([
      expect.stringMatching(/^5: before: there is no lesson “no-such-lesson”. There are .*in-turn/),
    ]);
    expect(await found(head('t'))).toEqual(['5: before: a lesson does not come before itself.']);
    expect(await found(head('in-turn'))).toEqual([]);
  });

  it('has nothing to mend because something cannot be fetched: then a picture does not open', async () => {
    const exercises = '\n\n```exercises\ndraw: 2 from swap-devices\n```\n';
    const lost = () => Promise.reject(new UnreachableError('mmscope.wasm cannot be fetched.'));
    const text = `${HEAD}## S\n\n${VIEW}\n\n{a.used.swapC}${exercises}`;
    const { built, findings } = await buildLesson(text, { ...around, module: lost });
    expect(findings).toEqual([]);
    expect(built?.steps[0]?.broken).toBe('mmscope.wasm cannot be fetched.');
  });

  it('says nothing of the lesson to do first where no list can be had', async () => {
    const text = '---\ntitle: T\nid: t\nminutes: 10\nbefore: no-such-lesson\n---\n## S\n';
    const { findings } = await buildLesson(text, { ...around, lessons: () => Promise.resolve(null) });
    expect(findings).toEqual([]);
  });

  it('says the line', async () => {
    expect(await found(`${HEAD}\n## S\n\n${VIEW}\n\n> [!teacher]\n> {nope}\n`)).toEqual([
      expect.stringMatching(/^12: {nope}: there is no value “nope”/),
    ]);
  });
});
