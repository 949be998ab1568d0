/** A kernel in this page: what it takes, its own log, what it decides and what came of recomputing it, what one can do to it. */
import { useEffect, useRef, type FC } from 'react';
import { useStore } from 'zustand';
import { sentence } from '../../core/error';
import type { EventKind } from '../../core/gen/tables';
import { grouped, tenths } from '../../core/number';
import { FETCHED, GUEST } from '../../guest/description';
import { MOST_EVENTS } from '../../guest/record';
import { whyNot } from '../../guest/support';
import { saveFile } from '../../ui/drawing-file';
import { Page } from '../../ui/page/Page';
import { Tag } from '../../ui/Tag';
import { guestController, type GuestController, type GuestState } from './controller';
import { GuestControls } from './GuestControls';
import { GuestCounts } from './GuestCounts';
import { GuestTerminal } from './GuestTerminal';
import './guest.css';

type Kinds = Readonly<Partial<Record<EventKind, number>>>;

interface Props {
  /** Scenes that can show these kinds of event, by name. */
  scenesOf: (kinds: Kinds) => readonly { id: string; title: string }[];
  /** Opens a capture in a scene. */
  look: (scene: string, file: File) => void;
  /** A recorded capture, for browsers that cannot run a kernel. */
  recorded: string;
  /** Where it is said what a verdict is worth. */
  check: string;
}

const MB = 1e6;
/** Of the emulated PC, with what the emulator and the record take beside it. */
const TAKES_MB = 400;
const SOURCES = 'https://packages.debian.org/source/bookworm/linux';

