import { describe, expect, it } from 'vitest';
import { SourceError } from './error';
import { ENUMS } from './gen/tables';
import { PARAMS } from './gen/params';
import { instantiate } from './wasm/module';
import { Session } from './session';
import { CAPTURE, changed, text, wasmModule } from './testing/wasm';

async function read(capture: string): Promise<Session> {
  const session = await Session.create(await wasmModule());
  session.beginCapture();
  session.feed(text.encode(capture));
  session.endCapture();
  return session;
}

async function model(params: Parameters<Session['beginModel']>[0]): Promise<Session> {
  const session = await Session.create(await wasmModule());
  session.beginModel(params);
  while (!session.runModel(100));
  return session;
}

describe('a capture', () => {
  it('arrives field by field as the line has it', async () => {
    const session = await read(CAPTURE);
    const { event } = session.frame(1);
    expect(event).toMatchObject({
      kind: 'swap_select',
      ts: 200,
      seq: 3,
      mode: 'node',
      nid: 0,
      goal: 64,
      avail: 3072,
      end: 'took',
      type: 0,
      ret: 64,
    });
    if (event?.kind !== 'swap_select') throw new Error('not a decision');
    expect(event.list_type).toEqual([0, 1]);
    expect(event.list_prio).toEqual([1, 3]);
    expect(event.visit_type).toEqual([0]);
    expect(event.visit_verdict.map((v) => ENUMS.verdict[v & 15])).toEqual(['took']);
  });

  it('keeps a task name that is markup as the text it is', async () => {
    const session = await read(CAPTURE);
    expect(session.frame(1).event?.comm).toBe('<img onerror=x>');
  });

  it('gives every field that the core describes, and no other', async () => {
    const { description } = await instantiate(await wasmModule());
    const session = await read(CAPTURE);
    const { event, after } = session.frame(2);
    const kind = description.event.kinds.find((k) => k.name === 'swap_select');
    const fields = [...description.event.common, ...(kind?.fields ?? [])].map((f) => f.name);
    expect(Object.keys(event ?? {}).sort()).toEqual([...fields, 'kind', 'index', 'line'].sort());
    for (const table of description.state.tables) {
      const rows = after[table.name as keyof typeof after];
      const absent = table.columns.some((c) => c.name === 'present');
      if (absent) expect(rows.length).toBeLessThanOrEqual(table.rows);
      else expect(rows).toHaveLength(table.rows);
      if (rows.length > 0) expect(Object.keys(rows[0] ?? {})).toEqual(table.columns.map((c) => c.name));
    }
  });

  it('has the state on both sides of a decision, and the same again after going back', async () => {
    const session = await read(CAPTURE);
    const second = session.frame(2);
    expect(second.before.dev.map((d) => d.used).slice(0, 2)).toEqual([64, 0]);
    expect(second.after.dev.map((d) => d.used).slice(0, 2)).toEqual([64, 64]);
    expect(second.after.list[0]).toMatchObject({ n: 2, type: [0, 1] });
    session.frame(3);
    expect(session.frame(2)).toEqual(second);
  });

  it('tells manifest, report and verdicts', async () => {
    const session = await read(CAPTURE);
    expect(session.manifest().start).toMatchObject({ kernel: { release: '6.12.0-test' } });
    expect(session.report()).toMatchObject({ events: 8, said: 5, closed: 1, missing: 0, lost: 0 });
    expect(session.frame(1).verdict).toBeNull();
    session.beginCheck();
    while (!session.check(2));
    expect(session.totals()).toMatchObject({ decisions: 3, same: 3, different: 0 });
    expect(session.frame(1).verdict).toMatchObject({ check: 'same', why: 'ok', replay_check: 'same' });
  });

  it('that does not keep to the rule is found out', async () => {
    const wrong = CAPTURE.replace('end=0 type=1 ret=64', 'end=0 type=0 ret=64');
    const session = await read(wrong);
    session.beginCheck();
    while (!session.check(1000));
    expect(session.totals()).toMatchObject({ different: 1 });
    expect(session.frame(2).verdict).toMatchObject({ check: 'different' });
  });

  it('that cannot be read names line and reason', async () => {
    const bad = changed((lines) => lines.map((l) => l.replace('seq=4 mode=0', 'seq=4 mode=nine')));
    const error = await read(bad).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(SourceError);
    expect(error).toMatchObject({ line: 9, message: expect.stringContaining('mode') as string });
  });

  it.each([
    ['events', { events: 20, bytes: 0 }],
    ['memory', { events: 0, bytes: 2_500_000 }],
  ])('that is too long for the %s allowed gets advice on what shows it', async (_, limits) => {
    const session = await Session.create(await wasmModule(), limits);
    const long = changed((lines) => {
      const events = lines.filter((line) => line.startsWith('swap_select '));
      return [...lines.slice(0, -1), ...Array.from({ length: 9999 }, () => events[0] ?? '')];
    });
    session.beginCapture();
    expect(() => {
      session.feed(text.encode(long));
    }).toThrow(
      expect.objectContaining({
        message: 'The capture is longer than a pane can hold.',
        advice: 'The timeline shows all of it: open the file there.',
        line: expect.any(Number) as number,
      }),
    );
  });

  it.each([
    ['text', 'hello\n'],
    ['an empty text', ''],
    ['another format', '# tracer: nop\n#\n  bash-1 [000] ....\n'],
    ['binary', '\u0000\u0001\u0002'.repeat(2000)],
  ])('that is %s is refused', async (_, wrong) => {
    await expect(read(wrong)).rejects.toThrow(SourceError);
  });
});

describe('a model', () => {
  const small = { nodes: 2, devices: 2, dev_node: [0, 1], stop_decisions: 300, seed: 7 };

  it('runs with the parameters given, and says which', async () => {
    const session = await model({ ...small, rule: 'roundrobin', dev_name: ['one', 'two'] });
    expect(session.decisions).toBe(300);
    expect(session.frame(1).event).toMatchObject({ mode: 'roundrobin' });
    const params = session.paramsInForce({ dev_name: ['one', 'two'] });
    expect(Object.keys(params).sort()).toEqual([...PARAMS.map((p) => p.name), 'dev_name'].sort());
    expect(params).toMatchObject({ nodes: 2, seed: 7, stop_decisions: 300, dev_name: ['one', 'two'] });
  });

  it('is the same run each time', async () => {
    const [one, two] = [await model(small), await model(small)];
    expect(one.events).toBe(two.events);
    for (const k of [1, 150, 300]) expect(one.frame(k)).toEqual(two.frame(k));
  });

  it('refuses what is out of range, unknown or contradictory', async () => {
    await expect(model({ nodes: 99 })).rejects.toThrow(/nodes/);
    await expect(model({ rule: 'fastest' })).rejects.toThrow(/rule/);
    await expect(model({ dev_name: ['a name too long for the table'] })).rejects.toThrow(SourceError);
  });
});
