/** Of a source that there is not: what may have been meant. Apart from the resolver, with which every page begins. */
import { nearestName } from '../../core/suggestion';
import type { Catalogue } from './catalogue';
import { NAMED, unknown } from './source-resolver';
import type { SourceSpec } from './spec';

/** Names of a kind, of this copy or not. */
function namesOf(kind: keyof typeof NAMED, { scenarios, captures, leftOut = [] }: Catalogue): string[] {
  return (kind === 'model' ? scenarios : [...captures, ...leftOut]).map(({ id }) => id);
}

/** What may have been meant by a scenario or a capture that there is not, '' where nothing is near; null: there is one. */
export function meantBy(spec: SourceSpec, catalogue: Catalogue): string | null {
  if (spec.kind !== 'model' && spec.kind !== 'capture') return null;
  const { kind, id } = spec;
  if (namesOf(kind, catalogue).includes(id)) return null;
  const other = kind === 'model' ? 'capture' : 'model';
  return namesOf(other, catalogue).includes(id)
    ? `It is a ${NAMED[other]}: “${other}:${id}”.`
    : nearestName(id, namesOf(kind, catalogue));
}

/** Throws SourceError where a scenario or a capture is named that there is not. */
export function mustBeNamed(spec: SourceSpec, catalogue: Catalogue): void {
  const advice = meantBy(spec, catalogue);
  if (advice !== null && (spec.kind === 'model' || spec.kind === 'capture'))
    throw unknown(spec.kind, spec.id, advice === '' ? undefined : advice);
}
