/** Where a link is wanted that cannot hold a file: the offer to keep the file on the server, if there is one. */
import { useEffect, useMemo, useState, type FC } from 'react';
import { listCaptures } from '../../capture/remote/server';
import { Upload } from './Upload';

interface Props {
  name: string;
  blob: Blob;
  /** It is kept under this id. */
  onDone: (id: string) => void;
  /** What is said instead where nobody would keep it. */
  without?: string;
}

export const FileUpload: FC<Props> = ({ name, blob, onDone, without = '' }) => {
  const [takes, setTakes] = useState<boolean | null>(null);
  useEffect(() => {
    const asked = new AbortController();
    const answer = (is: boolean) => () => {
      if (!asked.signal.aborted) setTakes(is);
    };
    void listCaptures(document.baseURI, undefined, asked.signal).then(answer(true), answer(false));
    return () => {
      asked.abort();
    };
  }, []);
  const file = useMemo(() => (blob instanceof File ? blob : new File([blob], name)), [blob, name]);
  if (takes === null) return null;
  return takes ? <Upload file={file} onDone={onDone} /> : <p className="small">{without}</p>;
};
