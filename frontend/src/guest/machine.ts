/**
 * The guest in an emulated PC: its console, its ring of trace pages, its clock. What it may be asked for stands in
 * kernel-patches/guest/init.c, and so does the ring.
 */
import { V86, type V86Options } from 'v86';

const MIB = 2 ** 20;
/** Memory of the PC, and what of it the kernel leaves to the ring behind it (mem=). */
const MEMORY = 256 * MIB;
const RING_AT = 192 * MIB;
const RING_HEAD = 4096;
const RING_MAGIC = 0x52534d4d;
const POLL_MS = 10;
/** The kernel's own voice. */
const LOG = /^\[ *\d+\.\d+\] /;
/** The console's last word on a command. */
const ANSWER = /^= (.*)$/;

/** On the kernel's command line. */
export const COMMAND_LINE = [
  'console=ttyS0 quiet panic=-1 rdinit=/init',
  `mem=${RING_AT / MIB}M ring_at=${RING_AT / MIB}`,
  // The last comma matters: without the distances every node is as near as its own.
  'numa=fake=4:10,20,20,20,20,10,20,20,20,20,10,20,20,20,20,10,',
  'zram.num_devices=4',
  // The emulator's clock cannot be calibrated against another.
  'tsc_early_khz=1000000 tsc=reliable lpj=5000000',
].join(' ');

type Media =
  | { readonly state: ArrayBuffer }
  | { readonly kernel: ArrayBuffer; readonly initrd: ArrayBuffer; readonly bios: ArrayBuffer };

export interface Answer {
  /** What the command printed, with line ends. */
  readonly output: string;
  /** Null: it was done; else why not, in the guest's words. */
  readonly failure: string | null;
}

interface GuestListener {
  /** A page of the trace, in its order; a copy. */
  page(bytes: Uint8Array): void;
  /** A line of the console that answers no command: the kernel's log, a task in the background. */
  console(line: string): void;
}

interface Asked {
  readonly command: string;
  readonly answered: (answer: Answer) => void;
}

export class GuestMachine {
  private readonly emulator: V86;
  private readonly listener: GuestListener;
  private readonly timer: ReturnType<typeof setInterval>;
  private readonly asked: Asked[] = [];
  private busy: (Asked & { output: string }) | null = null;
  private line = '';
  /** Bytes of a page that is not whole yet: the ring may be read in the middle of a write. */
  private rest = new Uint8Array(0);

  /**
   * Runs at once. From `state` it goes on where that was saved, else it boots; `ready` comes when it takes commands.
   * @param emulator v86's own module, by its address or as what makes an instance of it
   */
  constructor(
    media: Media,
    emulator: Required<Pick<V86Options, 'wasm_path'>> | Required<Pick<V86Options, 'wasm_fn'>>,
    listener: GuestListener,
  ) {
    this.listener = listener;
    this.emulator = new V86({
      ...emulator,
      ...('state' in media
        ? { initial_state: { buffer: media.state } }
        : {
            bios: { buffer: media.bios },
            bzimage: { buffer: media.kernel },
            initrd: { buffer: media.initrd },
            cmdline: COMMAND_LINE,
          }),
      memory_size: MEMORY,
      vga_memory_size: MIB,
      uart1: true,
      autostart: true,
      fastboot: true,
      disable_keyboard: true,
      disable_mouse: true,
      disable_speaker: true,
      // Its types do not know what its code does: no network card at all.
      net_device: { type: 'none' as 'virtio' },
    });
    this.emulator.add_listener('serial0-output-byte', (byte: number) => {
      this.heard(byte);
    });
    this.timer = setInterval(() => this.poll(), POLL_MS);
    this.ready = new Promise((resolve) => {
      this.isReady = resolve;
      // A saved state takes commands as soon as it runs; one that boots says so.
      if ('state' in media) this.emulator.add_listener('emulator-started', resolve);
    });
  }

  readonly ready: Promise<void>;
  private isReady: () => void = () => undefined;

  /** Commands are answered in turn. */
  run(command: string): Promise<Answer> {
    return new Promise((answered) => {
      this.asked.push({ command, answered });
      this.next();
    });
  }

  async pause(): Promise<void> {
    await this.emulator.stop();
  }

  async goOn(): Promise<void> {
    await this.emulator.run();
  }

  /** All of the machine, to go on from. */
  async save(): Promise<ArrayBuffer> {
    await this.pause();
    const state = await this.emulator.save_state();
    await this.goOn();
    return state;
  }

  async end(): Promise<void> {
    clearInterval(this.timer);
    await this.emulator.destroy();
  }

  /** Takes what the guest has written into its ring. @returns whether that was anything */
  poll(): boolean {
    const head = this.memory(RING_AT, 16);
    if (!head) return false;
    const ring = new Uint32Array(head.buffer, head.byteOffset, 4);
    const [magic = 0, size = 0, written = 0, read = 0] = ring;
    if (magic !== RING_MAGIC || written === read) return false;
    const count = (written - read) >>> 0;
    if (count > size) throw new Error(`the guest's ring of ${size} bytes counts ${count}`);
    const bytes = new Uint8Array(this.rest.length + count);
    bytes.set(this.rest);
    for (let at = 0; at < count;) {
      const place = (read + at) % size;
      const part = Math.min(count - at, size - place);
      const from = this.memory(RING_AT + RING_HEAD + place, part);
      if (!from) return false;
      bytes.set(from, this.rest.length + at);
      at += part;
    }
    ring[3] = written;
    this.rest = this.pages(bytes);
    return true;
  }

  /** @returns what is left over */
  private pages(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    const view = new DataView(bytes.buffer);
    let at = 0;
    while (at + 4 <= bytes.length) {
      const length = view.getUint32(at, true);
      if (at + 4 + length > bytes.length) break;
      this.listener.page(bytes.slice(at + 4, at + 4 + length));
      at += 4 + length;
    }
    return bytes.slice(at);
  }

  /** A view of the guest's memory; null before it has any. */
  private memory(at: number, length: number): Uint8Array | null {
    try {
      const view = this.emulator.read_memory(at, length);
      return view.length === length ? view : null;
    } catch {
      return null;
    }
  }

  private next(): void {
    if (this.busy) return;
    const asked = this.asked.shift();
    if (!asked) return;
    this.busy = { ...asked, output: '' };
    this.emulator.serial0_send(`${asked.command}\n`);
  }

  private heard(byte: number): void {
    const char = String.fromCharCode(byte);
    if (char === '\r') return;
    if (char !== '\n') {
      this.line += char;
      return;
    }
    const line = this.line;
    this.line = '';
    const answer = ANSWER.exec(line)?.[1];
    if (answer === 'ready') this.isReady();
    else if (answer !== undefined && this.busy) {
      const { answered, output } = this.busy;
      this.busy = null;
      // What the command did is in the ring before its answer is on the console, but for the last page.
      this.poll();
      answered({ output, failure: answer === 'ok' ? null : answer });
      this.next();
    } else if (this.busy && !LOG.test(line)) this.busy.output += `${line}\n`;
    else this.listener.console(line);
  }
}
