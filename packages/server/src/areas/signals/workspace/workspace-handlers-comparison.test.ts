import { tickerComparison } from '@sw/contract/base/report-schemas';
import { createBarBlock, POST, REGULAR } from '@sw/domain/prices/blocks';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { slotEnd, slotStart } from '@sw/domain/time/slots';
import { exchangeDate, type ReportTime, tickerId, type UtcMs } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import { createReplaceable } from '../../../market/window/market-rows.ts';
import { createPriceWindow } from '../../../market/window/price-window.ts';
import { createFacts, createMatrix, createReport, priceAt, sessions, tickers } from '../../../market/window/testing/fixture.ts';
import type { CallerKind } from '../../testing/callers.ts';
import { workspaceApp } from '../../testing/workspace-app.ts';
import { REPORTS, workspaceWorld } from '../../testing/workspace-world.ts';

const LAST = sessions.length - 1;
const FIRST = LAST - 4;
const AAA = 10;
const FFF = 60;

function rounded(value: number): number {
	return Math.round(value * 1e5) / 1e5;
}

async function opened(world = workspaceWorld()) {
	const app = await workspaceApp(world);
	return {
		[Symbol.asyncDispose]: () => app.close(),
		ask: (id: number, query = '', kind: CallerKind = 'pro') => app.get(`/api/sector-charts/${id}/comparison${query}`, kind),
		compare: async (id: number, date?: number, kind: CallerKind = 'pro') => {
			const answer = await app.get(`/api/sector-charts/${id}/comparison${date === undefined ? '' : `?date=${isoSeconds(date)}`}`, kind);
			expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
			return tickerComparison.parse(answer.body);
		},
	};
}

describe('a ticker beside the middle one of its tier', () => {
	it('has returns in percent since the open of the first of five sessions, up to its report', async () => {
		await using at = await opened();
		const { report, sessions: days, change, ...found } = await at.compare(AAA, REPORTS.basic);
		expect(report).toMatchObject({ time: isoSeconds(REPORTS.basic), simulated: true, provider: 'Simulated market', version: 2 });
		expect(days.map(({ date, bars }) => [date, bars])).toEqual(sessions.slice(FIRST).map(({ date }, i) => [date, i === 4 ? 6 : 26]));
		expect(change).toHaveLength(4 * 26 + 6);
		expect([change[0], change.at(-1)]).toEqual([0, rounded(priceAt(0, LAST, 5) / priceAt(0, FIRST, 0) - 1)]);
		expect(found).toMatchObject({ ticker: 'AAA', marketcap: 'mega_cap', missing: [], slot_weights: [1, 2, 4] });
		expect(found.traded).toBe(isoSeconds(REPORTS.basic));
		// Of six tickers none has a tier of five: the whole market, one that has not traded today by its last close.
		expect(found.peers).toEqual({ tickers: 6, of: 'market' });
		const last = tickers.map((_, row) => (row === 5 ? priceAt(5, LAST - 1, 25) : priceAt(row, LAST, 5)) / priceAt(row, FIRST, 0) - 1);
		const [low = 0, high = 0] = last.toSorted((a, b) => a - b).slice(2, 4);
		expect(found.middle.at(-1)).toBeCloseTo((low + high) / 2, 5);
	});

	it('says when it traded last', async () => {
		await using at = await opened();
		const { traded, change } = await at.compare(FFF, REPORTS.basic);
		expect([traded, change.at(-1)]).toEqual([isoSeconds(sessions[LAST - 1]?.close as number), change.at(-7)]);
	});

	it('knows nothing beyond its report, whatever has come since', async () => {
		await using at = await opened();
		const now = await at.compare(AAA, REPORTS.early);
		const then = createPriceWindow(tickers.length);
		sessions.forEach((session, i) => {
			const filled = i === LAST ? 2 : session.slots;
			then.open(session, createMatrix(i, session.slots, filled), [], filled);
		});
		await using before = await opened({ ...workspaceWorld(), prices: then });
		expect(now).toEqual(await before.compare(AAA, REPORTS.early));
		expect(now.change).toHaveLength(4 * 26 + 2);
	});

	it('is compared again when the window was renewed, as after a decided split', async () => {
		const prices = createReplaceable(workspaceWorld().prices);
		await using at = await opened({ ...workspaceWorld(), prices: prices.view });
		const before = [await at.compare(AAA, REPORTS.basic), await at.compare(FFF, REPORTS.basic)];
		const renewed = createPriceWindow(tickers.length);
		sessions.forEach((session, i) => {
			const filled = i === LAST ? 9 : session.slots;
			const splits = i === LAST ? [0, 1, 2].map((row) => ({ row, ratio: 2 })) : [];
			renewed.open(session, createMatrix(i, session.slots, filled), splits, filled);
		});
		prices.replaceWith(renewed);
		await using cold = await opened({ ...workspaceWorld(), prices: renewed });
		const after = [await at.compare(AAA, REPORTS.basic), await at.compare(FFF, REPORTS.basic)];
		expect(after).toEqual([await cold.compare(AAA, REPORTS.basic), await cold.compare(FFF, REPORTS.basic)]);
		expect(after.map(({ middle }) => middle)).not.toEqual(before.map(({ middle }) => middle));
	});

	it('is of the newest report that the licence opens, where none is named', async () => {
		await using at = await opened();
		const newest = async (kind: CallerKind) => (await at.compare(AAA, undefined, kind)).report.time;
		expect([await newest('basic'), await newest('premium'), await newest('pro')]).toEqual(
			[REPORTS.basic, REPORTS.premium, REPORTS.pro].map(isoSeconds),
		);
	});

	it('opens what the card of that report opens for, and nothing else', async () => {
		await using at = await opened();
		const date = (time: number): string => `?date=${isoSeconds(time)}`;
		const status = async (...question: Parameters<typeof at.ask>) => (await at.ask(...question)).status;
		expect(await status(AAA, date(REPORTS.premium), 'basic')).toBe(403);
		expect(await status(AAA, date(REPORTS.pro), 'premium')).toBe(403);
		expect(await status(AAA, date(REPORTS.basic), 'none')).toBe(403);
		expect(await status(AAA, date(REPORTS.basic), 'visitor')).toBe(401);
		expect(await status(AAA, date(REPORTS.pro + 60_000))).toBe(404);
		expect(await status(11, date(REPORTS.pro))).toBe(404);
		expect((await at.ask(AAA, `${date(REPORTS.basic)}&version=1`)).body.report.version).toBe(1);
	});
});

