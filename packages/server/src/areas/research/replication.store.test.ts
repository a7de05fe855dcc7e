import type { AnswerOf } from '@sw/contract/base/define';
import type { research } from '@sw/contract/research/research';
import { EFFECTS } from '@sw/domain/research/evidence/published-effects';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ValidationAnswer } from '../../research/search/search-answers.ts';
import { createMarketStores, type MarketStores } from '../../research/testing/market-stores.ts';
import { createResearchApp, type ResearchApp } from '../../research/testing/research-app.ts';

type State = AnswerOf<(typeof research)['measuredReplication']>;

let at: MarketStores;
let api: ResearchApp;
beforeAll(async () => {
	at = await createMarketStores({ rows: 90, sessions: 130, reportSessions: 12 });
	api = await createResearchApp(at);
});
afterAll(async () => {
	await api?.app.close();
	await at?.close();
});

async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<{ status: number; body: State }> {
	return api.call(method, `/api/replication${path}`, body);
}

describe('replications of published effects', () => {
	it('don’t exist for other accounts, and are measured and published by administrators alone', async () => {
		await api.signIn({ role: 'user', licence: 'pro' });
		expect((await ask('GET', '')).status).toBe(204);
		for (const [method, path, body] of [
			['GET', '/measured', undefined],
			['POST', '/measured', {}],
			['PUT', '/published', { measured: '2026-06-30T20:00:00Z' }],
			['DELETE', '/published', undefined],
		] as const)
			expect((await ask(method, path, body)).status).toBe(403);
	});

	it('are nothing to publish before the first measurement', async () => {
		await api.signIn({ role: 'admin' });
		expect((await ask('GET', '/measured')).body).toEqual({ latest: null, published: null, job: null });
		expect((await ask('PUT', '/published', { measured: 'today' })).status).toBe(400);
		expect((await ask('PUT', '/published', { measured: '2026-06-30T20:00:00Z' })).status).toBe(409);
		expect((await ask('DELETE', '/published')).status).toBe(404);
		expect(api.acts).toEqual([]);
	});

	it('measure the stored prices of all tickers, and stay unpublished', async () => {
		await api.replicate();
		const { latest } = (await ask('GET', '/measured')).body;
		expect(latest).toMatchObject({ simulated: true, tickers: 90 });
		expect(latest?.items.map(({ effect }) => effect)).toEqual([...EFFECTS]);
		const measured = latest?.items.filter(({ found }) => found !== null) ?? [];
		expect(measured.map(({ effect }) => effect)).toEqual(expect.arrayContaining(['weekly_intraday', 'end_of_day', 'same_half_hour']));
		for (const { found, span, verdict } of measured) {
			expect(found?.low).toBeLessThan(found?.high as number);
			expect((span?.from as string) < (span?.to as string)).toBe(true);
			expect(verdict).not.toBe('not_measured');
		}
		// Nothing here is named SPY, and option volumes aren't read.
		expect(latest?.items.filter(({ verdict }) => verdict === 'not_measured').map(({ effect }) => effect)).toEqual([
			...EFFECTS.filter((effect) => !measured.some((one) => one.effect === effect)),
		]);
		expect((await ask('GET', '')).status).toBe(204);
	});

	it('test the lists of the product together, by the occurrences of all reports', async () => {
		const { latest } = (await ask('GET', '/measured')).body;
		const { items, too_few: tooFew, spa } = latest!.combinations!;
		// Fifteen lists at four horizons.
		expect(items.length + tooFew).toBe(60);
		expect(items.length).toBeGreaterThan(0);
		expect(spa).toBeGreaterThan(0);
		for (const { n, hit_rate, base_rate, p_alone, p_together } of items) {
			expect(n).toBeGreaterThanOrEqual(30);
			expect(Math.abs(base_rate - 0.5)).toBeLessThan(0.2);
			expect(hit_rate).toBeLessThanOrEqual(1);
			expect(p_together).toBeGreaterThanOrEqual(p_alone > 0.5 ? 0 : p_alone / 2);
		}
		// The validation of the same question, which counts each occurrence by itself.
		await api.signIn({ role: 'user', licence: 'pro' });
		const { tab_type: tab, timeframes, depth, horizon, n, hit_rate, base_rate } = items[0]!;
		const price = { sector: tab === 'extreme_rise' ? 'price_short' : 'price_long', timeframe: timeframes.at(-1), value: depth };
		const { body } = await api.call('POST', '/api/indicators/validate/multiple', {
			...{ tab, timeframes, horizons: [horizon], filters: depth === 0 ? [] : [price] },
		});
		expect((body as ValidationAnswer).results[0]).toMatchObject({ n, hit_rate, base_rate });
		await api.signIn({ role: 'admin' });
	});

	it('are shown to all accounts once published, as they were reviewed, until they are withdrawn', async () => {
		const { latest } = (await ask('GET', '/measured')).body;
		const { body } = await ask('PUT', '/published', { measured: latest?.measured });
		expect(body.published).toMatchObject(latest as object);
		await api.signIn({ role: 'user', licence: null });
		const shown = await ask('GET', '');
		expect([shown.status, shown.body]).toEqual([200, body.published]);
		await api.signIn({ role: 'admin' });
		expect((await ask('DELETE', '/published')).body).toMatchObject({ latest, published: null });
		expect((await ask('GET', '')).status).toBe(204);
		expect(api.acts.map(({ act }) => act)).toEqual(['replication.publish', 'replication.withdraw']);
	});
});
