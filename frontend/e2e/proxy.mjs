// A wire between a phone and the server that can be cut: what is open breaks, and nothing new gets through. It may
// refuse WebSockets, as some proxies do.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

const UPGRADE = /^upgrade: *websocket\r$/im;

/** @param {string} url of the server @param {{sockets?: boolean}} [may] */
export async function wire(url, { sockets = true } = {}) {
  const { hostname, port } = new URL(url);
  /** @type {Set<import('node:net').Socket>} */
  const ends = new Set();
  let whole = true;
  const server = createServer((near) => {
    if (!whole) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    if (!sockets)
      near.prependListener('data', (bytes) => {
        if (UPGRADE.test(String(bytes))) near.destroy();
      });
    for (const [one, other] of /** @type {const} */ ([
      [near, far],
      [far, near],
    ])) {
      ends.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        ends.delete(one);
        other.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const cut = () => {
    whole = false;
    for (const end of ends) end.destroy();
  };
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    cut,
    mend: () => {
      whole = true;
    },
    close: () => {
      cut();
      server.close();
    },
  };
}
