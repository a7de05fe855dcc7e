import { DAY, HOUR, MINUTE, type UtcMs, utcMs } from '@sw/domain/time/units';
import { expect, it } from 'vitest';
import { waitForOpen } from './live.ts';

/** The close of a Friday, and the open of the Monday after it. */
const FRIDAY = utcMs(Date.UTC(2025, 0, 10, 21));
const MONDAY = utcMs(Date.UTC(2025, 0, 13, 14, 30));

/** A market that closed: a wait ends when its time has come. `take` answers whether the hours were ready. */
function closed(
	reach: number,
	take: (time: UtcMs) => boolean,
	{ counted = FRIDAY, from = FRIDAY }: { counted?: UtcMs | null; from?: UtcMs } = {},
) {
	let [now, until] = [from, counted];
	const requests: string[] = [];
	return {
		asked: requests,
		now: () => now,
		market: {
			reach,
			clock: {
				now: () => now,
				waitUntil: async (instant: UtcMs) => {
					now = utcMs(Math.max(now, instant));
				},
			},
			signal: new AbortController().signal,
			countedUntil: () => until ?? undefined,
			fetch: async (time: UtcMs) => {
				requests.push(new Date(time).toISOString().slice(8, 16));
				if (take(time)) until = utcMs(Math.floor(time / HOUR) * HOUR);
			},
		},
	};
}

it('asks for the mentions of a weekend before sources that keep one day drop them', async () => {
	const { market, asked, now } = closed(DAY, () => true);
	await waitForOpen(market, MONDAY);
	expect(asked).toEqual(['11T17:00', '12T13:00', '13T09:00']);
	expect(now()).toBe(MONDAY);
});

it('asks again in a quarter of an hour for what was not ready', async () => {
	const { market, asked } = closed(DAY, (time) => time > FRIDAY + 20 * HOUR + 20 * MINUTE);
	await waitForOpen(market, utcMs(FRIDAY + DAY));
	expect(asked).toEqual(['11T17:00', '11T17:15', '11T17:30']);
});

it('asks at once after a start on a closed market', async () => {
	const never = closed(DAY, () => true, { counted: null, from: utcMs(FRIDAY + HOUR / 2) });
	await waitForOpen(never.market, utcMs(FRIDAY + 20 * HOUR));
	expect(never.asked).toEqual(['10T21:30']);
	const late = closed(DAY, () => true, { from: utcMs(FRIDAY + 30 * HOUR) });
	await waitForOpen(late.market, utcMs(FRIDAY + 40 * HOUR));
	expect(late.asked).toEqual(['12T03:00']);
});

it('asks no source that remembers longer than the market is closed', async () => {
	for (const reach of [6.9 * DAY, Number.POSITIVE_INFINITY]) {
		const { market, asked, now } = closed(reach, () => true);
		await waitForOpen(market, MONDAY);
		expect([asked, now()]).toEqual([[], MONDAY]);
	}
});
