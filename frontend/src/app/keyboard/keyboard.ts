/** Keys to commands. A key that the thing under focus needs for itself stays with it, where the command lets it. */
import { topDialog } from '../../ui/dialog/dialog-stack';
import { wall } from '../../stage/state/class-link';
import { COMMANDS, type Command, type CommandContext } from './commands';
import { onPage, onStart } from '../links/pages';
import { preferences } from '../state/preferences';
import { hasModifier } from '../../ui/keyboard';

const TYPED = 'select, textarea, [contenteditable], input:not([type=radio], [type=checkbox], [type=range])';

/** Roles and elements to which typing, arrows or Space mean something of their own. */
function keeps(target: Element, key: string): boolean {
  if (key === 'Escape') return false;
  if (target.closest('select, textarea, [contenteditable]')) return true;
  const input = target.closest('input');
  if (input) return input.type !== 'radio' || key === ' ' || key.startsWith('Arrow');
  return (key === ' ' || key === 'Enter') && target.closest('button, a, summary, [role=tab]') !== null;
}

/** Whether it is not for the command: it is the dialog's, or that of what has the focus. */
function stays(command: Command, { target, key }: KeyboardEvent): boolean {
  const on = target instanceof Element ? target : null;
  if (command.beyond) return on?.closest(TYPED) != null;
  return topDialog() !== undefined || (on !== null && keeps(on, key));
}

/** Of several that a key has, the one that it means now. */
const means = (key: string) => (c: Command) =>
  c.keys.includes(key) &&
  (!onPage() || c.everywhere === true || (onStart() && c.atStart === true)) &&
  c.when?.() !== false;

function commandFor(event: KeyboardEvent): Command | undefined {
  if (hasModifier(event) || event.isComposing) return undefined;
  const named = event.key.length > 1 && event.shiftKey ? `Shift+${event.key}` : event.key;
  const command = COMMANDS.find(means(named));
  if (!command) return undefined;
  return command.always || preferences.getState().shortcuts ? command : undefined;
}

/** Held down with another key, which is the one that is meant: a clicker's Shift F5 is one press. */
const MODIFIERS = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta'];

/** The black wall wakes by whatever key, which does nothing else; firm commands wait for nobody. */
function pressFirm(event: KeyboardEvent, context: CommandContext): boolean {
  const command = commandFor(event);
  if (wall.getState().blank) {
    if (MODIFIERS.includes(event.key)) return false;
    wall.setState({ blank: false });
  } else if (command?.firm?.()) command.run(context);
  else return false;
  event.preventDefault();
  return true;
}

/** What has the focus had the key first, and left it. */
function pressLeft(event: KeyboardEvent, context: CommandContext): void {
  if (event.defaultPrevented) return;
  const command = commandFor(event);
  if (!command || stays(command, event)) return;
  event.preventDefault();
  command.run(context);
}

/** Does what a key stood for, if anything, that was pressed before anybody listened. */
export function press(event: KeyboardEvent, context: CommandContext): void {
  if (!event.defaultPrevented && !pressFirm(event, context)) pressLeft(event, context);
}

export function listen(context: CommandContext): () => void {
  // Before what has the focus hears of it.
  const first = (event: KeyboardEvent) => {
    if (pressFirm(event, context)) event.stopImmediatePropagation();
  };
  const pressed = (event: KeyboardEvent) => {
    pressLeft(event, context);
  };
  addEventListener('keydown', first, true);
  addEventListener('keydown', pressed);
  return () => {
    removeEventListener('keydown', first, true);
    removeEventListener('keydown', pressed);
  };
}
