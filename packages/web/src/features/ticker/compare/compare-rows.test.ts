import { describe, expect, it } from 'vitest';
import { detail } from '../../../entities/ticker/testing/detail.ts';
import type { WorkspaceDetail } from '../../../lib/api/types.ts';
import { compareRows } from './compare-rows.ts';

const current = { ...detail, weighted_sum: 62, price: 11, listed: true, tab_type: 'free' } as WorkspaceDetail;

function row(rows: ReturnType<typeof compareRows>, key: string) {
	return rows.find((one) => one.key === key);
}

describe('a ticker in two reports', () => {
	it('stands side by side: rate, each term of either, price and membership, with differences', () => {
		const compared = {
			...current,
			weighted_sum: 48,
			price: 10,
			listed: false,
			why: current.why.filter(({ key }) => key !== 'call_with_put'),
		};
		const rows = compareRows(current, compared);
		expect(rows[0]).toMatchObject({ name: 'rate', here: '62', there: '48', difference: '+14' });
		expect(row(rows, 'call_with_put one_hour')).toEqual({
			key: 'call_with_put one_hour',
			name: 'Options busy 1h',
			here: '8',
			there: '0',
			difference: '+8',
		});
		expect(row(compareRows(compared, current), 'call_with_put one_hour')?.difference).toBe('−8');
		expect(row(rows, 'volume one_hour')?.difference).toBe('0');
		expect(row(rows, 'price')).toMatchObject({ here: '$11.00', there: '$10.00', difference: '+10.00%' });
		expect(row(rows, 'listed')).toMatchObject({ here: 'yes', there: 'no' });
		expect(rows.filter(({ key }) => key.includes('price_short'))).toHaveLength(1);
	});

	it('what cannot be measured is n/a, never 0', () => {
		const sectors = current.sectors.map((sector) => ({ ...sector, intersections: sector.intersections.map(() => null) }));
		const found = row(compareRows(current, { ...current, sectors, why: [], price: 0 }), 'volume one_hour');
		expect([found?.there, found?.difference]).toEqual(['n/a', 'n/a']);
		expect(row(compareRows(current, { ...current, price: 0 }), 'price')?.difference).toBe('n/a');
	});
});
