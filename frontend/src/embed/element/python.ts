/** What a widget in a notebook shares with its Python side, and what it may ask it for. */
export interface WidgetModel {
  get: (name: string) => unknown;
  set: (name: string, value: unknown) => void;
  save_changes: () => void;
  on: (event: string, listen: (...values: never[]) => void) => void;
  off: (event: string, listen: (...values: never[]) => void) => void;
  send: (content: unknown) => void;
}

type What = { ask: 'figures' | 'catalogue' } | { ask: 'capture' | 'file'; id: string };
interface Answer {
  call: string;
  refused?: string;
}

/**
 * Bytes from the kernel, as long as one is there. Every page that shows the notebook hears an answer, so that each call
 * has a name of its own.
 */
export function askPython(model: WidgetModel, what: What): Promise<Uint8Array<ArrayBuffer>> {
  const call = `${performance.now()} ${Math.random()}`;
  return new Promise((done, fail) => {
    const hear = (answer: Answer, [bytes]: DataView<ArrayBuffer>[] = []) => {
      if (answer.call !== call) return;
      model.off('msg:custom', hear);
      if (bytes) done(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      else fail(new Error(answer.refused ?? 'the kernel has nothing to say'));
    };
    model.on('msg:custom', hear);
    model.send({ ...what, call });
  });
}

const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Stands in the place of a figure. */
export function showFailure(el: HTMLElement, error: unknown): void {
  const note = document.createElement('p');
  note.setAttribute('role', 'alert');
  note.textContent = `This figure cannot be shown: ${sentence(error)}`;
  el.append(note);
}
