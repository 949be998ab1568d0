/** Swap devices: who is next, under this kernel's rule and the others. */
import { useId, type FC } from 'react';
import { CopyButton } from '../../../ui/CopyButton';
import { Table } from '../../../ui/Table';
import { letterOf } from '../../../core/number';
import { LetterTile } from '../../../ui/nodes/LetterTile';
import { UsageBar } from '../../../ui/nodes/UsageBar';
import { RULES, type Answer, type Rule, type Swap, type SwapList } from '../answer';
import { COPIES } from '../keys';
import { bytes, RULE_WORDS, shortName, signed, swapCaption } from '../phrases';
import { SwapAxis } from './SwapAxis';
import { ViewCaption } from './ViewCaption';

const KIB = 1024;

const size = (kib: number | undefined): string => (kib === undefined ? '–' : bytes(kib * KIB));

/** Ranks as groups: who is in one takes turns. */
function ranked(swaps: readonly Swap[], rankOf: (swap: Swap) => number): Swap[][] {
  const ranks = [...new Set(swaps.map(rankOf))].filter((rank) => rank > 0).sort((a, b) => a - b);
  return ranks.map((rank) => swaps.filter((swap) => rankOf(swap) === rank));
}

export const SwapView: FC<{ answer: Answer; list: SwapList }> = ({ answer, list }) => {
  const id = useId();
  const swaps = answer.swaps.filter((swap) => swap.list === list.list);
  const caption = swapCaption(list);
  const tile = (swap: Swap) => <LetterTile letter={letterOf(swaps.indexOf(swap))} node={-1} />;
  return (
    <section className="machine-swap" aria-label="Swap">
      <ViewCaption {...caption} />
      <section className="machine-order" aria-labelledby={`${id}-order`}>
        <h2 id={`${id}-order`}>Who is asked, first to last</h2>
        {swaps.length === 0 && list.cut === 0 && <p className="note">Nothing is swapped on.</p>}
        <ol>
          {ranked(swaps, (swap) => swap.rank).map((group) => (
            <li key={group[0]?.line} className={group.length > 1 ? 'turns' : ''}>
              {group.map((swap) => (
                <div key={swap.line} className={`machine-device ${swap.next ? 'next' : ''}`}>
                  {tile(swap)}
                  <span className="machine-device-name">
                    <b>{shortName(swap.name)}</b>
                    <span className="note">
                      priority {signed(swap.priority)}, {size(swap.used)} of {size(swap.size)} used
                    </span>
                  </span>
                  <UsageBar share={(swap.used ?? 0) / Math.max(1, swap.size ?? 1)} node={-1} />
                </div>
              ))}
              {group.length > 1 && <p className="note">the same priority: they take turns</p>}
            </li>
          ))}
        </ol>
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
      <section className="machine-rules" aria-labelledby={`${id}-rules`}>
        <h2 id={`${id}-rules`}>Who is next, under each release’s rule</h2>
        <dl>
          {RULES.map((rule) => (
            <RuleRow key={rule} rule={rule} list={list} swaps={swaps} tile={tile} />
          ))}
        </dl>
        <p className="note">
          {list.rule === 'not told'
            ? 'These priorities are not of one rule alone, so the text does not say which kernel this is.'
            : `The priorities say which rule it is: that of kernels ${RULE_WORDS[list.rule].kernels}.`}
        </p>
      </section>
      {list.cut === 0 && (
        <SwapAxis groups={ranked(swaps, (swap) => swap.rank)} everyNode={list.every_node} tile={tile} />
      )}
      {list.mend !== '' && (
        <section className="machine-mend" aria-labelledby={`${id}-mend`}>
          <h2 id={`${id}-mend`}>To put the zram device first</h2>
          <p className="note">
            Any priority from 0 up is asked before all that have none. Its pages are read back first, so do it
            while it is empty.
          </p>
          <div className="machine-line">
            <code>{list.mend}</code>
            <CopyButton text={list.mend} what="the command" keys={COPIES} />
          </div>
        </section>
      )}
      <div className="machine-table" role="region" aria-label="Swap devices" tabIndex={0}>
        <Table
          caption="Swap devices"
          heads={['device', 'size', 'used', 'free', 'priority', 'place']}
          rows={swaps.map((swap) => ({
            key: swap.line,
            cells: [
              swap.name,
              size(swap.size),
              size(swap.used),
              size(swap.free),
              signed(swap.priority),
              swap.full ? 'full' : String(swap.rank),
            ],
          }))}
        />
      </div>
    </section>
  );
};

const RuleRow: FC<{
  rule: Rule;
  list: SwapList;
  swaps: readonly Swap[];
  tile: (swap: Swap) => React.ReactNode;
}> = ({ rule, list, swaps, tile }) => {
  const own = list.rule === rule;
  const words = RULE_WORDS[rule];
  const groups = ranked(swaps, (swap) => (own ? swap.rank : swap.under[rule]));
  return (
    <div className={own ? 'own' : ''}>
      <dt>
        {words.kernels} <b>{words.title}</b>{' '}
        {own ? <span className="tag kernel">this one</span> : <span className="tag asif">as if</span>}
      </dt>
      <dd>
        <span className="machine-ranks" aria-hidden="true">
          {groups.map((group) => (
            <span key={group[0]?.line} className={group.length > 1 ? 'turns' : ''}>
              {group.map((swap) => (
                <span key={swap.line}>{tile(swap)}</span>
              ))}
            </span>
          ))}
        </span>
        <span className="visually-hidden">
          {groups.map((group) => group.map(({ name }) => shortName(name)).join(' and ')).join(', then ')}.
        </span>{' '}
        {words.words}
      </dd>
    </div>
  );
};
