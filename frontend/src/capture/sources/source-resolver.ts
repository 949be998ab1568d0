/** From a spec to what a worker can load, and to the words the source bar shows, whatever it is asked besides. */
import { SourceError } from '../../core/error';
import type { ParamValues } from '../../core/params';
import type { SourceInput } from '../local/source';
import { captureUrl } from '../remote/url';
import type { Catalogue } from './catalogue';
import { isStaticCopy, NO_UPLOADS } from '../remote/static-copy';
import type { SourceSpec } from './spec';

export interface ResolvedSource {
  input: SourceInput;
  id: string;
  title: string;
  /** Scenario whose experiment this is; '' when there is none. */
  scenario: string;
  /** As if: the switch and its value, in words. */
  asked?: readonly [label: string, value: string];
  /** Documents it belongs to, by number; none for a stranger's. */
  documents: readonly string[];
}

/** What a name is of. */
export const NAMED = { model: 'scenario', capture: 'bundled capture' } as const;

/** Throws SourceError when the spec names nothing that can be opened. */
export function resolvePlain(
  spec: Exclude<SourceSpec, { kind: 'none' }>,
  catalogue: Catalogue,
  base: string,
): ResolvedSource {
  switch (spec.kind) {
    case 'model': {
      const scenario = catalogue.scenarios.find((s) => s.id === spec.id);
      if (!scenario) throw unknown('model', spec.id);
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
      const capture = catalogue.captures.find((c) => c.id === spec.id);
      if (!capture) throw leftOut(spec.id, catalogue) ?? unknown('capture', spec.id);
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
      if (isStaticCopy()) throw new SourceError(NO_UPLOADS);
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

function leftOut(id: string, catalogue: Catalogue): SourceError | null {
  const row = catalogue.leftOut?.find((c) => c.id === id);
  if (!row) return null;
  return new SourceError(
    `The capture “${row.title}” (${(row.bytes / 1e6).toFixed(1)} MB) was too large for this copy of mmscope.`,
    { advice: `Get datasets/captures/${id}.mmscope.gz from the project and open it as a file.` },
  );
}

/** Of a name that nothing has. */
export function unknown(
  kind: keyof typeof NAMED,
  id: string,
  advice = 'Choose another source.',
): SourceError {
  return new SourceError(`There is no ${NAMED[kind]} “${id}”.`, { advice });
}
