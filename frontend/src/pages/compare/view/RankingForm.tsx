/** The question of which tunable matters, as a sentence. */
import { useMemo, useState, type FC } from 'react';
import type { Catalogue } from '../../../capture/sources/catalogue';
import { MEASURES } from '../../../core/gen/measures';
import { formatRanking, parseRanking, type Ranking } from '../ranking';
import { Field, Refusal, Seeds } from './Field';
import { measureName } from '../ranking-phrases';
import { measureNamed } from '../table';
import { ranked } from '../workers';

interface FormProps {
  catalogue: Catalogue;
  text: string;
  running: boolean;
  refused: string;
  onAsk: (text: string) => void;
}

/** The question as a sentence; what it comes to is the text of the link. */
export const RankingForm: FC<FormProps> = ({ catalogue, text, running, refused, onAsk }) => {
  const [ranking, error] = useMemo((): [Ranking | null, string] => {
    try {
      return [parseRanking(text), ''];
    } catch (why) {
      return [null, why instanceof Error ? why.message : String(why)];
    }
  }, [text]);
  const [seeds, setSeeds] = useState(() => new URLSearchParams(text).get('seeds') ?? '1');
  const machineOf = (id: string) => catalogue.scenarios.find((s) => s.id === id)?.params.machine ?? 'swap';
  const measures = MEASURES.filter(({ machine }) => machine === machineOf(ranking?.of.id ?? ''));
  const ask = (changed: Partial<Ranking>) => {
    if (ranking) onAsk(formatRanking({ ...ranking, ...changed }));
  };
  return (
    <form
      className="cmp-ask"
      aria-label="Question"
      onSubmit={(event) => {
        event.preventDefault();
        const asked = text.replace(/&seeds=[^&]*/, '');
        onAsk(seeds.trim() === '' || seeds.trim() === '1' ? asked : `${asked}&seeds=${seeds.trim()}`);
      }}
    >
      <Field label="Take">
        <select
          value={ranking?.of.id ?? ''}
          onChange={({ target }) => {
            const machine = machineOf(target.value);
            const same = ranking !== null && measureNamed(ranking.measure).machine === machine;
            const judged = MEASURES.find((m) => m.machine === machine && m.better !== 'neither');
            const measure = same || !judged ? (ranking?.measure ?? 'home') : judged.name;
            const part = same ? ranking.part : 0;
            onAsk(
              formatRanking({
                of: { kind: 'model', id: target.value, overrides: {} },
                measure,
                part,
                by: ranking?.by ?? 2,
                seeds: ranking?.seeds ?? [1],
              }),
            );
          }}
        >
          {!ranking && <option value="">a scenario</option>}
          {catalogue.scenarios.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </Field>
      <Field label="vary all its tunables">
        <select
          value={ranking?.by ?? 2}
          onChange={({ target }) => {
            ask({ by: Number(target.value) });
          }}
        >
          <option value="2">from half to double</option>
          <option value="4">from a quarter to four times</option>
        </select>
      </Field>
      <Field label="and measure">
        <select
          value={ranking ? `${ranking.measure}.${ranking.part}` : ''}
          onChange={({ target }) => {
            const [measure, part] = target.value.split('.');
            ask({ measure: measureNamed(measure as Ranking['measure']).name, part: Number(part) });
          }}
        >
          {measures.map((m) => (
            <option key={m.name} value={`${m.name}.${m.name === ranking?.measure ? ranking.part : 0}`}>
              {measureName({ measure: m.name, part: m.name === ranking?.measure ? ranking.part : 0 })}
            </option>
          ))}
        </select>
      </Field>
      <Seeds value={seeds} onChange={setSeeds} />
      {running ? (
        <button type="button" className="btn" onClick={ranked.stop}>
          Stop
        </button>
      ) : (
        <button type="submit" className="btn">
          Run
        </button>
      )}
      <Refusal why={error || refused} />
    </form>
  );
};
