import type { CallerAccount } from '@sw/domain/access/caller';
import type { Filter, FilterContent } from '@sw/domain/filters/filter';
import { readGroups } from '@sw/domain/filters/group-text';
import { normalizeConditions } from '@sw/domain/filters/groups';
import { nyse } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { findLastElapsed, slotEnd } from '@sw/domain/time/slots';
import { utcMs } from '@sw/domain/time/units';
import { addFilter, changeFilter } from '@sw/store/postgres/records/filters/filters';
import { countedVersions } from '@sw/store/postgres/records/reports/counted-versions';
import { tableFromIPC } from '@uwdata/flechette';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ValidationAnswer } from '../../research/search/search-answers.ts';
import { createMarketStores, type MarketStores } from '../../research/testing/market-stores.ts';
import { createResearchApp, type ResearchApp } from '../../research/testing/research-app.ts';
import type { OccurrencesAnswer } from '../../research/validation/validate.ts';

let at: MarketStores;
let api: ResearchApp;
let account: CallerAccount;
beforeAll(async () => {
	at = await createMarketStores({ rows: 24, sessions: 100, reportSessions: 4, speed: 60 });
	api = await createResearchApp(at);
	account = await api.signIn();
});
afterAll(async () => {
	await api?.app.close();
	await at?.close();
});

const CONTENT: FilterContent = {
	tab: 'free',
	strategy: 'first',
	name: 'Loud',
	entries: [{ sector: 'volume', timeframe: 'fifteen_minutes', value: 1 }],
	operation: null,
	comment: '',
};
const EVERYTHING = { from: utcMs(0), to: utcMs(Date.UTC(2030, 0, 1)) };

function published() {
	return countedVersions(at.stores.records.db, EVERYTHING.from, EVERYTHING.to, 'reverse');
}

/** Those published live after a wall-clock instant. */
async function liveAfter(instant: number) {
	return (await published()).filter(
		({ reconstructed, publishedWall }) => !reconstructed && publishedWall !== null && publishedWall > instant,
	);
}

/** Those that a validation has read: one more may have come out since. */
function readIn(found: ValidationAnswer, reports: Awaited<ReturnType<typeof published>>) {
	return reports.filter(({ time }) => isoSeconds(time) <= (found.last ?? ''));
}

/** Lets the market publish so many reports live. The clock waits for each, so that none comes out later than the next bar. */
async function publish(more: number): Promise<void> {
	const wanted = (await liveCount()) + more;
	await expect
		.poll(async () => {
			await at.wall.advance((await isBehind()) ? 10 : 3_000);
			return liveCount();
		})
		.toBeGreaterThanOrEqual(wanted);
}

/** Whether the report of the last slot that elapsed is still to come. */
async function isBehind(): Promise<boolean> {
	const elapsed = findLastElapsed(nyse, at.market.now());
	return elapsed !== undefined && slotEnd(elapsed.session, elapsed.slot) > ((await published()).at(-1)?.time ?? 0);
}

async function liveCount(): Promise<number> {
	return (await published()).filter(({ reconstructed }) => !reconstructed).length;
}

function wallNow() {
	return utcMs(at.wall.now());
}

const QUESTION = { tab: 'free', timeframes: ['15', '30', '60'], horizons: [1, 3], cooldown: 2 } as const;

async function validate(filter: Pick<Filter, 'id' | 'entries'>): Promise<ValidationAnswer> {
	const body = { ...QUESTION, filters: filter.entries, filter: filter.id };
	const { status, body: found } = await api.call('POST', '/api/indicators/validate/multiple', body);
	expect(status).toBe(200);
	return found;
}

async function occurrences({ id }: Pick<Filter, 'id'>, more: string): Promise<OccurrencesAnswer> {
	const query = `timeframes=15,30,60&horizons=1,3&cooldown=2&conditions=volume.fifteen_minutes.1&filter=${id}&${more}`;
	const { status, body } = await api.call('GET', `/api/indicators/validate/occurrences?${query}`);
	expect(status).toBe(200);
	return body;
}

