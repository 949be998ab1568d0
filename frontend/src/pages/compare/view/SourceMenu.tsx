/** One more capture, or several, on a side: bundled, on the server, or files, which stay on this machine. */
import { useId, useRef, useState, type FC } from 'react';
import type { Catalogue } from '../../../capture/sources/catalogue';
import { listCaptures, type ServerCapture } from '../../../capture/remote/server';
import { parseSpec, type SourceSpec } from '../../../capture/sources/spec';
import type { PairSource, Side } from '../pair';

/** Files that were chosen here: a link has their names alone. */
const files: SourceSpec[] = [];
export const chosenFiles = (): readonly SourceSpec[] => files;

interface Props {
  side: Side;
  catalogue: Catalogue;
  base: string;
  onAdd: (specs: PairSource[]) => void;
}

export const SourceMenu: FC<Props> = ({ side, catalogue, base, onAdd }) => {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [server, setServer] = useState<ServerCapture[] | null>(null);
  const ask = () => {
    if (server !== null) return;
    setServer([]);
    listCaptures(base, setServer).then(setServer, () => {
      setServer(null); // no server: asked again when the list is opened again
    });
  };
  const add = (text: string) => {
    const spec = parseSpec(text, {});
    if (spec.kind !== 'none') onAdd([spec]);
  };
  const name = side.toUpperCase();
  return (
    <p className="cmp-add">
      <label htmlFor={id}>Add to {name}</label>{' '}
      <select
        id={id}
        className="pick"
        value=""
        onFocus={ask}
        onChange={(event) => {
          add(event.target.value);
        }}
      >
        <option value="" disabled>
          a capture …
        </option>
        <optgroup label="bundled">
          {catalogue.captures.map((capture) => (
            <option key={capture.id} value={`capture:${capture.id}`}>
              {capture.title}
            </option>
          ))}
        </optgroup>
        {server !== null && server.length > 0 && (
          <optgroup label="on this server">
            {server.map((capture) => (
              <option key={capture.id} value={`server:${capture.id}`}>
                {capture.title}
              </option>
            ))}
          </optgroup>
        )}
      </select>{' '}
      <button
        type="button"
        className="link-btn"
        onClick={() => {
          input.current?.click();
        }}
      >
        files …
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={`Files for ${name}`}
        onChange={(event) => {
          const specs = Array.from(event.target.files ?? [], (blob): PairSource => ({
            kind: 'file',
            name: blob.name,
            blob,
          }));
          files.unshift(...specs);
          event.target.value = '';
          if (specs.length > 0) onAdd(specs);
        }}
      />
    </p>
  );
};
