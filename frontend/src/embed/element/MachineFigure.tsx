/** A machine's zones in somebody else's page: the drawing, what comes of a request, and the same as a table. */
import { useEffect, useState, type FC } from 'react';
import { lookWords } from '../../pages/machine/phrases';
import { Tanks } from '../../pages/machine/view/Tanks';
import { ZoneTable } from '../../pages/machine/view/ZoneTable';
import { zoneId } from '../../pages/machine/zones';
import { Tag } from '../../ui/Tag';
import { useWidth } from '../../ui/use-screen';
import type { MachineFacts } from '../figure/machine-facts';
import { ProvenanceLine } from './ProvenanceLine';

interface Props {
  facts: MachineFacts;
  full: string | null;
  drawn: () => void;
}

export const MachineFigure: FC<Props> = ({ facts, full, drawn }) => {
  const [ref, width] = useWidth();
  const [text, setText] = useState(false);
  const { source, label, title, context, provenance, drawn: zones, others, walk, asif } = facts;
  const there = width > 0;
  useEffect(() => {
    if (there) drawn();
  }, [there, drawn]);
  return (
    <div className="figure" role="figure" aria-label={title} tabIndex={0}>
      <div className="figure-panes">
        <div className="figure-pane" role="group" aria-label="Zones">
          <div className="figure-head">
            <Tag of="kernel" />
            <b title={source}>{source}</b>
          </div>
          <div ref={ref} className="figure-drawing">
            {there && (
              <Tanks drawn={zones} others={others} walk={walk} asif={asif} width={width} label={label} />
            )}
          </div>
        </div>
      </div>
      <div className="figure-say">
        <p>{title}</p>
        <p className="note">{context}</p>
      </div>
      {text && <Words facts={facts} />}
      <ProvenanceLine provenance={provenance} text={text} setText={setText} full={full} />
    </div>
  );
};

const Words: FC<{ facts: MachineFacts }> = ({ facts: { looks, unlisted, all } }) => (
  <div className="figure-text">
    <ol>
      {looks.map((look) => (
        <li key={zoneId(look)}>{lookWords(look, unlisted)}</li>
      ))}
    </ol>
    <div className="twin">
      <ZoneTable drawn={all} />
    </div>
  </div>
);
