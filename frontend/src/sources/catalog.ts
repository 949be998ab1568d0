/** What the page was built with: scenarios, bundled captures, published tables. One static file. */
import type { ParamValues } from '../core/params';
import type { PublishedDocument } from './published-document';

export interface Scenario {
  id: string;
  order?: number;
  title: string;
  summary: string;
  documents: string[];
  params: ParamValues;
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
  /** Address of the stored file, relative to the page, and its size. */
  file: string;
  bytes: number;
}

export interface Catalog {
  scenarios: Scenario[];
  captures: BundledCapture[];
  /** Of a copy of the app in a package: captures that were too large for it. */
  leftOut?: Pick<BundledCapture, 'id' | 'title' | 'bytes'>[];
  published: PublishedDocument[];
}

export async function loadCatalog(base: string): Promise<Catalog> {
  const response = await fetch(new URL('datasets/index.json', base));
  if (!response.ok) throw new Error(`The list of scenarios cannot be fetched (${response.status}).`);
  return (await response.json()) as Catalog;
}