describe('a filter that is saved in the middle of a replay', () => {
	it('has a record since then of exactly the later live reports, beside that of before', async () => {
		await publish(10);
		const savedAt = wallNow();
		const filter = (await addFilter(at.stores.records.db, account.id, CONTENT, { maxFilters: 5, now: savedAt })) as Filter;
		expect((await validate(filter)).saved?.since).toMatchObject({ reports: 0, occurrences: 0, result: { n: 0, hit_rate: null } });
		await publish(30);

		const found = await validate(filter);
		const all = readIn(found, await published());
		const later = readIn(found, await liveAfter(savedAt));
		expect(later.length).toBeGreaterThanOrEqual(29);
		expect(all.length - later.length).toBeGreaterThan(50);
		const { before, since, ...reported } = found.saved as NonNullable<ValidationAnswer['saved']>;
		expect(reported).toEqual({ filter: filter.id, name: 'Loud', at: isoSeconds(savedAt), begins: 'saved', decisions: null });
		expect([before.reports, since.reports]).toEqual([all.length - later.length, later.length]);
		expect(before.occurrences + since.occurrences).toBe(found.occurrence_count);
		const { horizon, n, hits } = found.results[found.main] as (typeof found.results)[number];
		expect([before.result.n + since.result.n, before.result.hits + since.result.hits]).toEqual([n, hits]);
		expect(since.result).toMatchObject({ horizon, reconstructed: 0, hypothetical: true });
		expect(since.result.n).toBeGreaterThan(0);

		const times = new Set(later.map(({ time }) => isoSeconds(time)));
		const own = await occurrences(filter, 'part=since&max=100');
		expect(own.total_count).toBe(since.occurrences);
		expect(own.items.every(({ time, since_saved, reconstructed }) => times.has(time) && since_saved === true && !reconstructed)).toBe(true);
		const beforeSaving = await occurrences(filter, 'part=before&max=100');
		expect(beforeSaving.total_count).toBe(before.occurrences);
		expect(beforeSaving.items.every(({ time, since_saved }) => !times.has(time) && since_saved === false)).toBe(true);
		expect(own.counts.hits + beforeSaving.counts.hits).toBe(found.hit_count);
		expect(own.counts.losers + beforeSaving.counts.losers).toBe(found.loser_count);
	});

	it('has the decisions made in its list as a third pile', async () => {
		const filter = (await addFilter(
			at.stores.records.db,
			account.id,
			{ ...CONTENT, name: 'Decided' },
			{ maxFilters: 5, now: wallNow() },
		)) as Filter;
		const decide = async (decision: string, ticker: number, more: object = {}): Promise<void> => {
			const body = {
				decision,
				ticker_id: ticker,
				operation: 'long',
				timeframes: QUESTION.timeframes,
				horizon: 1,
				filter: filter.id,
				...more,
			};
			expect((await api.call('POST', '/api/decisions', body)).status).toBe(201);
		};
		await decide('took', 1);
		await decide('passed', 2);
		await decide('passed', 3);
		await decide('watching', 4);
		await decide('took', 5, { filter: null });
		const piles = async () => (await validate(filter)).saved?.decisions;
		expect(await piles()).toMatchObject({ took: { count: 1, open: 1, n: 0, hit_rate: null }, passed: { count: 2, open: 2, n: 0 } });
		// Two hourly bars later all have their outcome.
		await publish(9);
		expect(await piles()).toMatchObject({ took: { count: 1, open: 0, n: 1 }, passed: { count: 2, open: 0, n: 2 } });
	});

	it('with groups is one look in the luck of the account for each horizon, and the same as its entries where they say the same', async () => {
		const ask = async (more: object): Promise<ValidationAnswer> => {
			const { status, body } = await api.call('POST', '/api/indicators/validate/multiple', { ...QUESTION, filters: [], ...more });
			expect(status).toBe(200);
			return body;
		};
		const plain = await ask({ filters: CONTENT.entries });
		const looks = plain.results[0]?.luck.variants ?? 0;
		const same = await ask({ groups: [{ match: 'any', filters: CONTENT.entries }] });
		expect([same.question.groups, same.results, same.results[0]?.luck.variants]).toEqual([[], plain.results, looks]);
		const text = 'any(volume.fifteen_minutes.1,volume.thirty_minutes.2),none(volume.one_hour.3)';
		const grouped = await ask({ groups: text });
		expect(grouped.results[0]?.luck.variants).toBe(looks + QUESTION.horizons.length);
		expect((await ask({ groups: text })).results[0]?.luck.variants).toBe(looks + QUESTION.horizons.length);
		expect(grouped.occurrence_count).toBeGreaterThan(0);
		const path = '/api/indicators/validate/occurrences?timeframes=15,30,60&horizons=1,3&cooldown=2';
		const { body }: { body: OccurrencesAnswer } = await api.call('GET', `${path}&groups=${text}`);
		expect(body.total_count).toBe(grouped.occurrence_count);
		const groups = readGroups(text) ?? [];
		const filter = (await addFilter(
			at.stores.records.db,
			account.id,
			{ ...CONTENT, name: 'Grouped', ...normalizeConditions({ entries: [], groups }) },
			{ maxFilters: 9, now: wallNow() },
		)) as Filter;
		expect((await ask({ groups: text, filter: filter.id })).saved).toMatchObject({ name: 'Grouped', begins: 'saved' });
		expect((await ask({ filters: CONTENT.entries, filter: filter.id })).saved).toBeNull();
	});

	it('restarts its record and says so when its conditions are edited, not when it is renamed', async () => {
		const { db } = at.stores.records;
		const filter = (await addFilter(db, account.id, { ...CONTENT, name: 'Edited' }, { maxFilters: 5, now: wallNow() })) as Filter;
		await publish(4);
		const renamed = (await changeFilter(db, account.id, filter.id, { ...CONTENT, name: 'Renamed' }, wallNow())) as Filter;
		const before = await validate(renamed);
		const own = readIn(before, await liveAfter(filter.conditionsAt)).length;
		expect(before.saved).toMatchObject({ name: 'Renamed', begins: 'saved', since: { reports: own } });
		expect(own).toBeGreaterThan(2);
		const editedAt = wallNow();
		const entries = [{ sector: 'volume', timeframe: 'fifteen_minutes', value: 2 }] as const;
		const edited = (await changeFilter(db, account.id, filter.id, { ...CONTENT, name: 'Renamed', entries }, editedAt)) as Filter;
		expect((await validate(edited)).saved).toMatchObject({ begins: 'changed', at: isoSeconds(editedAt), since: { reports: 0 } });
		await publish(3);
		const after = await validate(edited);
		const later = readIn(after, await liveAfter(editedAt)).length;
		expect(later).toBeGreaterThan(1);
		expect(after.saved).toMatchObject({ begins: 'changed', since: { reports: later } });
		// The conditions of before are no longer what the filter asks.
		expect((await validate({ ...edited, entries: CONTENT.entries })).saved).toBeNull();
	});

	it('of another account is none', async () => {
		const filter = (await addFilter(
			at.stores.records.db,
			account.id,
			{ ...CONTENT, name: 'Own' },
			{ maxFilters: 5, now: wallNow() },
		)) as Filter;
		const owner = account;
		account = await api.signIn();
		const body = { ...QUESTION, filters: filter.entries, filter: filter.id };
		expect(await api.call('POST', '/api/indicators/validate/multiple', body)).toMatchObject({
			status: 400,
			body: { errors: [{ field: 'filter' }] },
		});
		account = await api.signIn(owner);
	});
});

