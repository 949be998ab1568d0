/** A teacher's link, made by a form: what is shown, what may be touched, what is hidden; with a QR picture. */
import { useState, type FC } from 'react';
import { scenes } from '../../scenes';
import { tunableLabel } from '../../capture/sources/tunable-phrases';
import { PANES } from '../../core/panes';
import { useStage, useStageState } from '../../stage/control/stage-context';
import { FileUpload } from '../../stage/sources/FileUpload';
import { Dialog } from '../../ui/dialog/Dialog';
import { PHONE, useMedia } from '../../ui/use-screen';
import {
  COLOURS,
  HIDDEN,
  classSettings,
  TEXT_SIZES,
  type Hidden,
  type ClassSettings,
} from '../../stage/state/class-link';
import { formatClassLink } from '../../stage/state/class-link-parser';
import { HIDDEN_PHRASES } from '../../stage/state/class-link-docs';
import { CopyButton } from '../../ui/CopyButton';
import { QrPicture } from '../../ui/QrPicture';
import '../../ui/style/fields.css';
import './class-link.css';
import { formatView } from '../../stage/url';
import { parseView } from '../../stage/url-parser';

interface Props {
  /** The present view in a scene, as a fragment. */
  hrefOf: (scene: string) => string;
  scene: string;
  onClose: () => void;
}

/** Seeds that a link can hold. */
const SEED_MAX = 999_999;

