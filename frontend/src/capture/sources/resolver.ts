/** From a spec to what a worker can load, with what it is asked as if. */
import { SourceError } from '../../core/error';
import type { ParamValues } from '../../core/params';
import { switchPhrase, asifParamsOf, SWITCHES, switchOf } from './asif';
import type { Catalogue } from './catalogue';
import { resolvePlain, type ResolvedSource } from './source-resolver';
import type { SourceSpec } from './spec';

/** Throws SourceError when the spec names nothing that can be opened, or asks what nothing captures can be asked. */
export function resolveSource(
  spec: Exclude<SourceSpec, { kind: 'none' }>,
  catalogue: Catalogue,
  base: string,
): ResolvedSource {
  const plain = resolvePlain(spec, catalogue, base);
  if (spec.kind === 'model' || plain.input.kind === 'model' || !spec.asif) return plain;
  const question = asifParamsOf(spec.asif);
  const name = switchOf(spec.asif);
  if (question && name)
    return {
      ...plain,
      input: { ...plain.input, asif: question },
      asked: switchPhrase(name, spec.asif[name]),
      // What a server calls it is still to be asked.
      title: spec.kind === 'server' ? plain.title : asifTitle(plain.title, spec.asif),
      // Published numbers belong to what was recorded.
      scenario: '',
    };
  throw new SourceError(`A capture cannot be asked about “${Object.keys(spec.asif)[0] ?? ''}”.`, {
    advice: `As if is available for ${SWITCHES}.`,
  });
}

/** `As if rule global: Two nodes` */
export function asifTitle(title: string, asif: ParamValues | undefined): string {
  const name = asif && switchOf(asif);
  return name ? `As if ${switchPhrase(name, asif[name]).join(' ')}: ${title}` : title;
}
