/** What of a drawing can be taken hold of: grips over it, and beside the one that is held what a real machine calls it. */
import { memo, useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type FC } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { tunableLabel } from '../../capture/sources/tunable-phrases';
import { sameSpec, type SourceSpec } from '../../capture/sources/spec';
import { otherOf, type PaneId } from '../../core/panes';
import { paramNamed, type ParamsInForce } from '../../core/params';
import type { Handle, Setting } from '../../scenes/control';
import type { HandlesOf, PaneSourceFrame, SourceFrame } from '../../scenes/scene';
import { CopyButton } from '../../ui/CopyButton';
import { useStage, useStageState } from '../control/stage-context';
import { isUnlocked } from '../state/class-link';
import { asked, listText, withElement, withTunable } from '../tunables/tunable-values';
import { useHand, type Draft, type Hand } from './use-controls';
import './controls.css';

/** What a thumb needs. */
const TARGET = 44;

interface Props extends PaneSourceFrame {
  other: SourceFrame | null;
  width: number;
  large: string | undefined;
  handlesOf: HandlesOf;
  /** Only these tunables. */
  touch: readonly string[] | undefined;
}

/** Those that have the room a thumb needs, the `first` in any case; the others are among the tunables above. */
function apart(handles: readonly Handle[], first: string | null): Handle[] {
  const kept: Handle[] = [];
  for (const handle of [...handles].sort((a, b) => Number(b.id === first) - Number(a.id === first))) {
    const { x, y } = handle.place(handle.main.value);
    const free = kept.every((other) => {
      const at = other.place(other.main.value);
      return Math.abs(at.x - x) >= TARGET || Math.abs(at.y - y) >= TARGET;
    });
    if (free) kept.push(handle);
  }
  return handles.filter((handle) => kept.includes(handle));
}

/** What sets it on a real machine; else all of the tunable, as the model takes it. */
function lineOf(setting: Setting, value: number, params: ParamsInForce): string {
  const param = paramNamed(setting.name);
  if (setting.command || !param) return setting.command?.(value) ?? '';
  const changed = withElement(param, params, setting.lane, value);
  return `${tunableLabel(setting.name)} ${typeof changed === 'object' ? listText(param, changed) : setting.text(value)}`;
}

export const Handles = memo<Props>(({ pane, info, frame, other, width, large, handlesOf, touch }) => {
  const stage = useStage();
  const spec = useStageState((s) => s.panes[pane].spec);
  const params = useMemo(() => (info.params ? asked(info.params, spec) : null), [info.params, spec]);
  const changed = useStore(stage.changed, (s) => s.last);
  // As long as the pane shows what came of it.
  const last = changed?.pane === pane && sameSpec(changed.after, spec) ? changed : null;
  const commit = (id: string, { setting, value }: Draft) => {
    const param = paramNamed(setting.name);
    if (spec.kind !== 'model' || !params || !param) return;
    const { catalogue } = stage.controller.store.getState();
    const after = withTunable(spec, catalogue, setting.name, withElement(param, params, setting.lane, value));
    stage.choose(pane, after, { pane, id, name: setting.name, was: setting.value, before: spec, after });
  };
  const hand = useHand(width, commit);
  const first = hand.held ?? last?.id ?? null;
  const handles = useMemo(() => {
    if (!params) return [];
    const all = handlesOf({ info, frame, other, width, large, params });
    const may = (name: string) => isUnlocked(name) && (touch?.includes(name) ?? true);
    return apart(
      all.filter(({ main }) => may(main.name)),
      first,
    ).map((h) => ({
      ...h,
      also: h.also.filter(({ name }) => may(name)),
    }));
  }, [handlesOf, info, frame, other, width, large, params, touch, first]);
  const held = handles.find(({ id }) => id === hand.held);
  const was = last && handles.find(({ id }) => id === last.id);
  const drafted = held && hand.draft?.setting.name === held.main.name ? hand.draft.value : null;
  const root = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  const moving = useStageState((s) => s.step < 1);
  // Of the drawing before it, which stands still.
  useLayoutEffect(() => {
    const drawing = root.current?.previousElementSibling;
    if (drawing instanceof HTMLElement) setHeight(drawing.clientHeight);
  }, [handles]);
  const id = useId();
  if (handles.length === 0 || !params) return null;
  return (
    <div
      className={moving ? 'handles moving' : 'handles'}
      ref={root}
      role="group"
      aria-label={`What can be moved in pane ${pane}`}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget)) hand.hold(null);
      }}
    >
      <div className="ground" style={{ height }}>
        <svg width={width} height="1" aria-hidden="true">
          {last && was?.main.name === last.name && <path className="was" d={was.outline(last.was)} />}
          {held && drafted !== null && <path className="will" d={held.outline(drafted)} />}
        </svg>
        {handles.map((handle) => (
          <Grip key={handle.id} handle={handle} hand={hand} panel={id} />
        ))}
      </div>
      {held && (
        <Held
          key={held.id}
          id={id}
          handle={held}
          hand={hand}
          params={params}
          was={last?.id === held.id ? last : null}
        />
      )}
      {last && <Undo pane={pane} before={last.before} />}
    </div>
  );
});
Handles.displayName = 'Handles';

