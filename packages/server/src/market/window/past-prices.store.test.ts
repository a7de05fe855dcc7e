import { nyse } from '@sw/domain/time/calendar';
import { exchangeDate } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDirectory } from './directory.ts';
import { createPastPrices } from './past-prices.ts';
import { createPriceWindow } from './price-window.ts';
import { createMatrix, lastSession, tickers } from './testing/fixture.ts';

let stores: Stores;
beforeAll(async () => {
	stores = await testStores();
});
afterAll(() => stores?.close());

describe('the prices of past reports', () => {
	it('are read two sessions at a time by two requests at once, and one read is shared by all who ask for it', async () => {
		let [running, peak, reads] = [0, 0, 0];
		const bulk = {
			...stores.series.bulk,
			read: async (...args: Parameters<Stores['series']['bulk']['read']>) => {
				if (!args[1].includes(' bars ')) return stores.series.bulk.read(...args);
				reads++;
				peak = Math.max(peak, ++running);
				try {
					return await stores.series.bulk.read(...args);
				} finally {
					running--;
				}
			},
		};
		const prices = createPriceWindow(tickers.length);
		prices.open(lastSession, createMatrix(0, lastSession.slots, 2), [], 2);
		const past = createPastPrices({
			stores: { ...stores, series: { ...stores.series, bulk: bulk as Stores['series']['bulk'] } },
			calendar: nyse,
			directory: createDirectory(tickers),
			prices,
		});
		const sessions = nyse.sessionsBetween(exchangeDate('2023-03-01'), exchangeDate('2023-03-31')).slice(0, 6);
		const windows = await Promise.all([...sessions, ...sessions].map(({ close }) => past(close)));
		expect(windows.map((window) => window.sessions.at(-1)?.session.date)).toEqual([...sessions, ...sessions].map(({ date }) => date));
		expect(reads).toBe(sessions.length);
		expect(peak).toBe(2);
	});
});
