/** Of a source that there is not: what may have been meant. Apart from the resolver, with which every page begins. */
import { nearestName } from '../../core/suggestion';
import type { Catalogue } from './catalogue';
import { NAMED, unknown } from './source-resolver';
import type { SourceSpec } from './spec';

/** Names of a kind, of this copy or not. */
function namesOf(kind: keyof typeof NAMED, { scenarios, captures, leftOut = [] }: Catalogue): string[] {
  return (kind === 'model' ? scenarios : [...captures, ...leftOut]).map(({ id }) => id);
}

/** Throws SourceError where a scenario or a capture is named that there is not. */
export function mustBeNamed(spec: SourceSpec, catalogue: Catalogue): void {
  if (spec.kind !== 'model' && spec.kind !== 'capture') return;
  const { kind, id } = spec;
  if (namesOf(kind, catalogue).includes(id)) return;
  const other = kind === 'model' ? 'capture' : 'model';
  const advice = namesOf(other, catalogue).includes(id)
    ? `It is a ${NAMED[other]}: “${other}:${id}”.`
    : nearestName(id, namesOf(kind, catalogue));
  throw unknown(kind, id, advice === '' ? undefined : advice);
}
