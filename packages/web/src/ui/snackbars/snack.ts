import { inField } from '../../lib/typing.ts';
import { type Snack, snackList } from './snack-list.ts';

/** Display time in milliseconds. */
const SNACK_MS = 5_000;
/** Undo time. */
const UNDO_MS = 10_000;

function notify(tone: Snack['tone'], title: string, message: string): void {
	snackList.show({ id: `${title}: ${message}`, title, message, tone, lasts: SNACK_MS });
}

/** Number of actions started so far; each has its own undo. */
let acts = 0;

interface Offer extends Omit<Snack, 'tone' | 'button'>, Partial<Pick<Snack, 'tone'>> {
	/** Label of the button. */
	label: string;
	act: () => void;
}

/** A snackbar with a button. A newer one with the same id replaces it. */
export function offerAction({ label, act, tone, ...snack }: Offer): void {
	const hide = (): void => snackList.hide(snack.id);
	const take = (): void => {
		hide();
		act();
	};
	hide();
	snackList.show({ ...snack, tone: tone ?? 'info', button: { label, act: take } });
}

/** Snackbars at the bottom right. The same text is never shown twice. */
export const snack = {
	info: (title: string, message: string): void => notify('info', title, message),
	success: (title: string, message: string): void => notify('success', title, message),
	warning: (title: string, message: string): void => notify('warning', title, message),
	error: (title: string, message: string): void => notify('error', title, message),
	/**
	 * Starts an undoable action: the returned function offers the undo once the action is done, while its snackbar is shown. Actions are undone one
	 * by one, newest first, ordered by when they started, not when they were answered.
	 */
	act: (tone: Snack['tone'] = 'info') => {
		// Ten seconds are short for keyboard users; hence the undo key.
		if (acts === 0) listenForUndo(document, snackList.undo);
		const act = ++acts;
		return (title: string, message: string, label: string, back: () => void): void =>
			offerAction({ id: `undo ${act}`, title, message, tone, label, act: back, lasts: UNDO_MS, undoes: act });
	},
};

/** Ctrl+Z (or ⌘Z) runs the function returned by `newest`, if any. */
export function listenForUndo(keyboard: Pick<EventTarget, 'addEventListener'>, newest: () => (() => void) | undefined): void {
	keyboard.addEventListener('keydown', (event) => {
		const { key, ctrlKey, metaKey, shiftKey } = event as KeyboardEvent;
		if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey || inField(event as KeyboardEvent)) return;
		const undo = newest();
		if (!undo) return;
		event.preventDefault();
		undo();
	});
}
