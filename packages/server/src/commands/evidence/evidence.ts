import { readdirSync } from 'node:fs';
import { publicAt } from '@sw/domain/filings/filing-book';
import { INFORMATION_STATES, type InformationState } from '@sw/domain/filings/information';
import { computeLiquidityTiers, createLogPanel, LIQUIDITY_TIERS } from '@sw/domain/research/evidence/daily-panel';
import { computeDailyPriceZ, computeRingShares } from '@sw/domain/research/evidence/daily-price-z';
import { computeForwardReturns, computeHitTable, type HitRow } from '@sw/domain/research/evidence/hit-table';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { luckLine } from '@sw/domain/statistics/luck-line';
import { normalCdf } from '@sw/domain/statistics/normal';
import { overfittingProbability, searchBias } from '@sw/domain/statistics/overfitting';
import { type Calendar, nyse, type Session } from '@sw/domain/time/calendar';
import type { ExchangeDate } from '@sw/domain/time/units';
import { forEachRow, type Prices, readActions, readPrices } from './read-market.ts';

/** Expected ranges of the shares of rings 1 to 5, in percent. */
export const EXPECTED_SHARES = [
	[8, 12],
	[3.5, 7],
	[1.5, 4],
	[0.8, 2.5],
	[0.2, 1.2],
] as const;

/** Number of best rows that the table of searches lists. */
const LISTED_ROWS = 5;

const FILINGS_FILE = /^filings\.csv(\.gz)?$/;

const FILING_COLUMNS = ['symbol', 'accepted'];

/** A filing counts in this many sessions, as in lists that rate the timeframe 1d. */
const LOOK_BACK_SESSIONS = 5;

const HORIZON_SESSIONS = 5;
const FILING_GROUPS: readonly (readonly [InformationState, string])[] = [
	['yes', 'With a filing in the five sessions before'],
	['no', 'Without a filing'],
	['unknown', 'Filings not known'],
];

