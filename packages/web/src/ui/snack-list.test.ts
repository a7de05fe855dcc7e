import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSnackList, type Snack } from './snack-list.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const snack = (id: string, more: Partial<Snack> = {}): Snack => ({ id, title: id, message: '', tone: 'info', lasts: 5_000, ...more });
const start = () => {
	const list = createSnackList();
	return { ...list, names: () => list.standing().map(({ id }) => id) };
};

describe('snackbars', () => {
	it('stand for their time and leave one by one', () => {
		const { show, names } = start();
		show(snack('a'));
		vi.advanceTimersByTime(3_000);
		show(snack('b', { lasts: 10_000 }));
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
		for (const id of ['a', 'b', 'c', 'd', 'e']) show(snack(id, { lasts: id === 'e' ? 5_000 : 60_000 }));
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
		const { show, hold, names } = start();
		show(snack('a'));
		vi.advanceTimersByTime(4_000);
		hold(true);
		show(snack('b'));
		vi.advanceTimersByTime(60_000);
		expect(names()).toEqual(['a', 'b']);
		hold(false);
		vi.advanceTimersByTime(4_999);
		expect(names()).toEqual(['a', 'b']);
		vi.advanceTimersByTime(1);
		expect(names()).toEqual([]);
	});

	it('are held by nobody once one of them was sent away', () => {
		const { show, hide, hold, names } = start();
		show(snack('a'));
		show(snack('b'));
		hold(true);
		hide('a');
		vi.advanceTimersByTime(5_000);
		expect(names()).toEqual([]);
	});

	it('tell when they are gone, once', () => {
		const { show, hide } = start();
		const onGone = vi.fn();
		show(snack('a', { onGone }));
		hide('a');
		hide('a');
		vi.advanceTimersByTime(60_000);
		expect(onGone).toHaveBeenCalledOnce();
	});
});
