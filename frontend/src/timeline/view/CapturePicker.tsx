/** Where a capture is chosen: a file of one's own, or one that was bundled. */
import type { FC } from 'react';
import type { BundledCapture } from '../../capture/sources/catalogue';
import { byDocument } from '../../capture/sources/documents';
import { FileButton } from '../../ui/FileButton';
import type { PaneId } from '../../core/panes';
import { ListPicture } from '../../ui/page/ListPicture';
import { ServerCaptures } from './ServerCaptures';
import { CaptureLink } from './CaptureLink';
import { useTimeline } from '../use-timeline';

interface Props {
  slot: PaneId;
  captures: readonly BundledCapture[];
  onDone?: () => void;
}

export const CapturePicker: FC<Props> = ({ slot, captures, onDone }) => {
  const { openFiles } = useTimeline();
  return (
    <section className="tl-chooser" data-pane={slot} aria-label={`Choose capture ${slot}`}>
      <h2>{slot === 'A' ? 'Open a capture' : 'Compare with another capture'}</h2>
      <p>
        The text of <span className="mono">trace-cmd report</span>, <span className="mono">perf script</span>,
        tracefs or bpftrace, or a capture of mmscope-trace, also in gzip, zstd, zip or tar. Drop it here or
        choose it, with files of /proc of that machine beside it; it is read on this machine only.
      </p>
      <p className="tl-of">
        <FileButton
          main
          what={`File for capture ${slot}`}
          onFiles={(files) => {
            onDone?.();
            openFiles(slot, files);
          }}
        >
          Open a file…
        </FileButton>
        {onDone && (
          <button type="button" className="btn" onClick={onDone}>
            Not now
          </button>
        )}
      </p>
      {captures.length > 0 && <h3>Or one of ours</h3>}
      <div className="tl-ours">
        {byDocument(captures).map(({ document, items }) => (
          <section key={document?.id ?? ''}>
            <h4>{document ? document.title : 'Other'}</h4>
            <ul>
              {[...items]
                .sort((a, b) => Number(b.picture ?? false) - Number(a.picture ?? false))
                .map(({ id, title, picture }) => (
                  <li key={id} className={picture ? 'pictured' : undefined}>
                    {picture && <ListPicture name={`capture-${id}`} />}
                    <CaptureLink slot={slot} spec={{ kind: 'capture', id }} title={title} onDone={onDone} />
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
      <ServerCaptures slot={slot} onDone={onDone} />
    </section>
  );
};
