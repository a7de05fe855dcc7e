import { toConditions } from '@sw/domain/filters/entries';
import { findEntrySlot } from '@sw/domain/research/walk/bar-grid';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { SECOND } from '@sw/domain/time/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BacktestAnswer } from '../../research/backtest/backtests.ts';
import { createMarketStores, type MarketStores } from '../../research/testing/market-stores.ts';
import { createResearchApp, type ResearchApp } from '../../research/testing/research-app.ts';
import type { OccurrencesAnswer } from '../../research/validation/validate.ts';

let at: MarketStores;
let api: ResearchApp;
beforeAll(async () => {
	at = await createMarketStores({ rows: 60, sessions: 100, reportSessions: 30 });
	api = await createResearchApp(at);
});
afterAll(async () => {
	await api?.app.close();
	await at?.close();
});

const PATH = '/api/indicators/backtest';
const VOLUME = { sector: 'volume', timeframe: 'fifteen_minutes', value: 2 } as const;

async function test(rule: object = {}, body: object = {}): Promise<BacktestAnswer> {
	const { status, body: found } = await api.call('POST', PATH, { filters: [VOLUME], rule, ...body });
	expect(status).toBe(200);
	return found;
}

function closedIn({ positions }: BacktestAnswer) {
	return positions.filter(({ exit_reason }) => exit_reason !== null);
}

