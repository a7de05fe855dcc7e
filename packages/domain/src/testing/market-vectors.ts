import { computeAdjustments } from '../prices/adjust.ts';
import { capTier, mentionBucket } from '../prices/buckets.ts';
import { DAY, exchangeDate, tickerId } from '../time/units.ts';
import { type Adapters, createAdapter } from './vector-adapter.ts';

/** Returns closes and volumes on the share basis after a split at bar `at`. */
export function splitAdjusted(closes: readonly number[], volumes: readonly number[], at: number, ratio: number) {
	const dates = closes.map((_, bar) => dayOf(bar));
	const factors = computeAdjustments({ dates, closes }, closes.length - 1, [{ tickerId: tickerId(1), date: dayOf(at), ratio }]);
	return {
		closes: closes.map((close, bar) => close * factors.price[bar]!),
		volumes: volumes.map((volume, bar) => volume * factors.volume[bar]!),
	};
}

/** Returns the date of a bar. A vector's bars are numbered, not dated: bar i is day i. */
function dayOf(bar: number) {
	return exchangeDate(new Date(bar * DAY).toISOString().slice(0, 10));
}

export const marketVectors: Adapters = {
	mentionBucket: createAdapter(({ m }: { m: (number | null)[] }) => m.map(mentionBucket)),
	capTier: createAdapter(({ cap }: { cap: (number | null)[] }) => cap.map(capTier)),
};
