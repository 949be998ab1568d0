/**
 * The emulator yields by `scheduler.postTask`, else through a worker of its own that the page's policy refuses, and then
 * stands still without a word. Where a browser has no scheduler it gets this much of one. Imported before the emulator.
 */
interface Scheduler {
  postTask(task: () => void, options?: { delay?: number }): void;
}

const known = globalThis as unknown as { scheduler?: Partial<Scheduler> };

if (typeof known.scheduler?.postTask !== 'function') {
  const { port1, port2 } = new MessageChannel();
  const tasks: (() => void)[] = [];
  port1.onmessage = () => tasks.shift()?.();
  known.scheduler = {
    postTask(task, { delay = 0 } = {}) {
      if (delay > 0) {
        setTimeout(task, delay);
        return;
      }
      tasks.push(task);
      port2.postMessage(null);
    },
  } satisfies Scheduler;
}
