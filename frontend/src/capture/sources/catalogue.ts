/** What the page was built with: scenarios, bundled captures, published tables. One static file. */
import type { ParamValues } from '../../core/params';
import type { PublishedDocument } from './published-document';
import type { SourceSpec } from './spec';

export interface Scenario {
  id: string;
  order?: number;
  title: string;
  summary: string;
  documents: string[];
  params: ParamValues;
  /** Captures of the same experiment, by id: what of `params` they have otherwise. */
  captures?: Readonly<Record<string, ParamValues>>;
  /** Parameters chosen with printed numbers in view: which ones, as `table/fit` of datasets/published. */
  fitted?: Readonly<Record<string, readonly string[]>>;
}

/** Of datasets/captures/<id>.json what the picker shows, with what the build adds. */
export interface BundledCapture {
  id: string;
  order?: number;
  title: string;
  description?: string;
  /** Scenario that sets up the same machine, if there is one. */
  scenario?: string;
  /** Rules in force, in the order they came. */
  rules?: string[];
  /** Documents whose policy it shows, e.g. "004". */
  seeds?: string[];
  /** There is a small one of it, for lists. */
  picture?: boolean;
  /** Address of the stored file, relative to the page, and its size. */
  file: string;
  bytes: number;
}

export interface Catalogue {
  scenarios: Scenario[];
  captures: BundledCapture[];
  /** Of a copy of the app in a package: captures that were too large for it. */
  leftOut?: Pick<BundledCapture, 'id' | 'title' | 'bytes'>[];
  published: PublishedDocument[];
}

const FOLDERS = { model: 'scenarios', capture: 'captures' } as const;

/**
 * Of the list only what these sources need, for a page that shows no other. The whole list where a part is not there:
 * a site may have no parts, and the list knows why a source is not.
 */
export async function loadParts(base: string, sources: readonly SourceSpec[]): Promise<Catalogue> {
  const urls = sources.flatMap((spec) =>
    spec.kind === 'model' || spec.kind === 'capture'
      ? [new URL(`datasets/${FOLDERS[spec.kind]}/${encodeURIComponent(spec.id)}.json`, base)]
      : [],
  );
  const parts = await Promise.all(
    urls.map(async (url) => {
      const response = await fetch(url);
      return response.ok ? ((await response.json()) as Catalogue) : null;
    }),
  ).catch(() => [null]);
  return parts.some((part) => part === null)
    ? loadCatalogue(base)
    : joined(parts.flatMap((part) => part ?? []));
}

/** Parts of the list as one; what several have is there once. */
export function joined(parts: readonly Catalogue[]): Catalogue {
  const once = <T>(all: readonly T[], key: (one: T) => string) => [
    ...new Map(all.map((one) => [key(one), one])).values(),
  ];
  const published = parts.flatMap((part) => part.published);
  const leftOut = parts.flatMap((part) => part.leftOut ?? []);
  return {
    ...(leftOut.length > 0 ? { leftOut: once(leftOut, ({ id }) => id) } : {}),
    scenarios: once(
      parts.flatMap((part) => part.scenarios),
      ({ id }) => id,
    ),
    captures: once(
      parts.flatMap((part) => part.captures),
      ({ id }) => id,
    ),
    published: once(published, ({ id }) => id).map((document) => ({
      ...document,
      tables: once(
        published.flatMap((one) => (one.id === document.id ? one.tables : [])),
        ({ id }) => id,
      ),
    })),
  };
}

export async function loadCatalogue(base: string): Promise<Catalogue> {
  const response = await fetch(new URL('datasets/index.json', base));
  if (!response.ok) throw new Error(`The list of scenarios cannot be fetched (${response.status}).`);
  return response.json().catch((cause: unknown) => {
    throw new Error('The server sent something other than the list of scenarios.', { cause });
  }) as Promise<Catalogue>;
}
