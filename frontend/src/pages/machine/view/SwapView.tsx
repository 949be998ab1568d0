/** Swap devices: who is next, under this kernel's rule and the others. */
import { useId, type FC } from 'react';
import { CopyButton } from '../../../ui/CopyButton';
import { Table } from '../../../ui/Table';
import { grouped, letterOf } from '../../../core/number';
import type { ParamValues } from '../../../core/params';
import { LetterTile } from '../../../ui/nodes/LetterTile';
import { UsageBar } from '../../../ui/nodes/UsageBar';
import type { Answer, Rule, Swap, SwapList } from '../answer';
import { COPIES } from '../keys';
import { swapModelOf } from '../model';
import { kibibytes, nodeWords, RULE_WORDS, shortName, signed, swapCaption, unlessDemoted } from '../phrases';
import { devicesOf, ordersOf, rulesOf, type NodeOrder } from '../swap-order';
import { SwapAxis } from './SwapAxis';
import { SwapChain } from './SwapChain';
import { ViewCaption } from './ViewCaption';
import './swap.css';

const size = (kib: number | undefined): string => (kib === undefined ? '–' : kibibytes(kib));

interface Props {
  answer: Answer;
  list: SwapList;
  modelHref: (params: ParamValues, rules: readonly [string, string]) => string;
}

