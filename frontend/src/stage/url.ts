/**
 * The whole view as a URL fragment, versioned and readable:
 *   #v1/swap-devices?a=model:four-nodes&a.rule=roundrobin&b=capture:four-nodes-rr&k=4918&speed=8
 * Times are ns, as text, never rounded. url-parser.ts reads it.
 */
import { formatSpec } from '../capture/sources/spec';
import { VERSION, type View } from './state/view';

export { VERSION };
/** Names of what may stand behind the scene, beside a pane's tunables (a.NAME). None goes: links are kept for years. */
export const NAMES = ['a', 'b', 'k', 't', 'align', 'large', 'others', 'predict', 'speed'] as const;
export type Name = (typeof NAMES)[number];

export function formatView(view: View): string {
  const { align, k, t } = view.position;
  const pairs = [...formatSpec('a', view.sources.A), ...formatSpec('b', view.sources.B)];
  if (align === 'decision') pairs.push(['k', String(k)]);
  else pairs.push(['t', String(Math.round(t))]);
  if (align === 'time') pairs.push(['align', align]);
  if (view.large) pairs.push(['large', view.large]);
  if (view.others && view.others !== 'off') pairs.push(['others', view.others]);
  if (view.predict) pairs.push(['predict', `${view.predict.pane.toLowerCase()}${view.predict.seed}`]);
  if (view.speed !== 1) pairs.push(['speed', String(view.speed)]);
  return `#${VERSION}/${view.scene}?${pairs.map((p) => p.join('=')).join('&')}`;
}

/** A fragment with its version, which who writes one by hand may leave out; '' where there is none. */
export const versioned = (hash: string): string => {
  const text = hash.replace(/^#/, '');
  return text === '' ? '' : `#${/^v\d+\//.test(text) ? '' : `${VERSION}/`}${text}`;
};
