import { nyse, type Session } from '@sw/domain/time/calendar';
import { exchangeDate, MINUTE, SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import type { BuiltTable } from '../../market/engine/market-engine.ts';
import { createRealClock } from '../../platform/clocks/real-clock.ts';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { followWithForecasts } from './forecast-reports.ts';

const session = nyse.sessionOn(exchangeDate('2026-06-30')) as Session;
const before = nyse.previousSession(session.date) as Session;

/** A forecast a minute after each report; `build` answers the test's tables. */
const REPORTED = [before.close, utcMs(session.open + 15 * MINUTE)];

function open(
	at: UtcMs,
	build: (time: UtcMs) => Promise<BuiltTable | undefined>,
	reported: () => Promise<readonly UtcMs[]> = async () => REPORTED,
) {
	const wall = createFakeWallClock(at);
	const clock = createRealClock({ wall });
	const ending = new AbortController();
	const published: BuiltTable[] = [];
	const errors: string[] = [];
	const follower = followWithForecasts({
		forecasts: { findSlotAfter: (report) => utcMs(report + MINUTE), build },
		calendar: nyse,
		readReportTimes: reported,
		publish: async (built) => void published.push(...built),
		onError: (message) => errors.push(message),
	})({ clock, signal: ending.signal, pause: (ms) => new Promise((resolve) => wall.after(ms, resolve)) });
	return { wall, ending, follower, published, errors };
}

function table(time: UtcMs): BuiltTable {
	return { cutoff: time } as BuiltTable;
}

describe('a forecast after a report', () => {
	it('is published when it is due', async () => {
		const { wall, follower, published } = open(session.close, async (time) => table(time));
		const done = follower.onPublished(session.close);
		await wall.advance(MINUTE - 1);
		expect(published).toEqual([]);
		await wall.advance(1);
		await done;
		expect(published).toEqual([table(utcMs(session.close + MINUTE))]);
	});

	it('is tried again after 5 and 30 seconds, then left out', async () => {
		let tries = 0;
		const { wall, follower, published, errors } = open(utcMs(session.close + MINUTE), async () => {
			tries++;
			throw new Error('no answer');
		});
		const done = follower.onPublished(session.close);
		await wall.advance(5 * SECOND - 1);
		expect(tries).toBe(1);
		await wall.advance(1);
		expect(tries).toBe(2);
		await wall.advance(30 * SECOND);
		await done;
		expect([tries, published]).toEqual([3, []]);
		expect(errors).toEqual(Array(3).fill('failed to publish the forecast of 2026-06-30T20:01:00.000Z'));
	});

	it('is given up at once when the run ends, however long its measurement takes', async () => {
		const { wall, ending, follower, published, errors } = open(utcMs(session.close + MINUTE), () => new Promise(() => {}));
		const done = follower.onPublished(session.close);
		await wall.advance(0);
		ending.abort(new Error('The market is restarting.'));
		await done;
		expect([published, errors]).toEqual([[], []]);
	});
});

describe('forecasts that fell due while no process was running', () => {
	it('are made up for, oldest first, and none before its time', async () => {
		const { follower, published } = open(utcMs(session.open + 15 * MINUTE + 30 * SECOND), async (time) => table(time));
		await follower.catchUp();
		expect(published).toEqual([table(utcMs(before.close + MINUTE))]);
	});

	it('are looked for again when the records did not answer', async () => {
		let calls = 0;
		const { wall, follower, published, errors } = open(
			utcMs(session.open + 15 * MINUTE + 30 * SECOND),
			async (time) => table(time),
			async () => {
				if (++calls === 1) throw new Error('The database is away.');
				return REPORTED;
			},
		);
		const done = follower.catchUp();
		await wall.advance(5 * SECOND);
		await done;
		expect(published).toEqual([table(utcMs(before.close + MINUTE))]);
		expect(errors).toEqual(['failed to publish the forecasts of the newest sessions']);
	});

	it('end in silence with a run that ends while the records are read', async () => {
		const { ending, follower, published, errors } = open(
			utcMs(session.open + 15 * MINUTE + 30 * SECOND),
			async (time) => table(time),
			async () => {
				ending.abort(new Error('The server stops.'));
				throw new Error('Cannot use a pool after calling end on the pool');
			},
		);
		await follower.catchUp();
		expect([published, errors]).toEqual([[], []]);
	});
});