describe('the occurrences of a validation', () => {
	beforeAll(() => at.market.stop());

	const path = '/api/indicators/validate/occurrences';
	const query = 'timeframes=15,30,60&horizons=1,3&cooldown=2&conditions=volume.fifteen_minutes.1';
	const page = async (more: string): Promise<OccurrencesAnswer> => (await api.call('GET', `${path}?${query}&${more}`)).body;

	it('are paged whole, what is over first, with hits and losers over all of them', async () => {
		const first = await page('max=7');
		expect(first.total_count).toBeGreaterThan(30);
		expect(first.counts.hits + first.counts.losers + first.counts.open).toBe(first.counts.all);
		const items = [];
		for (let skip = 0; skip < first.total_count; skip += 7) items.push(...(await page(`max=7&skip=${skip}`)).items);
		expect(new Set(items.map(({ time, ticker }) => `${time} ${ticker}`)).size).toBe(first.total_count);
		expect(items.filter(({ hit }) => hit === true)).toHaveLength(first.counts.hits);
		expect(items.filter(({ hit }) => hit === false)).toHaveLength(first.counts.losers);
		const over = items.map(({ hit }) => hit !== null);
		expect(over).toEqual([...over].sort((a, b) => Number(b) - Number(a)));
		const losers = await page('outcome=losers&sort_by=excess&sort_dir=asc&max=100');
		expect(losers.total_count).toBe(first.counts.losers);
		const values = losers.items.map(({ excess }) => excess as number);
		expect(values).toEqual([...values].sort((a, b) => a - b));
	});

	it('are taken away as CSV, JSON, Parquet and Arrow', async () => {
		const { total_count } = await page('max=1');
		const file = (format: string) => api.app.inject({ method: 'GET', url: `${path}/export?${query}&format=${format}` });
		const csv = await file('csv');
		expect(csv.headers['content-disposition']).toContain('signalwheel-occurrences-free.csv');
		const [head, ...lines] = csv.body.trimEnd().split('\r\n');
		expect(head).toBe(
			'report,ticker,ticker_id,rate,horizon,hit,excess,entry,entry_price,exit,exit_price,own_return,peer_return,cost,cost_source,best,worst,reconstructed,since_saved,hypothetical',
		);
		expect(lines).toHaveLength(total_count);
		// What isn't known yet is empty, never 0.
		const open = lines.find((line) => line.split(',')[5] === '')?.split(',') ?? [];
		expect([8, 10, 11, 12, 13, 14, 15].map((at) => open[at])).toEqual(new Array(7).fill(''));
		const json = (await file('json')).json() as { question: { horizon: number }; columns: object[]; items: object[]; simulated: boolean };
		expect(json).toMatchObject({
			question: { tab: 'free', horizon: 3 },
			columns: expect.arrayContaining([expect.objectContaining({ name: 'hit' })]),
		});
		expect(json.items).toHaveLength(total_count);
		expect((await file('parquet')).rawPayload.subarray(0, 4).toString()).toBe('PAR1');
		const { numRows, schema } = tableFromIPC((await file('arrow')).rawPayload);
		expect([numRows, schema.metadata?.get('simulated')]).toEqual([total_count, String(json.simulated)]);
	});

	it('refuse what is no condition, and a part without a filter', async () => {
		expect((await api.call('GET', `${path}?conditions=volume.one_hour.9`)).status).toBe(400);
		expect((await api.call('GET', `${path}?${query}&part=since`)).status).toBe(400);
		await api.signIn({ licence: null });
		expect((await api.call('GET', `${path}?${query}`)).status).toBe(403);
		expect((await api.call('GET', `${path}/export?${query}`)).status).toBe(403);
	});
});
