import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { strategyNamed } from '../../time/timeframe.ts';
import { mergePaths } from './merge.ts';
import { createWheelModel } from './model.ts';

const depth = fc.option(fc.integer({ min: 0, max: 5 }), { nil: null });
const depths = fc.array(depth, { minLength: 5, maxLength: 5 });
const wheels = fc.tuple(depths, depths, depths, depths).map(([price, sum, volume, diff]) =>
	createWheelModel(
		[
			{ sector: 'price', operation: 'short', intersections: price },
			{ sector: 'call_with_put', operation: null, intersections: sum },
			{ sector: 'volume', operation: null, intersections: volume },
			{ sector: 'call_without_put', operation: 'short', intersections: diff },
		],
		strategyNamed('first'),
		'short',
	),
);

describe('mergedPaths', () => {
	it('draws every cell exactly once, in one path for each look', () => {
		fc.assert(
			fc.property(wheels, (wheel) => {
				const paths = mergePaths(wheel);
				expect(paths.reduce((cells, path) => cells + (path.d.match(/M/g)?.length ?? 0), 0)).toBe(20);
				const looks = paths.map((p) => `${p.kind} ${p.tone} ${p.depth}`);
				expect(new Set(looks).size).toBe(looks.length);
				expect(paths.length).toBeLessThanOrEqual(17);
			}),
		);
	});

	it('draws each depth in the tone of its sector, by tone and depth, and smaller in rows', () => {
		const wheel = createWheelModel(
			[
				{ sector: 'price', operation: 'long', intersections: [5, 1, 1] },
				{ sector: 'call_with_put', operation: null, intersections: [2, 0, null] },
				{ sector: 'volume', operation: null, intersections: [5, 3, 3] },
			],
			strategyNamed('first'),
			'long',
		);
		const looks = mergePaths(wheel).map(({ kind, tone, depth: deep, d }) => [kind, tone ?? null, deep ?? null, d.match(/M/g)?.length]);
		expect(looks).toEqual([
			['unlit', null, null, 1],
			['absent', null, null, 1],
			['lit', 'long', 1, 2],
			['lit', 'long', 5, 1],
			['lit', 'volume', 3, 2],
			['lit', 'volume', 5, 1],
			['lit', 'sum', 2, 1],
		]);
		expect(mergePaths(wheel, 'glyph')).not.toEqual(mergePaths(wheel));
		expect(mergePaths(wheel, 'card')).toEqual(mergePaths(wheel));
	});

	it('merges short price and short options of the same depth, and keeps n/a apart from unlit', () => {
		const wheel = createWheelModel(
			[
				{ sector: 'price', operation: 'short', intersections: [4, 0, null] },
				{ sector: 'call_without_put', operation: 'short', intersections: [4, 0, 0] },
			],
			strategyNamed('first'),
			'short',
		);
		expect(mergePaths(wheel).map(({ kind, tone, depth: deep }) => [kind, tone, deep])).toEqual([
			['unlit', undefined, undefined],
			['absent', undefined, undefined],
			['lit', 'short', 4],
		]);
	});
});
