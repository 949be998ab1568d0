/** Zones of one moment: drawn, recomputed, and asked by a request. */
import { useId, useState, type FC } from 'react';
import type { ParamValues } from '../../../core/params';
import { CopyButton } from '../../../ui/CopyButton';
import { elementCode } from '../../../ui/embed-code';
import { useThrottle } from '../../../ui/use-throttle';
import type { Answer, AnswerZone, Distance, Distances, Moment } from '../answer';
import {
  asIfCaption,
  asPrintedWords,
  distanceCaption,
  lookedAt,
  lookWords,
  sentence,
  unlistedWords,
  verdicts,
  walkWords,
  ZONE_TABLE,
  zoneName,
} from '../phrases';
import { numbersOf } from '../link';
import { queryOf, renderOf, viewOfQuery, type Asked } from '../query';
import { modelOf } from '../model';
import { asksOf, firstRequest, isChanged, NO_CHANGE, ORDERS, type Request } from '../settings';
import { TaskFields } from './TaskFields';
import { useKeys } from '../keys';
import { useDistances } from '../use-machine';
import { drawnOf, isUnlisted, marksAsIf, walkOf, zoneId, zonesOf } from '../zones';
import { MarkTable } from './MarkTable';
import { ZonesDistance } from './ZonesDistance';
import { ViewCaption } from './ViewCaption';
import { SeriesView } from './SeriesView';
import { Settings } from './Settings';
import { ZoneTable } from './ZoneTable';
import './zones.css';

const GFPS = ['GFP_KERNEL', 'GFP_HIGHUSER_MOVABLE', 'GFP_KERNEL|GFP_DMA32', 'GFP_ATOMIC'];
const SAY_EVERY_MS = 1000;

interface Props {
  answer: Answer;
  moment: Moment;
  modelHref: (params: ParamValues) => string;
  /** Null: nothing has been set yet. */
  asked: Asked | null;
  onAsked: (asked: Asked) => void;
  queryHref: (query: string) => string;
  shortcuts: () => boolean;
}

