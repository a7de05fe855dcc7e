import { cleanNumber } from '@sw/domain/statistics/clean-number';
import type { Session } from '@sw/domain/time/calendar';
import { slotEnd, slotStart } from '@sw/domain/time/slots';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUniverse } from '../../market/engine/universe.ts';
import type { FullTaskAnswer, TaskAnswer, ValidationAnswer } from '../../research/search/search-answers.ts';
import { createMarketStores, type MarketStores } from '../../research/testing/market-stores.ts';
import { createResearchApp, type ResearchApp } from '../../research/testing/research-app.ts';
import { createTrackRecords } from '../../research/validation/track-records.ts';

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

const TASKS = '/api/signal-search-tasks';
const VOLUME = { sector: 'volume', timeframe: 'fifteen_minutes', value: 1 } as const;

async function create(body: object = { filters: [VOLUME], cooldown: 2 }): Promise<TaskAnswer> {
	const { status, body: task } = await api.call('POST', TASKS, body);
	expect(status).toBe(201);
	return task;
}

/** The stored open at which an occurrence was entered, and the last close by its exit. */
async function boundaryPrices({ ticker_id, entry, exit }: ValidationAnswer['occurrences'][number]): Promise<[number, number]> {
	const { calendar, store } = api.parts;
	const [first, last] = [entry, exit].map((at) => calendar.lastOpened(Date.parse(at) - (at === exit ? 1 : 0)) as Session);
	let [open, close] = [Number.NaN, Number.NaN];
	await store.prices.readSessions(
		calendar.sessionsBetween((first as Session).date, (last as Session).date),
		Uint32Array.of(ticker_id),
		(session, matrix) => {
			for (let slot = 0; slot < session.slots; slot++) {
				if (!(matrix.volume[slot]! > 0)) continue;
				if (slotStart(session, slot) === Date.parse(entry)) open = matrix.open[slot]!;
				if (slotEnd(session, slot) <= Date.parse(exit)) close = matrix.close[slot]!;
			}
		},
	);
	return [open, close];
}

