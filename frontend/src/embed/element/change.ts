/**
 * What a figure was asked to show, one change after another, and the result of each: it is ready, or it failed, or another
 * took its place before that. What comes of one that was replaced counts no more. Pure.
 */

/** `away`: nothing is asked for, as before it is in sight, or off its page. */
export type Phase = 'away' | 'loading' | 'ready' | 'failed';
export type Outcome = 'ready' | 'failed' | 'replaced';

export class Changes {
  #phase: Phase = 'away';
  #number = 0;
  #outcome: Promise<Outcome> = Promise.resolve('replaced');
  #settle: (outcome: Outcome) => void = () => undefined;
  #why = '';

  get phase(): Phase {
    return this.#phase;
  }

  /** Of the change at hand. */
  get number(): number {
    return this.#number;
  }

  /** Why the last one failed; '' where it did not. */
  get why(): string {
    return this.#why;
  }

  /** Of the change at hand. */
  get outcome(): Promise<Outcome> {
    return this.#outcome;
  }

  /** Another change; its number. */
  ask(): number {
    this.#replace('loading');
    this.#outcome = new Promise((settle) => {
      this.#settle = settle;
    });
    return this.#number;
  }

  /** Nothing is asked for any more. */
  leave(): void {
    this.#replace('away');
  }

  /** Whether it is the change at hand. */
  is(number: number): boolean {
    return number === this.#number && this.#phase !== 'away';
  }

  /** It is shown. False where that is no news: another was asked for, or it was settled. */
  ready(number: number): boolean {
    if (!this.is(number) || this.#phase !== 'loading') return false;
    this.#phase = 'ready';
    this.#settle('ready');
    return true;
  }

  /** It cannot be shown, or what was shown is lost. False where that is no news. */
  fail(number: number, why: string): boolean {
    if (!this.is(number) || this.#phase === 'failed') return false;
    this.#phase = 'failed';
    this.#why = why;
    this.#settle('failed');
    return true;
  }

  /** Resolves once nothing is on its way. */
  async settled(): Promise<void> {
    let seen: Promise<Outcome>;
    do {
      seen = this.#outcome;
      await seen;
    } while (seen !== this.#outcome);
  }

  #replace(phase: Phase): void {
    this.#settle('replaced');
    this.#number++;
    this.#phase = phase;
    this.#why = '';
  }
}