/** Evaluates the data in the folder and prints the results. Returns the shares of rings 1 to 5. Throws an Error whose message is meant for the user. */
export function printEvidence(folder: string, print: (line: string) => void): number[] {
	const startedAt = performance.now();
	const { rings, moveBars, cooldownBars } = PARAMETERS_V1;
	const prices = readPrices(folder, nyse);
	const { panel } = prices;
	const actions = readActions(folder, prices);
	const sessions = panel.dates.length;
	print(
		`${panel.rows} tickers, ${sessions} sessions ${panel.dates[0]} to ${panel.dates.at(-1)}, ${prices.rowsRead} rows, ${prices.rowsRejected} rejected`,
	);
	print(
		`${actions.splits} splits and ${actions.dividends} distributions adjusted for; ignored ${actions.contradicted} splits that the prices contradict`,
	);

	const logs = createLogPanel(panel, actions.eventsOf, PARAMETERS_V1.quarantineJump);
	const z = computeDailyPriceZ(panel, logs, PARAMETERS_V1);
	const tiers = computeLiquidityTiers(panel, PARAMETERS_V1);
	const { n, shares } = computeRingShares(z, tiers, rings);
	print(
		`${logs.quarantineStart.filter((from) => from < sessions).length} tickers end in quarantine because of an overnight jump without a split`,
	);
	print(`\nPrice up, 1d, move over ${moveBars[4]} bars: share of ${n} readings of eligible tickers`);
	formatShares(shares).forEach(print);

	const returns = computeForwardReturns(panel, logs, tiers, HORIZON_SESSIONS);
	print(
		`\nDoes an extreme move reverse within ${HORIZON_SESSIONS} sessions? Entry at the next open, exit at the close of session ${HORIZON_SESSIONS}.`,
	);
	print(
		`A hit beats the median of its liquidity tier over the same interval. Episodes ${cooldownBars} sessions apart, blocks of ${HORIZON_SESSIONS} sessions; no costs.`,
	);
	const input = { sessions, z, tiers, returns, rings, horizon: HORIZON_SESSIONS, cooldown: cooldownBars };
	const rows = computeHitTable(input);
	formatHits(rows).forEach(print);
	print('\nAll rows were tried together and share their market. The best of them:');
	formatSearch(rows).forEach(print);
	const filings = readFilings(folder, prices, nyse);
	for (const [state, title] of filings ? FILING_GROUPS : []) {
		print(`\n${title}`);
		const stateIndex = INFORMATION_STATES.indexOf(state);
		formatHits(computeHitTable({ ...input, isCounted: (cell) => filings?.[cell] === stateIndex })).forEach(print);
	}
	print(`\n${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
	return shares;
}

/**
 * Reads filings.csv(.gz) of a folder: symbol, and time of acceptance in ISO 8601 with an offset. Returns, by cell of the panel, an index of INFORMATION_STATES
 * for filings in the LOOK_BACK_SESSIONS sessions up to the close. States are known for the symbols in the file, from the first filing to the last. Undefined
 * without such a file. Throws an Error whose message is meant for the user.
 */
export function readFilings(folder: string, { panel, rowOf }: Pick<Prices, 'panel' | 'rowOf'>, calendar: Calendar): Uint8Array | undefined {
	const file = readdirSync(folder).find((name) => FILINGS_FILE.test(name));
	if (file === undefined) return undefined;
	const sessions = panel.dates.length;
	const closes = panel.dates.map((date) => (calendar.sessionOn(date) as Session).close);
	const previousClose = calendar.previousSession(panel.dates[0] as ExchangeDate)?.close ?? 0;
	const filings: { row: number; session: number }[] = [];
	forEachRow(folder, file, FILING_COLUMNS, ([symbol = '', accepted = '']) => {
		const at = /(Z|[+-]\d\d:\d\d)\s*$/.test(accepted) ? Date.parse(accepted.trim()) : Number.NaN;
		if (Number.isNaN(at))
			throw new Error(`${file}: '${accepted}' of ${symbol} is no time with an offset, such as 2016-03-01T16:05:00-05:00.`);
		const row = rowOf.get(symbol);
		if (row === undefined || publicAt(at) <= previousClose) return;
		const session = closes.findIndex((close) => close >= publicAt(at));
		filings.push({ row, session: session === -1 ? sessions : session });
	});
	const states = new Uint8Array(panel.rows * sessions);
	const filingSessions = filings.map(({ session }) => session);
	// Whether there were filings before the first one in the file isn't known.
	const [from, to] = [
		filingSessions.reduce((a, b) => Math.min(a, b), sessions) + LOOK_BACK_SESSIONS,
		filingSessions.reduce((a, b) => Math.max(a, b), -1),
	];
	for (const row of new Set(filings.map((one) => one.row)))
		states.fill(INFORMATION_STATES.indexOf('no'), row * sessions + Math.min(from, sessions), row * sessions + Math.min(to + 1, sessions));
	for (const { row, session } of filings)
		states.fill(
			INFORMATION_STATES.indexOf('yes'),
			row * sessions + session,
			row * sessions + Math.min(session + LOOK_BACK_SESSIONS, sessions),
		);
	return states;
}

export function formatShares(shares: readonly number[]): string[] {
	return formatTable([
		['ring', 'share %', 'expected %', ''],
		...shares.map((share, index) => {
			const [low, high] = EXPECTED_SHARES[index] ?? [0, 100];
			const isInside = 100 * share >= low && 100 * share <= high;
			return [`>= ${index + 1}`, formatPercent(share, 2), `${low} - ${high}`, isInside ? 'as expected' : 'OUTSIDE'];
		}),
	]);
}

function formatTable(rows: readonly (readonly string[])[]): string[] {
	const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
	return rows.map((row) =>
		row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join('  '),
	);
}

function formatPercent(share: number, digits = 1): string {
	return (100 * share).toFixed(digits);
}

/** Formats the table of hit rates. Column 'luck': in 95 of 100 draws, the best of as many random picks as rows stays below this rate. */
export function formatHits(rows: readonly HitRow[]): string[] {
	return formatTable([
		['signal', 'tier', 'ring', 'n', 'n_eff', 'hits %', '95 % interval', 'base %', 'luck %', 'excess bp', 'tier bp'],
		...rows.map(({ operation, tier, ring, stats, base, excess, benchmark }) => [
			operation === 'short' ? 'rise -> short' : 'fall -> long',
			LIQUIDITY_TIERS[tier]?.label ?? '',
			`>= ${ring}`,
			String(stats.n),
			stats.n_eff.toFixed(0),
			stats.p === null ? '-' : formatPercent(stats.p),
			`${formatPercent(stats.wilson95[0])} - ${formatPercent(stats.wilson95[1])}`,
			formatPercent(base),
			formatPercent(luckLine(rows.length, stats.n_eff, base)),
			formatBasisPoints(excess),
			formatBasisPoints(benchmark),
		]),
	]);
}

/**
 * Writes how much of the best results is due to trying all rows: step-down p-values (Romano and Wolf), Hansen's SPA and the probability of overfitting (PBO).
 */
export function formatSearch(rows: readonly HitRow[]): string[] {
	const gains = rows.map(({ blocks, base }) => blocks.map(([n, hits]) => (n === 0 ? 0 : hits - base * n)));
	const { t, romanoWolf, spa } = searchBias(gains);
	const overfit = overfittingProbability(rows.map(({ blocks }, i) => blocks.map(([n], at) => [n, gains[i]?.[at] as number])));
	const best = rows.map((_, i) => i).sort((a, b) => t[b]! - t[a]!);
	return [
		...formatTable([
			['signal', 'tier', 'ring', 't', 'p alone %', 'p of all %'],
			...best.slice(0, LISTED_ROWS).map((i) => {
				const { operation, tier, ring } = rows[i] as HitRow;
				return [
					operation === 'short' ? 'rise -> short' : 'fall -> long',
					LIQUIDITY_TIERS[tier]?.label ?? '',
					`>= ${ring}`,
					t[i]!.toFixed(2),
					formatPercent(1 - normalCdf(t[i]!)),
					formatPercent(romanoWolf[i]!),
				];
			}),
		]),
		`The best of ${rows.length} rows without an effect is at least as good in ${formatPercent(spa)} % of draws (SPA).`,
		overfit === null
			? 'Too few sessions to estimate the probability of overfitting (PBO).'
			: `The best row of one half of the time is below the median row in the other in ${formatPercent(overfit)} % of halves (PBO).`,
	];
}

function formatBasisPoints(value: number | null): string {
	return value === null ? '-' : `${value < 0 ? '' : '+'}${(10_000 * value).toFixed(0)}`;
}
