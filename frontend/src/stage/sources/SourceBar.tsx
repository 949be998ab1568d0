/** The two lines above a drawing: where it comes from, and with which tunables or facts. */
import { memo, Suspense, useEffect, useId, useState, type FC } from 'react';
import type { Scene, SourceInfo } from '../../scenes/scene';
import { tunablesOf as setIn, withTunables, type SourceSpec } from '../../capture/sources/spec';
import { lazyComponent } from '../../ui/lazy-view';
import { Tag } from '../../ui/Tag';
import { CheckMark } from '../../ui/CheckMark';
import { Chevron } from '../../ui/Icons';
import { balancePhrase, modePhrase, recomputedPhrase } from '../state/pane-info';
import { useStage, useStageState } from '../control/stage-context';
import { useHidden } from '../state/class-link';
import { useFilled } from '../control/use-pane';
import { checkHref } from '../state/view';
import type { PaneId } from '../../core/panes';

export const prepareTunables = () => import('../tunables/SourceTunables');

const Unknown: FC = () => (
  <p className="note">The tunables could not be fetched. Load the page again to have them.</p>
);

/** Fetched once there is a model to tune: its words take as much as the names do. */
const Tunables = lazyComponent(async () => (await prepareTunables()).SourceTunables, Unknown);

/** The same of an as if. */
const Asked = lazyComponent(async () => (await import('./AsifControls')).AsifControls, Unknown);

const Unproved: FC = () => null;
const Proved = lazyComponent(async () => (await import('./AsifIdentity')).AsifIdentity, Unproved);

/** Its words, too, take more than the page's first load should. */
const Balances = lazyComponent(async () => (await import('./Balances')).Balances, Unproved);

/** As high as one line of them. */
const AWAITED = <div className="row knobs awaited" />;

interface BarProps {
  id: PaneId;
  scene: Scene;
  /** Only these tunables, and this source: the bar of a lesson. */
  touch?: readonly string[];
}

/** Does not change with the cursor. */
export const SourceBar = memo<BarProps>(({ id, scene, touch }) => {
  const { pick } = useStage();
  const source = useStageState((s) => s.panes[id].source);
  const fixed = useHidden('sources');
  const unverdicted = useHidden('verdict');
  const focused = useStageState((s) => s.focus === id);
  return (
    <div className="source">
      <div className="row">
        <span className={focused ? 'pane-letter focused' : 'pane-letter'}>{id}</span>
        {source && <Tag of={source.info.provenance} />}
        {touch ? (
          <b className="source-fixed">{source?.info.title}</b>
        ) : fixed ? (
          <span className="source-name fixed-source">
            <b>{source ? source.info.title : 'No source'}</b>
          </span>
        ) : (
          <button
            type="button"
            className="source-name"
            aria-haspopup="dialog"
            onClick={() => {
              pick(id);
            }}
          >
            <span className="visually-hidden">Source of pane {id}: </span>
            <b>{source ? source.info.title : 'Choose a source'}</b>
            <Chevron />
          </button>
        )}
        {source && !(unverdicted && source.info.totals) && (
          <Side id={id} info={source.info} spec={source.spec} />
        )}
      </div>
      {source && <Values id={id} info={source.info} scene={scene} touch={touch} />}
    </div>
  );
});
SourceBar.displayName = 'SourceBar';

/** What stands at the right: what a model and a capture are worth, each in a few words, and the model's seed. */
const Side: FC<{ id: PaneId; info: SourceInfo; spec: SourceSpec }> = ({ id, info, spec }) => {
  if (info.provenance === 'asif')
    return (
      <Suspense fallback={<span className="small push" />}>
        <Proved id={id} asif={setIn(spec)} />
      </Suspense>
    );
  if (info.params)
    return (
      <span
        className="small push"
        title="Decisions are made by the policy core that also recomputes the kernel's. Time, disks, LRU lists and the workload are a simple machine's."
      >
        <span className="worth">decisions exact, machine </span>approximate · seed{' '}
        {String(info.params['seed'])}
      </span>
    );
  const t = info.totals;
  if (!t) return <span className="small push">recomputing…</span>;
  const all = t.decisions > 0 && t.same === t.decisions && !t.not_modelled && !t.over_limit;
  return (
    <span className="small push verdicts">
      <a
        className="check-link"
        href={checkHref(t.modes[0]?.mode)}
        title="Every decision, recomputed by the policy core: what this can and cannot see"
      >
        recomputed: <b className="fixed">{recomputedPhrase(t)}</b>
        {all && <CheckMark />}
      </a>{' '}
      <Balanced totals={t} arch={info.arch} />
    </span>
  );
};

/** What the record says against itself, apart from the decisions; the two sums of each account on demand. */
const Balanced: FC<{ totals: NonNullable<SourceInfo['totals']>; arch: SourceInfo['arch'] }> = ({
  totals,
  arch,
}) => {
  const id = useId();
  const [open, setOpen] = useState(false);
  const phrase = balancePhrase(totals);
  if (phrase === undefined) return null;
  const off = totals.balances?.some(({ state }) => state === 'off') ?? false;
  return (
    <span className={off ? 'balances off' : 'balances'}>
      ·
      <button
        type="button"
        className="check-link balances-button"
        popoverTarget={id}
        title="What the record says beside what other lines of the same file say"
      >
        balances: <b className="fixed">{phrase}</b>
      </button>
      <div
        id={id}
        popover="auto"
        className="balances-words"
        role="note"
        aria-label="Balances of this capture"
        tabIndex={0}
        onToggle={({ newState }) => {
          setOpen(newState === 'open');
        }}
      >
        {open && (
          <Suspense fallback={null}>
            <Balances rows={totals.balances ?? []} arch={arch} />
          </Suspense>
        )}
      </div>
    </span>
  );
};

interface ValuesProps extends Pick<BarProps, 'id' | 'scene'> {
  info: SourceInfo;
  touch: readonly string[] | undefined;
}

const Values: FC<ValuesProps> = ({ id, info, scene, touch }) => {
  const { choose } = useStage();
  const spec = useStageState((s) => s.panes[id].spec);
  const filled = useFilled(id);
  const untouched = useHidden('tunables');
  // Only when the drawing is on the page are the tunables fetched: an effect runs after the commit, a render before.
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    if (!filled) return undefined;
    const later = setTimeout(() => {
      setDrawn(true);
    });
    return () => {
      clearTimeout(later);
    };
  }, [filled]);
  if (info.provenance === 'asif' && spec.kind !== 'model' && spec.kind !== 'none') {
    if (!drawn) return AWAITED;
    return (
      <Suspense fallback={AWAITED}>
        <Asked
          id={id}
          facts={info.facts}
          asif={setIn(spec)}
          onChange={(asif) => {
            choose(id, withTunables(spec, asif));
          }}
        />
      </Suspense>
    );
  }
  if (!info.params) {
    const modes = modePhrase(info);
    const own = info.facts;
    const facts = modes === undefined || modes === '' ? own : [...own, ['modes', modes] as const];
    return (
      <dl className="row knobs facts">
        {facts.map(([label, value]) => (
          <div className="k" key={label}>
            <dt>{label}</dt>
            <dd className="fixed">{value}</dd>
          </div>
        ))}
      </dl>
    );
  }
  if (untouched || touch?.length === 0) return null;
  if (!drawn) return AWAITED;
  return (
    <Suspense fallback={AWAITED}>
      <Tunables id={id} params={info.params} info={info} scene={scene} touch={touch} />
    </Suspense>
  );
};
