/** The page `/embed/?v=VIEW`: one figure, for those who may only use frames. See protocol.ts for what it says and hears. */
import type { MmScope } from './element';
import './element';
import { PROTOCOL, readMessage, type EmbedEvents, type FromFrame, type ToFrame } from './protocol';

const EVENTS = ['ready', 'step', 'answer', 'error'] as const satisfies readonly (keyof EmbedEvents)[];
const COPIED = ['panes', 'controls', 'predict', 'theme'] as const;

const asked = new URLSearchParams(location.search);
const figure: MmScope = document.createElement('mm-scope');
figure.setAttribute('view', asked.get('v') ?? location.hash.replace(/^#/, ''));
figure.setAttribute('app', '../../');
for (const name of COPIED) {
  const value = asked.get(name);
  if (value !== null) figure.setAttribute(name, value);
}
document.getElementById('figure')?.append(figure);
document.getElementById('wait')?.remove();

/**
 * A page that shows this one in a frame may hear what it says: nothing in it is a secret, and the server says who may frame
 * it. Their origin is known once they have spoken.
 */
let origin = '*';
const say = (message: FromFrame) => {
  if (parent !== window) parent.postMessage(message, origin);
};

for (const type of EVENTS)
  figure.addEventListener(type, (event) => {
    say({ mmscope: PROTOCOL, type, ...(event as CustomEvent<EmbedEvents[typeof type]>).detail } as FromFrame);
  });
function done(message: Exclude<ToFrame, { type: 'hello' | 'view' }>): Promise<void> {
  if (message.type === 'step') return figure.step(message.by);
  if (message.type === 'seek') return figure.seek(message.k);
  return message.type === 'play' ? figure.play() : figure.pause();
}

addEventListener('message', (event) => {
  if (event.source !== parent || parent === window) return;
  const message = readMessage(event.data);
  if (!message) return;
  if (origin === '*' && event.origin !== 'null') origin = event.origin;
  if (message.type === 'hello') say({ mmscope: PROTOCOL, type: 'hello' });
  else if (message.type === 'view') figure.view = message.view;
  else done(message).catch(() => undefined); // What cannot be shown says so in its place.
});
new ResizeObserver(() => {
  say({
    mmscope: PROTOCOL,
    type: 'size',
    height: Math.ceil(document.documentElement.getBoundingClientRect().height),
  });
}).observe(document.documentElement);
say({ mmscope: PROTOCOL, type: 'hello' });