describe('a report that is older than what is in memory', () => {
	const old = nyse.sessionOn(exchangeDate('2024-03-15')) as Session;
	const time = slotEnd(old, 3) as ReportTime;
	const week = nyse.sessionsBetween(exchangeDate('2024-03-11'), old.date);

	/** One bar a session at its opening slot, of these closes; the last one is of the evening. */
	const stored = (closes: readonly number[]) => {
		const block = createBarBlock(closes.length + 1);
		closes.forEach((close, i) => {
			block.time[i] = slotStart(week[i] as Session, 0) / 1000;
			for (const field of ['open', 'high', 'low', 'close'] as const) block[field][i] = close;
			block.session[i] = REGULAR;
			block.volume[i] = 10;
		});
		block.time[closes.length] = (old.close + 60_000) / 1000;
		block.session[closes.length] = POST;
		block.close[closes.length] = 1;
		block.count = closes.length + 1;
		return block;
	};

	it('has the ticker from the store, across its splits, and says that the middle is missing', async () => {
		const questions: unknown[] = [];
		const world = workspaceWorld();
		world.reports.add(createFacts(time), createReport(time));
		await using at = await opened({
			...world,
			bars: async (...question) => {
				questions.push(question);
				return { bars: stored([40, 44, 48, 13, 14]), splits: [{ tickerId: tickerId(AAA), date: (week[3] as Session).date, ratio: 4 }] };
			},
		});
		const { change, sessions: days, ...found } = await at.compare(AAA, time);
		expect(questions).toEqual([[AAA, week[0]?.open, time]]);
		expect(days.map(({ bars }) => bars)).toEqual([26, 26, 26, 26, 4]);
		expect([change[0], change[26], change[78], change.at(-1)]).toEqual([0, 0.1, 0.3, 0.4]);
		expect(found).toMatchObject({ middle: [], peers: null, missing: ['middle'], traded: isoSeconds(slotEnd(old, 0)) });
	});

	it.each([
		['its time, though what it holds was known later', 60_000, 0],
		['when what it holds was known, where that is before its time', -60_000, -60_000],
	])('asks the store for bars up to %s', async (_, asOf, until) => {
		const ends: number[] = [];
		const world = workspaceWorld();
		world.reports.add(createFacts(time, { asOf: (time + asOf) as UtcMs }), createReport(time));
		await using at = await opened({
			...world,
			bars: async (_id, _from, to) => {
				ends.push(to);
				return { bars: stored([40, 44, 48, 50, 52]), splits: [] };
			},
		});
		await at.compare(AAA, time);
		expect(ends).toEqual([time + until]);
	});

	it('says that both are missing where the store has no bar either', async () => {
		const world = workspaceWorld();
		world.reports.add(createFacts(time), createReport(time));
		await using at = await opened(world);
		expect(await at.compare(AAA, time)).toMatchObject({ change: [], middle: [], traded: null, missing: ['bars', 'middle'] });
	});

	it('has what was missing as soon as the store has it', async () => {
		const world = workspaceWorld();
		world.reports.add(createFacts(time), createReport(time));
		let closes: number[] = [];
		await using at = await opened({ ...world, bars: async () => ({ bars: stored(closes), splits: [] }) });
		expect((await at.compare(AAA, time)).missing).toEqual(['bars', 'middle']);
		closes = [40, 44, 48, 50, 52];
		expect((await at.compare(AAA, time)).missing).toEqual(['middle']);
	});
});
