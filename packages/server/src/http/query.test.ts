import { MAX_TOP_TICKERS } from '@sw/contract/prices/prices';
import { expect, it } from 'vitest';
import { createQueryParser } from './query.ts';

function idsOf(count: number): string {
	return `ids=${Array.from({ length: count }, (_, i) => 10_000 + i)}`;
}

it('reads a question once, as long as one about every row of the top tables', () => {
	const parse = createQueryParser();
	for (const text of ['max=10', idsOf(MAX_TOP_TICKERS)]) expect(parse(text), text).toBe(parse(text));
	expect(parse('max=10')).not.toBe(parse('max=11'));
});

it('keeps no longer ones, and not all of many', () => {
	const parse = createQueryParser();
	const long = idsOf(2 * MAX_TOP_TICKERS);
	expect(parse(long)).not.toBe(parse(long));
	const first = parse('skip=0');
	for (let i = 1; i <= 2_000; i++) parse(`skip=${i}`);
	expect(parse('skip=0')).not.toBe(first);
	expect(parse('skip=0')).toEqual(first);
});
