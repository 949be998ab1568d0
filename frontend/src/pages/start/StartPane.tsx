/** One of the two machines: under which rule, what it takes now, the drawing, and the rule in a sentence. */
import { type FC, type ReactNode } from 'react';
import { ENUMS } from '../../core/gen/tables';
import type { Columns } from '../../core/columns';
import type { Cell } from '../../core/decision';
import { grouped } from '../../core/number';
import type { PaneId } from '../../core/panes';
import { valuePhrase } from '../../capture/sources/phrases';
import { scenes } from '../../scenes';
import type { Frame, SourceInfo } from '../../scenes/scene';
import { useStageState } from '../../stage/control/stage-context';
import { useDrawing, useTextFrame } from '../../stage/control/use-pane';
import { useParts } from '../../stage/panes/scene-parts';
import { Tag } from '../../ui/Tag';
import { useWidth } from '../../ui/use-screen';
import { START } from './view';

/** What a drawing is laid out for at most; in more room it is enlarged, words and all. */
const LAID_OUT = 671;

const ABOUT: Readonly<Record<string, string>> = {
  node: 'Each node asks the disk that sits on it.',
  roundrobin: 'All disks are equal, so they take turns.',
};

const ruleOf = ({ params }: SourceInfo): string => {
  const value = params?.['rule'];
  return typeof value === 'number' ? (ENUMS.rule[value] ?? '') : '';
};

/** What was chosen, and whether it sits on the node that asked. */
export function chosenIn(columns: Columns, { k, event }: Frame): { name: string; home: boolean } | null {
  const cell: Cell | undefined = columns.cells[columns.cell[k - 1] ?? -1];
  return cell && event && 'nid' in event ? { name: cell.name, home: cell.node === event.nid } : null;
}

export const StartPane: FC<{ id: PaneId; both: boolean; children?: ReactNode }> = ({
  id,
  both,
  children,
}) => {
  const scene = scenes.find((s) => s.id === START.scene);
  const source = useStageState((s) => s.panes[id].source);
  const failure = useStageState((s) => s.panes[id].failure);
  const text = useTextFrame(id);
  const chosen = text && source && chosenIn(source.columns, text.frame);
  const rule = source ? ruleOf(source.info) : '';
  const end = source?.info.decisions ?? 0;
  return (
    <section className="start-pane" id={`pane-${id}`} data-pane={id} aria-label={`Pane ${id}`}>
      <div className="start-source">
        {both && <span className="pane-letter">{id}</span>}
        {source && <Tag of={source.info.provenance} />}
        <h2>{both ? `Rule: ${valuePhrase('rule', rule)}` : (source?.info.title ?? '')}</h2>
        {both && chosen ? (
          <span className="small">
            takes <b>{chosen.name}</b>, {chosen.home ? 'at home' : 'elsewhere'}
          </span>
        ) : (
          source && (
            <span className="small">
              decision <b>{grouped(text?.frame.k ?? 0)}</b> of {grouped(end)}
            </span>
          )
        )}
      </div>
      {failure && (
        <p className="failure" role="alert">
          This could not be shown. {failure.message} {failure.advice}
        </p>
      )}
      {scene && <Picture id={id} scene={scene} />}
      {both && <p className="start-rule">{ABOUT[rule]}</p>}
      {children}
    </section>
  );
};

const Picture: FC<{ id: PaneId; scene: (typeof scenes)[number] }> = ({ id, scene }) => {
  const [ref, width] = useWidth();
  const { Drawing, narrate, again } = useParts(scene, false);
  const drawn = useDrawing(id);
  const label =
    drawn && narrate ? `${scene.title}, pane ${id}, decision ${grouped(drawn.frame.k)}` : scene.title;
  return (
    <div ref={ref} className="drawing">
      {again && (
        <button type="button" className="btn" onClick={again}>
          Try again
        </button>
      )}
      {drawn && Drawing && width > 0 && (
        <Drawing {...drawn} width={Math.min(width, LAID_OUT)} label={label} />
      )}
    </div>
  );
};