export const ClassLink: FC<Props> = ({ hrefOf, scene: first, onClose }) => {
  const [scene, setScene] = useState(first);
  const [set, setSet] = useState<ClassSettings>(classSettings.getState);
  const view = parseView(hrefOf(scene)).view;
  const [step, setStep] = useState<number | null>(null);
  const [asked, setAsked] = useState<number | null>(view?.predict?.seed ?? null);
  const phone = useMedia(PHONE);
  const { choose } = useStage();
  const panes = useStageState((s) => s.panes);
  const shown = scenes.find(({ id }) => id === scene);
  const change = (part: Partial<ClassSettings>) => {
    setSet((now) => ({ ...now, ...part }));
  };
  if (!view) return null;
  const { predict, ...rest } = view;
  const hash = formatView({
    ...rest,
    position: step === null ? view.position : { align: 'decision', k: step, t: 0 },
    ...(asked === null ? {} : { predict: { pane: predict?.pane ?? 'A', seed: asked } }),
  });
  const link = new URL(location.href);
  link.search = formatClassLink(set, location.search);
  link.hash = hash;
  const local = PANES.filter((id) => view.sources[id].kind === 'file');
  return (
    <Dialog title="Link for a class" onClose={onClose} wide>
      <div className="class-link">
        <form
          onSubmit={(event) => {
            event.preventDefault();
          }}
        >
          <fieldset>
            <legend>What is shown</legend>
            <label>
              Scene
              <select
                className="pick"
                value={scene}
                onChange={(event) => {
                  setScene(event.target.value);
                  setStep(null);
                  change({ tunables: set.tunables && [] });
                }}
              >
                {scenes.map(({ id, title }) => (
                  <option key={id} value={id}>
                    {title}
                  </option>
                ))}
              </select>
            </label>
            <Whole
              name="Step"
              value={step ?? view.position.k}
              most={Number.MAX_SAFE_INTEGER}
              onChange={setStep}
            />
            <Tick
              name="Ask first (predict)"
              on={asked !== null}
              onChange={(on) => {
                setAsked(on ? 1 : null);
              }}
            />
            {asked !== null && (
              <Whole name="Seed of the questions" value={asked} most={SEED_MAX} onChange={setAsked} />
            )}
          </fieldset>
          <fieldset>
            <legend>What may be touched</legend>
            <Tick
              name="All tunables"
              on={set.tunables === null}
              onChange={(on) => {
                change({ tunables: on ? null : [] });
              }}
            />
            {set.tunables !== null &&
              (shown?.tunables ?? []).map((name) => (
                <Tick
                  key={name}
                  name={tunableLabel(name)}
                  on={set.tunables?.includes(name) ?? false}
                  onChange={(on) => {
                    const others = (set.tunables ?? []).filter((other) => other !== name);
                    change({ tunables: on ? [...others, name] : others });
                  }}
                />
              ))}
          </fieldset>
          <fieldset>
            <legend>What is hidden</legend>
            {HIDDEN.map((part) => (
              <Tick
                key={part}
                name={HIDDEN_PHRASES[part]}
                on={set.hide.includes(part)}
                onChange={(on) => {
                  change({ hide: toggled(set.hide, part, on) });
                }}
              />
            ))}
          </fieldset>
          <fieldset>
            <legend>For the room</legend>
            <Tick
              name="Present: fill the wall"
              on={set.present}
              onChange={(on) => {
                change({ present: on });
              }}
            />
            <Tick
              name="Colours for a projector"
              on={set.colours === 'projector'}
              onChange={(on) => {
                change({ colours: COLOURS[on ? 1 : 0] });
              }}
            />
            <label>
              Text size
              <select
                className="pick"
                value={set.text}
                onChange={(event) => {
                  change({ text: TEXT_SIZES.find((size) => String(size) === event.target.value) ?? 1 });
                }}
              >
                {TEXT_SIZES.map((size) => (
                  <option key={size} value={size}>
                    {Math.round(size * 100)} %
                  </option>
                ))}
              </select>
            </label>
          </fieldset>
        </form>
        <div className="class-made">
          {local.length > 0 && (
            <div role="group" aria-label="Files of this machine">
              <p role="alert">
                A file of this machine is shown: a link cannot bring it to others. Keep it on the server, or
                choose another source.
              </p>
              {local.map((id) => {
                const spec = panes[id].spec;
                return (
                  spec.kind === 'file' &&
                  spec.blob && (
                    <FileUpload
                      key={id}
                      name={spec.name}
                      blob={spec.blob}
                      onDone={(kept) => {
                        choose(id, { kind: 'server', id: kept });
                      }}
                      without="There is no server to keep it on."
                    />
                  )
                );
              })}
            </div>
          )}
          <label>
            The link
            <textarea
              readOnly
              rows={4}
              value={link.href}
              // On a phone the form comes first: nobody is to begin in its middle.
              data-autofocus={phone ? undefined : true}
              onFocus={(event) => {
                event.target.select();
              }}
            />
          </label>
          <p className="class-acts">
            <CopyButton text={link.href} what="the link" look="btn main" />
            <a className="btn" href={link.href} target="_blank" rel="noreferrer">
              Try it
            </a>
          </p>
          <QrPicture text={link.href} label="QR picture of the link" />
        </div>
      </div>
    </Dialog>
  );
};

const toggled = (hide: readonly Hidden[], part: Hidden, on: boolean): Hidden[] =>
  HIDDEN.filter((other) => (other === part ? on : hide.includes(other)));

const Tick: FC<{ name: string; on: boolean; onChange: (on: boolean) => void }> = ({ name, on, onChange }) => (
  <label className="tick-line">
    <input
      type="checkbox"
      checked={on}
      onChange={(event) => {
        onChange(event.target.checked);
      }}
    />
    {name}
  </label>
);

interface WholeProps {
  name: string;
  value: number;
  most: number;
  onChange: (value: number) => void;
}

/** A whole number; what is none is not taken. */
const Whole: FC<WholeProps> = ({ name, value, most, onChange }) => (
  <label>
    {name}
    <input
      className="num"
      type="text"
      inputMode="numeric"
      value={value}
      onChange={(event) => {
        const text = event.target.value.replaceAll(',', '');
        if (/^\d{0,15}$/.test(text)) onChange(Math.min(most, Number(text)));
      }}
    />
  </label>
);
