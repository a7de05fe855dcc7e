import { inField } from '../lib/typing.ts';

type Undo = () => void;
type Keyboard = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

/** What can be taken back by Ctrl+Z while it is on offer: each press takes back the newest. */
export const createUndoStack = (keyboard: () => Keyboard) => {
	let stack: readonly Undo[] = [];

	const onKey = (event: Event): void => {
		const { key, ctrlKey, metaKey, shiftKey } = event as KeyboardEvent;
		if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey || inField(event as KeyboardEvent)) return;
		event.preventDefault();
		stack[0]?.();
	};
	const become = (next: readonly Undo[]): void => {
		if (stack.length === 0 && next.length > 0) keyboard().addEventListener('keydown', onKey);
		if (stack.length > 0 && next.length === 0) keyboard().removeEventListener('keydown', onKey);
		stack = next;
	};

	return {
		/** The answer takes it off again. */
		put: (undo: Undo): (() => void) => {
			become([undo, ...stack]);
			return () => become(stack.filter((one) => one !== undo));
		},
	};
};
