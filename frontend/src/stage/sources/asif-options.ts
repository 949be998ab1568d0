/** What the capture of a pane can be asked, as sources to choose. */
import type { PaneId } from '../../core/panes';
import { enumValues, numberOf, paramNamed } from '../../core/params';
import type { SourceInfo } from '../../scenes/scene';
import { switchFor, switchPhrase, switchOf } from '../../capture/sources/asif';
import { tunablesOf, withTunables, type SourceSpec } from '../../capture/sources/spec';
import { optionsOf } from '../state/tunable-options';

interface AsifOption {
  key: string;
  title: string;
  detail: string;
  spec: SourceSpec;
}

/** `source`: what the pane shows. None for a model, and where nothing that can be driven was decided. */
export function asifOptionsOf(
  of: PaneId,
  source: { spec: SourceSpec; info: Pick<SourceInfo, 'kinds' | 'params'> } | null,
): AsifOption[] {
  const name = source && !source.info.params ? switchFor(source.info.kinds) : null;
  const param = name && paramNamed(name);
  if (!source || !name || !param) return [];
  const { spec } = source;
  const now = tunablesOf(spec)[switchOf(tunablesOf(spec)) ?? name];
  const value = typeof now === 'object' || now === undefined ? param.default : numberOf(param, now);
  const again: AsifOption = {
    key: `${of} recorded`,
    title: `Pane ${of}’s capture as it was recorded`,
    detail: 'The kernel’s own decisions.',
    spec: withTunables(spec, {}),
  };
  const names = new Map(param.enum === null ? [] : enumValues(param.enum));
  const asked = (optionsOf(param, value) ?? []).map(([n]): AsifOption => {
    const word = names.get(n) ?? n;
    return {
      key: `${of} ${String(word)}`,
      title: `Pane ${of}’s capture, as if under ${switchPhrase(name, word).join(' ')}`,
      detail: '',
      spec: withTunables(spec, { [name]: word }),
    };
  });
  return now === undefined ? asked : [again, ...asked];
}
