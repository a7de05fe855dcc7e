import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createUndoStack } from './undo-stack.ts';

// Where there is no page nothing is a field.
beforeEach(() => void vi.stubGlobal('Element', class {}));
afterEach(() => void vi.unstubAllGlobals());

const world = () => {
	const listeners = new Set<(event: Event) => void>();
	const keyboard = {
		addEventListener: (_: string, listener: unknown) => void listeners.add(listener as (event: Event) => void),
		removeEventListener: (_: string, listener: unknown) => void listeners.delete(listener as (event: Event) => void),
	};
	const stack = createUndoStack(() => keyboard);
	const press = (more: object = {}): void => {
		for (const listener of [...listeners])
			listener({ key: 'z', ctrlKey: true, metaKey: false, shiftKey: false, target: null, preventDefault: () => {}, ...more } as never);
	};
	return { stack, press, listeners };
};

describe('what can be taken back by keys', () => {
	it('is taken back one by one, the newest first, and only while it is on offer', () => {
		const { stack, press, listeners } = world();
		const done: string[] = [];
		let acts = 0;
		const put = (name: string, act = ++acts) => {
			const off = stack.put(() => {
				done.push(name);
				off();
			}, act);
			return off;
		};
		put('first');
		const gone = put('second');
		put('third');
		press();
		gone();
		press({ ctrlKey: false });
		press({ shiftKey: true });
		press({ key: 'y' });
		press({ ctrlKey: false, metaKey: true });
		press();
		expect(done).toEqual(['third', 'first']);
		expect(listeners.size).toBe(0);
	});

	it('is taken back by the order of acts, not of their answers', () => {
		const { stack, press } = world();
		const done: string[] = [];
		const put = (name: string, act: number): void => {
			const off = stack.put(() => {
				done.push(name);
				off();
			}, act);
		};
		put('freeze, answered at once', 2);
		put('star, answered late', 1);
		press();
		press();
		expect(done).toEqual(['freeze, answered at once', 'star, answered late']);
	});
});
