import { createOptionBlock } from '@sw/domain/prices/blocks';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { slotStart } from '@sw/domain/time/slots';
import { exchangeDate, SECOND, tickerId } from '@sw/domain/time/units';
import { queryExistingOptions } from '@sw/store/clickhouse/options';
import type { Stores } from '@sw/store/open';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import { saveTickers } from '@sw/store/postgres/records/tickers/tickers';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Provider } from '../../intake/provider.ts';
import type { MarketParts } from '../parts.ts';
import { createBarsWriter } from '../stored/bars-writer.ts';
import { storeLateOptions } from './late-bars.ts';

const session = nyse.sessionOn(exchangeDate('2025-01-08')) as Session;
let stores: Stores;
beforeAll(async () => {
	stores = await testStores();
	const ticker = { type: 'stocks' as const, industry: null, shares: null, listed: null, delisted: null };
	await saveTickers(
		stores.records.db,
		'alpaca',
		[1, 2].map((id) => ({ ...ticker, id: tickerId(id), symbol: `T${id}`, name: `T${id}` })),
	);
});
afterAll(() => stores?.close());

/** Calls of slots by ticker: [ticker, slot, calls]. */
function take(rows: readonly [number, number, number][]): Promise<number> {
	const block = createOptionBlock(rows.length);
	for (const [id, slot, calls] of rows) {
		const n = block.count++;
		block.tickerId[n] = id;
		block.time[n] = slotStart(session, slot) / SECOND;
		block.calls[n] = calls;
		block.puts[n] = 1;
	}
	const provider: Pick<Provider, 'name' | 'refetchOptions'> = { name: 'alpaca', refetchOptions: async () => block };
	const parts = { provider, stores, writer: createBarsWriter(stores, 'alpaca') } as Pick<MarketParts, 'stores' | 'writer'> & {
		provider: typeof provider;
	};
	return storeLateOptions(parts as MarketParts, session);
}

async function stored(): Promise<string[]> {
	const { db } = stores.records;
	const found = await queryExistingOptions(stores.series, [1, 2], session.open / SECOND, session.close / SECOND, await visibleBatches(db));
	return Array.from({ length: found.count }, (_, i) => {
		const slot = (found.time[i]! * SECOND - session.open) / (15 * 60 * SECOND);
		return `${found.tickerId[i]} ${slot} ${found.calls[i]}`;
	});
}

describe('option sums that come after the reports of their slots', () => {
	it('are stored once, and again where they differ; the reports of their date are noted to be built again', async () => {
		expect(await take([])).toBe(0);
		expect(await take([[1, 24, 5], [2, 24, 7]])).toBe(2); // biome-ignore format: pairs
		expect(await take([[1, 24, 5], [2, 24, 7]])).toBe(0); // biome-ignore format: pairs
		expect(await take([[1, 24, 5], [1, 25, 9], [2, 24, 8]])).toBe(2); // biome-ignore format: pairs
		expect(await stored()).toEqual(['1 24 5', '1 25 9', '2 24 8']);
	});
});
