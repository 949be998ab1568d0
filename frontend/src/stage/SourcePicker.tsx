/** Where a pane's source is chosen: model, bundled capture, own file, server. Uploading stands apart. */
import { useEffect, useState, type FC, type ReactNode } from 'react';
import { failureOf } from '../core/error';
import type { BundledCapture, Scenario } from '../sources/catalog';
import { byDocument } from '../sources/documents';
import { listCaptures, type ServerCapture } from '../sources/server';
import type { SourceSpec } from '../sources/spec';
import { NONE } from '../sources/spec';
import { FileButton } from '../ui/FileButton';
import { Tag } from '../ui/Tag';
import { Dialog } from './Dialog';
import { useStage, useStageState } from './stage-context';
import { Upload } from './Upload';
import type { PaneId } from './view';

export const SourcePicker: FC<{ id: PaneId; onClose: () => void }> = ({ id, onClose }) => {
  const { choose, openFiles } = useStage();
  const other: PaneId = id === 'A' ? 'B' : 'A';
  const otherShows = useStageState((s) => s.panes[other].source?.info.provenance === 'kernel');
  const catalog = useStageState((s) => s.catalog);
  const spec = useStageState((s) => s.panes[id].spec);
  const take = (next: SourceSpec) => {
    choose(id, next);
    onClose();
  };
  const current = (kind: SourceSpec['kind'], name: string) =>
    spec.kind === kind && 'id' in spec && spec.id === name;
  return (
    <Dialog title={`Source of pane ${id}`} onClose={onClose} wide>
      <div className="picker">
        <Group title="A model you can play with" tag={<Tag of="model" />}>
          {otherShows && <Like of={other} take={take} />}
          <ByDocument
            items={catalog.scenarios}
            item={(s) => (
              <Item
                key={s.id}
                title={s.title}
                detail={s.summary}
                current={current('model', s.id)}
                onClick={() => {
                  take({ kind: 'model', id: s.id, overrides: {} });
                }}
              />
            )}
          />
        </Group>
        <div>
          <Group title="Your own capture">
            <li>
              <FileButton
                what="Capture file"
                testId="open-file"
                onFile={(blob) => {
                  openFiles([blob], id);
                  onClose();
                }}
              >
                Open a file…
              </FileButton>
              <p className="small">
                A capture of mmscope-trace opens here; any other trace on the timeline, with a report of what
                it can show. Read on this machine only; dropping it on a pane does the same.
              </p>
            </li>
          </Group>
          <Group title="A kernel that really ran it" tag={<Tag of="kernel" />}>
            <ByDocument
              items={catalog.captures}
              item={(c) => (
                <Item
                  key={c.id}
                  title={c.title}
                  detail={captureDetail(c)}
                  current={current('capture', c.id)}
                  onClick={() => {
                    take({ kind: 'capture', id: c.id });
                  }}
                />
              )}
            />
            {catalog.captures.length === 0 && (
              <li className="small">No capture was bundled with this page.</li>
            )}
          </Group>
          <ServerGroup current={(name) => current('server', name)} take={take} />
          <Group title="Nothing">
            <Item
              title="Leave this pane empty"
              detail="The other pane goes on alone."
              current={spec.kind === 'none'}
              onClick={() => {
                take(NONE);
              }}
            />
          </Group>
        </div>
      </div>
    </Dialog>
  );
};

/** The machine of the other pane as a model, or in words why that cannot be. */
const Like: FC<{ of: PaneId; take: (spec: SourceSpec) => void }> = ({ of, take }) => {
  const { controller } = useStage();
  const [like, setLike] = useState<Awaited<ReturnType<typeof controller.modelLike>> | null>(null);
  useEffect(() => {
    let gone = false;
    void controller.modelLike(of).then((found) => {
      if (!gone) setLike(found);
    });
    return () => {
      gone = true;
    };
  }, [controller, of]);
  const title = `The machine of pane ${of}, as a model`;
  if (!like) return <li className="small">Looking at pane {of}…</li>;
  if ('cannot' in like)
    return (
      <li className="small">
        {title}: not possible. {like.cannot}
      </li>
    );
  return (
    <Item
      title={title}
      detail={like.words}
      current={false}
      onClick={() => {
        take(like.spec);
      }}
    />
  );
};

/** Sources under the documents they belong to. */
function ByDocument<T extends BundledCapture | Scenario>(props: {
  items: readonly T[];
  item: (item: T) => ReactNode;
}) {
  return byDocument(props.items).map(({ document, items }) => (
    <li key={document?.id ?? ''}>
      <h4>
        {document ? document.title : 'Other'}
        {document && <span className="document">document {document.id}</span>}
      </h4>
      <ul>{items.map(props.item)}</ul>
    </li>
  ));
}

function captureDetail({ description, bytes }: BundledCapture): string {
  const size = bytes < 2 ** 20 ? `${Math.ceil(bytes / 2 ** 10)} KiB` : `${(bytes / 2 ** 20).toFixed(1)} MiB`;
  return description ? `${size}. ${description.trim()}` : size;
}

const Group: FC<{ title: string; tag?: ReactNode; children: ReactNode }> = ({ title, tag, children }) => (
  <section className="picker-group">
    <h3>
      {title} {tag}
    </h3>
    <ul>{children}</ul>
  </section>
);

const Item: FC<{ title: string; detail: string; current: boolean; onClick: () => void }> = (props) => (
  <li>
    <button
      type="button"
      className="picker-item"
      aria-current={props.current}
      data-autofocus={props.current || undefined}
      onClick={props.onClick}
    >
      <b>{props.title}</b>
      <span>{props.detail}</span>
    </button>
  </li>
);

const ServerGroup: FC<{ current: (id: string) => boolean; take: (spec: SourceSpec) => void }> = (props) => {
  const [captures, setCaptures] = useState<ServerCapture[] | null>(null);
  const [without, setWithout] = useState('Asking the server…');
  const load = () => {
    listCaptures(document.baseURI).then(setCaptures, (error: unknown) => {
      setWithout(failureOf(error).message);
    });
  };
  useEffect(load, []);
  return (
    <Group title="On this server">
      {captures === null && <li className="small">{without}</li>}
      {captures?.map((c) => (
        <Item
          key={c.id}
          title={c.title}
          detail={c.title === c.id ? '' : c.id}
          current={props.current(c.id)}
          onClick={() => {
            props.take({ kind: 'server', id: c.id });
          }}
        />
      ))}
      {captures?.length === 0 && <li className="small">No capture is kept there yet.</li>}
      {captures && (
        <li>
          <Upload
            onDone={(id) => {
              load();
              props.take({ kind: 'server', id });
            }}
          />
        </li>
      )}
    </Group>
  );
};
