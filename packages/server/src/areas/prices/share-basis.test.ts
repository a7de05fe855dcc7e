import { priceReads } from '@sw/contract/prices/price-reads';
import { sectorChartCalls } from '@sw/contract/signals/sector-charts';
import { createBarBlock, createDailyBlock, createMentionBlock, createOptionBlock, REGULAR } from '@sw/domain/prices/blocks';
import { isoSeconds } from '@sw/domain/time/format';
import { slotEnd, slotStart } from '@sw/domain/time/slots';
import { type ReportTime, tickerId } from '@sw/domain/time/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPriceWindow } from '../../market/window/price-window.ts';
import {
	createFacts,
	createMatrix,
	createReport,
	lastSession,
	SLOT,
	SOURCE,
	sessions,
	tickers,
} from '../../market/window/testing/fixture.ts';
import { implement } from '../handlers.ts';
import { createWorkspaceHandlers } from '../signals/workspace/workspace-handlers.ts';
import { headersOf } from '../testing/callers.ts';
import { guardedApp } from '../testing/workspace-app.ts';
import { workspaceWorld } from '../testing/workspace-world.ts';
import type { ChartStore } from './ports.ts';
import { createPriceReadHandlers } from './reads-handlers.ts';

const LAST = sessions.length - 1;
const DAY_BEFORE = sessions[LAST - 1] as (typeof sessions)[number];
const AAA = 10;

describe.each([7, 0.1])('the reports around a split of %d:1', (ratio) => {
	const split = { tickerId: tickerId(AAA), date: lastSession.date, ratio };
	/** As printed: the fixture's prices before the split, and those times 1/ratio after it, with the fixture's volumes. */
	const matrices = sessions.map((session, at) => {
		const matrix = createMatrix(at, session.slots, at === LAST ? SLOT + 1 : session.slots);
		if (at === LAST)
			for (const field of ['open', 'high', 'low', 'close'] as const)
				for (let slot = 0; slot <= SLOT; slot++) {
					const cell = slot * tickers.length;
					matrix[field][cell] = matrix[field][cell]! / ratio;
				}
		return matrix;
	});
	const window = createPriceWindow(tickers.length);
	for (const [at, session] of sessions.entries())
		window.open(session, matrices[at] as never, at === LAST ? [{ row: 0, ratio }] : [], at === LAST ? SLOT + 1 : session.slots);
	const printedAt = (at: number, slot: number): number =>
		Math.round((matrices[at] as (typeof matrices)[number]).close[slot * tickers.length]! * 10_000) / 10_000;

	const [earlier, later] = [slotEnd(DAY_BEFORE, 25) as ReportTime, slotEnd(lastSession, 6) as ReportTime];
	/** Volume of the last hourly bar: two quarter-hours before a close, three at 11:15. */
	const cases = [
		{ name: 'before', time: earlier, price: printedAt(LAST - 1, 25), volume: 2000, basis: DAY_BEFORE.date, later: ratio },
		{ name: 'after', time: later, price: printedAt(LAST, 6), volume: 3000, basis: lastSession.date, later: 1 },
	];
	let app: Awaited<ReturnType<typeof guardedApp>>;
	beforeAll(async () => {
		const world = { ...workspaceWorld(), prices: window };
		for (const { time, price } of cases) {
			const table = createReport(time);
			table.price[0] = Math.round(price * 10_000);
			world.reports.add(createFacts(time), table);
		}
		const chartStore: ChartStore = {
			bars: async () => createBarBlock(0),
			options: async () => createOptionBlock(0),
			daily: async () => createDailyBlock(0),
			mentions: async () => createMentionBlock(0),
			words: async () => ({ count: 0, time: new Uint32Array(), words: [0, 1, 2, 3, 4].map(() => new Uint32Array()) as never }),
			splits: async () => [split],
		};
		const stored = () => {
			const block = createBarBlock(DAY_BEFORE.slots);
			const matrix = matrices[LAST - 1] as (typeof matrices)[number];
			block.count = DAY_BEFORE.slots;
			for (let slot = 0; slot < block.count; slot++) {
				block.time[slot] = slotStart(DAY_BEFORE, slot) / 1000;
				block.session[slot] = REGULAR;
				for (const field of ['open', 'high', 'low', 'close', 'volume'] as const) block[field][slot] = matrix[field][slot * tickers.length]!;
			}
			return block;
		};
		app = await guardedApp([
			implement(
				sectorChartCalls,
				createWorkspaceHandlers({ ...world, pricesAt: () => window, bars: async () => ({ bars: stored(), splits: [split] }) }),
			),
			implement(
				priceReads,
				createPriceReadHandlers({
					...world,
					currentParameters: () => world.parameters,
					source: { ...SOURCE, isPublic: false },
					store: chartStore,
					mentionsVersion: () => 1,
				}),
			),
		]);
	});
	afterAll(() => app.close());
	const get = async (url: string) => {
		const answer = await app.inject({ url, headers: headersOf('pro') });
		expect([url, answer.statusCode]).toEqual([url, 200]);
		return answer.json();
	};

	it.each(cases)('agree in header, chart, volume, card and export: $name', async ({ time, price, volume, basis, later }) => {
		const date = isoSeconds(time);
		const detail = await get(`/api/sector-charts/history/${AAA}?date=${date}`);
		expect(detail.price).toBe(price);
		expect([detail.bars.close.at(-1), detail.bars.volume.at(-1)]).toEqual([price, volume]);
		const chart = await get(`/api/charts?ticker_id=${AAA}&timeframe=60&from=${DAY_BEFORE.date}&to=${date}`);
		expect([chart.basis, chart.later_splits]).toEqual([basis, later]);
		expect(chart.items[0].close.at(-1)).toBe(price);
		expect(chart.items[0].volume.at(-1)).toBe(volume);
		const list = await get(`/api/sector-charts/history?date=${date}&tab_type=free&ticker_type=all`);
		const card = list.items.find((each: { ticker: string }) => each.ticker === 'AAA');
		expect([card.price, card.sparkline.at(-1)]).toEqual([price, price]);
		expect(detail.price_change).toBe(card.price_change);
		const file = await get(`/api/sector-charts/export?date=${date}&tab_type=free&ticker_type=all&format=json`);
		expect(file.items.find((each: { ticker: string }) => each.ticker === 'AAA').price).toBe(price);
	});
});