export const GuestPage: FC<Props> = (props) => {
  const controller = guestController();
  const page = useRef<HTMLElement>(null);
  const phase = useStore(controller.store, (s) => s.phase);
  useEffect(() => {
    page.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, []);
  const here = phase !== 'offered' && phase !== 'fetching' && phase !== 'starting';
  return (
    <Page className="guest-page" ref={page}>
      <Caption controller={controller} />
      {here ? <Running controller={controller} {...props} /> : <Offer controller={controller} {...props} />}
    </Page>
  );
};

/** What there is to say of it now: one sentence, and one behind it. */
function wordsOf(state: GuestState): readonly [string, string] {
  const { phase, fetched, failure, news, silent } = state;
  const release = GUEST.manifest.kernel.release;
  const totals = news?.totals;
  const different = (totals?.different ?? 0) + (totals?.replay_different ?? 0);
  if (phase === 'offered' && failure) return [sentence(failure.message), failure.advice];
  if (phase === 'offered')
    return [
      'A real Linux can run in this page, and show its own decisions.',
      'No model: an emulated PC in WebAssembly runs the patched kernel. You write its sysctls and give it work; what it decides is recomputed.',
    ];
  if (phase === 'fetching')
    return [
      `Fetching the kernel: ${tenths(fetched / MB)} of ${tenths(FETCHED / MB)} MB.`,
      'It was saved as it ran, so that it need not boot again.',
    ];
  if (phase === 'starting') return ['The kernel starts.', 'It goes on from where it was saved.'];
  if (phase === 'stopped')
    return [
      sentence(failure?.message ?? 'It stopped.'),
      `${failure?.advice ?? ''} What it recorded is kept until you start again.`.trim(),
    ];
  if (news?.full)
    return [
      'The record is full: the kernel waits.',
      `A page keeps ${grouped(MOST_EVENTS)} events. Look at them, keep them as a capture, or start again.`,
    ];
  if (different > 0)
    return [
      `${different === 1 ? 'A decision differs' : `${grouped(different)} decisions differ`} from the rule: the kernel waits.`,
      'Look at it in its scene: the first difference is marked there.',
    ];
  if (silent)
    return [
      'The kernel has not answered for a while.',
      'It may be busy, or hang. You can wait, or start again.',
    ];
  if (phase === 'paused') return ['The kernel waits: nothing happens in it.', `${release}, paused.`];
  return ['A kernel runs in this page.', `Linux ${release}: what is counted are its own tracepoints.`];
}

const Caption: FC<{ controller: GuestController }> = ({ controller }) => {
  const state = useStore(controller.store);
  const [title, lead] = wordsOf(state);
  return (
    <header className="guest-head">
      <h1 role={state.failure ? 'alert' : undefined}>{title}</h1>
      <p>{lead}</p>
    </header>
  );
};

const Offer: FC<Props & { controller: GuestController }> = ({ controller, recorded }) => {
  const phase = useStore(controller.store, (s) => s.phase);
  const fetched = useStore(controller.store, (s) => s.fetched);
  const failure = useStore(controller.store, (s) => s.failure);
  const refused = whyNot();
  const { kernel, emulator, nodes, source_version } = GUEST.manifest;
  return (
    <section className="guest-offer" aria-labelledby="guest-offer">
      <h2 id="guest-offer">{refused === null ? 'Boot Linux in this page?' : 'Not in this browser'}</h2>
      {refused === null ? (
        <dl>
          <dt>to fetch</dt>
          <dd>
            <b>{tenths(FETCHED / MB)} MB</b> at most, once; then this browser keeps it
          </dd>
          <dt>it takes</dt>
          <dd>
            <b>about {TAKES_MB} MB</b> of memory, and a core while it runs; nothing while it waits
          </dd>
          <dt>it is</dt>
          <dd>
            {kernel.release}, {GUEST.manifest.arch}, 192 MiB in {nodes.length} nodes, one CPU that walks from
            node to node, no network, in {emulator}
          </dd>
        </dl>
      ) : (
        <p role="alert">{refused} A recording of the same policies can be looked at instead.</p>
      )}
      {(phase === 'fetching' || phase === 'starting') && (
        <progress
          aria-label="Fetching the kernel"
          max={FETCHED}
          value={phase === 'starting' ? FETCHED : fetched}
        />
      )}
      <div className="btns">
        {refused === null && (
          <button
            type="button"
            className="btn main"
            disabled={phase !== 'offered'}
            onClick={() => void controller.boot()}
          >
            {failure ? 'Try again' : 'Fetch and boot'}
          </button>
        )}
        <a className="btn" href={recorded}>
          Look at a recorded one
        </a>
      </div>
      <p className="note">
        One emulated CPU: times mean nothing here. The decisions are the kernel’s own. Nothing leaves this
        page.
      </p>
      <details>
        <summary>Sources and licences</summary>
        <p className="note">
          The state holds Linux and its one program (GPL 2.0) and SeaBIOS (LGPL 3); v86 (BSD) runs it.
          Sources: Debian’s packages <a href={SOURCES}>linux</a> {source_version} and seabios, then the
          series, the configuration, the program and the scripts in the folder kernel-patches of this project.
          The file third-party-notices.txt beside this page has the licences.
        </p>
      </details>
    </section>
  );
};

const Running: FC<Props & { controller: GuestController }> = ({ controller, scenesOf, look, check }) => {
  const state = useStore(controller.store);
  const { phase, news, first, packing, done } = state;
  const scenes = scenesOf(news?.kinds ?? {});
  const keep = async () => {
    const file = await controller.capture();
    if (file) saveFile(file, file.name);
  };
  const open = async (scene: string) => {
    const file = await controller.capture();
    if (file) look(scene, file);
  };
  return (
    <>
      <div className="guest-main">
        <div className="guest-source">
          <Tag of="kernel" />
          <b>in this page</b>
          <span>
            Linux {GUEST.manifest.kernel.release}, {GUEST.manifest.arch}, CPU on node {state.cpu}
          </span>
          {first !== null && <span>first decision after {tenths(first)} s</span>}
        </div>
        <div className="guest-run" role="group" aria-label="The kernel">
          {phase === 'running' && (
            <button type="button" className="btn" onClick={() => void controller.pause()}>
              Pause
            </button>
          )}
          {phase === 'paused' && !news?.full && (
            <button type="button" className="btn main" onClick={() => void controller.goOn()}>
              Go on
            </button>
          )}
          <button type="button" className="btn" disabled={packing || !news} onClick={() => void keep()}>
            Keep as a capture
          </button>
          <button type="button" className="btn" onClick={() => void controller.boot()}>
            Start again
          </button>
        </div>
        <div className="guest-look" role="group" aria-label="Stop and look at it in a scene">
          <span>Stop and look:</span>
          {scenes.map(({ id, title }) => (
            <button key={id} type="button" className="btn" disabled={packing} onClick={() => void open(id)}>
              {title}
            </button>
          ))}
          {scenes.length === 0 && <span className="note">nothing was decided yet</span>}
        </div>
        <GuestCounts news={news} check={check} />
        {done.length > 0 && (
          <section className="guest-done" aria-labelledby="guest-done">
            <h2 id="guest-done">What you did</h2>
            <ol>
              {done.slice(-12).map(({ line, events }, i) => (
                <li key={i}>
                  <span>after {grouped(events)} events</span> <code>{line}</code>
                </li>
              ))}
            </ol>
          </section>
        )}
      </div>
      <div className="guest-side">
        <GuestControls controller={controller} />
        <GuestTerminal controller={controller} />
        <p className="note">
          <b>One emulated CPU: times mean nothing here.</b> Decisions are the kernel’s own.
        </p>
      </div>
    </>
  );
};
