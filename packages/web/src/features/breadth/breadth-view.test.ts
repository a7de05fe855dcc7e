import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '../../lib/address/search-params.ts';
import { createBreadthAnswer } from '../../testing/breadth.ts';
import {
	breadthLink,
	createHeatColumns,
	createHeatRows,
	createReportRows,
	createSummary,
	explainUsual,
	findFarSide,
	readBreadth,
} from './breadth-view.ts';
import { pickBreadthSearch } from './search-params.ts';

const KEY = { slice: 'price_short', timeframe: 'one_hour', depth: 1 } as const;

function read(url: string) {
	return readBreadth(pickBreadthSearch(parseSearch(url)));
}

describe('the address of a breadth', () => {
	it('comes back as it was written, and says what it does not know', () => {
		const url = '?time=2026-06-30T15:45:00Z&key=volume-day-mega_cap-etf&depth=3&over=days';
		expect(stringifySearch(breadthLink(read(url).state).search)).toBe(url.replaceAll(':', '%3A'));
		expect(stringifySearch(breadthLink(read('').state).search)).toBe('');
		expect(read('?key=moon&depth=6').refused.map(({ key }) => key)).toEqual(['key', 'depth']);
	});
});

describe('breadth in words', () => {
	it('is next to the usual value, with its number of sessions', () => {
		expect(createSummary(createBreadthAnswer(), KEY)).toEqual([
			'4.1 % of 1,150 measured tickers rose unusually far on 1h (depth 1 or more).',
			'Usual at this time of day: 1.2 % (60 sessions, standard deviation 0.8 %).',
			'Tickers by depth, 0 to 5: 1,100, 30, 10, 5, 3, 2; 12 not measured.',
		]);
	});

	it('says so where nothing was measured, or nothing is usual yet', () => {
		const cells = createBreadthAnswer().cells.map((cell) => ({ ...cell, usual: { days: 0, mean: null, sd: null } }));
		expect(createSummary(createBreadthAnswer({ cells }), KEY)[1]).toBe('No earlier session counted at this time of day.');
		const none = cells.map((cell) => ({ ...cell, share: null, measured: 0 }));
		expect(createSummary(createBreadthAnswer({ cells: none }), KEY)).toEqual(['Rose on 1h: no measurements.']);
	});

	it('marks two standard deviations from the mean, and nothing where there is none', () => {
		const usual = { days: 60, mean: 0.02, sd: 0.01 };
		expect([0.04, 0.0399, 0, 0.001].map((share) => findFarSide({ share, usual }))).toEqual(['above', undefined, 'below', undefined]);
		expect(findFarSide({ share: null, usual })).toBeUndefined();
		expect(findFarSide({ share: 1, usual: { days: 1, mean: 0, sd: null } })).toBeUndefined();
		expect([19, 20].map((days) => findFarSide({ share: 1, usual: { ...usual, days } }))).toEqual([undefined, 'above']);
	});

	it('has seven slices on five timeframes', () => {
		expect(createReportRows(createBreadthAnswer()).map(({ cells }) => cells.length)).toEqual([5, 5, 5, 5, 5, 5, 5]);
	});
});

describe('the heat of a breadth', () => {
	it('is of the day’s reports, or of the same time of day before with this report at the end', () => {
		const answer = createBreadthAnswer();
		expect(createHeatColumns(answer, 'day').map(({ name }) => name)).toEqual(['11:30', '11:45']);
		expect(createHeatColumns(answer, 'days').map(({ name }) => name)).toEqual(['06/29', 'now']);
	});

	it('has a row for each slice and timeframe, whose shares are those of its cell', () => {
		const answer = createBreadthAnswer();
		const rows = createHeatRows(answer, createHeatColumns(answer, 'days'));
		expect(rows).toHaveLength(35);
		expect(rows.slice(0, 5).map(({ group, name }) => `${group} ${name}`)).toEqual(
			['15m', '30m', '1h', '4h', '1d'].map((label) => `Rose ${label}`),
		);
		expect(rows[0]?.shares).toEqual([null, 0.041]);
		expect(rows[1]?.shares).toEqual([0, 0.041]);
	});

	it('is compared with the usual share, which is shown beside each row with the share now', () => {
		const answer = createBreadthAnswer();
		expect(createHeatRows(answer, [])[0]).toMatchObject({ usual: 0.012, figures: ['4.1 %', '1.2 %'] });
		expect(explainUsual(answer)).toBe('Usual: mean at 11:45 ET over 60 sessions.');
	});

	it('is compared with the mean of the day where no earlier session was counted, and says over how many reports', () => {
		const none = { days: 0, mean: null, sd: null };
		const [first, second, ...cells] = createBreadthAnswer().cells.map((cell) => ({ ...cell, usual: none }));
		const answer = createBreadthAnswer({ cells: [first!, second!, ...cells] });
		expect(createHeatRows(answer, [])[0]?.usual).toBeCloseTo(0.0305);
		expect(createHeatRows({ ...answer, day: [] }, [])[0]?.usual).toBeNull();
		expect(explainUsual(answer)).toBe('Without an earlier session: mean of the day’s reports (2).');
		const one = createBreadthAnswer({
			cells: [{ ...first!, usual: { days: 1, mean: 0.02, sd: null } }, ...createBreadthAnswer().cells.slice(1, -1), cells.at(-1)!],
		});
		expect(explainUsual(one)).toBe(
			'Usual: mean at 11:45 ET over 1 to 60 sessions. Without an earlier session: mean of the day’s reports (2).',
		);
	});
});