describe('validation', () => {
	it('gives the same record for one condition as for a filter of it, and as a search', async () => {
		await api.signIn();
		const single = (await api.call('POST', '/api/indicators/validate/single', { condition: VOLUME, horizon: 5 })).body as ValidationAnswer;
		const multiple = (await api.call('POST', '/api/indicators/validate/multiple', { filters: [VOLUME], horizons: [5] }))
			.body as ValidationAnswer;
		expect(multiple).toEqual(single);
		expect(single.results[0]).toMatchObject({ horizon: 5, hypothetical: true, luck: { variants: 1 } });
		expect(single.reports).toBeGreaterThan(500);
		const task = await create({ filters: [VOLUME], horizons: [5] });
		await api.runPendingSearches();
		const { results, tickers } = (await api.call('GET', `${TASKS}/${task.id}`)).body as FullTaskAnswer;
		expect(results[0]?.n).toBe(single.results[0]?.n);
		expect(results[0]?.hit_rate).toBe(single.results[0]?.hit_rate);
		expect(tickers.map(({ ticker_id, n }) => [ticker_id, n])).toEqual(single.tickers.map(({ ticker_id, n }) => [ticker_id, n]));
	});

	it('shows every occurrence, losers included, and how the excess returns are spread', async () => {
		await api.signIn();
		const found = (await api.call('POST', '/api/indicators/validate/single', { condition: VOLUME })).body as ValidationAnswer;
		const { n, hits } = found.results[found.main] as ValidationAnswer['results'][number];
		expect(found.histogram.counts.reduce((sum, count) => sum + count, 0)).toBe(n);
		expect(found.occurrences).toHaveLength(Math.min(200, found.occurrence_count));
		// Finished ones come first, each part newest first.
		const over = found.occurrences.map(({ hit }) => hit !== null);
		expect(over).toEqual([...over].sort((a, b) => Number(b) - Number(a)));
		for (const part of [true, false]) {
			const times = found.occurrences.filter((_, i) => over[i] === part).map(({ time }) => time);
			expect(times).toEqual([...times].sort().reverse());
		}
		expect(found.hit_count + found.loser_count).toBe(n);
		expect(found.hit_count).toBe(hits);
		expect(found.saved).toBeNull();
		const claimed = found.tickers.map(({ shrunken_excess }) => shrunken_excess);
		expect(claimed).toEqual([...claimed].sort((a, b) => b - a));
		expect(found.occurrences.filter(({ hit }) => hit === false).length).toBeGreaterThan(0);
		expect(found.occurrences.filter(({ hit }) => hit === true).length).toBeGreaterThan(0);
		const one = (await api.call('POST', '/api/indicators/validate/single', { condition: VOLUME, ticker_id: 3 })).body as ValidationAnswer;
		expect(one.occurrence_count).toBeLessThan(200);
		expect(one.occurrences.some(({ hit, excess }) => hit === null && excess === null)).toBe(one.open > 0);
		expect(one.occurrences.filter(({ hit }) => hit !== null).length).toBe(one.results[one.main]?.n);
		expect(one.occurrences.filter(({ hit }) => hit === true).length).toBe(one.results[one.main]?.hits);
		expect(n).toBeGreaterThanOrEqual(hits);
	});

	it('says when and at which prices each occurrence was entered and left, and what its excess is made of', async () => {
		await api.signIn();
		const found = (await api.call('POST', '/api/indicators/validate/single', { condition: VOLUME })).body as ValidationAnswer;
		const { calendar, store } = api.parts;
		const actions = await store.prices.loadCorporateActions(createUniverse(await api.parts.provider.universe(at.market.now())));
		const finished = found.occurrences.filter(({ hit }) => hit !== null);
		expect(finished.length).toBeGreaterThan(100);
		for (const one of finished) {
			const [entry, exit] = [Date.parse(one.entry), Date.parse(one.exit)];
			expect(entry).toBeGreaterThanOrEqual(Date.parse(one.time));
			expect(exit).toBeGreaterThan(entry);
			const [own, peers, cost] = [one.own_return ?? 0, one.peer_return ?? 0, one.cost ?? 0];
			expect(one.excess).toBeCloseTo((found.question.operation === 'long' ? 1 : -1) * (own - peers) - cost, 5);
			const moved = found.question.operation === 'long' ? own : -own;
			expect(one.best).toBeGreaterThanOrEqual(Math.max(0, moved - 1e-6));
			expect(one.worst).toBeLessThanOrEqual(Math.min(0, moved + 1e-6));
		}
		// Prices are those of the stored bars, where nothing was adjusted since.
		const one = finished.find(({ entry }) => {
			const first = calendar.lastOpened(Date.parse(entry));
			const days = first ? calendar.sessionsBetween(first.date, calendar.lastOpened(at.market.now())?.date ?? first.date) : [];
			return days.every(({ date }) => Object.values(actions.adjustmentsOn(date)).flat().length === 0);
		});
		const [open, close] = await boundaryPrices(one as (typeof finished)[number]);
		expect([one?.entry_price, one?.exit_price]).toEqual([cleanNumber(open), cleanNumber(close)]);
		expect(one?.own_return).toBeCloseTo(Math.log(close / open), 5);
	});

	it('of an industry is that of its tickers, as a search finds them', async () => {
		await api.signIn();
		const ask = async (more: object) =>
			(await api.call('POST', '/api/indicators/validate/multiple', { filters: [VOLUME], ...more })).body as ValidationAnswer;
		const industries = new Map((await api.parts.provider.universe(at.market.now())).map(({ id, industry }) => [id as number, industry]));
		const name = [...industries.values()].find((industry) => industry !== null) ?? '';
		const inside = await ask({ groups: [{ match: 'any', filters: [{ industry: name.toUpperCase() }, { industry: 'Railroads' }] }] });
		const outside = await ask({ groups: `none(industry.${encodeURIComponent(name)})` });
		expect(inside.tickers.length).toBeGreaterThan(0);
		expect(new Set(inside.tickers.map(({ ticker_id }) => industries.get(ticker_id)))).toEqual(new Set([name]));
		expect(outside.tickers.map(({ ticker_id }) => industries.get(ticker_id))).not.toContain(name);
		expect(inside.occurrence_count + outside.occurrence_count).toBe((await ask({})).occurrence_count);
		const task = await create({ filters: [VOLUME], groups: inside.question.groups });
		await api.runPendingSearches();
		const found = (await api.call('GET', `${TASKS}/${task.id}`)).body as FullTaskAnswer;
		expect(found.question.groups).toEqual([
			{
				match: 'any',
				filters: [{ industry: name.toUpperCase() }, { industry: 'Railroads' }].sort((a, b) => (a.industry < b.industry ? -1 : 1)),
				groups: [],
			},
		]);
		expect(found.tickers.map(({ ticker_id, n }) => [ticker_id, n])).toEqual(inside.tickers.map(({ ticker_id, n }) => [ticker_id, n]));
	});

	it('adds the excess up by exit, with a band, from an effective sample of ten', async () => {
		await api.signIn();
		const ask = async (body: object) =>
			(await api.call('POST', '/api/indicators/validate/multiple', { filters: [VOLUME], horizons: [5], ...body })).body as ValidationAnswer;
		const found = await ask({});
		const last = found.curve?.at(-1);
		const main = found.results[0];
		expect(main?.n_eff).toBeGreaterThan(10);
		expect(last?.n).toBe(main?.n);
		expect((last?.sum ?? 0) / (last?.n ?? 1)).toBeCloseTo(main?.mean ?? 1, 5);
		for (const { sum, low, high } of found.curve ?? []) expect(low <= sum && sum <= high).toBe(true);
		const few = await ask({ ticker_id: 3 });
		expect(few.results[0]?.n_eff).toBeLessThan(10);
		expect(few.curve).toBeNull();
	});

	it('is measured again when stored bars were corrected, though no report came out otherwise', async () => {
		await api.signIn();
		const ask = async () =>
			(await api.call('POST', '/api/indicators/validate/single', { condition: VOLUME, ticker_id: 4 })).body as ValidationAnswer;
		const before = await ask();
		await at.stores.series.bulk.run(
			'ALTER TABLE bars UPDATE close = close * (1 + 0.05 * (toUnixTimestamp(time) % 7)) WHERE ticker_id = 4 SETTINGS mutations_sync = 1',
		);
		expect((await ask()).results).toEqual(before.results);
		api.simulateCorrection();
		expect((await ask()).results).not.toEqual(before.results);
	});

	it('counts at the main horizon alone: hits, losers and open ones add up to all', async () => {
		await api.signIn();
		const found = (await api.call('POST', '/api/indicators/validate/multiple', { filters: [VOLUME], horizons: [1, 40] }))
			.body as ValidationAnswer;
		expect(found.open).toBeGreaterThan(0);
		expect(found.hit_count + found.loser_count + found.open).toBe(found.occurrence_count);
		const { with: filed, without, unknown } = found.information;
		expect(filed.occurrences + without.occurrences + unknown.occurrences).toBe(found.occurrence_count);
		expect(filed.result.n + without.result.n + unknown.result.n).toBe(found.results[found.main]?.n);
	});

	it('counts the reports that the licence opens, and says which licence that is', async () => {
		const ask = async (licence: 'basic' | 'pro') => {
			await api.signIn({ licence });
			return (await api.call('POST', '/api/indicators/validate/single', { condition: VOLUME })).body as ValidationAnswer;
		};
		const [basic, pro] = [await ask('basic'), await ask('pro')];
		expect([basic.question.licence, pro.question.licence]).toEqual(['basic', 'pro']);
		const all = at.market.reports.between(Date.parse(pro.question.from), at.market.now()).filter(({ algo }) => algo === 'reverse');
		expect(pro.reports).toBe(all.length);
		expect(basic.reports).toBe(all.filter(({ report, first }) => report === 'basic' || first).length);
		expect(basic.occurrence_count).toBeLessThan(pro.occurrence_count);
	});

	it('shows its progress while a user waits', async () => {
		await api.signIn();
		const idle = { status: 200, body: { state: 'idle', progress: 0 } };
		expect(await api.call('GET', '/api/indicators/validate/progress')).toEqual(idle);
		const waiting = api.call('POST', '/api/indicators/validate/single', { condition: { ...VOLUME, value: 4 } });
		const seen: { state: string; progress: number }[] = [];
		let over = false;
		void waiting.then(() => {
			over = true;
		});
		while (!over) {
			seen.push((await api.call('GET', '/api/indicators/validate/progress')).body);
			// A call without a network in between never lets the work go on.
			await new Promise(setImmediate);
		}
		expect(seen.some(({ state }) => state !== 'idle')).toBe(true);
		const shares = seen.filter(({ state }) => state === 'running').map(({ progress }) => progress);
		expect(shares).toEqual([...shares].sort((a, b) => a - b));
		expect(shares.at(-1)).toBeLessThanOrEqual(1);
		expect((await waiting).status).toBe(200);
		expect(await api.call('GET', '/api/indicators/validate/progress')).toEqual(idle);
	});

	it('of one ticker measures it against its whole tier', async () => {
		await api.signIn();
		const found = (await api.call('POST', '/api/indicators/validate/single', { condition: VOLUME, ticker_id: 3 })).body as ValidationAnswer;
		expect(found.tickers.map(({ ticker_id }) => ticker_id)).toEqual([3]);
		expect(found.results.map(({ horizon }) => horizon)).toEqual([1, 3, 5, 10]);
	});

	it('measures the size of what follows a coiled spring', async () => {
		await api.signIn();
		const found = (
			await api.call('POST', '/api/indicators/validate/multiple', { filters: [], tab: 'coiled_spring', timeframes: ['15', '30', '60'] })
		).body as ValidationAnswer;
		const main = found.results[found.main];
		expect(main?.n).toBeGreaterThan(10);
		// After a squeeze ranges widen more often than at any time.
		expect(main?.hit_rate).toBeGreaterThan(main?.base_rate ?? 1);
	});

	it('counts what an account tries: each filter, horizon, ticker and span of dates', async () => {
		await api.signIn();
		const validated = async (body: object): Promise<ValidationAnswer> =>
			(await api.call('POST', '/api/indicators/validate/multiple', { filters: [VOLUME], ...body })).body as ValidationAnswer;
		const luck = async (body: object): Promise<number> => (await validated(body)).results[0]?.luck.variants ?? 0;
		const one = (await validated({ horizons: [5] })).results[0];
		expect(one?.luck.variants).toBe(1);
		// A single trial is held to its own interval.
		expect(one?.luck.better).toBe((one?.interval[0] ?? 0) > (one?.base_rate ?? 1));
		expect(one?.verdict).not.toBe('lucky');
		expect(await luck({ horizons: [5] })).toBe(1);
		expect(await luck({})).toBe(4);
		expect(await luck({ horizons: [2] })).toBe(5);
		expect(await luck({ horizons: [5], from: '2026-06-20T00:00:00Z' })).toBe(6);
		expect(await luck({ horizons: [5], to: '2026-06-20T00:00:00Z' })).toBe(7);
		const [ticker, other] = (await validated({})).tickers.map(({ ticker_id }) => ticker_id);
		expect(await luck({ horizons: [5], ticker_id: ticker })).toBe(8);
		expect(await luck({ horizons: [5], ticker_id: other })).toBe(9);
		expect(await luck({ horizons: [5], cooldown: 3 })).toBe(10);
		expect(await luck({ horizons: [5], filters: [{ ...VOLUME, value: 2 }] })).toBe(11);
		expect(await luck({ horizons: [5], tab: 'extreme_fall' })).toBe(12);
		const { results } = await validated({});
		expect(results.map(({ luck: { variants } }) => variants)).toEqual([12, 12, 12, 12]);
		// Each horizon is a trial, so each has its share of false discoveries, never below its p-value.
		for (const { q_value, q_value_dependent, p_value } of results) {
			expect(q_value).toBeGreaterThanOrEqual(p_value ?? 1);
			expect(q_value_dependent).toBeGreaterThanOrEqual(q_value ?? 1);
		}
		for (const {
			verdict,
			luck: { better },
			interval,
			base_rate,
		} of results)
			expect(verdict === 'better' || verdict === 'lucky').toBe(interval[0] > (base_rate ?? 1) && (better || verdict === 'lucky'));
	});

	it('of a span without reports claims nothing', async () => {
		await api.signIn();
		const { body } = await api.call('POST', '/api/indicators/validate/multiple', {
			filters: [VOLUME],
			to: '2001-01-04T00:00:00Z',
			from: '2001-01-03T00:00:00Z',
		});
		expect(body).toMatchObject({ reports: 0, first: null, results: [{ n: 0, hit_rate: null }, {}, {}, {}], tickers: [], evidence: null });
	});

	it('of the lists of extremes is measured in advance for all users, with the same result as a question', async () => {
		const records = createTrackRecords(api.parts);
		expect(records.getRecord('extreme_rise')).toBeNull();
		await records.refresh();
		await api.signIn();
		for (const tab of ['extreme_rise', 'extreme_fall'] as const) {
			const { body } = await api.call('POST', '/api/indicators/validate/multiple', { tab, filters: [] });
			const found: ValidationAnswer = body;
			const { n, hit_rate, interval, sequence, detectable, base_rate, horizon, reconstructed } = found.results[
				found.main
			] as ValidationAnswer['results'][number];
			expect(n).toBeGreaterThan(0);
			expect(records.getRecord(tab)).toEqual({
				...{ n, hit_rate, interval, sequence, base_rate, horizon, reconstructed, detectable: detectable?.difference },
				...{ tab_type: tab, operation: found.question.operation, timeframe: 'one_hour' },
				...{ first: found.first, last: found.last, hypothetical: true, universe: found.universe },
			});
		}
	});

	it('says where its tickers were chosen afterwards: reports rebuilt later, of a market that never knew the ended ones', async () => {
		const { getRecord, refresh } = createTrackRecords({
			...api.parts,
			provider: { ...api.parts.provider, includesDelisted: async () => false },
		});
		await refresh();
		const record = getRecord('extreme_rise');
		expect(record?.reconstructed).toBeGreaterThan(0);
		expect(record?.universe.hindsight).toBe(true);
	});

	it('needs a licence', async () => {
		await api.signIn({ licence: null });
		expect((await api.call('POST', '/api/indicators/validate/single', { condition: VOLUME })).status).toBe(403);
	});
});
