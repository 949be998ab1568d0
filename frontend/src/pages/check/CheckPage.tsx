/** The page: what is recomputed, what is replayed, and which lies of a hostile kernel nobody would notice. */
import { useEffect, useId, useRef, type FC, type ReactNode } from 'react';
import { KINDS } from '../../core/gen/kinds';
import { grouped } from '../../core/number';
import { Table } from '../../ui/Table';
import { Page } from '../../ui/page/Page';
import './check.css';
import { partsOf, type CheckFacts, type PolicyFacts, type Reason } from './facts';

interface Props {
  facts: CheckFacts;
  policy: PolicyFacts;
  /** Kinds of event that the policy's checks look at. */
  kinds: readonly string[];
  hrefOf: (policy: string) => string;
}

const EXTENTS: Readonly<Record<string, string>> = {
  one: 'one decision',
  tenth: 'a tenth of them',
  all: 'all',
};

export const CheckPage: FC<Props> = ({ facts, policy, kinds, hrefOf }) => {
  const page = useRef<HTMLElement>(null);
  // What led here is gone: who reads on begins at the top.
  useEffect(() => {
    page.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [policy]);
  const isOf = ({ about }: { about: string }) => [policy.machine, 'record'].includes(about);
  return (
    <Page className="check-page" ref={page}>
      <header className="check-head">
        <h1>What the check can and cannot see</h1>
        <p>
          <Words of={facts.about} />
        </p>
      </header>
      <Policies facts={facts} shown={policy} hrefOf={hrefOf} />
      <div className="check-body">
        <h2>{policy.doc}</h2>
        <p className="check-sum">
          <b>{grouped(policy.noticed)}</b> of {grouped(policy.forged)} forged captures noticed;{' '}
          <b>{policy.always.length}</b> of {policy.kinds} kinds of lies noticed every time.
        </p>
        <Section title="Recomputed and replayed">
          {facts.checks.map((text) => (
            <p key={text}>
              <Words of={text} />
            </p>
          ))}
          <Replayed rows={facts.replayed.filter(({ kind }) => kinds.includes(kind))} />
        </Section>
        <Section title="Balanced">
          {facts.balanceWords.map((text) => (
            <p key={text}>
              <Words of={text} />
            </p>
          ))}
          <Balances rows={facts.balances.filter(isOf)} />
          <p>
            The account <code>witnesses</code> is of these decisions, task by task.
          </p>
          <Witnesses rows={facts.witnesses.filter(isOf)} />
        </Section>
        <Section title="Forged and noticed">
          <Extents policy={policy} />
          <p>
            Below, each lie that can go unnoticed stands with the forged captures in which it did, by how many
            decisions were forged: one, a tenth, all.
          </p>
          <details>
            <summary>The {policy.always.length} lies that are noticed every time</summary>
            <ul className="check-always">
              {policy.always.map((lie) => (
                <li key={lie}>{lie}</li>
              ))}
            </ul>
          </details>
        </Section>
        {policy.unnoticed.map(({ until, title, lies }) => (
          <Section key={until} title={title}>
            <Lies of={lies} />
          </Section>
        ))}
        <Trusted of={policy.trusted} />
        <Section title="Every field altered">
          <p>{facts.eventsAbout}</p>
          {facts.events
            .filter(({ kind }) => kinds.includes(kind))
            .map((event) => (
              <details key={event.kind}>
                <summary>
                  <span className="mono">{event.kind}</span>: {grouped(event.noticed)} of{' '}
                  {grouped(event.forged)} noticed
                </summary>
                <Lies of={event.lies} />
              </details>
            ))}
        </Section>
      </div>
    </Page>
  );
};

const Lies: FC<{ of: readonly Reason[] }> = ({ of }) => (
  <dl className="check-lies">
    {of.map(({ why, lies }) => (
      <div key={why}>
        {Object.entries(lies).map(([lie, missed]) => (
          <dt key={lie}>
            {lie} <span className="small">{missed}</span>
          </dt>
        ))}
        <dd>{why}</dd>
      </div>
    ))}
  </dl>
);

const Words: FC<{ of: string }> = ({ of }) =>
  partsOf(of).map(({ text, as: As }, i) => (As ? <As key={i}>{text}</As> : text));

const Policies: FC<{ facts: CheckFacts; shown: PolicyFacts; hrefOf: Props['hrefOf'] }> = (props) => (
  <nav className="check-policies" aria-label="Policies">
    <ul>
      {props.facts.policies.map(({ name, noticed, forged }) => (
        <li key={name}>
          <a href={props.hrefOf(name)} aria-current={name === props.shown.name ? 'page' : undefined}>
            <span className="mono">{name}</span>
            <span className="count-of">
              {grouped(noticed)} of {grouped(forged)} noticed
            </span>
          </a>
        </li>
      ))}
    </ul>
    <p className="count-of">
      In all, {grouped(props.facts.noticed)} of {grouped(props.facts.forged)}
    </p>
  </nav>
);

const Replayed: FC<{ rows: CheckFacts['replayed'] }> = ({ rows }) => (
  <dl className="check-replayed">
    {rows.map(({ kind, words }) => (
      <div key={kind}>
        <dt className="mono">{kind}</dt>
        <dd>
          <Words of={words} />
        </dd>
      </div>
    ))}
  </dl>
);

const Balances: FC<{ rows: CheckFacts['balances'] }> = ({ rows }) => (
  <dl className="check-replayed">
    {rows.map(({ name, of, sums, slack }) => (
      <div key={name}>
        <dt className="mono">{name}</dt>
        <dd>
          {of && `${of}: `}
          {sums}
          <span className="count-of">slack {slack}</span>
        </dd>
      </div>
    ))}
  </dl>
);

const Witnesses: FC<{ rows: CheckFacts['witnesses'] }> = ({ rows }) => (
  <dl className="check-replayed">
    {rows.map(({ name, kind, words, fields, place }) => (
      <div key={name}>
        <dt className="mono">{name}</dt>
        <dd>
          <code>{kind}</code>, {words}: {fields.join(', ')}
          <span className="count-of">told by {place}</span>
        </dd>
      </div>
    ))}
  </dl>
);

const Extents: FC<{ policy: PolicyFacts }> = ({ policy }) => (
  <Table
    className="check-counts"
    caption="Forged captures"
    heads={['decisions forged', 'forged', 'noticed', 'only incomplete', 'not noticed']}
    rows={policy.extents.map(({ extent, forged, noticed, incomplete, missed }) => ({
      key: extent,
      cells: [EXTENTS[extent] ?? extent, ...[forged, noticed, incomplete, missed].map(grouped)],
    }))}
  />
);

/** What a field is, in the words of the event table. */
function docOf(field: string): string {
  const [kind, name] = field.split('.');
  const fields = Object.entries(KINDS).find(([of]) => of === kind)?.[1].fields ?? [];
  return fields.find((of) => of.name === name)?.doc ?? '';
}

const Trusted: FC<{ of: PolicyFacts['trusted'] }> = ({ of }) =>
  of.length > 0 && (
    <Section title="Taken on trust">
      <p>
        Nothing is compared with these fields, in full or in part. Where something could show a lie, it is
        named.
      </p>
      <dl className="check-trusted">
        {of.map(({ field, remedy }) => (
          <div key={field}>
            <dt className="mono">{field}</dt>
            <dd>
              {docOf(field)}
              {remedy && <span className="count-of">{remedy}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );

const Section: FC<{ title: string; children: ReactNode }> = ({ title, children }) => {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
};
