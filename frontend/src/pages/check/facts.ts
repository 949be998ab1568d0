/** What the check can and cannot see, as tools/gen/check_facts.mjs derives it: see gen/facts.ts. */

export interface CheckFacts {
  /** How it was measured. Texts mark `code` and *emphasis*. */
  about: string;
  /** What is recomputed and what is replayed, in paragraphs. */
  checks: readonly string[];
  /** What other events are asked, by the kind of event that is checked. */
  replayed: readonly { kind: string; words: string }[];
  /** What decisions and accounts each prove, in paragraphs. */
  balanceWords: readonly string[];
  balances: readonly BalanceFacts[];
  witnesses: readonly WitnessFacts[];
  policies: readonly PolicyFacts[];
  /** How the fields of every event were altered, in words, and the result by kind of event. */
  eventsAbout: string;
  events: readonly EventFacts[];
  /** Forged captures, and those in which something was found to differ. */
  forged: number;
  noticed: number;
}

/** An account of a record that must balance: balances.def. */
interface BalanceFacts {
  name: string;
  /** The machine whose events it is of; `record`: any capture's. */
  about: string;
  /** What there is an account for each of; '' where there is one. */
  of: string;
  sums: string;
  /** How far the sums may be apart, and why. */
  slack: string;
}

/** Decisions of which another place of the kernel tells, too: witness.def. */
interface WitnessFacts {
  name: string;
  about: string;
  kind: string;
  fields: readonly string[];
  /** Which events of the kind. */
  words: string;
  /** Where the same is read. */
  place: string;
}

export interface PolicyFacts {
  name: string;
  doc: string;
  /** That decides by it. */
  machine: string;
  /** Kinds of lies that a bundled capture could contain. */
  kinds: number;
  /** Those that were noticed every time. */
  always: readonly string[];
  forged: number;
  noticed: number;
  /** Counts of forged captures by how many decisions were forged: one, tenth, all. */
  extents: readonly {
    extent: string;
    forged: number;
    noticed: number;
    incomplete: number;
    missed: number;
  }[];
  /** Lies that can go unnoticed, by what it would take to notice them. */
  unnoticed: readonly { until: string; title: string; missed: number; lies: readonly Reason[] }[];
  /** Fields that nothing is compared with; `remedy`: what could show a lie, '' where nothing could. */
  trusted: readonly { field: string; remedy: string }[];
}

interface EventFacts {
  kind: string;
  forged: number;
  noticed: number;
  /** Those that can go unnoticed. */
  lies: readonly Reason[];
}

/** Lies that go unnoticed for the same reason. */
export interface Reason {
  why: string;
  /** Where each does, by its name: `one 2 of 64, all 1 of 16`. */
  lies: Readonly<Record<string, string>>;
}

export interface Part {
  text: string;
  /** Null for plain text. */
  as: 'code' | 'em' | null;
}

/** A text and its marks. */
export function partsOf(text: string): Part[] {
  return text
    .split(/(`[^`]+`|\*[^*]+\*)/)
    .filter((part) => part !== '')
    .map((part) => {
      const as = part.length < 3 ? null : part.startsWith('`') ? 'code' : part.startsWith('*') ? 'em' : null;
      return { text: as ? part.slice(1, -1) : part, as };
    });
}
