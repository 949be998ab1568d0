/**
 * Captures kept on a server, where there is one. The page works without: then these functions say so
 * in plain words.
 */
import { SourceError } from '../../core/error';
import { apiUrl } from './url';
import { isStaticCopy, NO_UPLOADS } from './static-copy';
import { senderHeaders } from './secret';

export interface ServerCapture {
  id: string;
  title: string;
  /** This browser sent it, so it may remove it. */
  removable: boolean;
}

/** How much there is of a capture on the server. */
export interface ServerSize {
  title: string;
  events: number;
  /** Of its file. */
  bytes: number;
}

/** So much of a capture is read in the page by itself: about 1 GB of columns and tracks. More stays on the server. */
const TIMELINE_LIMITS: Omit<ServerSize, 'title'> = { events: 10_000_000, bytes: 256 << 20 };

export const isWithinLimits = ({ events, bytes }: ServerSize, most = TIMELINE_LIMITS): boolean =>
  events <= most.events && bytes <= most.bytes;

/**
 * So much of a capture is read in the page for the stage, which then holds every event of it: about 180 MB for each
 * pane, in two seconds. More stays on the server.
 */
export const STAGE_LIMITS: Omit<ServerSize, 'title'> = { events: 500_000, bytes: 32 << 20 };

/** A row of the server's answer, as far as this page reads it. */
interface Row extends Partial<ServerCapture> {
  events?: number;
  size?: number;
  /** `bundled` ones come with the page as well. */
  origin?: string;
  state?: string;
}

/** The body of an answer that is no success. */
export interface ApiError {
  error?: { code?: string; message?: string; line?: number | null };
}

/** Captures of one answer. */
const PAGE = 500;
const NO_SERVER = 'No server answers here. Models, bundled captures and your own files work without one.';

function isJson(type: string | null): boolean {
  return type?.startsWith('application/json') ?? false;
}

export const NOTHING_LISTED =
  'The server lists nothing for this browser. Captures that others sent open by their links.';

/**
 * What was sent to the server, as far as it lists it: what this browser sent, where nobody wants more. It comes in
 * pages; `on` gets after each what there is so far.
 */
export async function listCaptures(
  base: string,
  on: (soFar: ServerCapture[]) => void = () => undefined,
  signal?: AbortSignal,
): Promise<ServerCapture[]> {
  if (isStaticCopy()) throw new SourceError(NO_UPLOADS);
  const found: ServerCapture[] = [];
  let next: URL | null = new URL(`api/captures?origin=upload&limit=${PAGE}`, base);
  while (next) {
    const { rows, link } = await page(next, signal);
    found.push(...rows.flatMap(toCapture));
    next = link;
    if (next) on([...found]);
  }
  return found;
}

async function page(url: URL, signal?: AbortSignal): Promise<{ rows: Row[]; link: URL | null }> {
  let response: Response;
  try {
    const headers = { accept: 'application/json', ...senderHeaders() };
    response = await fetch(url, { headers, ...(signal ? { signal } : {}) });
  } catch {
    throw new SourceError(NO_SERVER);
  }
  if (!response.ok || !isJson(response.headers.get('content-type'))) throw new SourceError(NO_SERVER);
  const rows: unknown = await response.json();
  if (!Array.isArray(rows)) throw new SourceError('The server answers in a way this page does not know.');
  const link = /<([^>]*)>; *rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  return { rows: rows.map((row) => row as Row), link: link === undefined ? null : new URL(link, url) };
}

function toCapture({ id, title, origin, state, removable = false }: Row): ServerCapture[] {
  if (id === undefined || origin === 'bundled') return [];
  // One that cannot be read is of use to nobody, but who sent it may want it gone.
  return state !== 'failed' || removable ? [{ id, title: title ?? id, removable }] : [];
}

/** Null where the server does not say. */
async function rowOf(base: string, id: string, signal?: AbortSignal): Promise<Row | null> {
  if (isStaticCopy()) return null;
  try {
    const response = await fetch(apiUrl(base, id), signal ? { signal } : {});
    return response.ok && isJson(response.headers.get('content-type'))
      ? ((await response.json()) as Row)
      : null;
  } catch {
    return null;
  }
}

/** What the server calls a capture; its id where the server does not say. */
export async function captureTitle(base: string, id: string): Promise<string> {
  return (await rowOf(base, id))?.title ?? id;
}

/** Null where the server does not say, or has not read it yet. */
export async function captureSize(base: string, id: string, signal: AbortSignal): Promise<ServerSize | null> {
  const { title = id, events, size } = (await rowOf(base, id, signal)) ?? {};
  return events === undefined || size === undefined ? null : { title, events, bytes: size };
}

/** Removes what this browser sent. Returns the result, in words. */
export async function removeCapture(base: string, id: string, title: string): Promise<string> {
  let response: Response;
  try {
    response = await fetch(new URL(`api/captures/${encodeURIComponent(id)}`, base), {
      method: 'DELETE',
      headers: senderHeaders(),
    });
  } catch {
    throw new SourceError('The server does not answer. Try again when it does.');
  }
  if (response.status === 204) return `${title} was removed from the server.`;
  if (response.status === 404) return `${title} was removed before.`;
  if (response.ok) return `Others sent ${title} too, so it stays on the server for them.`;
  const answer = (await response.json().catch(() => null)) as ApiError | null;
  throw new SourceError(answer?.error?.message ?? `The server refused (${response.status}).`);
}

/** Why the server did not take a file. */
export function refusalOf(status: number, answer: ApiError | null): SourceError {
  const { message, line } = answer?.error ?? {};
  return new SourceError(
    message?.replace(/^line \d+: /, '') ?? `The server refused the file${status > 0 ? ` (${status})` : ''}.`,
    {
      line: line ?? null,
      advice: 'Nothing is kept on the server. Choose another file.',
    },
  );
}
