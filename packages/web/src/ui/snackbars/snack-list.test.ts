import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSnackList, type Snack } from './snack.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function snack(id: string, more: Partial<Snack> = {}): Snack {
	return { id, title: id, message: '', tone: 'info', durationMs: 5_000, ...more };
}

function start() {
	const list = createSnackList();
	return { ...list, names: () => list.current().map(({ id }) => id) };
}

describe('snackbars', () => {
	it('stand for their time and leave one by one', () => {
		const { show, names } = start();
		show(snack('a'));
		vi.advanceTimersByTime(3_000);
		show(snack('b', { durationMs: 10_000 }));
		vi.advanceTimersByTime(1_999);
		expect(names()).toEqual(['a', 'b']);
		vi.advanceTimersByTime(1);
		expect(names()).toEqual(['b']);
		vi.advanceTimersByTime(8_000);
		expect(names()).toEqual([]);
	});

	it('never say the same twice at once', () => {
		const { show, names } = start();
		show(snack('a'));
		show(snack('a', { title: 'again' }));
		expect(names()).toEqual(['a']);
	});

	it('stand four at once; the fifth begins its time when it is seen', () => {
		const { show, hide, names } = start();
		for (const id of ['a', 'b', 'c', 'd', 'e']) show(snack(id, { durationMs: id === 'e' ? 5_000 : 60_000 }));
		vi.advanceTimersByTime(6_000);
		expect(names()).toEqual(['a', 'b', 'c', 'd']);
		hide('b');
		expect(names()).toEqual(['a', 'c', 'd', 'e']);
		vi.advanceTimersByTime(4_999);
		expect(names()).toContain('e');
		vi.advanceTimersByTime(1);
		expect(names()).toEqual(['a', 'c', 'd']);
	});

	it('stay while they are held, and have their whole time again afterwards', () => {
		const { show, pause, names } = start();
		show(snack('a'));
		vi.advanceTimersByTime(4_000);
		pause(true);
		show(snack('b'));
		vi.advanceTimersByTime(60_000);
		expect(names()).toEqual(['a', 'b']);
		pause(false);
		vi.advanceTimersByTime(4_999);
		expect(names()).toEqual(['a', 'b']);
		vi.advanceTimersByTime(1);
		expect(names()).toEqual([]);
	});

	it('time out again once one of them is dismissed', () => {
		const { show, hide, pause, names } = start();
		show(snack('a'));
		show(snack('b'));
		pause(true);
		hide('a');
		vi.advanceTimersByTime(5_000);
		expect(names()).toEqual([]);
	});

	it('answer how the newest act is taken back, also of one that waits for room, and nothing once all are gone', () => {
		const { show, hide, getUndo: newest, names } = start();
		const back = (undoes: number) => ({ undoes, button: { label: 'Undo', act: () => hide(`act ${undoes}`) } });
		show(snack('told'));
		for (const act of [2, 1, 3, 5, 4]) show(snack(`act ${act}`, back(act)));
		const undone: string[][] = [];
		for (let undo = newest(); undo; undo = newest()) {
			undo();
			undone.push(names());
		}
		expect(undone[0]).toEqual(['act 4', 'act 3', 'act 2', 'act 1']);
		expect(undone.at(-1)).toEqual(['told']);
	});
});
