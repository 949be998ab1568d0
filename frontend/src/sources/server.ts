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

interface ApiError {
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

/**
 * Sends a file to the server: the one thing on this page that leaves the machine, and only on request.
 * `progress` gets the share sent, 0 to 1. Aborting leaves nothing on the server.
 */
export function upload(
  base: string,
  file: File,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<ServerCapture> {
  // XMLHttpRequest, because fetch cannot tell how much of a body has been sent.
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const url = new URL('api/captures', base);
    request.open('POST', url);
    request.responseType = 'text';
    request.upload.onprogress = (e) => {
      if (e.lengthComputable) progress(e.loaded / e.total);
    };
    request.onerror = () => {
      reject(
        new SourceError('The upload broke off; nothing is kept on the server.', { advice: 'Try again.' }),
      );
    };
    request.onabort = () => {
      reject(new SourceError('The upload was cancelled; nothing is kept on the server.'));
    };
    request.onload = () => {
      const answer = parse(request.responseText);
      if (request.status >= 200 && request.status < 300) resolve(answer as ServerCapture);
      else reject(refusal(request.status, answer as ApiError | null));
    };
    signal.addEventListener('abort', () => {
      request.abort();
    });
    const form = new FormData();
    form.append('file', file, file.name);
    request.send(form);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function refusal(status: number, answer: ApiError | null): SourceError {
  const { message, line } = answer?.error ?? {};
  return new SourceError(message?.replace(/^line \d+: /, '') ?? `The server refused the file (${status}).`, {
    line: line ?? null,
    advice: 'Nothing is kept on the server. Choose another file.',
  });
}
