import { CAP_BUCKETS, CAPS, type CapBucket } from '@sw/domain/prices/cap';
import { INTERVALS, TOP_INTERVALS, type TopInterval } from '@sw/domain/prices/top-lists';
import { toDotted } from '../../lib/query-grammar.ts';
import { asOneOf, queryReader, type Refusal } from '../../lib/query-reader.ts';
import { pick } from '../../lib/search-params.ts';
import { readStored, writeStored } from '../../lib/stored.ts';
import type { TableChoice } from './queries.ts';

/** Intervals of the switch, the shortest first; caps as their list has them, all first. */
export const INTERVAL_CHOICES = INTERVALS;
export const CAP_CHOICES = [...CAPS.filter(({ name }) => name === 'all'), ...CAPS.filter(({ name }) => name !== 'all')];

export interface TopSearch {
	interval?: string | string[];
	marketcap?: string | string[];
}

const DEFAULT: TableChoice = { interval: 'day', cap: 'all' };

export const topSearch = (search: Record<string, unknown>): TopSearch => pick(search, ['interval', 'marketcap']);

export const readTopState = (search: TopSearch): { state: TableChoice; refused: Refusal[] } => {
	const read = queryReader({ ...search });
	return {
		state: {
			interval: read.one('interval', asOneOf(TOP_INTERVALS), DEFAULT.interval),
			cap: read.one('marketcap', asOneOf(CAP_BUCKETS), DEFAULT.cap),
		},
		refused: read.refused,
	};
};

export const writeTopState = ({ interval, cap }: TableChoice): TopSearch =>
	toDotted({ interval: interval === DEFAULT.interval ? undefined : interval, marketcap: cap === DEFAULT.cap ? undefined : cap });

/** What was chosen last in this browser. */
export const storedChoice = (): TableChoice => ({
	interval:
		readStored('topTablesSettings', (value): TopInterval | undefined => TOP_INTERVALS.find((one) => one === value)) ?? DEFAULT.interval,
	cap: readStored('capitalizationTableTop', (value): CapBucket | undefined => CAP_BUCKETS.find((one) => one === value)) ?? DEFAULT.cap,
});

export const storeChoice = ({ interval, cap }: TableChoice): void => {
	writeStored('topTablesSettings', interval);
	writeStored('capitalizationTableTop', cap);
};
