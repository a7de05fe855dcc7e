import { exchangeDate } from '@sw/domain/time/units';
import { expect, it } from 'vitest';
import { addDay, computeGrowth, type SizesByDay } from './store-sizes.ts';

const on = exchangeDate;

it('remembers the first sizes of a day, and of the last thirty days', () => {
	const one = addDay({}, on('2026-06-01'), { bars: 100 });
	expect(one).toEqual({ '2026-06-01': { bars: 100 } });
	expect(addDay(one ?? {}, on('2026-06-01'), { bars: 200 })).toBeUndefined();
	let days: SizesByDay = {};
	for (let i = 1; i <= 31; i++) days = addDay(days, on(`2026-07-${String(i).padStart(2, '0')}`), { bars: i }) ?? days;
	expect(Object.keys(days)).toHaveLength(30);
	expect(Object.keys(days)[0]).toBe('2026-07-02');
});

it('gives the daily growth of each part', () => {
	const days = { '2026-06-01': { bars: 100 }, '2026-06-10': { bars: 500 } };
	expect(computeGrowth(days, on('2026-06-11'), { bars: 600, reports: 5 })).toEqual({ bars: 50, reports: null });
	expect(computeGrowth(days, on('2026-06-01'), { bars: 120 })).toEqual({ bars: null });
	expect(computeGrowth({}, on('2026-06-01'), { bars: 120 })).toEqual({ bars: null });
});