export const SwapView: FC<Props> = ({ answer, list, modelHref }) => {
  const id = useId();
  const swaps = devicesOf(answer.swaps, list);
  const caption = swapCaption(list, answer.swaps);
  const orders = ordersOf(list, swaps);
  const several = orders.length > 1;
  const untold = !list.every_node && list.nodes.length === 0;
  const nodes = answer.machines === 1 ? new Set(answer.zones.map(({ node }) => node)).size : 0;
  const model = swapModelOf(list, swaps, nodes);
  if (swaps.length === 0)
    return (
      <section className="machine-swap" aria-label="Swap">
        <ViewCaption {...caption} />
      </section>
    );
  const tile = (swap: Swap) => <LetterTile letter={letterOf(swaps.indexOf(swap))} node={swap.node ?? -1} />;
  return (
    <section className="machine-swap" aria-label="Swap">
      <ViewCaption {...caption} />
      <section className="machine-order" aria-labelledby={`${id}-order`}>
        <h2 id={`${id}-order`}>
          {list.cut > 0
            ? 'What the list names'
            : several
              ? 'The list of each node, first to last'
              : 'Who is asked, first to last'}
        </h2>
        {several && (
          <ul className="machine-node-orders" aria-label="Lists of nodes">
            {orders.map((order) => (
              <li key={order.node}>
                <NodeName order={order} orders={orders} />
                <SwapChain groups={order.groups} tile={tile} named />
              </li>
            ))}
          </ul>
        )}
        {several && <h2>The devices, and what is free of them</h2>}
        <ol>
          {(several ? swaps.map((swap) => [swap]) : (orders[0]?.groups ?? [])).map((group) => (
            <li key={group[0]?.line} className={group.length > 1 ? 'turns' : ''}>
              {group.map((swap) => (
                <div key={swap.line} className={`machine-device ${swap.next ? 'next' : ''}`}>
                  {tile(swap)}
                  <span className="machine-device-name">
                    <b>{shortName(swap.name)}</b>
                    <span className="note">
                      priority {signed(swap.priority)}, {size(swap.used)} of {size(swap.size)} used
                      {swap.node !== undefined && swap.node >= 0 && `, on node ${swap.node}`}
                    </span>
                  </span>
                  <UsageBar share={(swap.used ?? 0) / Math.max(1, swap.size ?? 1)} node={swap.node ?? -1} />
                </div>
              ))}
              {group.length > 1 && <p className="note">the same priority: they take turns</p>}
            </li>
          ))}
        </ol>
        {untold && list.cut === 0 && (
          <p className="note">
            Which node each disk sits on is not in this text; the one command finds it out.
          </p>
        )}
        {swaps.some(({ full }) => full) && (
          <p className="note">
            Full, so passed over:{' '}
            {swaps
              .filter(({ full }) => full)
              .map(({ name }) => shortName(name))
              .join(', ')}
            .
          </p>
        )}
      </section>
      {list.cut === 0 && (
        <section className="machine-rules" aria-labelledby={`${id}-rules`}>
          <h2 id={`${id}-rules`}>Who is next, under each release’s rule</h2>
          <dl>
            {rulesOf(list, swaps).map(({ rule, orders: others }) => (
              <RuleRow key={rule} rule={rule} own={list.rule === rule} orders={others} tile={tile} />
            ))}
          </dl>
          <p className="note">
            {list.rule === 'not told'
              ? 'These priorities are not of one rule alone, so the text does not say which kernel this is.'
              : `The priorities say which rule it is: that of kernels ${RULE_WORDS[list.rule].kernels}.`}
          </p>
        </section>
      )}
      {list.cut === 0 && (
        <SwapAxis
          orders={orders}
          untold={untold}
          demoted={answer.machines === 1 ? unlessDemoted(answer.zones) : ''}
          name={(order) => several && <NodeName order={order} orders={orders} />}
          tile={tile}
        />
      )}
      {list.mend !== '' && (
        <section className="machine-mend" aria-labelledby={`${id}-mend`}>
          <h2 id={`${id}-mend`}>To put the zram device first</h2>
          <p className="note">
            Any priority from 0 up is asked before all that have none. Its pages are read back first, so do it
            while it is empty. To keep it: <code>swap-priority = 100</code> in zram-generator.conf. The price:
            what is written first fills it, and stays there for as long as nobody asks for it.
          </p>
          <div className="machine-line">
            <code>{list.mend}</code>
            <CopyButton text={list.mend} what="the command" keys={COPIES} />
          </div>
        </section>
      )}
      <p className="machine-onward note">
        {'params' in model ? (
          <>
            <a href={modelHref(model.params, model.rules)}>Make this a model</a>: what is free of these
            devices, {model.scale > 1 && `${grouped(model.scale)} slots as one, `}under the rule of kernels{' '}
            {RULE_WORDS[model.rules[0]].kernels} beside that of kernels {RULE_WORDS[model.rules[1]].kernels};
            the tasks are the model’s own.
          </>
        ) : (
          `Not as a model: ${model.cannot}`
        )}
      </p>
      <div className="machine-table" role="region" aria-label="Swap devices" tabIndex={0}>
        <Table
          caption="Swap devices"
          heads={[
            ...['device', 'node', 'size', 'used', 'free', 'priority'],
            ...orders.map((order) =>
              several
                ? `place on ${nodeWords(order, orders)}`
                : untold
                  ? 'place on a node without a disk'
                  : 'place',
            ),
          ]}
          rows={swaps.map((swap) => ({
            key: swap.line,
            cells: [
              swap.name,
              swap.node === undefined ? '–' : swap.node < 0 ? 'none' : String(swap.node),
              size(swap.size),
              size(swap.used),
              size(swap.free),
              signed(swap.priority),
              ...orders.map(({ groups }) =>
                swap.full ? 'full' : String(1 + groups.findIndex((group) => group.includes(swap))),
              ),
            ],
          }))}
        />
      </div>
    </section>
  );
};

const NodeName: FC<{ order: NodeOrder; orders: readonly NodeOrder[] }> = ({ order, orders }) => (
  <span>
    {order.node >= 0 && <LetterTile letter={String(order.node)} node={order.node} />}{' '}
    {nodeWords(order, orders)}
  </span>
);

const RuleRow: FC<{
  rule: Rule;
  own: boolean;
  orders: readonly NodeOrder[];
  tile: (swap: Swap) => React.ReactNode;
}> = ({ rule, own, orders, tile }) => {
  const words = RULE_WORDS[rule];
  return (
    <div className={own ? 'own' : ''}>
      <dt>
        {words.kernels} <b>{words.title}</b>{' '}
        {own ? <span className="tag kernel">this one</span> : <span className="tag asif">as if</span>}
      </dt>
      <dd>
        {orders.map((order) => (
          <div key={order.node} className="machine-rule-order">
            <SwapChain groups={order.groups} tile={tile} />
            {orders.length > 1 && <span> on {nodeWords(order, orders)}</span>}
          </div>
        ))}
        {words.words}
      </dd>
    </div>
  );
};
