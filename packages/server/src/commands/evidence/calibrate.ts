import {
	COVERAGE_AIMS,
	type CoverageResult,
	PLANTED_BPS,
	runCoverageStudy,
	runWidthStudy,
	WIDTH_AIMS,
} from '@sw/domain/research/ground-truth/coverage-study';
import { type PeekingResult, runPeekingStudy } from '@sw/domain/research/ground-truth/peeking-study';
import { runSearchStudy, type SearchResult } from '@sw/domain/research/ground-truth/search-study';

/** Size of each study. */
export interface CalibrateSize {
	readonly tickers: number;
	/** Number of simulated markets for each target n_eff. */
	readonly markets: number;
	/** Number of simulated markets in which sixty filters are searched. */
	readonly searches: number;
	/** Number of simulated years in which the record is checked every quarter-hour. */
	readonly years: number;
	/** Number of simulated records for each n_eff of the width table. */
	readonly widths: number;
	/** Sessions of a simulated year. */
	readonly sessions: number;
}

export const FULL_STUDY: CalibrateSize = { tickers: 300, markets: 250, searches: 250, years: 2_000, widths: 200, sessions: 252 };

const SEED = 20_260;
const FILTER_COUNT = 60;

/** Runs all studies and returns their results as a Markdown page. `print` reports progress. */
export function calibrate(size: CalibrateSize, print: (line: string) => void): string {
	const coverage = COVERAGE_AIMS.map(({ aim, sessions }) => {
		print(`coverage and power at n_eff ${aim}`);
		return { aim, sessions, result: runCoverageStudy({ seed: SEED, tickers: size.tickers, sessions, markets: size.markets }) };
	});
	print('searches');
	const searches = [250, 500].map((sessions) => ({
		sessions,
		result: runSearchStudy({ seed: SEED, tickers: size.tickers, sessions, markets: size.searches }, FILTER_COUNT),
	}));
	print('widths');
	const widths = WIDTH_AIMS.map((n) => ({ n, ...runWidthStudy({ seed: SEED, n, runs: size.widths }) }));
	print('a year of looks');
	const looks = runPeekingStudy({ seed: SEED, tickers: 40, sessions: size.sessions, runs: size.years });
	return [
		...head(size),
		...coverageTable(coverage),
		...looksTable(looks),
		...widthTable(widths, size.widths),
		...searchTable(searches),
		...powerTable(coverage),
		'',
	].join('\n');
}

type CoverageRows = readonly { readonly aim: number; readonly sessions: number; readonly result: CoverageResult }[];

function head({ tickers, markets, searches, years }: CalibrateSize): string[] {
	return [
		'# Calibration of the statistics',
		'',
		'Written by `npm run evidence -- calibrate docs/generated/calibration.md`. The markets are simulated and contain no effect: a common factor, five',
		'industry factors, volatility that changes over sessions, heavy tails and overnight gaps. So any filter hits in exactly half of all cases.',
		'',
		`Seed ${SEED}; ${markets} markets of ${tickers} tickers with four random filters each per row of the first and last table, ${searches} markets with`,
		`${FILTER_COUNT} random filters per row of the third, ${years} simulated years of the 15-minute timeframe in the second. Outcomes after five bars, cool-down of ten.`,
		'Records of fewer than 30 occurrences are left out, as on the screens.',
		'',
	];
}

function coverageTable(rows: CoverageRows): string[] {
	return [
		'## Does a 95 % interval contain the true rate?',
		'',
		'Goal: 93 to 97 % of the records. "Bare" is Wilson\'s formula on n_eff without the covariance of neighbouring blocks and without t, "Wilson" the one with',
		'both. Shown is the wider of Wilson and bootstrap.',
		'',
		'![Share of intervals that contain the true rate, by n_eff](calibration/coverage.svg)',
		'',
		'| target n_eff | sessions | records | n_eff (10, 50, 90 %) | bare deff (10, 50, 90 %) | bare | Wilson | bootstrap | shown | sequence | width shown | width of the sequence |',
		'|---|---|---|---|---|---|---|---|---|---|---|---|',
		...rows.map(({ aim, sessions, result: { records, effective, deff, coverage, width } }) =>
			tableRow(
				String(aim),
				String(sessions),
				String(records),
				effective.map((value) => value.toFixed(0)).join(', '),
				deff.map((value) => value.toFixed(1)).join(', '),
				formatPercent(coverage.bare),
				formatPercent(coverage.record),
				formatPercent(coverage.bootstrap),
				formatPercent(coverage.shown),
				formatPercent(coverage.sequence),
				formatPoints(width.shown),
				formatPoints(width.sequence),
			),
		),
		'',
	];
}

