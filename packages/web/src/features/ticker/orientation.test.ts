import { describe, expect, it } from 'vitest';
import { DEFAULT_STATE, withTab } from '../../entities/list-state/state.ts';
import { createTickerState } from '../../entities/ticker/ticker-state.ts';
import { findRatedSide, listRatedSectors, withDirection } from './orientation.ts';

const rise = createTickerState(DEFAULT_STATE);

describe('the orientation of sectors', () => {
	it('is the default list of card links to begin with', () => {
		expect(new Set(listRatedSectors(rise))).toEqual(new Set(['price_short', 'volume', 'call_with_put', 'call_without_put_short']));
		expect([findRatedSide(rise, 'price'), findRatedSide(rise, 'call_without_put')]).toEqual(['short', 'short']);
		expect(findRatedSide(createTickerState(withTab(DEFAULT_STATE, 'extreme_fall')), 'price')).toBe('long');
	});

	it('turns one sector and leaves the others', () => {
		const long = withDirection(rise, 'price', 'long');
		expect(long.rated).toEqual(['price_long', 'call_with_put', 'volume', 'call_without_put_short']);
		expect([findRatedSide(long, 'price'), findRatedSide(long, 'call_without_put')]).toEqual(['long', 'short']);
		expect(withDirection(long, 'call_without_put', 'long').rated).toEqual([
			'price_long',
			'call_with_put',
			'volume',
			'call_without_put_long',
		]);
	});

	it('turned back is the address that it began with', () => {
		expect(withDirection(withDirection(rise, 'price', 'long'), 'price', 'short')).toEqual(rise);
	});

	it('says nothing where both sides are rated', () => {
		expect(findRatedSide({ ...rise, rated: ['price_short', 'price_long'] }, 'price')).toBeUndefined();
	});
});
