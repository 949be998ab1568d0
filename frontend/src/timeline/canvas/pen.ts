/** The few marks of which everything is made. Coordinates in CSS pixels, snapped to device pixels. */
import type { Palette } from './state';

export class Pen {
  readonly #context: OffscreenCanvasRenderingContext2D;
  readonly palette: Palette;
  readonly #hatches = new Map<string, CanvasPattern>();
  readonly #widths = new Map<string, number>();
  #font = '';
  #fill = '';

  constructor(context: OffscreenCanvasRenderingContext2D, palette: Palette) {
    this.#context = context;
    this.palette = palette;
  }

  /** Nothing is drawn: what lies behind the canvas is seen. */
  clear(width: number, height: number): void {
    this.#context.clearRect(0, 0, width, height);
  }

  colour(name: string): string {
    return this.palette[name] ?? '#888';
  }

  /** Of a node's marks; of what has none, the ink of text. */
  tone(node: number | null): string {
    return node === null ? 'ink-2' : node < 8 ? `n${node}` : 'n-none';
  }

  box(colour: string, x: number, y: number, width: number, height: number): void {
    if (this.#fill !== colour) {
      this.#context.fillStyle = this.colour(colour);
      this.#fill = colour;
    }
    this.#context.fillRect(x, y, width, height);
  }

  /** Diagonal lines on nothing: what is under them stays to be seen. */
  hatch(colour: string, x: number, y: number, width: number, height: number): void {
    const pattern = this.#hatches.get(colour) ?? this.#makeHatch(colour);
    if (!pattern) return;
    this.#context.fillStyle = pattern;
    this.#fill = '';
    this.#context.fillRect(x, y, width, height);
  }

  frame(colour: string, x: number, y: number, width: number, height: number): void {
    this.box(colour, x, y, width, 1);
    this.box(colour, x, y + height - 1, width, 1);
    this.box(colour, x, y, 1, height);
    this.box(colour, x + width - 1, y, 1, height);
  }

  /** A triangle that points down, its tip at (x, y). */
  flag(colour: string, x: number, y: number, size: number): void {
    const context = this.#context;
    context.fillStyle = this.colour(colour);
    this.#fill = '';
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x - size, y - size * 1.4);
    context.lineTo(x + size, y - size * 1.4);
    context.fill();
  }

  /** A line from a dot to a tip that points right, at `to`. */
  arrow(colour: string, from: number, to: number, y: number): void {
    const [context, tip] = [this.#context, 4];
    const line = Math.round(y);
    if (to - from > 2 * tip) {
      this.box(colour, from, line, to - from - tip, 1);
      this.box(colour, from - 1, line - 2, 2, 5);
    }
    context.fillStyle = this.colour(colour);
    this.#fill = '';
    context.beginPath();
    context.moveTo(to, line + 0.5);
    context.lineTo(to - 1.5 * tip, line + 0.5 - tip);
    context.lineTo(to - 1.5 * tip, line + 0.5 + tip);
    context.fill();
  }

  text(words: string, colour: string, x: number, y: number, align: CanvasTextAlign = 'left'): number {
    const context = this.#context;
    context.fillStyle = this.colour(colour);
    this.#fill = '';
    context.textAlign = align;
    context.fillText(words, x, y);
    return this.width(words);
  }

  font(weight: number, family: string): void {
    const font = `${weight} 12px ${family}`;
    if (font !== this.#font) this.#widths.clear();
    this.#font = font;
    this.#context.font = font;
    this.#context.textBaseline = 'middle';
  }

  /** px; measured once while the font stays. */
  width(words: string): number {
    const known = this.#widths.get(words);
    if (known !== undefined) return known;
    const width = this.#context.measureText(words).width;
    this.#widths.set(words, width);
    return width;
  }

  /** Words, or as many letters of them as there is room for (px), and an ellipsis. */
  cut(words: string, room: number): string {
    const all = this.width(words);
    if (all <= room) return words;
    // Letters differ in width: begin where the average says, and take away what is too much.
    let letters = Math.floor((words.length * (room - this.width('…'))) / all);
    while (letters > 0 && this.width(`${words.slice(0, letters)}…`) > room) letters--;
    return letters > 0 ? `${words.slice(0, letters)}…` : '';
  }

  within(x: number, y: number, width: number, height: number, draw: () => void): void {
    this.#context.save();
    this.#context.beginPath();
    this.#context.rect(x, y, width, height);
    this.#context.clip();
    draw();
    this.#context.restore();
    this.#fill = '';
  }

  #makeHatch(colour: string): CanvasPattern | null {
    const size = 6;
    const tile = new OffscreenCanvas(size, size);
    const context = tile.getContext('2d');
    if (!context) return null;
    context.strokeStyle = this.colour(colour);
    context.lineWidth = 1.4;
    for (const shift of [-size, 0, size]) {
      context.beginPath();
      context.moveTo(shift - 1, size + 1);
      context.lineTo(shift + size + 1, -1);
      context.stroke();
    }
    const pattern = this.#context.createPattern(tile, 'repeat');
    if (pattern) this.#hatches.set(colour, pattern);
    return pattern;
  }
}
