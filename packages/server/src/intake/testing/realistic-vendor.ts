/** A vendor on loopback that behaves like real ones: with a rate limit, a delay and faults. */
import { MINUTE } from '@sw/domain/time/units';
import { createFakeMarket, type FakeMarket } from './fake-market.ts';
import { type Answer, createHtmlResponse, createRateLimitResponse, type FakeVendor, startFakeVendor } from './fake-vendor.ts';
import type { IdleClock } from './idle-clock.ts';
import type { Oddity } from './oddities.ts';
import type { VendorKind } from './vendor-kinds.ts';

export interface RealisticVendor extends FakeVendor {
	readonly market: FakeMarket;
	/** Largest number of requests in any minute. */
	readonly busiest: () => number;
	/** When requests failed because of an oddity. */
	readonly struck: readonly { oddity: Oddity; at: number }[];
	/** When requests succeeded. */
	readonly answered: readonly number[];
}

export interface RealisticVendorOptions {
	kind: VendorKind;
	symbols: string[];
	wall: IdleClock;
	/** Requests per minute; further ones get status 429. */
	requestsPerMinute: number;
	/** Milliseconds from a bar's end until the bar is available. */
	barDelayMs: number;
	oddities: readonly Oddity[];
}

const MAINTENANCE: Answer = { ...createHtmlResponse(503), headers: { 'cache-control': 'no-store' } } as Answer;
const LIMITED: Answer = { json: { message: 'too many requests.' }, status: 429 };

export async function startRealisticVendor({
	kind,
	symbols,
	wall,
	requestsPerMinute,
	barDelayMs,
	oddities,
}: RealisticVendorOptions): Promise<RealisticVendor> {
	const arrivalTimes: number[] = [];
	const failures: { oddity: Oddity; at: number }[] = [];
	const successTimes: number[] = [];
	let maxPerMinute = 0;
	const findCurrentOddity = (kind: Oddity['kind']): Oddity | undefined =>
		oddities.find((oddity) => oddity.kind === kind && wall.now() >= oddity.from && wall.now() < oddity.until);
	const market = createFakeMarket(symbols, () => wall.now() - barDelayMs + (findCurrentOddity('ahead') ? 20 * MINUTE : 0));
	market.isHidden = (symbol, ms) => {
		const half = findCurrentOddity('half');
		return half !== undefined && hasDelayedBars(symbol) && ms + 15 * MINUTE + barDelayMs >= half.from;
	};
	const script = kind.script(market, 0);
	const recordFailure = (oddity: Oddity | undefined, answer: Answer): Answer | undefined => {
		if (oddity) failures.push({ oddity, at: wall.now() });
		return oddity && answer;
	};
	const failByOddity = (): Answer | undefined => {
		const silent = findCurrentOddity('silent');
		if (silent) wall.leaveUnanswered();
		const limited = findCurrentOddity('limited');
		return (
			recordFailure(silent, { silent: true }) ??
			recordFailure(findCurrentOddity('maintenance'), MAINTENANCE) ??
			recordFailure(limited, limited ? createRateLimitResponse(Math.ceil((limited.until - wall.now()) / 1000)) : LIMITED) ??
			recordFailure(findCurrentOddity('limited-silently'), LIMITED) ??
			recordFailure(findCurrentOddity('pages'), createHtmlResponse(200)) ??
			// Only every third request fails.
			(arrivalTimes.length % 3 === 0 ? recordFailure(findCurrentOddity('cut'), { cut: '{"bars":{"AAA' }) : undefined)
		);
	};
	const vendor = await startFakeVendor((request) => {
		arrivalTimes.push(wall.now());
		const minuteCount = arrivalTimes.filter((at) => at > wall.now() - MINUTE).length;
		maxPerMinute = Math.max(maxPerMinute, minuteCount);
		if (minuteCount > requestsPerMinute) return LIMITED;
		const oddResponse = failByOddity();
		if (oddResponse) return oddResponse;
		successTimes.push(wall.now());
		return script(request);
	});
	return { ...vendor, market, busiest: () => maxPerMinute, struck: failures, answered: successTimes };
}

function hasDelayedBars(symbol: string): boolean {
	return symbol.charCodeAt(symbol.length - 1) % 2 === 0;
}
