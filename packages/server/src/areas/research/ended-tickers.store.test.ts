import type { Session } from '@sw/domain/time/calendar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BacktestAnswer } from '../../research/backtest/backtests.ts';
import type { FullTaskAnswer, ValidationAnswer } from '../../research/search/search-answers.ts';
import { createMarketStores, type MarketStores } from '../../research/testing/market-stores.ts';
import { createResearchApp, type ResearchApp } from '../../research/testing/research-app.ts';
import { createTrackRecords } from '../../research/validation/track-records.ts';
import type { OccurrencesAnswer } from '../../research/validation/validate.ts';

/** Every fifth ticker ends this many sessions before the last one. */
const SESSIONS_LEFT = 8;
const VOLUME = { sector: 'volume', timeframe: 'fifteen_minutes', value: 1 } as const;

let at: MarketStores;
let api: ResearchApp;
/** Close of the last session of each ended ticker; the market has one that ended by itself. */
const ends = new Map<number, number>();
beforeAll(async () => {
	at = await createMarketStores({ rows: 60, sessions: 100, reportSessions: 20 });
	const { provider, market } = at;
	const now = market.now();
	const calendar = (await createResearchApp(at)).parts.calendar;
	const end = calendar.sessionByOrdinal((calendar.lastOpened(now - 1)?.ordinal ?? 0) - SESSIONS_LEFT) as Session;
	const universe = async (time: Parameters<typeof provider.universe>[0]) =>
		(await provider.universe(time)).map((ticker) => (ticker.id % 5 === 0 ? { ...ticker, delisted: end.date } : ticker));
	for (const { id, delisted } of await universe(now)) if (delisted) ends.set(id, (calendar.sessionOn(delisted) as Session).close);
	api = await createResearchApp({ ...at, provider: { ...provider, universe } });
});
afterAll(async () => {
	await api?.app.close();
	await at?.close();
});

async function validated(body: object): Promise<ValidationAnswer> {
	return (await api.call('POST', '/api/indicators/validate/multiple', body)).body;
}

async function occurrences(): Promise<OccurrencesAnswer['items']> {
	const items: OccurrencesAnswer['items'] = [];
	for (;;) {
		const path = `/api/indicators/validate/occurrences?conditions=volume.fifteen_minutes.1&horizons=5&max=100&skip=${items.length}`;
		const { items: more, total_count } = (await api.call('GET', path)).body as OccurrencesAnswer;
		items.push(...more);
		if (items.length >= total_count) return items;
	}
}

describe('tickers that have ended', () => {
	it('are counted in a record, with those held on their last day, as its occurrences say', async () => {
		await api.signIn();
		const { universe, results } = await validated({ filters: [VOLUME], horizons: [5] });
		const items = await occurrences();
		const closed = items.filter(({ hit }) => hit !== null);
		const ended = closed.filter(({ ticker_id }) => ends.has(ticker_id));
		const held = ended.filter(({ ticker_id, entry, exit }) => {
			const end = ends.get(ticker_id)!;
			return Date.parse(entry) < end && Date.parse(exit) >= end;
		});
		expect(universe).toMatchObject({
			tickers: new Set(closed.map(({ ticker_id }) => ticker_id)).size,
			ended: new Set(ended.map(({ ticker_id }) => ticker_id)).size,
			open: held.length,
		});
		expect(held.length).toBeGreaterThan(0);
		// Volume lists candidates to fall: whatever lost everything is a hit.
		const losers = held.filter(({ hit }) => !hit).length;
		expect(universe.cases[0]?.rate).toBe(results[0]?.hit_rate);
		expect(universe.cases[2]?.rate).toBeCloseTo((results[0]?.hit_rate ?? 0) + losers / closed.length, 4);
	});

	it('are counted the same way in a search', async () => {
		await api.signIn();
		const { universe } = await validated({ filters: [VOLUME], horizons: [5] });
		const { body: task } = await api.call('POST', '/api/signal-search-tasks', { filters: [VOLUME], horizons: [5] });
		const path = `/api/signal-search-tasks/${(task as FullTaskAnswer).id}`;
		const waiting: FullTaskAnswer = (await api.call('GET', path)).body;
		expect(waiting.universe).toMatchObject({ tickers: 0, ended: 0, open: 0 });
		await api.runPendingSearches();
		const found: FullTaskAnswer = (await api.call('GET', path)).body;
		expect(found.universe).toEqual(universe);
	});

	it('are counted the same way in a back-test, where an excess above 0 is a hit', async () => {
		await api.signIn();
		const { universe } = await validated({ filters: [VOLUME], horizons: [5] });
		const { body } = await api.call('POST', '/api/indicators/backtest', { filters: [VOLUME], rule: { horizon: 5 } });
		const { universe: own, record } = body as BacktestAnswer;
		expect(own).toMatchObject({ tickers: universe.tickers, ended: universe.ended, open: universe.open, hindsight: false });
		expect(own.cases[0]?.rate).toBeCloseTo(record.winners / record.n, 4);
		for (const [i, { mean }] of own.cases.entries()) expect(mean).toBeCloseTo(universe.cases[i]?.mean ?? Number.NaN, 5);
	});

	it('are counted the same way in the records of the landing page', async () => {
		await api.signIn();
		const records = createTrackRecords(api.parts);
		await records.refresh();
		for (const tab of ['extreme_rise', 'extreme_fall'] as const) {
			const { universe } = await validated({ tab, filters: [] });
			expect(records.getRecord(tab)?.universe).toEqual(universe);
			expect(universe.ended).toBeGreaterThan(0);
		}
	});
});
