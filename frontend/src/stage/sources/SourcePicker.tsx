/** Where a pane's source is chosen: model, bundled capture, own file, server. Uploading stands apart. */
import { useCallback, useEffect, useRef, useState, type FC, type KeyboardEvent, type ReactNode } from 'react';
import { failureOf } from '../../core/error';
import { grouped } from '../../core/number';
import { otherOf, type PaneId } from '../../core/panes';
import type { BundledCapture, Scenario } from '../../capture/sources/catalogue';
import { byDocument } from '../../capture/sources/documents';
import { sameSpec } from '../../capture/sources/spec';
import { matchesSearch } from '../../capture/sources/search';
import { listCaptures, NOTHING_LISTED, type ServerCapture } from '../../capture/remote/server';
import type { SourceSpec } from '../../capture/sources/spec';
import { NONE } from '../../capture/sources/spec';
import { FileButton } from '../../ui/FileButton';
import { Tag } from '../../ui/Tag';
import { asifOptionsOf } from './asif-options';
import { Dialog } from '../../ui/dialog/Dialog';
import { useStage, useStageState } from '../control/stage-context';
import { Removal } from './Removal';
import { Upload } from './Upload';
import { useMedia } from '../../ui/use-screen';
import { hasModifier } from '../../ui/keyboard';
import '../../ui/style/fields.css';

export const SourcePicker: FC<{ id: PaneId; onClose: () => void }> = ({ id, onClose }) => {
  const { choose, openFiles } = useStage();
  const other = otherOf(id);
  const otherShows = useStageState((s) => s.panes[other].source?.info.provenance === 'kernel');
  const catalogue = useStageState((s) => s.catalogue);
  const spec = useStageState((s) => s.panes[id].spec);
  const server = useServer();
  const [text, setText] = useState('');
  const sought = text.trim();
  const take = (next: SourceSpec) => {
    choose(id, next);
    onClose();
  };
  const current = (kind: SourceSpec['kind'], name: string) =>
    spec.kind === kind && 'id' in spec && spec.id === name;
  const scenarios = catalogue.scenarios.filter((s) =>
    matchesSearch({ ...s, kind: 'model', detail: s.summary }, sought),
  );
  const captures = catalogue.captures.filter((c) =>
    matchesSearch(
      { ...c, kind: 'kernel capture', detail: c.description ?? '', documents: c.seeds ?? [] },
      sought,
    ),
  );
  const kept = server.captures?.filter((c) => matchesSearch({ ...c, kind: 'server' }, sought)) ?? null;
  const all = sought === '';
  const found = scenarios.length + captures.length + (kept?.length ?? 0);
  return (
    <Dialog title={`Source of pane ${id}`} onClose={onClose} wide>
      <div onKeyDown={moveInList}>
        <SearchField text={text} found={found} onText={setText} />
        {!all && found === 0 && (
          <Nothing
            text={sought}
            onClear={() => {
              setText('');
            }}
          />
        )}
        <div className="picker">
          {scenarios.length > 0 && (
            <Group title="A model you can play with" tag={<Tag of="model" />}>
              {otherShows && all && <Like of={other} take={take} />}
              <ByDocument
                items={scenarios}
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
          )}
          <div>
            {all && <AsIf id={id} take={take} />}
            {all && (
              <OwnFile
                onFiles={(files) => {
                  openFiles(files, id);
                  onClose();
                }}
              />
            )}
            {(captures.length > 0 || all) && (
              <Group title="A kernel that really ran it" tag={<Tag of="kernel" />}>
                <ByDocument
                  items={captures}
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
                {captures.length === 0 && <li className="small">No capture was bundled with this page.</li>}
              </Group>
            )}
            {(all || (kept?.length ?? 0) > 0) && (
              <ServerGroup
                {...server}
                captures={kept}
                searching={!all}
                current={(name) => current('server', name)}
                take={take}
              />
            )}
            {all && (
              <Group title="Nothing">
                <Item
                  title="Leave this pane empty"
                  detail="The other pane continues alone."
                  current={spec.kind === 'none'}
                  onClick={() => {
                    take(NONE);
                  }}
                />
              </Group>
            )}
          </div>
        </div>
      </div>
    </Dialog>
  );
};

/** Up and down go from source to source, and back to the field; letters are typed into it from anywhere. */
function moveInList(event: KeyboardEvent<HTMLElement>): void {
  const field = event.currentTarget.querySelector<HTMLInputElement>('.picker-search input');
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('.picker-item')];
  const at = items.findIndex((item) => item === event.target);
  if (hasModifier(event) || (at < 0 && event.target !== field)) return;
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    const next = at + (event.key === 'ArrowDown' ? 1 : -1);
    if (next < 0) field?.focus();
    else items[next]?.focus();
  } else if (event.key === 'Enter' && at < 0 && field?.value.trim()) {
    event.preventDefault();
    items[0]?.click();
  } else if (event.key.length === 1 && event.key !== ' ' && at >= 0) field?.focus();
}

interface SearchProps {
  text: string;
  found: number;
  onText: (text: string) => void;
}

const SearchField: FC<SearchProps> = ({ text, found, onText }) => {
  // By touch the focus would bring up a keyboard over the list.
  const touch = useMedia('(pointer: coarse)');
  return (
    <div className="picker-search">
      <label>
        <span className="visually-hidden">Search sources</span>
        <input
          type="search"
          className="num"
          value={text}
          placeholder="Search: a title, an id, 003, model, kernel…"
          autoComplete="off"
          spellCheck={false}
          data-autofocus={touch ? undefined : true}
          onChange={(event) => {
            onText(event.target.value);
          }}
        />
      </label>
      <span className="small" role="status">
        {grouped(found)} {found === 1 ? 'source' : 'sources'}
        {text.trim() !== '' && ' found'}
      </span>
    </div>
  );
};

