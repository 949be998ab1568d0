import { expect, it } from 'vitest';
import { Session } from '../core/session';
import { CAPTURE, text, wasmModule } from '../core/testing/wasm';
import { likeness } from './likeness';

it('a model like a capture has its nodes, devices and rule, and runs', async () => {
  const capture = await Session.create(await wasmModule());
  capture.beginCapture();
  capture.feed(text.encode(CAPTURE));
  capture.endCapture();
  const params = likeness(capture.frame(0).after, 200);
  expect(params).toMatchObject({
    rule: 'node',
    nodes: 2,
    devices: 2,
    dev_pages: [1024, 2048],
    dev_node: [0, 1],
    dev_prio: [-1, -1],
    dev_name: ['sdA', 'sdB'],
  });
  const model = await Session.create(await wasmModule());
  model.beginModel(params ?? {});
  while (!model.runModel(1000));
  const there = capture.frame(0).after.dev.map(({ prio, node_id, pages }) => ({ prio, node_id, pages }));
  expect(model.frame(0).after.dev.map(({ prio, node_id, pages }) => ({ prio, node_id, pages }))).toEqual(
    there,
  );
});

it('nothing is like nothing', async () => {
  const empty = await Session.create(await wasmModule());
  empty.beginCapture();
  empty.feed(text.encode('mmscope-capture 1\nmanifest {}\nend events=0 lost=0 manifest={}\n'));
  empty.endCapture();
  expect(likeness(empty.frame(0).after, 0)).toBeNull();
});
