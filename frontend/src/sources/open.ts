/** From a spec to what a worker can load, and to the words the source bar shows. */
import { SourceError } from '../core/error';
import type { ParamValues } from '../core/params';
import type { Input } from '../core/pane-core';
import type { Catalog } from './catalog';
import { captureUrl } from './server';
import type { SourceSpec } from './spec';

export interface Opened {
  input: Input;
  id: string;
  title: string;
  /** Scenario whose experiment this is; '' when there is none. */
  scenario: string;
  /** Documents it belongs to, by number; none for a stranger's. */
  documents: readonly string[];
}

/** Throws SourceError when the spec names nothing that can be opened. */
export function open(spec: Exclude<SourceSpec, { kind: 'none' }>, catalog: Catalog, base: string): Opened {
  switch (spec.kind) {
    case 'model': {
      const scenario = catalog.scenarios.find((s) => s.id === spec.id);
      if (!scenario) throw unknown('scenario', spec.id);
      const params = { ...scenario.params, ...spec.overrides };
      const own = titleOf(spec.overrides);
      return {
        input: { kind: 'model', params },
        id: spec.id,
        title: own ?? scenario.title,
        scenario: own === null ? spec.id : '',
        documents: scenario.documents,
      };
    }
    case 'capture': {
      const capture = catalog.captures.find((c) => c.id === spec.id);
      if (!capture) throw unknown('bundled capture', spec.id);
      const url = new URL(capture.file, base).href;
      return {
        input: { kind: 'url', url },
        id: spec.id,
        title: capture.title,
        scenario: capture.scenario ?? '',
        documents: capture.seeds ?? [],
      };
    }
    case 'server':
      return {
        input: { kind: 'url', url: captureUrl(base, spec.id) },
        id: spec.id,
        title: spec.id,
        scenario: '',
        documents: [],
      };
    case 'file':
      if (!spec.blob) {
        throw new SourceError(
          `The file “${spec.name}” was read on your machine only, so a link cannot bring it back.`,
          {
            advice: 'Open the file again.',
          },
        );
      }
      return {
        input: { kind: 'blob', blob: spec.blob },
        id: spec.name,
        title: spec.name,
        scenario: '',
        documents: [],
      };
  }
}

/** Another machine than the scenario's: named by what it is. */
function titleOf({ nodes, devices }: ParamValues): string | null {
  if (nodes === undefined && devices === undefined) return null;
  const words = (n: ParamValues['nodes'], noun: string) =>
    n === undefined ? [] : [`${String(n)} ${noun}${n === 1 ? '' : 's'}`];
  return [...words(nodes, 'node'), ...words(devices, 'device')].join(', ');
}

function unknown(what: string, id: string): SourceError {
  return new SourceError(`There is no ${what} “${id}”.`, { advice: 'Choose another source.' });
}
