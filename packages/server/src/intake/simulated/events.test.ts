import { describe, expect, it } from 'vitest';
import { collectEvents, EVENT_REACH, sessionEvents } from './events.ts';

const SEED = 1;

function daysBefore(day: number): number[] {
	return Array.from({ length: EVENT_REACH + 1 }, (_, i) => day - i);
}

function gather(row: number, day: number) {
	const events = sessionEvents();
	collectEvents(events, SEED, row, daysBefore(day));
	return events;
}

describe('events', () => {
	it('leave most sessions alone and clear what the last row left', () => {
		const events = sessionEvents();
		let quiet = 0;
		for (let row = 0; row < 400; row++) {
			collectEvents(events, SEED, row, daysBefore(20_000));
			if (events.any) continue;
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
});
