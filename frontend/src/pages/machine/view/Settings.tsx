/** Sliders for the sysctls: what the marks would be, and the line that sets them. */
import type { FC } from 'react';
import { grouped } from '../../../core/number';
import { CopyButton } from '../../../ui/CopyButton';
import { Tag } from '../../../ui/Tag';
import type { Distance } from '../answer';
import { COPIES } from '../keys';
import { sentence } from '../phrases';
import {
  commandOf,
  isChanged,
  linesOf,
  NO_CHANGE,
  nowOf,
  RANGES,
  RATIO_RANGE,
  type Change,
  type Sliding,
} from '../settings';
import { NumberField } from './NumberField';
import { NumberRange } from './NumberRange';

interface Props {
  /** As it is, and as if. */
  base: Distance | null;
  asif: Distance | null;
  change: Change;
  onChange: (change: Change) => void;
  /** What is said of the present value to those who listen. */
  words: string;
}

const NAMES: readonly Sliding[] = ['watermark_scale_factor', 'min_free_kbytes'];

export const Settings: FC<Props> = ({ base, asif, change, onChange, words }) => {
  const sliding = NAMES.filter((name) => nowOf(base, name) !== undefined);
  const ratios = base?.asif.lowmem_reserve_ratio ?? [];
  const changed = isChanged(change);
  const reason = asif?.asif.reason ?? '';
  return (
    <section className="machine-settings" aria-labelledby="machine-settings">
      <h2 id="machine-settings">
        Move the marks <Tag of="asif" />
      </h2>
      {sliding.length === 0 && (
        <p className="note">
          Not from this text: that takes all zones, with their pages and with marks of the rule.
        </p>
      )}
      {sliding.map((name) => (
        <NumberRange
          key={name}
          name={`vm.${name}`}
          now={nowOf(base, name) ?? 0}
          range={RANGES[name]}
          value={change[name]}
          words={words}
          foot={change[name] === undefined ? '' : `kernel ${grouped(nowOf(base, name) ?? 0)}`}
          onValue={(value) => {
            onChange(put(change, name, value));
          }}
        />
      ))}
      {ratios.some((ratio) => ratio > 0) && (
        <Ratios
          now={ratios}
          value={change.lowmem_reserve_ratio}
          onValue={(value) => {
            onChange(put(change, 'lowmem_reserve_ratio', value));
          }}
        />
      )}
      {changed && reason !== '' && <p className="machine-wrong">{sentence(reason)}</p>}
      {changed && (
        <>
          <div className="machine-line">
            <code>{commandOf(change)}</code>
            <CopyButton text={commandOf(change)} what="the command" keys={COPIES} />
            <button
              type="button"
              className="link-btn"
              aria-keyshortcuts="u"
              onClick={() => {
                onChange(NO_CHANGE);
              }}
            >
              Undo
            </button>
          </div>
          <p className="note">
            Nothing is written from this page. To keep it, a file in /etc/sysctl.d with{' '}
            {linesOf(change)
              .split('\n')
              .map((line) => (
                <code key={line}>{line}</code>
              ))}{' '}
            <CopyButton text={`${linesOf(change)}\n`} what="the line for /etc/sysctl.d" />
          </p>
          <p className="note">
            The kernel computes all marks anew then, with as many pages as each zone has today, and takes a
            boost back.
          </p>
        </>
      )}
    </section>
  );
};

/** A sysctl set; left out: as it is. */
function put<K extends keyof Change>(change: Change, name: K, value: Change[K] | undefined): Change {
  const others = Object.fromEntries(Object.entries(change).filter(([key]) => key !== name)) as Change;
  return value === undefined ? others : { ...others, [name]: value };
}

const Ratios: FC<{
  now: readonly number[];
  value: readonly number[] | undefined;
  onValue: (value: readonly number[] | undefined) => void;
}> = ({ now, value, onValue }) => (
  <div className="machine-slider ratios">
    <span>vm.lowmem_reserve_ratio</span>
    <span className="machine-ratios" role="group" aria-label="vm.lowmem_reserve_ratio">
      {now.map((ratio, i) =>
        ratio > 0 ? (
          <NumberField
            key={i}
            label={`its number ${i + 1}, kernel ${ratio}`}
            now={ratio}
            range={RATIO_RANGE}
            value={value?.[i] ?? ratio}
            onNumber={(to) => {
              const all = now.map((n, at) => (at === i ? to : (value?.[at] ?? n)));
              onValue(all.every((n, at) => n === now[at]) ? undefined : all);
            }}
          />
        ) : null,
      )}
    </span>
  </div>
);
