import type { AnswerOf } from '@sw/contract/base/define';
import type { research } from '@sw/contract/research/research';
import type { CallerAccount } from '@sw/domain/access/caller';
import type { Decision } from '@sw/domain/research/decision';
import { isoSeconds } from '@sw/domain/time/format';
import { type TickerId, type UtcMs, utcMs } from '@sw/domain/time/units';
import { countedVersions } from '@sw/store/postgres/records/reports/counted-versions';
import { addDecision } from '@sw/store/postgres/records/research/decisions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMarketStores, type MarketStores } from '../../research/testing/market-stores.ts';
import { createResearchApp, type ResearchApp } from '../../research/testing/research-app.ts';

type Decisions = AnswerOf<(typeof research)['decisions']>;
type Occurrence = AnswerOf<(typeof research)['validationOccurrences']>['items'][number];

let at: MarketStores;
let api: ResearchApp;
let account: CallerAccount;
beforeAll(async () => {
	at = await createMarketStores({ rows: 24, sessions: 100, reportSessions: 6, speed: 60 });
	api = await createResearchApp(at);
	account = await api.signIn();
});
afterAll(async () => {
	await api?.app.close();
	await at?.close();
});

async function list(): Promise<Decisions> {
	const { status, body } = await api.call('GET', '/api/decisions?max=100');
	expect(status).toBe(200);
	return body;
}

/** As if it had been entered in the past, which no call can do. */
async function decided(past: Partial<Decision> & Pick<Decision, 'tickerId' | 'madeAt'>): Promise<Decision> {
	const decision = {
		kind: 'took',
		direction: 'short',
		strategy: 'first',
		horizon: 3,
		filterId: null,
		tags: [],
		note: '',
		...past,
	} as const;
	return (await addDecision(at.stores.records.db, account.id, decision, { maxDecisions: 9_999, now: utcMs(at.wall.now()) })) as Decision;
}

async function occurrences(outcome: string): Promise<Occurrence[]> {
	const { body } = await api.call('GET', `/api/indicators/validate/occurrences?${PLACE}&outcome=${outcome}&max=20`);
	return (body as { items: Occurrence[] }).items;
}

const PLACE = 'timeframes=15,30,60&horizons=3&cooldown=1&conditions=volume.fifteen_minutes.1';

describe('a decision', () => {
	it('is open at first, and is refused where its ticker, filter, horizon or tags are wrong', async () => {
		const [{ id } = { id: 0 }] = await at.provider.universe(at.market.now());
		const body = { ticker_id: id, decision: 'took', operation: 'long', tags: ['Breakout ', 'breakout', 'Gap'], note: 'Loud' };
		const { status, body: added } = await api.call('POST', '/api/decisions', body);
		expect({ status, added }).toMatchObject({
			status: 201,
			added: {
				ticker_id: id,
				decision: 'took',
				tags: ['breakout', 'gap'],
				note: 'Loud',
				state: 'open',
				hit: null,
				excess: null,
				horizon: 5,
			},
		});
		const refused = async (change: object) => (await api.call('POST', '/api/decisions', { ...body, ...change })) as { status: number };
		expect((await refused({ ticker_id: 999_999 })).status).toBe(400);
		expect((await refused({ filter: 999_999 })).status).toBe(400);
		expect((await refused({ horizon: 41 })).status).toBe(400);
		expect((await refused({ tags: ['a', 'b', 'c', 'd', 'e', 'f'] })).status).toBe(400);
		expect((await refused({ decision: 'sold' })).status).toBe(400);
		expect(await list()).toMatchObject({
			total_count: 1,
			took: { count: 1, open: 1, n: 0, hit_rate: null, base_rate: null, mean: null },
			passed: { count: 0 },
			tags: [{ tag: 'breakout' }, { tag: 'gap' }],
		});
		const removed = (added as { id: number }).id;
		expect((await api.call('DELETE', `/api/decisions/${removed}`)).status).toBe(204);
		expect((await api.call('DELETE', `/api/decisions/${removed}`)).status).toBe(404);
		expect(await list()).toMatchObject({ total_count: 0, deleted: 1, took: { count: 0 } });
	});

	it('has the outcome of an occurrence that was published when it was made', async () => {
		const found = [...(await occurrences('hits')), ...(await occurrences('losers'))];
		expect(found.length).toBeGreaterThan(10);
		const reports = await countedVersions(at.stores.records.db, utcMs(0), utcMs(Date.UTC(2030, 0, 1)), 'reverse');
		const publishedAt = new Map(reports.map(({ time, publishedAt: published }) => [isoSeconds(time), published]));
		const kinds = ['took', 'passed'] as const;
		for (const [i, { ticker_id: ticker, time }] of found.entries())
			await decided({
				tickerId: ticker as TickerId,
				madeAt: publishedAt.get(time) as UtcMs,
				kind: kinds[i % 2] as 'took' | 'passed',
				tags: i % 3 === 0 ? ['third'] : [],
			});
		const log = await list();
		expect(log.items).toHaveLength(found.length);
		const newestFirst = log.items.toReversed();
		expect(newestFirst.map(({ ticker_id, hit, excess }) => [ticker_id, hit, excess])).toEqual(
			found.map(({ ticker_id, hit, excess }) => [ticker_id, hit, expect.closeTo(excess as number, 5)]),
		);
		const hitsOf = (kind: string) => newestFirst.filter((one) => one.decision === kind && one.hit === true).length;
		for (const kind of kinds) expect(log[kind]).toMatchObject({ open: 0, hits: hitsOf(kind) });
		expect(log.took_and_passed).toMatchObject({ n: found.length, hits: hitsOf('took') + hitsOf('passed') });
		expect(log.took.n + log.passed.n).toBe(found.length);
		expect(log.took.base_rate).toBeGreaterThan(0);
		expect(log.took.detectable?.difference).toBeGreaterThan(0);
		expect(log.watching.detectable).toBeNull();
		const [third] = log.tags.filter(({ tag }) => tag === 'third');
		expect((third?.took.n ?? 0) + (third?.passed.n ?? 0)).toBe(Math.ceil(found.length / 3));
	});

	it('is exported with what followed, and only to its owner', async () => {
		const { total_count: total } = await list();
		const csv = await api.app.inject({ method: 'GET', url: '/api/decisions/export' });
		expect(csv.headers['content-disposition']).toContain('signalwheel-decisions.csv');
		const [head, ...rows] = csv.body.trimEnd().split('\r\n');
		expect(head).toMatch(/^made,ticker,ticker_id,decision,direction,horizon,/);
		expect(rows).toHaveLength(total);
		await api.signIn();
		expect(await list()).toMatchObject({ total_count: 0, deleted: 0 });
	});
});
