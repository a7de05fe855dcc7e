import { inField } from '../lib/typing.ts';

/** Ctrl+Z (or ⌘Z) runs the function returned by `newest`, if any. */
export const listenForUndo = (keyboard: Pick<EventTarget, 'addEventListener'>, newest: () => (() => void) | undefined): void =>
	keyboard.addEventListener('keydown', (event) => {
		const { key, ctrlKey, metaKey, shiftKey } = event as KeyboardEvent;
		if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey || inField(event as KeyboardEvent)) return;
		const undo = newest();
		if (!undo) return;
		event.preventDefault();
		undo();
	});
