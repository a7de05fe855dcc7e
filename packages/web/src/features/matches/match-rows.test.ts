import { describe, expect, it } from 'vitest';
import { createMatchRows, describeSpan, type TickerFilters } from './match-rows.ts';

function item(id: number, now: boolean, matched: number[]): TickerFilters['items'][number] {
	return {
		id,
		name: `Filter ${id}`,
		is_branded: id === 1,
		tab: 'free',
		timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'],
		now,
		matched,
	};
}

const answer: TickerFilters = {
	ticker_id: 7,
	time: '2026-06-30T15:45:00Z',
	sessions: [
		{ date: '2026-06-26', reports: 26 },
		{ date: '2026-06-29', reports: 0 },
		{ date: '2026-06-30', reports: 9 },
	],
	locked: 0,
	items: [item(1, true, [13, 0, 9]), item(2, false, [1, 0, 0]), item(3, false, [0, 0, 0]), item(4, true, [0, 0, 0])],
};

describe('the filters that match a ticker', () => {
	it('stand by the share of each session’s reports; those that never did are named apart', () => {
		const { rows, unmatched } = createMatchRows(answer);
		expect(rows.map(({ name, isBuiltIn: house, isMatch, total }) => [name, house, isMatch, total])).toEqual([
			['Filter 1', true, true, 22],
			['Filter 2', false, false, 1],
			['Filter 4', false, true, 0],
		]);
		expect(rows[0]?.sessions).toEqual([
			{ share: 0.5, label: '06/26/2026: 13 of 26 reports' },
			{ share: null, label: '06/29/2026: 0 of 0 reports' },
			{ share: 1, label: '06/30/2026: 9 of 9 reports' },
		]);
		expect(unmatched).toEqual(['Filter 3 · Free']);
	});

	it('say of how many reports and of which sessions they are', () => {
		expect(describeSpan(answer)).toBe('2 sessions, 06/26/2026 to 06/30/2026: 35 reports with this ticker.');
		expect(describeSpan({ ...answer, locked: 12 })).toContain('12 reports outside your licence are not counted.');
		expect(describeSpan({ sessions: [{ date: '2026-06-30', reports: 1 }], locked: 1 })).toBe(
			'1 session, 06/30/2026 to 06/30/2026: 1 report with this ticker. 1 report outside your licence is not counted.',
		);
		expect(describeSpan({ sessions: [], locked: 0 })).toBe('');
	});
});
