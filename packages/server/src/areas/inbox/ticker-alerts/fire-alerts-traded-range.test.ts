import type { Session } from '@sw/domain/time/calendar';
import { slotEnd, slotStart } from '@sw/domain/time/slots';
import { MINUTE, type ReportTime, type TickerId, tickerId } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import { createDirectory } from '../../../market/window/directory.ts';
import { createPriceWindow } from '../../../market/window/price-window.ts';
import { createMatrix, lastSession, priceAt, SLOT, sessions, smallWorld, tickers } from '../../../market/window/testing/fixture.ts';
import { computeRange, createTradedBars } from './fire-alerts.ts';

const LAST = sessions.length - 1;
const [RISING, FALLING] = [0, 1];
const idOf = (row: number) => tickers[row]?.id as TickerId;
function createTradedRange(...given: Parameters<typeof createTradedBars>) {
	const bars = createTradedBars(...given);
	return (...asked: Parameters<typeof bars>) => computeRange(bars(...asked));
}

const at = (slot: number) => slotEnd(lastSession, slot) as ReportTime;

describe('the range traded between two reports', () => {
	const { prices, directory } = smallWorld();
	const between = (before: ReportTime, now: ReportTime) => createTradedRange(prices, directory, before, now);

	it('is the high and low of the slots after the earlier report, up to the later one', () => {
		const range = between(at(4), at(7));
		const [rising, falling] = [range(idOf(RISING), 0), range(idOf(FALLING), 0)];
		expect(rising?.high).toBeCloseTo(priceAt(RISING, LAST, 7) + 0.5, 3);
		expect(rising?.low).toBeCloseTo(priceAt(RISING, LAST, 5) - 0.5, 3);
		expect(falling?.high).toBeCloseTo(priceAt(FALLING, LAST, 5) + 0.5, 3);
		expect(falling?.low).toBeCloseTo(priceAt(FALLING, LAST, 7) - 0.5, 3);
	});

	it('is made of the bars of the slots, at their starts', () => {
		const bars = createTradedBars(prices, directory, at(4), at(7))(idOf(RISING), 0);
		expect(bars.map(({ time }) => time * 1_000)).toEqual([5, 6, 7].map((slot) => slotStart(lastSession, slot)));
		expect(bars[1]?.high).toBeCloseTo(priceAt(RISING, LAST, 6) + 0.5, 3);
		expect(bars[1]?.low).toBeCloseTo(priceAt(RISING, LAST, 6) - 0.5, 3);
	});

	it('counts slots that began at an instant or later', () => {
		const range = between(at(4), at(7));
		const from = slotStart(lastSession, 6);
		expect(range(idOf(RISING), from)?.low).toBeCloseTo(priceAt(RISING, LAST, 6) - 0.5, 3);
		expect(range(idOf(RISING), from + 1)?.low).toBeCloseTo(priceAt(RISING, LAST, 7) - 0.5, 3);
		expect(range(idOf(RISING), at(7))).toBeUndefined();
	});

	it('is undefined where nothing traded, for an unknown ticker and between a report and itself', () => {
		const range = between(at(4), at(7));
		expect(range(idOf(5), 0)).toBeUndefined();
		expect(range(tickerId(999), 0)).toBeUndefined();
		expect(between(at(7), at(7))(idOf(RISING), 0)).toBeUndefined();
	});

	it('does not include a slot that has not ended', () => {
		const later = (at(SLOT) + 10 * MINUTE) as ReportTime;
		expect(between(at(SLOT), later)(idOf(RISING), 0)).toBeUndefined();
		expect(between(at(SLOT - 1), later)(idOf(RISING), 0)?.high).toBeCloseTo(priceAt(RISING, LAST, SLOT) + 0.5, 3);
	});

	it('includes the rest of the session before, on the share basis of the later report', () => {
		const window = createPriceWindow(tickers.length);
		const [before, after] = [sessions[0] as Session, sessions[1] as Session];
		window.open(before, createMatrix(0, 26, 26), [], 26);
		window.open(after, createMatrix(1, 26, 2), [{ row: RISING, ratio: 2 }], 2);
		const own = createDirectory(tickers);
		const range = createTradedRange(window, own, slotEnd(before, 23) as ReportTime, slotEnd(after, 1) as ReportTime);
		// 2:1 on the morning: yesterday's 102.4 is 51.2 today.
		expect(range(idOf(RISING), 0)?.low).toBeCloseTo((priceAt(RISING, 0, 24) - 0.5) / 2, 3);
		expect(range(idOf(RISING), 0)?.high).toBeCloseTo(priceAt(RISING, 1, 1) + 0.5, 3);
		expect(range(idOf(FALLING), 0)?.high).toBeCloseTo(priceAt(FALLING, 0, 24) + 0.5, 3);
		// A report of yesterday is on yesterday's basis, whatever happened since.
		const yesterday = createTradedRange(window, own, slotEnd(before, 3) as ReportTime, slotEnd(before, 5) as ReportTime);
		expect(yesterday(idOf(RISING), 0)?.high).toBeCloseTo(priceAt(RISING, 0, 5) + 0.5, 3);
	});
});
