/** Where a server of the app keeps what was sent to it. */

/** Of a capture in the server's API. */
export function apiUrl(base: string, id: string): string {
  return new URL(`api/captures/${encodeURIComponent(id)}`, base).href;
}

export function captureUrl(base: string, id: string): string {
  return `${apiUrl(base, id)}/file`;
}