const Nothing: FC<{ text: string; onClear: () => void }> = ({ text, onClear }) => (
  <div className="picker-nothing">
    <p>
      No source has “{text}” in its title, its description, its id or its document. Try fewer or shorter
      words, the number of a document such as 003, or one of model, kernel and server.
    </p>
    <button type="button" className="btn" onClick={onClear}>
      Show all sources
    </button>
  </div>
);

const OwnFile: FC<{ onFiles: (files: readonly File[]) => void }> = ({ onFiles }) => (
  <Group title="Your own capture">
    <li>
      <FileButton what="Capture file" testId="open-file" onFiles={onFiles}>
        Open a file…
      </FileButton>
      <p className="small">
        A capture of mmscope-trace opens here; any other trace on the timeline, with a report of what it can
        show. Read on this machine only; dropping it on a pane does the same.
      </p>
    </li>
  </Group>
);

/** What the captures of both panes can be asked: their demand under another switch, or again as it was recorded. */
const AsIf: FC<{ id: PaneId; take: (spec: SourceSpec) => void }> = ({ id, take }) => {
  const panes = useStageState((s) => s.panes);
  const [own, others] = [id, otherOf(id)].map((of) => asifOptionsOf(of, panes[of].source));
  const asked = [
    ...(own ?? []),
    ...(others ?? []).filter((q) => !own?.some((o) => sameSpec(o.spec, q.spec))),
  ];
  const current = panes[id].spec;
  if (asked.length === 0) return null;
  return (
    <Group title="A capture’s demand under another rule" tag={<Tag of="asif" />}>
      <li className="small">
        Requests and times are those of the capture; each decision is made again under another switch.
      </li>
      {asked.map(({ key, title, detail, spec }) => (
        <Item
          key={key}
          title={title}
          detail={detail}
          current={sameSpec(spec, current)}
          onClick={() => {
            take(spec);
          }}
        />
      ))}
    </Group>
  );
};

/** The machine of the other pane as a model, or in words why that cannot be. */
const Like: FC<{ of: PaneId; take: (spec: SourceSpec) => void }> = ({ of, take }) => {
  const { controller } = useStage();
  const [like, setLike] = useState<Awaited<ReturnType<typeof controller.replica>> | null>(null);
  useEffect(() => {
    let gone = false;
    void controller.replica(of).then((found) => {
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

interface ItemProps {
  title: string;
  detail: string;
  current: boolean;
  onClick: () => void;
  /** What else can be done with it. */
  children?: ReactNode;
}

const Item: FC<ItemProps> = (props) => (
  <li>
    <button type="button" className="picker-item" aria-current={props.current} onClick={props.onClick}>
      <b>{props.title}</b>
      {props.detail && <span>{props.detail}</span>}
    </button>
    {props.children}
  </li>
);

interface Server {
  /** Null where there is no server, or it has not answered yet. */
  captures: ServerCapture[] | null;
  /** Why there are none, in words. */
  without: string;
  reload: () => void;
}

function useServer(): Server {
  const [captures, setCaptures] = useState<ServerCapture[] | null>(null);
  const [without, setWithout] = useState('Asking the server…');
  const reload = useCallback(() => {
    const asked = new AbortController();
    const take = (found: ServerCapture[]) => {
      if (!asked.signal.aborted) setCaptures(found);
    };
    listCaptures(document.baseURI, take, asked.signal).then(take, (error: unknown) => {
      if (!asked.signal.aborted) setWithout(failureOf(error).message);
    });
    return () => {
      asked.abort();
    };
  }, []);
  useEffect(reload, [reload]);
  return { captures, without, reload };
}

interface ServerProps extends Server {
  searching: boolean;
  current: (id: string) => boolean;
  take: (spec: SourceSpec) => void;
}

/** Captures of a server that are drawn at first; a search looks at all of them. */
const AT_FIRST = 200;

const ServerGroup: FC<ServerProps> = ({ captures, without, reload, searching, current, take }) => {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? captures : captures?.slice(0, AT_FIRST);
  // What became of an upload that was to be removed; it takes the focus of what is gone.
  const [said, setSaid] = useState('');
  const words = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (said) words.current?.focus();
  }, [said]);
  return (
    <Group title="On this server">
      <li ref={words} className="small" role="status" tabIndex={-1} hidden={!said}>
        {said}
      </li>
      {captures === null && <li className="small">{without}</li>}
      {shown?.map((c) => (
        <Item
          key={c.id}
          title={c.title}
          detail={c.title === c.id ? '' : c.id}
          current={current(c.id)}
          onClick={() => {
            take({ kind: 'server', id: c.id });
          }}
        >
          {c.removable && (
            <Removal
              capture={c}
              onDone={(words) => {
                setSaid(words);
                reload();
              }}
            />
          )}
        </Item>
      ))}
      {captures && shown && captures.length > shown.length && (
        <li>
          <button
            type="button"
            onClick={() => {
              setWhole(true);
            }}
          >
            Show all {grouped(captures.length)}
          </button>
        </li>
      )}
      {captures?.length === 0 && <li className="small">{NOTHING_LISTED}</li>}
      {captures && !searching && (
        <li>
          <Upload
            onDone={(id) => {
              reload();
              take({ kind: 'server', id });
            }}
          />
        </li>
      )}
    </Group>
  );
};
