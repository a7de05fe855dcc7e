import { describe, expect, it } from 'vitest';
import {
	ALL_TICKERS,
	BAR_SESSIONS,
	columnsOf,
	createBarBlock,
	createDailyBlock,
	createMentionBlock,
	createOptionBlock,
	HALTED,
	MENTION_COUNTERS,
	MENTION_SOURCES,
	POST,
	PRE,
	REGULAR,
} from './blocks.ts';
import { preferredTickerId } from './symbol.ts';

const BLOCKS = [
	['bars', createBarBlock, ['tickerId', 'time', 'session', 'open', 'high', 'low', 'close', 'volume']],
	['daily bars', createDailyBlock, ['tickerId', 'day', 'open', 'high', 'low', 'close', 'volume']],
	['option contracts', createOptionBlock, ['tickerId', 'time', 'calls', 'puts']],
	['mentions', createMentionBlock, ['tickerId', 'time', 'source', 'mentions', 'retweets', 'authors']],
] as const;

describe('a new block', () => {
	it.each(BLOCKS)('of %s has room for its rows in every column, and none in use', (_, make, names) => {
		const columns = columnsOf(make(3));
		expect([...columns.keys()]).toEqual(names);
		expect([...columns.values()].map(({ length }) => length)).toEqual(names.map(() => 3));
		expect(make(3).count).toBe(0);
		expect([...columnsOf(make(0)).values()].every(({ length }) => length === 0)).toBe(true);
	});

	it('of mentions has no author count until a source reports one', () => {
		const block = createMentionBlock(2);
		expect([[...block.authors], block.spans]).toEqual([[-1, -1], []]);
	});
});

describe('the words of stored numbers', () => {
	it('name the parts of the day, of which a halt is none', () => {
		expect([PRE, REGULAR, POST].map((part) => BAR_SESSIONS[part])).toEqual(['pre', 'regular', 'post']);
		expect(HALTED).toBe(BAR_SESSIONS.length);
	});

	it('keep the places under which sources and counters were stored', () => {
		expect(MENTION_SOURCES).toEqual(['twitter', 'reddit']);
		expect(MENTION_COUNTERS).toEqual(['unknown', 'simulated', 'apewisdom', 'reddit', 'x', 'file']);
	});

	it('have a number for all tickers that is none of a ticker', () => {
		expect(ALL_TICKERS).toBe(0);
		expect(preferredTickerId('A')).toBeGreaterThan(ALL_TICKERS);
	});
});
