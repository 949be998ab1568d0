/** Colours of a NUMA node and of what sits on it, as CSS values from ../style/tokens.css. */
interface Tone {
  /** Marks and plates. */
  fill: string;
  /** Text upon the fill. */
  on: string;
  /** Coloured text on paper. */
  ink: string;
  /** Large areas under ink-coloured text. */
  wash: string;
}

/** Nodes that have a colour and a texture of their own; others are known by number only. */
export const TONES = 8;

/** Name of a node's tone: "n0" to "n7", or "n-none" for no node (-1) and for nodes beyond eight. */
export function toneName(node: number): string {
  return Number.isInteger(node) && node >= 0 && node < TONES ? `n${node}` : 'n-none';
}

export function tone(node: number): Tone {
  const name = toneName(node);
  return {
    fill: `var(--${name})`,
    on: `var(--${name}-on)`,
    ink: `var(--${name}-ink)`,
    wash: `var(--${name}-wash)`,
  };
}
