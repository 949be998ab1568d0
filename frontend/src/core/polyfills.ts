/**
 * What an engine without a host lacks and the core's code asks for: UTF-8, a clock, a turn of the loop. Imported first.
 * Nothing here fetches: `URL` only puts a path behind its base.
 */
const known = globalThis as unknown as Record<string, unknown>;

class Utf8Decoder {
  decode(bytes: Uint8Array): string {
    let text = '';
    for (const byte of bytes) text += `%${byte.toString(16).padStart(2, '0')}`;
    try {
      return decodeURIComponent(text);
    } catch {
      // No UTF-8: what is ASCII stays, the rest is marked.
      return String.fromCharCode(...Array.from(bytes, (byte) => (byte < 0x80 ? byte : 0xfffd)));
    }
  }
}

class Utf8Encoder {
  encode(text: string): Uint8Array {
    const bytes: number[] = [];
    for (const [, hex = '', one = ''] of encodeURIComponent(text).matchAll(/%([0-9A-F]{2})|([^%])/g))
      bytes.push(hex === '' ? one.charCodeAt(0) : parseInt(hex, 16));
    return Uint8Array.from(bytes);
  }
}

/** Two ports, as far as one message from the second to the first goes. */
class Channel {
  port1 = { onmessage: null as (() => void) | null, close: () => undefined };
  port2 = {
    postMessage: () => {
      void Promise.resolve().then(() => this.port1.onmessage?.());
    },
  };
}

class Address {
  readonly href: string;
  constructor(path: string, base = '') {
    this.href = base + path;
  }
}

for (const [name, made] of Object.entries({
  TextDecoder: Utf8Decoder,
  TextEncoder: Utf8Encoder,
  MessageChannel: Channel,
  URL: Address,
  performance: { now: () => Date.now() },
}))
  known[name] ??= made;

export {};
