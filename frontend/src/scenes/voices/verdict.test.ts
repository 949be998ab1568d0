/** Every verdict the checker can give, in every scene: the words are those of the scene of all decisions. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { VerdictKind } from '../../core/types';
import type { Decision } from '../../core/decision';
import { ENUM_DOCS } from '../../core/gen/docs';
import { ENUMS, type CheckName, type CheckWhyName, type VerdictStruct } from '../../core/gen/tables';
import { interleave, swapIn, zones } from '../../core/testing/policies.mjs';
import type { Scene } from '../scene';
import { captureInput, openSource, type Source } from '../testing/source';
import { bundledFile } from '../testing/source';
import { texts } from '../testing/narration';
import type { Narrator } from '../scene';
import { kindOf } from './verdict';
import { scenes } from '..';

const CHECKS = Object.values(ENUMS.check) as CheckName[];
/** What the check of the event alone can say. */
type Given = Exclude<CheckName, 'stateless'>;
const GIVEN = CHECKS.filter((check): check is Given => check !== 'stateless');
const WHYS = Object.values(ENUMS.check_why) as CheckWhyName[];

/** As the words must be: written down, not computed as the code does. Rows: the event alone; columns: replayed. */
const KINDS: Readonly<Record<Given, Readonly<Record<CheckName, VerdictKind>>>> = {
  unchecked: {
    unchecked: 'unchecked',
    same: 'same',
    different: 'different',
    incomplete: 'incomplete',
    stateless: 'unchecked',
    raced: 'raced',
    not_modelled: 'not_modelled',
  },
  same: {
    unchecked: 'same',
    same: 'same',
    different: 'different',
    incomplete: 'incomplete',
    stateless: 'same',
    raced: 'raced',
    not_modelled: 'not_modelled',
  },
  different: {
    unchecked: 'different',
    same: 'different',
    different: 'different',
    incomplete: 'different',
    stateless: 'different',
    raced: 'different',
    not_modelled: 'different',
  },
  incomplete: {
    unchecked: 'incomplete',
    same: 'incomplete',
    different: 'different',
    incomplete: 'incomplete',
    stateless: 'incomplete',
    raced: 'incomplete',
    not_modelled: 'incomplete',
  },
  raced: {
    unchecked: 'raced',
    same: 'raced',
    different: 'different',
    incomplete: 'incomplete',
    stateless: 'raced',
    raced: 'raced',
    not_modelled: 'raced',
  },
  not_modelled: {
    unchecked: 'not_modelled',
    same: 'not_modelled',
    different: 'different',
    incomplete: 'incomplete',
    stateless: 'not_modelled',
    raced: 'raced',
    not_modelled: 'not_modelled',
  },
};

function verdict(
  check: CheckName,
  replay: CheckName,
  why: CheckWhyName,
  replayWhy: CheckWhyName,
): VerdictStruct {
  return { check, why, replay_check: replay, replay_why: replayWhy, visit: 0, pad: 0, expected: 1 };
}

const wordsOf = (why: CheckWhyName) => {
  const doc = ENUM_DOCS.check_why[why] ?? '';
  return doc === '' ? why : doc;
};

/** All of them: each pair of answers, each with every reason either can have. */
const ALL = GIVEN.flatMap((check) =>
  CHECKS.flatMap((replay) =>
    WHYS.map((why, i) => verdict(check, replay, why, WHYS[(i + 1) % WHYS.length] ?? why)),
  ),
);

/** Kinds that say why. */
const SAYING: readonly string[] = ['different', 'incomplete', 'raced', 'not_modelled'];

const decisionOf = (id: string) => import(`../${id}/decision.ts`) as Promise<Decision>;

const CAPTURES: Readonly<Record<string, () => Promise<string | Uint8Array>>> = {
  'swap-devices': () => bundledFile('one-each-roundrobin'),
  zones: () => Promise.resolve(zones(9)),
  interleave: () => Promise.resolve(interleave(9)),
  'swap-in': () => Promise.resolve(swapIn(9)),
};

test('the table of kinds is the checker’s own order: different, incomplete, same', () => {
  for (const check of GIVEN)
    for (const replay of CHECKS)
      expect(kindOf(verdict(check, replay, 'ok', 'ok')), `${check} ${replay}`).toBe(KINDS[check][replay]);
  expect(kindOf(null)).toBe('unchecked');
});

describe.each(scenes.filter((s) => s.kinds !== null).map((s): [string, Scene] => [s.id, s]))(
  '%s',
  (id, scene) => {
    let own: { source: Source; tell: Narrator };
    let any: Narrator;
    beforeAll(async () => {
      const capture = await CAPTURES[id]?.();
      if (!capture) throw new Error(`This test needs a capture for the scene ${id}.`);
      own = {
        source: await openSource(id, await decisionOf(id), captureInput(capture)),
        tell: (await scene.narration()).narrate,
      };
      any = (await (scenes.find((s) => s.kinds === null) ?? scene).narration()).narrate;
    });

    test(`says of each of ${ALL.length} verdicts what the scene of all decisions says`, () => {
      const kinds = new Set<string>();
      for (let k = 1; k <= Math.min(9, own.source.info.decisions); k++) {
        const seen = own.source.pane(k);
        if (kinds.has(seen.frame.event?.kind ?? '')) continue;
        kinds.add(seen.frame.event?.kind ?? '');
        for (const found of ALL) {
          const frame = { ...seen.frame, verdict: found };
          const at = (tell: Narrator) => texts(tell({ ...seen, frame }, null)).places[0];
          const verdict = at(own.tell);
          expect(verdict).toEqual(at(any));
          const alone = found.check === 'same' && found.replay_check === 'stateless';
          expect(verdict?.kind).toBe(KINDS[found.check as Given][found.replay_check]);
          const says = SAYING.includes(verdict?.kind ?? '');
          const why = found.check === verdict?.kind ? found.why : found.replay_why;
          if (says) expect(verdict?.detail).toContain(wordsOf(why));
          else if (alone) expect(verdict?.detail).toBe(ENUM_DOCS.check['stateless']);
          else expect(verdict?.detail).toBeNull();
        }
      }
      expect(kinds.size).toBeGreaterThan(0);
    });
  },
);
