import { type BreadthKey, DEEPEST, DEFAULT_KEY, keyText, LEAST_DEPTH, parseKey } from '@sw/domain/attention/breadth';
import { toDotted } from '../../lib/address/query-grammar.ts';
import { type InvalidValue, queryReader, readInstant, readInteger, readOneOf } from '../../lib/address/query-reader.ts';
import type { BreadthSearch } from './search-params.ts';

export const SPANS = ['day', 'days'] as const;

/** The state of the page. */
export interface BreadthChoice extends BreadthKey {
	/** Default: the newest report. */
	time: string | undefined;
	/** Minimum depth to count. */
	depth: number;
	/** The reports of the day, or those of the same time of day in earlier sessions. */
	over: (typeof SPANS)[number];
}

const OVER = 'day';

export function readBreadth(search: BreadthSearch): { state: BreadthChoice; refused: InvalidValue[] } {
	const read = queryReader(search);
	const key = read.one('key', (value) => (typeof value === 'string' ? parseKey(value) : undefined), DEFAULT_KEY);
	return {
		state: {
			...key,
			time: read.one<string | undefined>('time', readInstant, undefined),
			depth: read.one('depth', readInteger(LEAST_DEPTH, DEEPEST), LEAST_DEPTH),
			over: read.one<(typeof SPANS)[number]>('over', readOneOf(SPANS), OVER),
		},
		refused: read.refused,
	};
}

/** A link to the page in that state. */
export function breadthLink({ time, depth, over, ...key }: BreadthChoice) {
	const text = keyText(key);
	const search: BreadthSearch = toDotted({
		time,
		key: text === keyText(DEFAULT_KEY) ? undefined : text,
		depth: depth === LEAST_DEPTH ? undefined : depth,
		over: over === OVER ? undefined : over,
	});
	return { to: '/breadth', search: { ...search } } as const;
}
