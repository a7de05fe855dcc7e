import { expect, it } from 'vitest';
import { computeMedianVolumes } from './top-source.ts';

const day = (volume: number[], close = volume.map(() => 5), ratios?: number[]) => ({ volume, close, ratios });

it('the usual volume is the median of the days on one share basis, a day without a trade is 0', () => {
	const days = [day([10, 4], [5, 5], [2, 1]), day([0, 6], [Number.NaN, 5]), day([30, 90])];
	expect([...computeMedianVolumes(days, 2, 3)]).toEqual([20, 6]);
	expect([...computeMedianVolumes(days.slice(1), 2, 2)]).toEqual([Number.NaN, 48]);
});

it('days before the first trade do not count, and too few are not known', () => {
	const young = [day([0], [Number.NaN]), day([8]), day([2])];
	expect([...computeMedianVolumes(young, 1, 2)]).toEqual([5]);
	expect([...computeMedianVolumes(young, 1, 3), ...computeMedianVolumes([], 1, 1)]).toEqual([Number.NaN, Number.NaN]);
});
