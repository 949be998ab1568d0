/** For tests: a capture or a model as this scene sees it. */
import type { ParamValues } from '../../../core/params';
import { bundledFile, captureInput, openSource, scenarioInput, type Source } from '../../testing/source';
import * as reader from '../decision';

export type { Source };

/** A capture's text, or the bytes of its file, made under `policy`. */
export function textSource(
  capture: string | Uint8Array,
  policy = 'preferred',
  check = false,
): Promise<Source> {
  return openSource('zones', reader, captureInput(capture), {
    check,
    more: () => ({ facts: [['zone policy', policy]] }),
  });
}

/** A capture of datasets/. */
export async function captureSource(id: string, policy: string): Promise<Source> {
  return textSource(await bundledFile(id), policy);
}

/** A scenario of datasets/, with other values for some parameters. */
export async function scenarioSource(id: string, params: ParamValues = {}): Promise<Source> {
  return openSource('zones', reader, await scenarioInput(id, params));
}
