/** Where each pane's numbers are from, and what they are worth, in words. Pure. */
import { ENUMS } from '../../core/gen/tables';
import { grouped } from '../../core/number';
import { paramNamed, type ParamValue } from '../../core/params';
import type { PaneId } from '../../core/panes';
import type { Scene, SourceFrame, SourceInfo } from '../../scenes/scene';
import { tunablesOf, type SourceSpec } from '../../capture/sources/spec';
import { tunableLabel, tunableValue } from '../../capture/sources/tunable-phrases';
import { recomputedPhrase } from '../../stage/state/pane-info';

/** A pane as it is shown, and what was asked for. */
export interface SourcedPane extends SourceFrame {
  pane: PaneId;
  spec: SourceSpec;
}

/** Where each pane's numbers are from, and what they are worth, a sentence or two each. */
export function provenanceOf(scene: Pick<Scene, 'title'>, panes: readonly SourcedPane[]): string[] {
  const several = panes.length > 1;
  return panes.map(({ pane, spec, info, frame }) => {
    const [one, many] = info.noun ?? ['decision', 'decisions'];
    const where = `${several ? `${pane}: ` : ''}${scene.title}, ${one} ${grouped(frame.k)} of ${grouped(info.decisions)} ${info.decisions === 1 ? one : many}.`;
    return `${where} ${sourceWords(spec, info)}`;
  });
}

function sourceWords(spec: SourceSpec, info: SourceInfo): string {
  const set = Object.entries(tunablesOf(spec)).map(
    ([name, value]) => `${tunableLabel(name)} ${valueOf(name, value)}`,
  );
  if (info.provenance === 'model') {
    const seed = info.params?.['seed'];
    const all = [
      ...set,
      ...(seed !== undefined && !set.some((s) => s.startsWith('seed ')) ? [`seed ${String(seed)}`] : []),
    ];
    return `Model ${info.id}, ${all.join(', ')}: its decisions are the kernel’s, its machine is approximate.`;
  }
  const kernel = info.facts.find(([label]) => label === 'kernel')?.[1];
  const lost = info.facts.find(([label]) => label === 'lost events')?.[1] ?? '0';
  const parts = [
    info.provenance === 'asif'
      ? `As if ${set.join(', ')}: the demand of capture ${info.id}, decided anew.`
      : `Kernel ${kernel ?? ''}, capture ${info.id}.`,
    ...(info.provenance === 'kernel' ? [recomputed(info)] : []),
    ...(lost === '0' ? [] : [`Incomplete: ${lost} events were lost.`]),
    ...(info.emulated ? ['The machine was emulated: its times are not performance.'] : []),
  ];
  return parts.join(' ');
}

function valueOf(name: string, value: ParamValue): string {
  if (typeof value === 'object') return value.join(', ');
  const list = paramNamed(name)?.enum;
  if (!list) return String(value);
  return tunableValue(list, typeof value === 'number' ? (ENUMS[list][value] ?? String(value)) : value);
}

const recomputed = ({ totals }: SourceInfo): string =>
  totals && totals.decisions > 0 ? `Recomputed: ${recomputedPhrase(totals)}.` : 'Not recomputed.';
