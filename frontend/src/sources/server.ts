/**
 * Captures kept on a server, where there is one. The page works without: then these functions say so
 * in plain words.
 */
import { SourceError } from '../core/error';

export interface ServerCapture {
  id: string;
  title: string;
}

/** A row of the server's answer, as far as this page reads it. */
interface Row extends Partial<ServerCapture> {
  /** `bundled` ones come with the page as well. */
  origin?: string;
  state?: string;
}

/** The body of an answer that is no success. */
export interface ApiError {
  error?: { code?: string; message?: string; line?: number | null };
}

const NO_SERVER = 'No server answers here. Models, bundled captures and your own files work without one.';

function isJson(type: string | null): boolean {
  return type?.startsWith('application/json') ?? false;
}

export async function listCaptures(base: string): Promise<ServerCapture[]> {
  let response: Response;
  try {
    response = await fetch(new URL('api/captures', base), { headers: { accept: 'application/json' } });
  } catch {
    throw new SourceError(NO_SERVER);
  }
  if (!response.ok || !isJson(response.headers.get('content-type'))) throw new SourceError(NO_SERVER);
  const body: unknown = await response.json();
  const rows = Array.isArray(body) ? body : (body as { captures?: unknown }).captures;
  if (!Array.isArray(rows)) throw new SourceError('The server answers in a way this page does not know.');
  return rows.map((row) => row as Row).flatMap(toCapture);
}

function toCapture({ id, title, origin, state }: Row): ServerCapture[] {
  if (id === undefined || origin === 'bundled' || state === 'failed') return [];
  return [{ id, title: title ?? id }];
}

/** What the server calls a capture; its id where the server does not say. */
export async function captureTitle(base: string, id: string): Promise<string> {
  try {
    const response = await fetch(new URL(`api/captures/${encodeURIComponent(id)}`, base));
    const row = response.ok ? ((await response.json()) as Row) : {};
    return row.title ?? id;
  } catch {
    return id;
  }
}

export function captureUrl(base: string, id: string): string {
  return new URL(`api/captures/${encodeURIComponent(id)}/file`, base).href;
}

/** Why the server did not take a file. */
export function refusal(status: number, answer: ApiError | null): SourceError {
  const { message, line } = answer?.error ?? {};
  return new SourceError(
    message?.replace(/^line \d+: /, '') ?? `The server refused the file${status > 0 ? ` (${status})` : ''}.`,
    {
      line: line ?? null,
      advice: 'Nothing is kept on the server. Choose another file.',
    },
  );
}
