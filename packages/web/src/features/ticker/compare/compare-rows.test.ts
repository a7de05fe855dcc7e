import { describe, expect, it } from 'vitest';
import { sampleDetail } from '../../../entities/ticker/testing/detail.ts';
import type { WorkspaceDetail } from '../../../lib/api/types.ts';
import { buildCompareRows } from './compare-rows.ts';

const current = { ...sampleDetail, weighted_sum: 62, price: 11, listed: true, tab_type: 'free' } as WorkspaceDetail;

function row(rows: ReturnType<typeof buildCompareRows>, key: string) {
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
		const rows = buildCompareRows(current, compared);
		expect(rows[0]).toMatchObject({ name: 'rate', current: '62', compared: '48', difference: '+14' });
		expect(row(rows, 'call_with_put one_hour')).toEqual({
			key: 'call_with_put one_hour',
			name: 'Options busy 1h',
			current: '8',
			compared: '0',
			difference: '+8',
		});
		expect(row(buildCompareRows(compared, current), 'call_with_put one_hour')?.difference).toBe('−8');
		expect(row(rows, 'volume one_hour')?.difference).toBe('0');
		expect(row(rows, 'price')).toMatchObject({ current: '$11.00', compared: '$10.00', difference: '+10.00%' });
		expect(row(rows, 'listed')).toMatchObject({ current: 'yes', compared: 'no' });
		expect(rows.filter(({ key }) => key.includes('price_short'))).toHaveLength(1);
	});

	it('what cannot be measured is n/a, never 0', () => {
		const sectors = current.sectors.map((sector) => ({ ...sector, intersections: sector.intersections.map(() => null) }));
		const found = row(buildCompareRows(current, { ...current, sectors, why: [], price: 0 }), 'volume one_hour');
		expect([found?.compared, found?.difference]).toEqual(['n/a', 'n/a']);
		expect(row(buildCompareRows(current, { ...current, price: 0 }), 'price')?.difference).toBe('n/a');
	});
});
