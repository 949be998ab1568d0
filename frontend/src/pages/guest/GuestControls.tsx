/** Sysctls, each with the line that is written; work to give to it, each with the lines that are typed. */
import { useState, type FC } from 'react';
import { useStore } from 'zustand';
import { GUEST } from '../../guest/description';
import type { GuestController } from './controller';
import { GUEST_SETTINGS, SWAP, WORKLOADS, type Setting, type Workload } from './settings';

export const GuestControls: FC<{ controller: GuestController }> = ({ controller }) => {
  const { phase, busy, written, settings, tasks, swap, cpu, news } = useStore(controller.store);
  const idle = busy === null && (phase === 'running' || phase === 'paused') && news?.full !== true;
  return (
    <>
      <section className="guest-settings" aria-labelledby="guest-settings">
        <h2 id="guest-settings">Write a sysctl</h2>
        {GUEST_SETTINGS.map((setting) => (
          <Field
            key={setting.name}
            of={setting}
            value={settings[setting.name] ?? ''}
            disabled={!idle}
            onSet={(value) => void controller.set(setting.name, value)}
          />
        ))}
        <p className="guest-written" role="status">
          {written ? (
            <>
              <code># {written.line}</code> <span>{written.answer}</span>
            </>
          ) : (
            'The line that is written appears in this place.'
          )}
        </p>
      </section>
      <section className="guest-work" aria-labelledby="guest-work">
        <h2 id="guest-work">Give it work</h2>
        <Work of={SWAP} disabled={!idle || swap} on={swap} onStart={() => void controller.start(SWAP)} />
        {WORKLOADS.map((workload) => (
          <Work
            key={workload.id}
            of={workload}
            disabled={!idle}
            onStart={() => void controller.start(workload)}
          />
        ))}
        <label className="guest-cpu">
          The CPU stands on node
          <select
            value={cpu}
            disabled={!idle}
            onChange={({ target }) => void controller.moveCpu(Number(target.value))}
          >
            {GUEST.manifest.nodes.map(({ nid }) => (
              <option key={nid}>{nid}</option>
            ))}
          </select>
        </label>
        {tasks.length > 0 && (
          <ul className="guest-tasks" aria-label="Tasks that run">
            {tasks.map((task) => (
              <li key={task.pid}>
                <code>
                  [{task.pid}] {task.line}
                </code>
                <button
                  type="button"
                  className="link-btn"
                  disabled={!idle}
                  onClick={() => void controller.kill(task)}
                >
                  stop<span className="visually-hidden"> task {task.pid}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {news && news.devices.length > 0 && (
          <div className="guest-swap" role="group" aria-label="Swap off">
            {news.devices.map(({ name }) => (
              <button
                key={name}
                type="button"
                className="btn"
                disabled={!idle}
                onClick={() => void controller.type(`swapoff /dev/${name}`)}
              >
                swapoff {name}
              </button>
            ))}
          </div>
        )}
      </section>
    </>
  );
};

const Field: FC<{ of: Setting; value: string; disabled: boolean; onSet: (value: string) => void }> = ({
  of: { name, values },
  value,
  disabled,
  onSet,
}) => {
  const [typed, setTyped] = useState<string | null>(null);
  const write = () => {
    if (typed !== null && typed !== value && typed !== '') onSet(typed);
    setTyped(null);
  };
  return (
    <label className="guest-field">
      <code>{name}</code>
      {'least' in values ? (
        <input
          type="number"
          className="num"
          min={values.least}
          max={values.most}
          value={typed ?? value}
          disabled={disabled}
          onChange={({ target }) => {
            setTyped(target.value);
          }}
          onBlur={write}
          onKeyDown={({ key }) => {
            if (key === 'Enter') write();
          }}
        />
      ) : (
        <select
          value={value}
          disabled={disabled}
          onChange={({ target }) => {
            onSet(target.value);
          }}
        >
          {value === '' && <option />}
          {values.map((word) => (
            <option key={word}>{word}</option>
          ))}
        </select>
      )}
    </label>
  );
};

const Work: FC<{ of: Workload; disabled: boolean; on?: boolean; onStart: () => void }> = ({
  of: { title, lines },
  disabled,
  on = false,
  onStart,
}) => (
  <div className="guest-workload">
    <button type="button" className="btn" disabled={disabled} onClick={onStart}>
      {title}
    </button>
    <code>
      {on ? 'done' : lines.length > 3 ? `${lines.length} lines, in the terminal` : lines.join('; ')}
    </code>
  </div>
);
