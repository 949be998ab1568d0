/** Keys to commands. A key that the thing under focus needs for itself stays with it. */
import { COMMANDS, type Command, type CommandContext } from './commands';
import { onPage } from './pages';
import { preferences } from './preferences';

/** Roles and elements to which typing, arrows or Space mean something of their own. */
function keeps(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('dialog, select, textarea, [contenteditable]')) return true;
  const input = target.closest('input');
  if (input) return input.type !== 'radio' || key === ' ' || key.startsWith('Arrow');
  return (key === ' ' || key === 'Enter') && target.closest('button, a, summary, [role=tab]') !== null;
}

/** Of several that a key has, the one that it means now. */
const means = (key: string) => (c: Command) =>
  c.keys.includes(key) && (!onPage() || c.everywhere === true) && c.when?.() !== false;

function commandFor(event: KeyboardEvent): Command | undefined {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return undefined;
  const named = event.key.length > 1 && event.shiftKey ? `Shift+${event.key}` : event.key;
  const command = COMMANDS.find(means(named));
  if (!command) return undefined;
  return command.always || preferences.getState().shortcuts ? command : undefined;
}

/** Does what the key stands for, if anything. */
export function press(event: KeyboardEvent, context: CommandContext): void {
  if (event.defaultPrevented) return;
  const command = commandFor(event);
  if (!command || (!command.firm && keeps(event.target, event.key))) return;
  event.preventDefault();
  command.run(context);
}

export function listen(context: CommandContext): () => void {
  const pressed = (event: KeyboardEvent) => {
    press(event, context);
  };
  addEventListener('keydown', pressed);
  return () => {
    removeEventListener('keydown', pressed);
  };
}