/** The value of a setting while it is held. */
const valueOf = (setting: Setting, { draft, held }: Hand, id: string): number =>
  held === id && draft?.setting.name === setting.name ? draft.value : setting.value;

const Grip: FC<{ handle: Handle; hand: Hand; panel: string }> = ({ handle, hand, panel }) => {
  const { id, of, grows, main, place, note } = handle;
  const value = valueOf(main, hand, id);
  const { x, y } = place(value);
  const isHeld = hand.held === id;
  return (
    <div
      className={isHeld ? 'grip held' : 'grip'}
      style={{ left: x, top: y }}
      role="slider"
      tabIndex={0}
      data-of={of}
      data-grip={id}
      data-grows={grows}
      aria-label={main.words}
      aria-orientation={grows === 'right' ? 'horizontal' : 'vertical'}
      aria-valuemin={main.min}
      aria-valuemax={main.max}
      aria-valuenow={value}
      aria-valuetext={`${main.text(value)}. ${note(value)}`}
      aria-controls={isHeld ? panel : undefined}
      onFocus={() => {
        hand.hold(id);
      }}
      onPointerDown={(event) => {
        hand.grab(handle, event);
      }}
      onClick={() => {
        document.getElementById(panel)?.scrollIntoView({ block: 'nearest' });
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !hand.draft) {
          document.getElementById(panel)?.querySelector('button')?.focus();
          event.preventDefault();
        } else hand.press(handle, event);
      }}
    />
  );
};

interface HeldProps {
  id: string;
  handle: Handle;
  hand: Hand;
  params: ParamsInForce;
  was: { name: string; was: number } | null;
}

/** The same by plus and minus, and the command for a real machine. It stands where Why does, which steps back. */
const Held: FC<HeldProps> = ({ id, handle, hand, params, was }) => {
  const settings = [handle.main, ...handle.also];
  const shown = hand.draft?.setting.name ?? was?.name;
  const setting = settings.find(({ name }) => name === shown) ?? handle.main;
  const value = valueOf(setting, hand, handle.id);
  const line = lineOf(setting, value, params);
  const before = hand.draft ? setting.value : was?.name === setting.name ? was.was : null;
  return (
    <div
      className="hand"
      id={id}
      role="group"
      aria-label={handle.main.words}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        hand.cancel();
        document.querySelector<HTMLElement>(`[data-grip="${CSS.escape(handle.id)}"].held`)?.focus();
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <p className="hand-line">
        <code>{line}</code>
        {before !== null && before !== value && <span className="i2"> was {setting.text(before)}</span>}
      </p>
      <p className="small">{handle.note(valueOf(handle.main, hand, handle.id))}</p>
      <div className="hand-knobs">
        {settings.map((s) => (
          <Stepper key={s.name} setting={s} value={valueOf(s, hand, handle.id)} hand={hand} />
        ))}
        <CopyButton text={line} what={setting.words} words={setting.command ? 'Copy this line' : 'Copy'} />
      </div>
    </div>
  );
};

const Stepper: FC<{ setting: Setting; value: number; hand: Hand }> = ({ setting, value, hand }) => {
  const step = (by: number, sign: string, words: string) => (
    <button
      type="button"
      className="btn"
      aria-label={`${setting.words}: ${words}`}
      disabled={by < 0 ? value <= setting.min : value >= setting.max}
      onClick={() => {
        hand.set(setting, value + by);
        hand.settle();
      }}
    >
      {sign}
    </button>
  );
  return (
    <span className="stepper">
      {setting.words}
      {step(-setting.step, '−', 'less')}
      <b>{setting.text(value)}</b>
      {step(setting.step, '+', 'more')}
    </span>
  );
};

/** In the pane's first line, in place of what a model is worth. */
const Undo: FC<{ pane: PaneId; before: SourceSpec }> = ({ pane, before }) => {
  const { choose, undo, controller } = useStage();
  // It is there before anything can be changed.
  const [row] = useState(() => document.querySelector(`#pane-${pane} .source > .row`));
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, target } = event;
      if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey || event.defaultPrevented) return;
      if (target instanceof Element && target.closest('input, textarea, select, dialog')) return;
      if (controller.store.getState().focus !== pane) return;
      event.preventDefault();
      undo();
    };
    addEventListener('keydown', pressed);
    return () => {
      removeEventListener('keydown', pressed);
    };
  });
  return (
    row &&
    createPortal(
      <span className="small push by-hand">
        <button type="button" className="link-btn" onClick={undo}>
          Undo<span className="visually-hidden"> in pane {pane}</span> <kbd>Ctrl Z</kbd>
        </button>
        <button
          type="button"
          className="link-btn"
          onClick={() => {
            choose(otherOf(pane), before);
          }}
        >
          Compare with the run before
        </button>
      </span>,
      row,
    )
  );
};
