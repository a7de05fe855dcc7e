import { describe, expect, it } from 'vitest';
import { type ExchangeDate, exchangeDate, tickerId } from '../time/units.ts';
import { findQuarantineStart, isSplitContradicted } from './quarantine.ts';

const dates = ['2025-03-03', '2025-03-04', '2025-03-05', '2025-03-06'].map(exchangeDate);
const none = new Set<ExchangeDate>();

function split(date: string) {
	return [{ tickerId: tickerId(1), date: exchangeDate(date), ratio: 2 }];
}

describe('quarantine', () => {
	const halved = { dates, opens: [100, 100, 50, 50], closes: [100, 100, 50, 50] };

	it('starts with the session of an unexplained jump', () => {
		expect(findQuarantineStart(halved, [], none)).toBe(2);
		expect(findQuarantineStart({ ...halved, opens: [100, 100, 180, 50] }, [], none)).toBe(2);
		expect(findQuarantineStart({ ...halved, opens: [100, 100, 56, 50] }, [], none)).toBe(-1);
		expect(findQuarantineStart({ ...halved, opens: [100, 100, 65, 50], closes: [100, 100, 64, 50] }, [], none)).toBe(-1);
	});

	it('begins at the size of the alarm, in both directions, and not below it', () => {
		const opened = (open: number, jump: number) => findQuarantineStart({ ...halved, opens: [100, 100, open, 50] }, [], none, jump);
		expect([opened(200, Math.log(2)), opened(50, Math.log(2))]).toEqual([2, 2]);
		expect([opened(199, Math.log(2)), opened(50.5, Math.log(2))].map((at) => at === 2)).toEqual([false, false]);
		const rise = (open: number) =>
			findQuarantineStart({ dates, opens: [100, open, open, open], closes: [100, open, open, open] }, [], none);
		expect([179.9, 180.1].map(rise)).toEqual([-1, 1]);
		expect([100 / 1.799, 100 / 1.801].map(rise)).toEqual([-1, 1]);
	});

	it('looks at the very first night, and at none before there was a price', () => {
		const early = { dates, opens: [100, 300, 300, 300], closes: [100, 300, 300, 300] };
		expect(findQuarantineStart(early, [], none)).toBe(1);
		expect(findQuarantineStart({ ...early, opens: [Number.NaN, 300, 300, 300], closes: [Number.NaN, 300, 300, 300] }, [], none)).toBe(-1);
		expect(findQuarantineStart({ dates: [], opens: [], closes: [] }, [], none)).toBe(-1);
	});

	it('ends with a split of that date or a dismissal', () => {
		expect(findQuarantineStart(halved, split('2025-03-05'), none)).toBe(-1);
		expect(findQuarantineStart(halved, split('2025-03-04'), none)).toBe(2);
		// The previous close is already on the basis of a split of its own day.
		expect(findQuarantineStart(halved, split('2025-03-03'), none)).toBe(2);
		expect(findQuarantineStart(halved, split('2025-03-06'), none)).toBe(2);
		expect(findQuarantineStart(halved, [], new Set([exchangeDate('2025-03-05')]))).toBe(-1);
	});

	it('compares after the dividends between the two prices', () => {
		const paid = (exDate: string, amount: number) => [{ tickerId: tickerId(1), exDate: exchangeDate(exDate), amount }];
		expect(findQuarantineStart(halved, [], none, undefined, paid('2025-03-05', 50))).toBe(-1);
		expect(findQuarantineStart(halved, [], none, undefined, paid('2025-03-05', 5))).toBe(2);
		expect(findQuarantineStart(halved, [], none, undefined, paid('2025-03-04', 50))).toBe(1);
		expect(findQuarantineStart(halved, [], none, undefined, paid('2025-03-06', 20))).toBe(2);
	});

	it('looks over sessions without trade', () => {
		const gap = { dates, opens: [100, Number.NaN, Number.NaN, 50], closes: [100, Number.NaN, Number.NaN, 50] };
		expect(findQuarantineStart(gap, [], none)).toBe(3);
		expect(findQuarantineStart(gap, split('2025-03-05'), none)).toBe(-1);
	});
});

describe('an announced split', () => {
	it('is contradicted by prices that did not move with it', () => {
		expect(isSplitContradicted(4, 400, 401)).toBe(true);
		expect(isSplitContradicted(0.1, 2, 2.1)).toBe(true);
		// Reported the wrong way round.
		expect(isSplitContradicted(0.25, 400, 100)).toBe(true);
	});

	it('is from the size of the alarm on, where the prices as printed jump less', () => {
		expect(isSplitContradicted(2, 100, 100, Math.log(2))).toBe(true);
		expect(isSplitContradicted(1.99, 100, 100, Math.log(2))).toBe(false);
		// As far off with it as without it.
		expect(isSplitContradicted(4, 200, 100)).toBe(false);
		expect(isSplitContradicted(4.01, 200, 100)).toBe(true);
	});

	it('is not where the prices moved with it, more or less, or where it is too small to tell', () => {
		expect(isSplitContradicted(4, 400, 101)).toBe(false);
		expect(isSplitContradicted(4, 400, 60)).toBe(false);
		expect(isSplitContradicted(10, 400, 90)).toBe(false);
		expect(isSplitContradicted(1.5, 100, 100)).toBe(false);
		// A dismissal.
		expect(isSplitContradicted(1, 400, 100)).toBe(false);
	});
});
