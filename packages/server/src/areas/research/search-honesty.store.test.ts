import type { AnswerOf } from '@sw/contract/base/define';
import type { research } from '@sw/contract/research/research';
import type { FilterContent } from '@sw/domain/filters/filter';
import { wilson } from '@sw/domain/statistics/hit-stats';
import { overfittingProbability, type PeriodCount } from '@sw/domain/statistics/overfitting';
import { bootstrapInterval } from '@sw/domain/statistics/random';
import { utcMs } from '@sw/domain/time/units';
import { addFilter } from '@sw/store/postgres/records/filters/filters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ValidationAnswer } from '../../research/search/search-answers.ts';
import { createMarketStores, type MarketStores } from '../../research/testing/market-stores.ts';
import { createResearchApp, type ResearchApp } from '../../research/testing/research-app.ts';

type Overfitting = AnswerOf<(typeof research)['filterOverfitting']>;
type Occurrences = AnswerOf<(typeof research)['validationOccurrences']>;

const SESSIONS = 18;
const SECTORS = ['volume', 'price_short', 'price_long', 'call_with_put', 'call_without_put_long'] as const;

let at: MarketStores;
let api: ResearchApp;
beforeAll(async () => {
	at = await createMarketStores({ rows: 24, sessions: 100, reportSessions: SESSIONS });
	api = await createResearchApp(at);
});
afterAll(async () => {
	await api?.app.close();
	await at?.close();
});

function contentOf(sector: (typeof SECTORS)[number]): FilterContent {
	const entries = [{ sector, timeframe: 'fifteen_minutes', value: 1 }] as const;
	return { tab: 'free', strategy: 'first', name: sector, entries, operation: null, comment: '' };
}

async function overfitting(): Promise<Overfitting> {
	const { status, body } = await api.call('GET', '/api/filters/overfitting');
	expect(status).toBe(200);
	return body;
}

async function validate(sector: (typeof SECTORS)[number]): Promise<ValidationAnswer> {
	const { entries } = contentOf(sector);
	return (await api.call('POST', '/api/indicators/validate/multiple', { filters: entries })).body;
}

function mainOf({ results, main }: ValidationAnswer) {
	return results[main] as ValidationAnswer['results'][number];
}

/** Finished occurrences by the date of their report: number and hits. */
async function bySession(sector: (typeof SECTORS)[number]): Promise<Map<string, [number, number]>> {
	const found = new Map<string, [number, number]>();
	for (let skip = 0, total = 1; skip < total; skip += 100) {
		const path = `/api/indicators/validate/occurrences?conditions=${sector}.fifteen_minutes.1&skip=${skip}&max=100`;
		const { body } = (await api.call('GET', path)) as { body: Occurrences };
		total = body.total_count;
		for (const { time, hit } of body.items) {
			if (hit === null) continue;
			const [n, hits] = found.get(time.slice(0, 10)) ?? [0, 0];
			found.set(time.slice(0, 10), [n + 1, hits + Number(hit)]);
		}
	}
	return found;
}

describe('the best of an account’s filters', () => {
	it('is not judged among fewer than five', async () => {
		const account = await api.signIn();
		for (const sector of SECTORS.slice(0, 4))
			await addFilter(at.stores.records.db, account.id, contentOf(sector), { maxFilters: 9, now: utcMs(at.wall.now()) });
		expect(await overfitting()).toEqual({ filters: 4, least: 5, sessions: 0, probability: null, hypothetical: true });
	});

	it('is judged by its sessions, as computed from every occurrence', async () => {
		const account = await api.signIn();
		for (const sector of SECTORS)
			await addFilter(at.stores.records.db, account.id, contentOf(sector), { maxFilters: 9, now: utcMs(at.wall.now()) });
		const before = mainOf(await validate('volume')).luck.variants;
		const answer = await overfitting();
		// No record was shown, so none counts as a trial.
		expect(mainOf(await validate('volume')).luck.variants).toBe(before);
		expect(answer).toMatchObject({ filters: 5, sessions: SESSIONS });
		const counted = await Promise.all(SECTORS.map(bySession));
		const days = [...new Set(counted.flatMap((one) => [...one.keys()]))].sort();
		const bases = await Promise.all(SECTORS.map(async (sector) => mainOf(await validate(sector)).base_rate as number));
		const trials = counted.map((one, i) =>
			days.map((day): PeriodCount => {
				const [n, hits] = one.get(day) ?? [0, 0];
				return [n, hits - n * bases[i]!];
			}),
		);
		expect(days.length).toBe(SESSIONS - 1);
		for (const trial of trials) trial.push([0, 0]);
		// Here each session has the base rate of all: close, but not the same.
		expect(Math.abs((answer.probability as number) - (overfittingProbability(trials) as number))).toBeLessThan(0.15);
	});
});

describe('a record', () => {
	it('shows the wider of two intervals, one from draws of sessions, as computed from every occurrence', async () => {
		await api.signIn();
		const found = await validate('volume');
		const { bootstrap } = found;
		const sessions = await bySession('volume');
		const days = [...sessions.keys()].sort().map((day): [number, number] => [sessions.get(day)?.[0] ?? 0, sessions.get(day)?.[1] ?? 0]);
		expect(days.length).toBe(SESSIONS - 1);
		const expected = bootstrapInterval(days);
		for (const side of [0, 1] as const) expect(bootstrap?.[side]).toBeCloseTo(expected[side], 3);
		const { hit_rate: rate, n_eff, interval } = mainOf(found);
		const bare = wilson(rate as number, n_eff);
		const shown = expected[1] - expected[0] > bare[1] - bare[0] ? expected : bare;
		for (const side of [0, 1] as const) expect(interval[side]).toBeCloseTo(shown[side], 3);
	});

	it('says what it owes to tickers that ended, and that the simulated market holds those', async () => {
		await api.signIn();
		const found = await validate('volume');
		const { universe } = found;
		expect(universe).toMatchObject({ hindsight: false, cases: [{ loss: 0 }, { loss: 0.3 }, { loss: 1 }] });
		expect(universe.tickers).toBeGreaterThan(0);
		expect(universe.ended).toBeLessThanOrEqual(universe.tickers);
		expect(universe.cases[0]?.rate).toBeCloseTo(mainOf(found).hit_rate as number, 4);
	});
});
