/** What a person sees who comes without a link: a model beside a kernel that ran another rule. */
import type { Catalog } from '../sources/catalog';
import type { SourceSpec } from '../sources/spec';
import type { View } from '../stage/view';

/** Four nodes with one device each, as a scenario and as captures. */
const SCENARIO = 'four-nodes';
const CAPTURES = 'one-each';
const DECISION = 1800;

export function defaultView(catalog: Catalog, scene: string): View {
  const scenario = catalog.scenarios.find((s) => s.id === SCENARIO) ?? catalog.scenarios[0];
  const a: SourceSpec = scenario ? { kind: 'model', id: scenario.id, overrides: {} } : { kind: 'none' };
  const like = catalog.captures.filter((c) => c.id.startsWith(CAPTURES));
  const capture = like.find((c) => c.rules?.includes('roundrobin')) ?? like[0] ?? catalog.captures[0];
  const b: SourceSpec = capture
    ? { kind: 'capture', id: capture.id }
    : scenario
      ? { kind: 'model', id: scenario.id, overrides: { rule: 'roundrobin' } }
      : { kind: 'none' };
  return { scene, sources: { A: a, B: b }, position: { align: 'decision', k: DECISION, t: 0 }, speed: 1 };
}
