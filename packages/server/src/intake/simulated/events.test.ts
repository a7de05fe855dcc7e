import { describe, expect, it } from 'vitest';
import { collectEvents, createSessionEvents, EVENT_REACH } from './events.ts';
import type { MarketModel } from './market-model.ts';

const FIRST = { seed: 1, version: 1 } as const;
const NEWEST = { seed: 1, version: 2 } as const;

function daysBefore(day: number): number[] {
	return Array.from({ length: EVENT_REACH + 1 }, (_, i) => day - i);
}

function gather(row: number, day: number, model: MarketModel = FIRST) {
	const events = createSessionEvents();
	collectEvents(events, model, row, daysBefore(day));
	return events;
}

describe('events', () => {
	it('leave most sessions alone and clear what the last row left', () => {
		const events = createSessionEvents();
		let quiet = 0;
		for (let row = 0; row < 400; row++) {
			collectEvents(events, FIRST, row, daysBefore(20_000));
			if (events.hasEvents) continue;
			quiet++;
			expect([...events.drift, ...events.volume, ...events.options, ...events.tilt].every((v) => v === 0)).toBe(true);
			expect(events.attention).toBe(0);
		}
		expect(quiet).toBeGreaterThan(260);
	});

	it('lift price, volume, options and calls of one ticker together', () => {
		const strongest = Array.from({ length: 1200 }, (_, row) => gather(row, 20_000))
			.map((e) => ({ e, move: e.drift.reduce((a, b) => a + b, 0) }))
			.reduce((a, b) => (b.move > a.move ? b : a));
		expect(strongest.move).toBeGreaterThan(1.5);
		expect(Math.max(...strongest.e.volume)).toBeGreaterThan(0.5);
		expect(Math.max(...strongest.e.options)).toBeGreaterThan(0.7);
		expect(Math.max(...strongest.e.tilt)).toBeGreaterThan(0.1);
	});

	it('rise as often as they fall', () => {
		let ups = 0;
		let all = 0;
		for (let row = 0; row < 1200; row++) {
			for (let day = 20_000; day < 20_006; day++) {
				const move = gather(row, day).drift.reduce((a, b) => a + b, 0);
				if (Math.abs(move) < 0.3) continue;
				all++;
				if (move > 0) ups++;
			}
		}
		expect(ups / all).toBeGreaterThan(0.42);
		expect(ups / all).toBeLessThan(0.58);
	});

	it('of the newest model move as much, yet no move follows from those before it or from option trading', () => {
		const moved = { first: 0, newest: 0 };
		const after = { momentum: 0, momentumOfFirst: 0, calls: 0, steps: 0 };
		for (let row = 0; row < 1200; row++)
			for (let day = 20_000; day < 20_030; day++) {
				const [first, newest] = [gather(row, day), gather(row, day, NEWEST)];
				moved.first += sumOfSquares(first.drift);
				for (let slot = 1; slot < newest.drift.length; slot++) {
					const [before, now] = [newest.drift[slot - 1]!, newest.drift[slot]!];
					moved.newest += now * now;
					after.momentum += before * now;
					after.momentumOfFirst += first.drift[slot - 1]! * first.drift[slot]!;
					after.calls += newest.tilt[slot - 1]! * now;
					after.steps += Math.abs(newest.tilt[slot - 1]! * now);
				}
			}
		expect(Math.abs(after.momentum) / moved.newest).toBeLessThan(0.02);
		expect(after.momentumOfFirst / moved.first).toBeGreaterThan(0.3);
		expect(Math.abs(after.calls) / after.steps).toBeLessThan(0.03);
	});
});

function sumOfSquares(values: Float64Array): number {
	return values.reduce((sum, value) => sum + value * value, 0);
}
