import type { TickerDetail } from '../../../lib/api/types.ts';

type Sector = TickerDetail['sectors'][number];

function createSector(
	key: Sector['key'],
	name: Sector['sector'],
	operation: Sector['operation'],
	rated: boolean,
	z: (number | null)[],
): Sector {
	return {
		key,
		sector: name,
		operation,
		rated,
		intersections: z.map((v) => (v === null ? null : Math.max(0, Math.floor(v)))),
		z,
	};
}

function createTerm(key: Sector['key'], depth: number, weight: number): TickerDetail['why'][number] {
	return {
		key,
		timeframe: 'one_hour',
		depth,
		weight,
		points: depth * weight,
	};
}

/** A ticker with a large price move, and a sector that can't be measured on the 1d timeframe. */
export const sampleDetail = {
	rate_scale: { highest: 140, share: 0.0067 },
	timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour', 'four_hours', 'day'],
	sectors: [
		createSector('price_short', 'price', 'short', true, [2.6, 3.1, 3.4, 2.2, 1.6]),
		createSector('price_long', 'price', 'long', false, [-2.6, -3.1, -3.4, -2.2, -1.6]),
		createSector('call_with_put', 'call_with_put', null, true, [1.9, 2.4, 2.1, 0.9, null]),
		createSector('volume', 'volume', null, true, [2.2, 2.7, 2.9, 1.7, 1.1]),
		createSector('call_without_put_long', 'call_without_put', 'long', false, [0, 0, 0, 0, 0]),
		createSector('call_without_put_short', 'call_without_put', 'short', true, [3, 2.8, 2.2, 1.5, 0.4]),
	],
	why: [
		createTerm('price_short', 4, 4),
		createTerm('volume', 3, 4),
		createTerm('call_without_put_short', 2, 4),
		createTerm('call_with_put', 2, 4),
		createTerm('price_short', 4, 2),
		createTerm('volume', 2, 2),
		createTerm('volume', 1, 1),
	],
} as unknown as TickerDetail;