export const ZonesView: FC<Props> = ({ answer, moment, modelHref, asked, onAsked, queryHref, shortcuts }) => {
  const id = useId();
  const zones = zonesOf(answer, moment.moment);
  const nodes = [...new Set(zones.map(({ node }) => node))].sort((a, b) => a - b);
  const first = firstRequest(nodes);
  const { request: set = first, change = NO_CHANGE, zone: picked = null } = asked ?? {};
  const request = nodes.includes(set.node) ? set : { ...set, node: first.node };
  const shown = { request, change, zone: picked };
  const all = { ...asked, ...shown };
  const ask = (next: Partial<Request>) => {
    onAsked({ ...all, request: { ...request, ...next } });
  };
  // The field of flags is made anew where a key sets them.
  const [turn, setTurn] = useState(0);
  useKeys(
    {
      r: () => {
        ask({ gfp: after(GFPS, request.gfp) });
        setTurn(turn + 1);
      },
      n: () => {
        ask({ node: after(nodes, request.node) });
      },
      u: () => {
        onAsked({ ...all, change: NO_CHANGE });
      },
    },
    shortcuts,
  );
  const changed = isChanged(change);
  const found = useDistances(answer, asksOf(request, change));
  const base = distanceOf(found?.[0], moment);
  const asif = changed ? distanceOf(found?.[1], moment) : null;
  const drawn = drawnOf(zones, base?.zones ?? []);
  const unlisted = isUnlisted(answer, request.order);
  const walk = walkOf(base, unlisted);
  const chosen =
    drawn.zones.find((zone) => zone.id === picked) ??
    drawn.zones.find(({ name }) => name === 'Normal') ??
    drawn.zones[0];
  const pick = (zone: number) => {
    onAsked({ ...all, zone });
  };
  const notice = found?.[0]?.notice ?? '';
  const caption = asIfCaption(notice === '' ? base : null, asif, moment.page);
  const { title } = caption;
  const untold = unlisted ? `${unlistedWords(request.order)} ` : '';
  const lead = `${base?.reason === '' ? asPrintedWords(zones) + untold : ''}${caption.lead}`;
  const marks = marksAsIf(asif);
  const numbers = numbersOf(answer, moment);
  const query = numbers === '' || notice !== '' ? '' : queryOf(numbers, all);
  const figure = queryOf(numbers, shown);
  const series = answer.machines === 1 ? answer.series.filter(({ rows }) => rows > 1) : [];
  const model = modelOf(zones, moment, (asif ?? base)?.asif);
  const said = useThrottle(`${title} ${lead}`, SAY_EVERY_MS);
  return (
    <section className="machine-zones" aria-label="Zones">
      <ViewCaption title={title} lead={lead} />
      <div className="visually-hidden" role="status" aria-live="polite">
        {said}
      </div>
      <div className="machine-request">
        <RequestForm request={request} nodes={nodes} key={turn} onRequest={ask} />
        <p className="machine-same">
          recomputed: <b>{verdicts(zones)}</b>
        </p>
      </div>
      {notice !== '' && <p className="machine-wrong">{sentence(notice)}</p>}
      {chosen && (
        <ZonesDistance
          drawn={drawn}
          walk={walk}
          distance={base?.reason === '' ? base : null}
          asif={asif}
          page={moment.page}
          choice={{ chosen: chosen.id, choose: pick }}
          seen={[picked, walk.steps.find(({ hit }) => hit)?.zone, chosen.id].filter((zone) => zone != null)}
          describedBy={`${id}-table`}
          shortcuts={shortcuts}
        >
          <div className="machine-beside">
            {drawn.zones.length > 1 && (
              <label className="machine-pick">
                zone{' '}
                <select
                  value={chosen.id}
                  onChange={({ target }) => {
                    pick(Number(target.value));
                  }}
                >
                  {drawn.zones.map((zone) => (
                    <option key={zone.id} value={zone.id}>
                      {zoneName({ node: zone.nid, zone: zone.name })}
                    </option>
                  ))}
                </select>
              </label>
            )}
            <MarkTable
              zone={chosen.of}
              moment={moment}
              scale={answer.machines === 1 ? answer.sysctls['watermark_scale_factor'] : undefined}
              asif={marks?.get(chosen.id) ?? null}
            />
          </div>
        </ZonesDistance>
      )}
      <Settings
        base={base}
        asif={asif}
        change={change}
        onChange={(next) => {
          onAsked({ ...all, change: next });
        }}
        words={asif ? distanceCaption(asif, moment.page).title : title}
      />
      {base && base.zones.length > 0 && (
        <section className="machine-why" aria-labelledby={`${id}-why`}>
          <h2 id={`${id}-why`}>How the request walks</h2>
          <ol>
            {lookedAt(base).map((look) => (
              <li key={zoneId(look)}>{lookWords(look, unlisted)}</li>
            ))}
          </ol>
          <p className="note">
            {walkWords(base)}{' '}
            {request.policy === 'interleave' && 'Requests begin at one node after another. '}
            {nodes.length > 1 &&
              (base.distances ? (
                'Nodes by the distances in the text. '
              ) : (
                <>
                  No distances (<code>numactl -H</code>) are in the text: nodes as if all were equally far, in
                  the order of their numbers.{' '}
                </>
              ))}
            {base.lists === false && ' The lists of CPUs are not in the text, so not in the distances. '}
            {answer.sysctls['watermark_boost_factor'] !== 0 &&
              !moment.old_gaps &&
              ' Where the kernel has a watermark_boost_factor and it is not 0, a request that takes a page of another type’s block boosts the marks, and may wake kswapd before that.'}{' '}
            <span className="fn">mm/page_alloc.c:get_page_from_freelist()</span>
          </p>
        </section>
      )}
      <p className="machine-onward note">
        {'params' in model ? (
          <>
            <a href={modelHref(model.params)}>Make this a model</a>: the same nodes, zones and sysctls, where
            tasks ask for pages; the loads are the model’s own. The link has these numbers and no more.
          </>
        ) : (
          `Not as a model: ${model.cannot}`
        )}
        {query !== '' && (
          <>
            {' '}
            <CopyButton
              text={new URL(queryHref(query), location.href).href}
              what="a link"
              words="Copy a link with these numbers"
            />
            : of zones, sysctls and swap devices, without a name of anything, and with the request and the
            sysctls set above.{' '}
            <CopyButton
              text={renderOf(figure)}
              what="the command"
              words="Copy the command that draws these zones"
            />
            : a figure, as SVG.{' '}
            <CopyButton
              text={elementCode(viewOfQuery(figure))}
              what="the element"
              words="Copy it for a page of yours"
            />
            : the figure as an element.
          </>
        )}
      </p>
      {series.map((one) => (
        <SeriesView key={`${one.kind} ${one.first}`} series={one} marks={sumsOf(zones, moment)} />
      ))}
      <div
        className="machine-table"
        id={`${id}-table`}
        role="region"
        aria-label={ZONE_TABLE.title}
        tabIndex={0}
      >
        <ZoneTable drawn={drawn} />
      </div>
    </section>
  );
};

