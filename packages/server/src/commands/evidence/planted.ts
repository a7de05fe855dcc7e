import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnswerOf, InputOf } from '@sw/contract/base/define';
import type { research } from '@sw/contract/research/research';
import { OPERATIONS, SECTORS } from '@sw/domain/signals/sector';
import { createRandom, type Random } from '@sw/domain/statistics/random';
import { STRATEGIES, TIMEFRAMES, type TimeframeIndex } from '@sw/domain/time/timeframe';

type Question = InputOf<(typeof research)['validateMultiple']>['body'];
type Result = AnswerOf<(typeof research)['validateMultiple']>['results'][number];

/** Filters that find the planted effects (docs/simulated-market.md), and one that only seems to find something (null). */
const PLANTED_FILTERS: readonly (readonly [name: string, question: Question])[] = [
	['price short 1d ≥ 4', createFilter('short', ['small_cap', 'micro_cap'], 'third', 1, [['price_short', 'day', 4]])],
	[
		'price short 1d ≥ 3, volume 1d ≥ 1',
		createFilter('long', ['large_cap', 'mid_cap'], 'third', 1, [
			['price_short', 'day', 3],
			['volume', 'day', 1],
		]),
	],
	[
		'call/put difference short 1d ≥ 3, call/put sum 1d ≥ 1',
		createFilter('long', ['large_cap', 'mid_cap'], 'first', 5, [
			['call_without_put_short', 'day', 3],
			['call_with_put', 'day', 1],
		]),
	],
	[
		'call/put difference long 1d ≥ 3 (null)',
		createFilter('short', ['large_cap', 'mid_cap'], 'first', 5, [['call_without_put_long', 'day', 3]]),
	],
];

const RANDOM_FILTERS = 60;
const SEED = 2_026;
/** Records with fewer occurrences have no verdict. */
const MIN_OCCURRENCES = 30;
const CAPS = [['large_cap', 'mid_cap'], ['small_cap', 'micro_cap'], []] as const;

/**
 * Prints what filters for the planted effects and random filters find in a running product, with the demo account. The product must run the simulated market in
 * a new data folder. Luck lines count the account's trials, so the planted effects are validated first, and again after the random filters.
 */
export async function printPlantedEvidence(url: string, folder: string, print: (line: string) => void): Promise<void> {
	const validate = createValidator(url, readFileSync(join(folder, 'demo-password'), 'utf8').trim());
	print('| Filter | n | Hit rate (95%) | Base rate | Verdict | Verdict after all trials |');
	print('|---|---|---|---|---|---|');
	const first = new Map<string, Result | undefined>();
	for (const [name, question] of PLANTED_FILTERS) first.set(name, await validate(question));
	const random = createRandom(SEED);
	const results: Result[] = [];
	for (let attempts = 0; results.length < RANDOM_FILTERS && attempts < 10 * RANDOM_FILTERS; attempts++) {
		const result = await validate(randomFilter(random));
		if (result && result.n >= MIN_OCCURRENCES) results.push(result);
	}
	for (const [name, question] of PLANTED_FILTERS) {
		const [before, after] = [first.get(name), await validate(question)];
		print(
			`| ${name} | ${before?.n ?? 0} | ${formatRate(before)} | ${formatPercent(before?.base_rate)} | ${before?.verdict ?? ''} | ${after?.verdict ?? ''} |`,
		);
	}
	const aboveBase = results.filter(({ interval, base_rate }) => interval[0] > (base_rate ?? 1));
	const flagged = aboveBase.filter(({ luck, q_value }) => luck.better || (q_value ?? 1) <= 0.05);
	print('');
	print(
		`Of ${results.length} random filters ${aboveBase.length} have an interval above the base rate, ${flagged.length} are above the luck line or have a q-value up to 5%.`,
	);
}

/** Creates a filter with one to three conditions of depth 1 to 3, and random direction, timeframes and market caps. */
function randomFilter(random: Random): Question {
	const strategy = pick(random, STRATEGIES);
	const conditions = Array.from({ length: 1 + random.nextInteger(3) }, (): Condition => {
		const { key } = pick(random, SECTORS);
		return [
			key,
			(TIMEFRAMES[pick(random, strategy.rated) as TimeframeIndex] as (typeof TIMEFRAMES)[number]).name,
			1 + random.nextInteger(3),
		];
	});
	const distinct = [...new Map(conditions.map((one) => [`${one[0]} ${one[1]}`, one])).values()];
	return createFilter(pick(random, OPERATIONS), pick(random, CAPS), strategy.name, pick(random, [1, 5]), distinct);
}

type Condition = readonly [sector: (typeof SECTORS)[number]['key'], timeframe: (typeof TIMEFRAMES)[number]['name'], value: number];

function createFilter(
	operation: (typeof OPERATIONS)[number],
	caps: readonly (typeof CAPS)[number][number][],
	strategy: (typeof STRATEGIES)[number]['name'],
	horizon: number,
	conditions: readonly Condition[],
): Question {
	const { rated: ratedTimeframes } = STRATEGIES.find(({ name }) => name === strategy) as (typeof STRATEGIES)[number];
	return {
		tab: 'free',
		operation,
		timeframes: ratedTimeframes.map((timeframe) => (TIMEFRAMES[timeframe] as (typeof TIMEFRAMES)[number]).name),
		marketcap: [...caps],
		horizons: [horizon],
		filters: conditions.map(([sector, timeframe, value]) => ({ sector, timeframe, value })),
	};
}

/** Returns a function that validates a filter as the demo account, signing in again when the session has ended. */
function createValidator(url: string, password: string): (question: Question) => Promise<Result | undefined> {
	let cookie: string | undefined;
	const send = (path: string, body: object): Promise<Response> =>
		fetch(new URL(path, url), {
			method: 'POST',
			headers: { 'content-type': 'application/json', origin: new URL(url).origin, ...(cookie ? { cookie } : {}) },
			body: JSON.stringify(body),
		});
	const signIn = async (): Promise<void> => {
		cookie = undefined;
		const { headers } = await send('/api/auth/login', { email: 'pro@demo.test', password });
		cookie = headers
			.getSetCookie()
			.map((line) => line.split(';')[0])
			.join('; ');
	};
	return async (question) => {
		if (!cookie) await signIn();
		let response = await send('/api/indicators/validate/multiple', question);
		if (response.status === 401) {
			await signIn();
			response = await send('/api/indicators/validate/multiple', question);
		}
		if (!response.ok) throw new Error(`The validation failed with status ${response.status}: ${await response.text()}`);
		return ((await response.json()) as { results: Result[] }).results[0];
	};
}

function pick<T>(random: Random, list: readonly T[]): T {
	return list[random.nextInteger(list.length)] as T;
}

function formatRate(result: Result | undefined): string {
	return result ? `${formatPercent(result.hit_rate)} (${result.interval.map((bound) => (100 * bound).toFixed(1)).join('-')})` : 'n/a';
}

function formatPercent(share: number | null | undefined): string {
	return share === null || share === undefined ? 'n/a' : `${(100 * share).toFixed(1)}%`;
}
