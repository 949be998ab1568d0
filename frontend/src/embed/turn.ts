/** Figures of a page take turns: what takes long is done in a task of its own, and between two the page may do its own. */

let last: Promise<unknown> = Promise.resolve();

/** Resolves in a task that nobody else has. */
export function turn(): Promise<unknown> {
  last = last.then(nextTask);
  return last;
}

/** Not by a timer: those wait longer and longer. */
const nextTask = () =>
  new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done(null);
    };
    port2.postMessage(null);
  });