function looksTable({ runs, looks, interval, last, sequence }: PeekingResult): string[] {
	return [
		'## A year of looks every 15 minutes',
		'',
		'Share of the years in which the true rate was outside. Goal of the sequence: at most 5 % at any look.',
		'',
		'| years | looks in each | interval, at any look | interval, at the last look | sequence, at any look |',
		'|---|---|---|---|---|',
		tableRow(String(runs), String(looks), formatPercent(interval), formatPercent(last), formatPercent(sequence)),
		'',
	];
}

function widthTable(rows: readonly { n: number; interval: number; sequence: number }[], runs: number): string[] {
	return [
		'## What holding at every look costs',
		'',
		`Median widths of ${runs} records whose occurrences are independent, ten in each block.`,
		'',
		'| n_eff | Wilson | sequence | sequence / Wilson |',
		'|---|---|---|---|',
		...rows.map(({ n, interval, sequence }) =>
			tableRow(String(n), formatPoints(interval), formatPoints(sequence), (sequence / interval).toFixed(1)),
		),
		'',
	];
}

function searchTable(rows: readonly { sessions: number; result: SearchResult }[]): string[] {
	return [
		'## The best of sixty random filters',
		'',
		'Share of the markets in which at least one of the filters looks better than chance. Goal of luck line and false discovery rate: at most 5 %.',
		'',
		'| sessions | markets | its own interval | its own bootstrap | its own sequence | luck line | false discovery rate 5 % | the same for any dependence | luck line and rate |',
		'|---|---|---|---|---|---|---|---|---|',
		...rows.map(({ sessions, result: { markets, interval, bootstrap, sequence, luckLine, discovery, anyDependence, luckAndDiscovery } }) =>
			tableRow(
				String(sessions),
				String(markets),
				...[interval, bootstrap, sequence, luckLine, discovery, anyDependence, luckAndDiscovery].map(formatPercent),
			),
		),
		'',
	];
}

function powerTable(rows: CoverageRows): string[] {
	return [
		'## Which planted effects are found?',
		'',
		'Share of the records whose interval is above the base rate when every excess is raised by this number of basis points; in brackets, for the sequence.',
		'The least detectable effect, shown with each record, should be found in about 80 %: 2.8 standard errors of the hit rate, converted by the distance of the',
		'quartiles of its excess. Where more are found, the formula is cautious: a somewhat smaller effect would also be found.',
		'',
		'![Share of records that find a planted effect, by its size](calibration/power.svg)',
		'',
		`| target n_eff | ${PLANTED_BPS.map((bps) => `${bps} bp`).join(' | ')} | least detectable (median) | found when planted |`,
		`|---|${'---|'.repeat(PLANTED_BPS.length + 2)}`,
		...rows.map(({ aim, result: { power, detectable, powerAtDetectable } }) =>
			tableRow(
				String(aim),
				...PLANTED_BPS.map((bps) => {
					const share = power.get(bps);
					return share ? `${formatPercent(share.record)} (${formatPercent(share.sequence)})` : 'n/a';
				}),
				`${(10_000 * detectable).toFixed(0)} bp`,
				formatPercent(powerAtDetectable),
			),
		),
	];
}

function tableRow(...cells: readonly string[]): string {
	return `| ${cells.join(' | ')} |`;
}

function formatPercent(share: number): string {
	return `${(100 * share).toFixed(1)} %`;
}

function formatPoints(width: number): string {
	return `${(100 * width).toFixed(1)} points`;
}
