import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listenForUndo } from './snack.ts';

// Without a page, no target is a field.
beforeEach(() => void vi.stubGlobal('Element', class {}));
afterEach(() => void vi.unstubAllGlobals());

it('Ctrl+Z and ⌘Z take back the newest act on offer; other keys, and either where nothing is, stay the browser’s', () => {
	let press: (event: object) => void = () => {};
	const offers = ['first', 'second'];
	const done: string[] = [];
	const keyboard = { addEventListener: (_: string, listener: unknown) => (press = listener as typeof press) };
	listenForUndo(keyboard, () => (offers.length > 0 ? () => done.push(offers.pop() ?? '') : undefined));
	const pressed = (more: object): boolean => {
		let prevented = false;
		press({ key: 'z', ctrlKey: true, metaKey: false, shiftKey: false, target: null, preventDefault: () => (prevented = true), ...more });
		return prevented;
	};
	expect([{ ctrlKey: false }, { shiftKey: true }, { key: 'y' }].map(pressed)).toEqual([false, false, false]);
	expect(done).toEqual([]);
	expect([{}, { ctrlKey: false, metaKey: true }, {}].map(pressed)).toEqual([true, true, false]);
	expect(done).toEqual(['second', 'first']);
});
