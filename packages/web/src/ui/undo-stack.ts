import { inField } from '../lib/typing.ts';

type Undo = () => void;
interface Act {
	number: number;
	undo: Undo;
}
type Keyboard = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

/** What can be taken back by Ctrl+Z while it is on offer: each press takes back the newest act, in whatever order they were answered. */
export const createUndoStack = (keyboard: () => Keyboard) => {
	let stack: readonly Act[] = [];

	const onKey = (event: Event): void => {
		const { key, ctrlKey, metaKey, shiftKey } = event as KeyboardEvent;
		if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey || inField(event as KeyboardEvent)) return;
		event.preventDefault();
		stack[0]?.undo();
	};
	const become = (next: readonly Act[]): void => {
		if (stack.length === 0 && next.length > 0) keyboard().addEventListener('keydown', onKey);
		if (stack.length > 0 && next.length === 0) keyboard().removeEventListener('keydown', onKey);
		stack = next;
	};

	return {
		/** The answer takes it off again. `number` counts acts as they begin. */
		put: (undo: Undo, number: number): (() => void) => {
			const act = { number, undo };
			become([...stack, act].toSorted((a, b) => b.number - a.number));
			return () => become(stack.filter((one) => one !== act));
		},
	};
};