/** The next one, and behind the last the first. */
const after = <T,>(all: readonly T[], one: T): T => all[(all.indexOf(one) + 1) % all.length] ?? one;

/** Sums of the marks, KiB; null where a zone has none. */
function sumsOf(zones: readonly AnswerZone[], { page }: Moment) {
  const sum = (mark: 'min' | 'low' | 'high') =>
    zones.reduce((pages, zone) => pages + (zone[mark] ?? NaN), 0) * (page / 1024);
  const sums = { min: sum('min'), low: sum('low'), high: sum('high') };
  return Number.isNaN(sums.min + sums.low + sums.high) ? null : sums;
}

const distanceOf = (found: Distances | null | undefined, { moment }: Moment): Distance | null =>
  found?.moments.find((one) => one.moment === moment) ?? null;

const RequestForm: FC<{
  request: Request;
  nodes: readonly number[];
  onRequest: (request: Request) => void;
}> = ({ request, nodes, onRequest }) => {
  const id = useId();
  return (
    <form
      className="machine-ask"
      aria-label="A request"
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      <label htmlFor={id}>drop a request</label>
      <input
        id={id}
        className="num gfp"
        aria-keyshortcuts="r"
        list={`${id}-gfp`}
        defaultValue={request.gfp}
        spellCheck={false}
        autoComplete="off"
        aria-describedby={`${id}-help`}
        onChange={({ target }) => {
          const gfp = target.value.trim().replace(/\s*\|\s*/g, '|');
          if (gfp !== '' && !/\s/.test(gfp)) onRequest({ ...request, gfp });
        }}
      />
      <datalist id={`${id}-gfp`}>
        {GFPS.map((gfp) => (
          <option key={gfp} value={gfp} />
        ))}
      </datalist>
      <span id={`${id}-help`} className="visually-hidden">
        Names of flags, or their number, such as 0x100cca
      </span>
      <label>
        order{' '}
        <select
          value={request.order}
          onChange={({ target }) => {
            onRequest({ ...request, order: Number(target.value) });
          }}
        >
          {Array.from({ length: ORDERS }, (_, order) => (
            <option key={order}>{order}</option>
          ))}
        </select>
      </label>
      {nodes.length > 1 && (
        <label>
          from a CPU of node{' '}
          <select
            aria-keyshortcuts="n"
            value={request.node}
            onChange={({ target }) => {
              onRequest({ ...request, node: Number(target.value) });
            }}
          >
            {nodes.map((node) => (
              <option key={node}>{node}</option>
            ))}
          </select>
        </label>
      )}
      {nodes.length > 1 && <TaskFields request={request} first={nodes[0] ?? 0} onRequest={onRequest} />}
    </form>
  );
};

/** The drawing as text. */
