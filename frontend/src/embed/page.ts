/** The page `/embed/?v=VIEW`: one figure, for those who may only use frames. See protocol.ts for what it says and hears. */
import type { MmScope } from './element';
import './element';
import { PROTOCOL, readMessage, type EmbedEvents, type FromFrame } from './protocol';

const EVENTS = ['ready', 'step', 'answer', 'error'] as const satisfies readonly (keyof EmbedEvents)[];
const COPIED = ['panes', 'controls', 'predict', 'theme'] as const;

const asked = new URLSearchParams(location.search);
const figure: MmScope = document.createElement('mm-scope');
figure.setAttribute('view', asked.get('v') ?? location.hash.replace(/^#/, ''));
figure.setAttribute('app', '../');
for (const name of COPIED) {
  const value = asked.get(name);
  if (value !== null) figure.setAttribute(name, value);
}
document.getElementById('figure')?.append(figure);

/**
 * Whoever shows the page in a frame may hear what it says: nothing in it is a secret, and the server says who may frame
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
addEventListener('message', (event) => {
  if (event.source !== parent || parent === window) return;
  const message = readMessage(event.data);
  if (!message) return;
  if (origin === '*' && event.origin !== 'null') origin = event.origin;
  if (message.type === 'hello') say({ mmscope: PROTOCOL, type: 'hello' });
  else if (message.type === 'view') figure.view = message.view;
  else if (message.type === 'step') void figure.step(message.by);
  else if (message.type === 'seek') void figure.seek(message.k);
  else if (message.type === 'play') void figure.play();
  else void figure.pause();
});
new ResizeObserver(() => {
  say({
    mmscope: PROTOCOL,
    type: 'size',
    height: Math.ceil(document.documentElement.getBoundingClientRect().height),
  });
}).observe(document.documentElement);
say({ mmscope: PROTOCOL, type: 'hello' });
