import { expect, it } from 'vitest';
import { TIMEFRAMES, type Timeframe } from '../time/timeframe.ts';
import { findOpeningList, measuredRatedTimeframes, measuredTimeframes, requiredTimeframeCount } from './measured.ts';
import { PARAMETERS_V1 } from './parameters.ts';
import { createReportTable } from './report-table.ts';

const ALL = TIMEFRAMES.map(({ name }) => name);

it('a timeframe is measured where any ticker has a reading of any sector', () => {
	const table = createReportTable(0 as never, 'reverse', 3);
	table.z.fill(Number.NaN);
	expect(measuredTimeframes(table)).toEqual([]);
	table.z[(4 * 5 + 1) * 3 + 2] = 0;
	expect(measuredTimeframes(table)).toEqual(['day']);
	table.z[0] = -1;
	expect(measuredTimeframes(table)).toEqual(['fifteen_minutes', 'day']);
});

it.each<[string, readonly Timeframe[], ReturnType<typeof findOpeningList>]>([
	['a whole market', ALL, undefined],
	['quarter-hours that are days old', ['fifteen_minutes', 'thirty_minutes'], undefined],
	['nothing yet', [], undefined],
	['daily bars', ['day'], { tab: 'free', strategy: 'third', timeframe: 'day' }],
	['long timeframes alone', ['four_hours', 'day'], { tab: 'free', strategy: 'second', timeframe: 'four_hours' }],
])('%s: opens where something is rated', (_, measured, opening) => {
	expect(findOpeningList(measured)).toEqual(opening);
	if (opening)
		expect(measuredRatedTimeframes(opening.strategy, measured).length).toBeGreaterThanOrEqual(requiredTimeframeCount(opening.tab));
});

it('the extremes and the spring need two rated timeframes, free needs one', () => {
	const quorum = PARAMETERS_V1.tabQuorum;
	expect((['extreme_rise', 'extreme_fall', 'coiled_spring', 'free'] as const).map(requiredTimeframeCount)).toEqual([
		quorum,
		quorum,
		quorum,
		1,
	]);
	expect(measuredRatedTimeframes('third', ['day'])).toEqual(['day']);
});
