/** A vendor on loopback that behaves like real ones: with a rate limit, a delay and faults. */
import { MINUTE } from '@sw/domain/time/units';
import { createFakeMarket, type FakeMarket } from './fake-market.ts';
import { type Answer, type FakeVendor, html, startFakeVendor, tooMany } from './fake-vendor.ts';
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

export interface BehavingOptions {
	kind: VendorKind;
	symbols: string[];
	wall: IdleClock;
	/** Requests per minute; further ones get status 429. */
	limit: number;
	/** Milliseconds after its end from which a bar is available. */
	late: number;
	oddities: readonly Oddity[];
}

const MAINTENANCE: Answer = { ...html(503), headers: { 'cache-control': 'no-store' } } as Answer;
const LIMITED: Answer = { json: { message: 'too many requests.' }, status: 429 };

export async function startRealisticVendor({ kind, symbols, wall, limit, late, oddities }: BehavingOptions): Promise<RealisticVendor> {
	const arrived: number[] = [];
	const struck: { oddity: Oddity; at: number }[] = [];
	const answered: number[] = [];
	let busiest = 0;
	const now = (kind: Oddity['kind']): Oddity | undefined =>
		oddities.find((oddity) => oddity.kind === kind && wall.now() >= oddity.from && wall.now() < oddity.until);
	const market = createFakeMarket(symbols, () => wall.now() - late + (now('ahead') ? 20 * MINUTE : 0));
	market.hide = (symbol, ms) => {
		const half = now('half');
		return half !== undefined && isHeld(symbol) && ms + 15 * MINUTE + late >= half.from;
	};
	const script = kind.script(market, 0);
	const strike = (oddity: Oddity | undefined, answer: Answer): Answer | undefined => {
		if (oddity) struck.push({ oddity, at: wall.now() });
		return oddity && answer;
	};
	const odd = (): Answer | undefined => {
		const silent = now('silent');
		if (silent) wall.leaveUnanswered();
		const limited = now('limited');
		return (
			strike(silent, { silent: true }) ??
			strike(now('maintenance'), MAINTENANCE) ??
			strike(limited, limited ? tooMany(Math.ceil((limited.until - wall.now()) / 1000)) : LIMITED) ??
			strike(now('limited-silently'), LIMITED) ??
			strike(now('pages'), html(200)) ??
			// Only every third request fails.
			(arrived.length % 3 === 0 ? strike(now('cut'), { cut: '{"bars":{"AAA' }) : undefined)
		);
	};
	const vendor = await startFakeVendor((request) => {
		arrived.push(wall.now());
		const inMinute = arrived.filter((at) => at > wall.now() - MINUTE).length;
		busiest = Math.max(busiest, inMinute);
		if (inMinute > limit) return LIMITED;
		const strange = odd();
		if (strange) return strange;
		answered.push(wall.now());
		return script(request);
	});
	return { ...vendor, market, busiest: () => busiest, struck, answered };
}

function isHeld(symbol: string): boolean {
	return symbol.charCodeAt(symbol.length - 1) % 2 === 0;
}