describe('a back-test', () => {
	it('by horizon alone gives each occurrence the excess that its validation gives it', async () => {
		await api.signIn();
		const found = await test({ horizon: 5 });
		const { body } = await api.call('GET', '/api/indicators/validate/occurrences?conditions=volume.fifteen_minutes.2&horizons=5&max=100');
		const known = body as OccurrencesAnswer;
		expect(found.position_count).toBe(known.counts.all);
		expect(found.open).toBe(known.counts.open);
		expect(found.record.n).toBe(known.counts.hits + known.counts.losers);
		const keyOf = ({ ticker_id, time }: { ticker_id: number; time: string }): string => `${ticker_id} ${time}`;
		const byKey = new Map(known.items.map((one) => [keyOf(one), one]));
		const closed = closedIn(found).filter((one) => byKey.has(keyOf(one)));
		expect(closed.length).toBeGreaterThan(50);
		for (const one of closed) {
			const other = byKey.get(keyOf(one));
			expect(one).toMatchObject({ entry: other?.entry, exit: other?.exit, entry_price: other?.entry_price, exit_price: other?.exit_price });
			for (const name of ['own_return', 'peer_return', 'cost', 'excess', 'best', 'worst'] as const)
				expect(one[name]).toBeCloseTo(other?.[name] ?? Number.NaN, 5);
		}
	});

	it('leaves at a stop or a target before the horizon, and says which', async () => {
		await api.signIn();
		const found = await test({ horizon: 10, stop: 0.5, target: 0.5 });
		const plain = await test({ horizon: 10 });
		expect(found.exits.map(({ how }) => how)).toEqual(expect.arrayContaining(['stop', 'target']));
		expect(found.exits.reduce((sum, { record }) => sum + record.n, 0)).toBe(found.record.n);
		const latest = new Map(plain.positions.map(({ ticker_id, time, exit }) => [`${ticker_id} ${time}`, exit]));
		const sign = found.question.operation === 'long' ? 1 : -1;
		for (const one of closedIn(found)) {
			const moved = sign * (one.own_return ?? 0);
			if (one.exit_reason === 'stop') expect(moved).toBeLessThan(0);
			if (one.exit_reason === 'target') expect(moved).toBeGreaterThan(0);
			const end = latest.get(`${one.ticker_id} ${one.time}`);
			if (end) expect(Date.parse(one.exit)).toBeLessThanOrEqual(Date.parse(end));
			expect(one.best).toBeGreaterThanOrEqual(Math.max(0, moved - 1e-6));
			expect(one.worst).toBeLessThanOrEqual(Math.min(0, moved + 1e-6));
		}
	});

	it('leaves at the open after the first report in which the ticker has left the list', async () => {
		await api.signIn();
		const found = await test({ horizon: 20, leaves: true });
		const left = closedIn(found).filter(({ exit_reason }) => exit_reason === 'left');
		expect(left.length).toBeGreaterThan(20);
		const { calendar, store, parameters } = api.parts;
		const strategy = strategyNamed('first');
		const [from, to] = [Date.parse(found.first ?? ''), Date.parse(found.last ?? '')];
		const matches = await store.reports.scan(
			{ tab: 'free', strategy, conditions: toConditions([VOLUME]), quorum: parameters().tabQuorum, caps: [] },
			{ from: from / SECOND, to: to / SECOND + 1, algo: 'reverse', words: strategy.rated },
		);
		const listed = new Set(Array.from({ length: matches.count }, (_, i) => `${matches.tickerId[i]} ${matches.report[i]}`));
		const reports = await store.reports.countedVersions(from as never, to as never, 'reverse');
		for (const one of left) {
			const leaving = reports.find(
				({ time, publishedAt }) =>
					time > Date.parse(one.time) &&
					!listed.has(`${one.ticker_id} ${time / SECOND}`) &&
					(findEntrySlot(calendar, publishedAt)?.start ?? 0) > Date.parse(one.entry),
			);
			expect(findEntrySlot(calendar, leaving?.publishedAt ?? 0)?.start).toBe(Date.parse(one.exit));
		}
	});

	it('enters at the open of the next session where that is asked', async () => {
		await api.signIn();
		const found = await test({ entry: 'session', horizon: 3 });
		const { calendar } = api.parts;
		for (const { time, entry } of closedIn(found)) {
			const session = calendar.lastOpened(Date.parse(entry));
			// A ticker that doesn't trade in the first slot is entered in a later one.
			expect(Date.parse(entry) - (session?.open ?? 0)).toBeLessThan(6.5 * 3_600_000);
			expect(session?.open).toBeGreaterThanOrEqual(Date.parse(time));
		}
		expect(
			closedIn(found).filter(({ entry }) => calendar.lastOpened(Date.parse(entry))?.open === Date.parse(entry)).length,
		).toBeGreaterThan(10);
	});

	it('is counted honestly: interval, luck line, each rule a trial, by year and market cap', async () => {
		await api.signIn();
		const trials = async (rule: object): Promise<number> => (await test(rule)).record.luck.variants;
		expect(await trials({ horizon: 5 })).toBe(1);
		expect(await trials({ horizon: 5 })).toBe(1);
		expect(await trials({ horizon: 6 })).toBe(2);
		expect(await trials({ horizon: 5, stop: 1 })).toBe(3);
		expect(await trials({ horizon: 5, stop: 1.1 })).toBe(4);
		expect(await trials({ horizon: 5, leaves: true })).toBe(5);
		expect(await trials({ horizon: 5, entry: 'session' })).toBe(6);
		const { record, years, tiers, curve } = await test({ horizon: 5 });
		expect(record.n_eff).toBeLessThan(record.n);
		const [low, high] = record.interval ?? [0, 0];
		expect((low + high) / 2).toBeCloseTo(record.mean ?? 1, 5);
		expect(record.luck.line).toBeGreaterThan(high - (record.mean ?? 0) - 1e-6);
		for (const parts of [years, tiers]) expect(parts.reduce((sum, { record: { n } }) => sum + n, 0)).toBe(record.n);
		const last = curve?.at(-1);
		expect(last?.n).toBe(record.n);
		expect((last?.low ?? 0) / record.n).toBeCloseTo(low, 5);
	});

	it('is taken away as CSV, with nothing where nothing is known', async () => {
		await api.signIn();
		const found = await test({ horizon: 5, stop: 1 });
		const answer = await api.app.inject({
			method: 'GET',
			url: `${PATH}/export?conditions=volume.fifteen_minutes.2&horizon=5&stop=1&format=csv`,
		});
		const [head, ...lines] = answer.body.trimEnd().split('\r\n');
		expect(head).toBe(
			'report,ticker,ticker_id,rate,tier,entry,entry_price,exit,exit_price,exit_reason,own_return,peer_return,cost,cost_source,excess,best,worst,reconstructed,hypothetical',
		);
		expect(lines).toHaveLength(found.position_count);
		const open = lines.at(-1)?.split(',') ?? [];
		expect([4, 6, 8, 9, 10, 11, 12, 13, 14, 15].map((column) => open[column])).toEqual(new Array(10).fill(''));
		// The same rule as a call: no other trial.
		expect((await test({ horizon: 5, stop: 1 })).record.luck.variants).toBe(1);
	});

	it('refuses what is no rule by name, and readers without a licence', async () => {
		await api.signIn();
		for (const [rule, field] of [
			[{ horizon: 41 }, 'rule.horizon'],
			[{ stop: 0 }, 'rule.stop'],
			[{ target: 11 }, 'rule.target'],
			[{ entry: 'close' }, 'rule.entry'],
		] as const) {
			const { status, body } = await api.call('POST', PATH, { filters: [VOLUME], rule });
			expect(status).toBe(400);
			expect(JSON.stringify(body)).toContain(field);
		}
		await api.signIn({ licence: null });
		expect((await api.call('POST', PATH, { filters: [VOLUME], rule: {} })).status).toBe(403);
	});
});
