import { SLOT_MS } from '@sw/domain/time/slots';
import { HOUR, type UtcMs, utcMs } from '@sw/domain/time/units';
import type { MarketClock } from '../../platform/clocks/market-clock.ts';

/** So long before they are forgotten the hours of a closed market are asked for. */
const AHEAD = 4 * HOUR;

export interface ClosedMarket {
	readonly clock: Pick<MarketClock, 'now' | 'waitUntil'>;
	readonly signal: AbortSignal;
	/** How far back counters of mentions reach, milliseconds; Infinity where there are none, or where they forget nothing. */
	readonly reach: number;
	/** End of the last hour that was counted. */
	until(): UtcMs | undefined;
	/** Takes the hours up to an instant where they are ready. */
	take(time: UtcMs): Promise<void>;
}

/**
 * Waits for the open of a market. What is said meanwhile is asked for before counters forget it: a day is compared with whole days, Saturdays among
 * them. As seldom as that, since some counters are paid.
 */
export async function waitForOpen({ clock, signal, reach, until, take }: ClosedMarket, open: UtcMs): Promise<void> {
	let nextAt = 0;
	for (;;) {
		const due = utcMs(Math.max((until() ?? 0) + reach - AHEAD, nextAt));
		if (due >= open) break;
		await clock.waitUntil(due, signal);
		const now = clock.now();
		// A clock may come to its time late.
		if (now >= open) break;
		await take(now);
		nextAt = now + SLOT_MS;
	}
	await clock.waitUntil(open, signal);
}
