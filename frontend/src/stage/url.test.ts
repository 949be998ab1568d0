import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PARAM_TEXTS, PARAMS } from '../core/gen/params';
import { enumValues, type ParamValue } from '../core/params';
import { NONE, type SourceSpec } from '../capture/sources/spec';
import { SPEEDS } from './cursor/clock';
import { RULES_SHOWN, type View } from './state/view';
import { formatView, NAMES } from './url';
import { pairsOf } from '../capture/sources/spec';
import { parseView } from './url-parser';

const id = fc.stringMatching(/^[\w.-]{1,40}$/);

const overrides = fc
  .uniqueArray(fc.constantFrom(...PARAMS, ...PARAM_TEXTS), { selector: (p) => p.name, maxLength: 6 })
  .chain((params) =>
    fc.tuple(
      ...params.map((p) => {
        const one: fc.Arbitrary<number | string> =
          'bytes' in p
            ? fc.stringMatching(/^[a-zA-Z!-,:;?@~%&=+#]{1,15}$/)
            : p.enum === null
              ? fc.integer({ min: -1, max: 1e9 })
              : fc.constantFrom(...enumValues(p.enum).map(([, name]) => name));
        const value: fc.Arbitrary<ParamValue> =
          p.count > 1 ? fc.array(one, { minLength: 1, maxLength: p.count }) : one;
        return value.map((v): [string, ParamValue] => [p.name, v]);
      }),
    ),
  )
  .map((pairs) => Object.fromEntries<ParamValue>(pairs));

const spec: fc.Arbitrary<SourceSpec> = fc.oneof(
  fc.constant<SourceSpec>({ kind: 'none' }),
  fc.record({ kind: fc.constant('model' as const), id, overrides }),
  fc.record({ kind: fc.constantFrom('capture' as const, 'server' as const), id }),
  fc.record({
    kind: fc.constant('file' as const),
    name: fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
    blob: fc.constant(null),
  }),
);

const position = fc.oneof(
  fc.record({ align: fc.constant('decision' as const), k: fc.nat(), t: fc.constant(0) }),
  fc.record({ align: fc.constant('time' as const), k: fc.constant(0), t: fc.nat({ max: 2 ** 52 }) }),
);

const view: fc.Arbitrary<View> = fc.record(
  {
    scene: fc.stringMatching(/^[a-z-]{1,20}$/),
    sources: fc.record({ A: spec, B: spec }),
    position,
    speed: fc.constantFrom(...SPEEDS),
    others: fc.constantFrom(...RULES_SHOWN),
    predict: fc.record({ pane: fc.constantFrom('A' as const, 'B' as const), seed: fc.nat({ max: 999999 }) }),
  },
  { requiredKeys: ['scene', 'sources', 'position', 'speed'] },
);

describe('the URL of a view', () => {
  it('brings back the view', () => {
    fc.assert(
      fc.property(view, (v) => {
        expect(parseView(formatView(v))).toEqual({ view: v, complaints: [], advice: '' });
      }),
      { numRuns: 1000 },
    );
  });

  it('has no other names than those that are read', () => {
    fc.assert(
      fc.property(view, (v) => {
        const names = pairsOf(formatView(v).split('?')[1]).map(([name]) => name);
        for (const name of names) expect([...NAMES, expect.stringMatching(/^[ab]\../)]).toContainEqual(name);
      }),
    );
  });

  it('survives the browser, which takes and gives back a fragment as it is', () => {
    fc.assert(
      fc.property(view, (v) => {
        const url = new URL('http://localhost/');
        url.hash = formatView(v);
        expect(parseView(url.hash)).toEqual({ view: v, complaints: [], advice: '' });
      }),
    );
  });

  it('can be read by people', () => {
    const v: View = {
      scene: 'swap-devices',
      sources: {
        A: { kind: 'model', id: 'four-nodes', overrides: { rule: 'roundrobin', demand: [1, 1, 5, 1] } },
        B: { kind: 'capture', id: 'four-nodes-node' },
      },
      position: { align: 'decision', k: 4918, t: 0 },
      speed: 8,
    };
    expect(formatView(v)).toBe(
      '#v1/swap-devices?a=model:four-nodes&a.rule=roundrobin&a.demand=1,1,5,1&b=capture:four-nodes-node&k=4918&speed=8',
    );
  });

  it('says what it cannot read, and keeps the rest', () => {
    const { view: v, complaints } = parseView('#v1/swap-devices?a=model:x&a.colour=red&b=ftp:y&k=-3');
    expect(v?.sources).toEqual({ A: { kind: 'model', id: 'x', overrides: {} }, B: { kind: 'none' } });
    expect(complaints.join(' ')).toMatch(/colour.*ftp.*k=-3/);
  });

  it('is the same without its version, and without #', () => {
    const text = 'swap-devices?a=model:four-nodes&k=5';
    const whole = parseView(`#v1/${text}`);
    for (const one of [`v1/${text}`, `#${text}`, text]) expect(parseView(one)).toEqual(whole);
    expect(whole.complaints).toEqual([]);
  });

  it.each([
    ['zzz=1', /^There is no parameter “zzz”\.$/, /^Parameters are a, b, k, /],
    ['predcit=a7', /^There is no parameter “predcit”\.$/, /^Did you mean “predict”\?$/],
    ['a.rul=node', /^There is no tunable “rul”\.$/, /^Did you mean “rule”\?$/],
    ['k=1&k=2', /^“k” is there twice\.$/, /^$/],
    ['a.rule=node&a.rule=global', /^“a\.rule” is there twice\.$/, /^$/],
    ['b.rule=node', /^“b\.rule” is of no source: the link has no “b”\.$/, /^$/],
    ['b=modell:x', /^“modell” is not a kind of source\.$/, /^Did you mean “model”\?$/],
    ['b=ftp:x', /^“ftp” is not a kind of source\.$/, /^Kinds are model, capture, server, file\.$/],
  ])('says that %s is not read, and what may have been meant', (more, complaint, advice) => {
    const read = parseView(`#v1/swap-devices?a=model:four-nodes&${more}`);
    expect(read.view?.sources.A).toMatchObject({ id: 'four-nodes' });
    expect(read.complaints).toEqual([expect.stringMatching(complaint)]);
    expect(read.advice).toMatch(advice);
  });

  it('may name a scene and nothing else', () => {
    expect(parseView('#v1/zones')).toMatchObject({
      bare: true,
      view: { scene: 'zones', sources: { A: NONE } },
    });
    expect(parseView('#v1/zones?a=none&b=none')).not.toHaveProperty('bare');
  });

  it('of another version, or of nobody, is refused in words', () => {
    expect(parseView('#v7/swap-devices?a=none')).toMatchObject({ view: null, complaints: [/version/] });
    expect(parseView('#https://example.org/').complaints).toHaveLength(1);
    expect(parseView('')).toMatchObject({ view: null, complaints: [] });
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        parseView(`#v1/s?${text}`);
        parseView(text);
      }),
    );
  });
});
