import { analyticsCalls } from '@sw/contract/attention/attention';
import { priceReads } from '@sw/contract/prices/price-reads';
import { sectorChartCalls } from '@sw/contract/signals/sector-charts';
import { SLOT_MS } from '@sw/domain/time/slots';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAttentionSource } from '../../market/window/attention-window.ts';
import { createFacts, createReport, NOW, priceAt, SLOT, sessions, tickers } from '../../market/window/testing/fixture.ts';
import { createAttention } from '../../market/window/testing/mentions.ts';
import { createAnalyticsHandlers } from '../attention/handlers.ts';
import { implement } from '../handlers.ts';
import { createWorkspaceHandlers } from '../signals/workspace/workspace-handlers.ts';
import { headersOf } from '../testing/callers.ts';
import { guardedApp } from '../testing/workspace-app.ts';
import { REPORTS, workspaceWorld } from '../testing/workspace-world.ts';
import { createPriceReadHandlers } from './reads-handlers.ts';

const world = workspaceWorld();

/** BBB and CCC, whose prices have no exact 32-bit form. */
const ROWS = [1, 2];

/** A report at the window's last prices, as the engine computes it: caps at 32-bit prices, printed prices in ten-thousandths. */
function newestReport() {
	const table = createReport(REPORTS.pro);
	for (const row of ROWS) {
		const price = Math.fround(priceAt(row, sessions.length - 1, SLOT));
		table.price[row] = Math.round(price * 10_000);
		table.cap[row] = (tickers[row]?.shares ?? 0) * price;
	}
	return table;
}

interface Priced {
	ticker: string;
	price: number;
	capitalization: number;
}

describe('one price and one market cap', () => {
	let app: Awaited<ReturnType<typeof guardedApp>>;
	beforeAll(async () => {
		world.reports.add(createFacts(REPORTS.pro, { report: 'pro', version: 2 }), newestReport());
		const window = createAttention(() => ROWS.map((row) => ({ row, source: 'twitter', mentions: 2 })));
		app = await guardedApp([
			implement(sectorChartCalls, createWorkspaceHandlers(world)),
			implement(
				priceReads,
				createPriceReadHandlers({
					...world,
					currentParameters: () => world.parameters,
					store: {
						bars: () => Promise.reject(new Error('unused')),
						options: () => Promise.reject(new Error('unused')),
						daily: () => Promise.reject(new Error('unused')),
						mentions: () => Promise.reject(new Error('unused')),
						words: () => Promise.reject(new Error('unused')),
						splits: async () => [],
					},
					mentionsVersion: () => 1,
				}),
			),
			implement(
				analyticsCalls,
				createAnalyticsHandlers({
					...world,
					window,
					attention: createAttentionSource(window),
					afterSpikes: () => Promise.reject(new Error('unused')),
					ownTickers: () => ({ favorites: new Set(), hiddenEverywhere: () => new Set() }),
				}),
			),
		]);
	});
	afterAll(() => app.close());

	const get = async (url: string) => {
		const answer = await app.inject({ url: `/api/${url}`, headers: headersOf('pro') });
		expect([url, answer.statusCode]).toEqual([url, 200]);
		return answer.json();
	};
	const named = (items: Priced[], symbol: string): Partial<Priced> | undefined => items.find(({ ticker }) => ticker === symbol);

	it.each(ROWS)('is in the list, the details, the export, the tickers, the top tables and the mentions: row %i', async (row) => {
		const { symbol, id, shares } = tickers[row] as (typeof tickers)[number];
		const price = Math.round(priceAt(row, sessions.length - 1, SLOT) * 10_000) / 10_000;
		expect(Math.fround(price)).not.toBe(price);
		const capitalization = Math.round((shares ?? 0) * price);
		const both = { price, capitalization };
		expect(NOW % SLOT_MS).toBe(0);
		expect(named((await get('sector-charts?tab_type=free')).items, symbol)).toMatchObject(both);
		expect(await get(`sector-charts/${id}?tab_type=free`)).toMatchObject(both);
		expect(named((await get('sector-charts/export?tab_type=free&format=json')).items, symbol)).toMatchObject(both);
		expect(await get(`tickers/${id}`)).toMatchObject({ capitalization });
		expect(named((await get(`tickers?part=${symbol}`)).items, symbol)).toMatchObject({ capitalization });
		expect(named((await get('analysis?category=active&interval=day')).items, symbol)).toMatchObject(both);
		expect(named((await get('analytics?is_approximated=false')).items, symbol)).toMatchObject({ capitalization });
	});
});
