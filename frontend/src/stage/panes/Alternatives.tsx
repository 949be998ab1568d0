/** What every other rule decides: one step of each at this decision, and each with its own history along the run. */
import { useEffect, type FC } from 'react';
import { textOf, type Message } from '../../core/message';
import type { PaneId } from '../../core/panes';
import { divergencePhrases } from '../../scenes/voices/alternatives';
import { cellAt, isRough, type ChainRules } from '../state/chains';
import { chainPhrase } from '../control/chain-rules';
import { useStage, useStageState } from '../control/stage-context';
import { shownRule, useTextFrame } from '../control/use-pane';
import { nextRulesShown } from '../state/view';

const HERE =
  'One step under each other rule, from the same inputs. A whole run under that rule would have another history by now.';
const AS_IF =
  'The same demand under each other rule from the start, with its own lists, turns and batches. Where the one you choose differs, it is drawn dashed.';

/** In both panes, or in neither: one looks at the same of both. */
export const AlternativesButton: FC = () => {
  const { controller } = useStage();
  const shown = useStageState((s) => s.rulesShown);
  return (
    <span className="others">
      <button
        type="button"
        aria-pressed={shown !== 'off'}
        aria-keyshortcuts="G"
        onClick={() => {
          controller.store.setState({ rulesShown: nextRulesShown(shown) });
        }}
      >
        {shown === 'row' ? 'other rules, on the strip too' : 'other rules'}
      </button>
    </span>
  );
};

export const Alternatives: FC<{ pane: PaneId; words: Message }> = ({ pane, words }) => {
  const { controller } = useStage();
  const parted = useStageState((s) => s.panes[pane].divergence);
  return (
    <div className="here">
      <p>
        <abbr title={HERE}>here</abbr> {textOf(words)}
      </p>
      {parted === null ? (
        <button
          type="button"
          className="link-btn"
          onClick={() => {
            void controller.askOthers(pane);
          }}
        >
          over the run
        </button>
      ) : (
        <p role="status">
          {parted === 'counting'
            ? 'over the run: counting …'
            : `over the run, one step each: ${divergencePhrases(parted.modes).join(' · ')}`}
        </p>
      )}
      <AsIf pane={pane} />
    </div>
  );
};

const AsIf: FC<{ pane: PaneId }> = ({ pane }) => {
  const { controller } = useStage();
  const rules = useStageState((s) => s.panes[pane].rules);
  const columns = useStageState((s) => s.panes[pane].source?.columns);
  useEffect(() => {
    void controller.askRules(pane);
  }, [controller, pane, columns]);
  if (rules === null) return null;
  if (typeof rules === 'number')
    return (
      <p role="status">
        <abbr title={AS_IF}>as if</abbr> rolling the other rules forward: {Math.round(100 * rules)} %
      </p>
    );
  return (
    <>
      {!isRough(rules) && <Choices pane={pane} rules={rules} />}
      <p>over the run, each with its own history: {chainPhrase(rules)}</p>
    </>
  );
};

/** What each of them decides here; the one pressed is drawn. */
const Choices: FC<{ pane: PaneId; rules: ChainRules }> = ({ pane, rules }) => {
  const { controller } = useStage();
  const k = useTextFrame(pane)?.frame.k ?? 0;
  const drawn = useStageState((s) => shownRule(s.panes[pane]));
  const made = rules.others.flatMap(({ chain, ...rule }) => (chain ? [{ ...rule, chain }] : []));
  if (made.length === 0) return null;
  return (
    <p className="as-if-rules">
      <abbr title={AS_IF}>as if</abbr>
      {made.map(({ value, words, chain }) => (
        <button
          key={value}
          type="button"
          className="link-btn"
          aria-pressed={value === drawn?.value}
          onClick={() => {
            controller.drawRule(pane, value);
          }}
        >
          {words}: {cellAt(chain, k)?.name ?? 'not asked'}
        </button>
      ))}
    </p>
  );
};
