import { describe, expect, it } from 'vitest';
import { barAfterKey, barValues } from './chart-data.ts';

const chart = {
	time: ['2026-06-30T13:30:00Z', '2026-06-30T14:30:00Z'],
	open: [10, 11],
	high: [12, 13],
	low: [9, 10],
	close: [10, 11],
	volume: [0, 500],
	sessions: [],
};

describe('the numbers of a bar', () => {
	it('are its own, with the change since the close before', () => {
		expect(barValues(chart, 1)).toEqual({
			time: '2026-06-30T14:30:00Z',
			part: undefined,
			open: 11,
			high: 13,
			low: 10,
			close: 11,
			volume: 500,
			change: expect.closeTo(0.1, 9),
		});
	});

	it('are missing rather than 0 where nothing is known; a volume of 0 is one', () => {
		expect(barValues(chart, 0)).toMatchObject({ change: null, volume: 0 });
		expect(barValues({ ...chart, volume: [], close: [] }, 1)).toMatchObject({ close: null, volume: null, change: null });
		expect(barValues(chart, 2)).toBeUndefined();
	});
});

describe('a walk over the bars by keyboard', () => {
	it('begins at the newest and stays among them', () => {
		expect([barAfterKey('ArrowLeft', undefined, 5), barAfterKey('ArrowLeft', 4, 5), barAfterKey('ArrowRight', 4, 5)]).toEqual([4, 3, 4]);
		expect([barAfterKey('Home', 3, 5), barAfterKey('End', 0, 5), barAfterKey('PageUp', 30, 50), barAfterKey('PageDown', 45, 50)]).toEqual([
			0, 4, 20, 49,
		]);
		expect([barAfterKey('ArrowUp', 3, 5), barAfterKey('ArrowLeft', undefined, 0)]).toEqual([undefined, undefined]);
	});
});
