/** What only who opened a room asks of the server, over HTTP: its results, and its end. */

export interface RoomAccess {
  code: string;
  secret: string;
  base: string;
}

/** The results, as a file's text. */
export async function results(room: RoomAccess): Promise<string> {
  const response = await request(room, '/results.csv', 'GET');
  return await response.text();
}

/** Closes the room: nothing of it is kept. One that is gone is closed. */
export async function closeRoom(room: RoomAccess): Promise<void> {
  await request(room, '', 'DELETE');
}

async function request({ code, secret, base }: RoomAccess, path: string, method: string): Promise<Response> {
  const headers = { 'mmscope-secret': secret };
  const url = new URL(`api/rooms/${code}${path}`, base);
  const response = await fetch(url, { method, headers }).catch(() => null);
  if (!response) throw new Error('The server does not answer. Try again when it is there.');
  if (!response.ok && !(method === 'DELETE' && response.status === 404))
    throw new Error(`The server refused: ${response.status}.`);
  return response;
}
