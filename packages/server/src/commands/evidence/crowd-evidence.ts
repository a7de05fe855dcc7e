import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { computeOutcomes, findSpikes, mergeSpikes, SPIKE_HORIZONS, type SpikeMoves } from '@sw/domain/attention/spikes';
import { COST_BPS } from '@sw/domain/research/walk/costs';
import { lowerBound } from '@sw/domain/statistics/lower-bound';
import { median } from '@sw/domain/statistics/median';
import { type Calendar, nyse, type Session } from '@sw/domain/time/calendar';
import { exchangeDate, HOUR } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';

/** Mentions by hour, without retweets. Index i of `counts` is the hour that starts i hours after `first` (milliseconds). */
interface HourlyMentions {
	first: number;
	counts: Float64Array;
}

/** Logarithms of adjusted closes; row r in session s is at s * rows + r. NaN if missing. */
interface Closes {
	readonly symbols: readonly string[];
	readonly sessions: readonly Session[];
	readonly logs: Float64Array;
}

/** Cost of a round trip as a fraction, for large tickers such as those in these folders. */
const COST = COST_BPS[1] / 10_000;

export interface CrowdResult {
	horizon: number;
	n: number;
	rose: number | null;
	base: number | null;
}

/** Prints how well spikes of mentions predicted daily returns. Throws an Error whose message is meant for the user. */
export function printCrowdEvidence(mentionsFolder: string, dailyFolder: string, print: (line: string) => void): CrowdResult[] {
	const mentions = readMentions(mentionsFolder);
	const closes = readCloses(dailyFolder, nyse);
	const allMentions = [...mentions.values()];
	const [from, to] = [
		Math.min(...allMentions.map(({ first }) => first)),
		Math.max(...allMentions.map(({ first, counts }) => first + counts.length * HOUR)),
	];
	print(`${mentions.size} tickers with mentions, ${newYorkDate(from)} to ${newYorkDate(to)}; ${closes.symbols.length} with daily bars`);
	print(
		'A spike is an hour above the 99.5th percentile of the previous 720 hours. Entry at the next close, exit the given number of closes later, minus the median',
	);
	print(
		`ticker of the folder; costs of ${(COST * 10_000).toFixed(0)} bp per round trip. Episodes are one horizon apart; intervals use blocks of one horizon.`,
	);
	return SPIKE_HORIZONS.map((horizon) => {
		const { tickers, hours, ...moves } = computeMoves(closes, mentions, horizon);
		const { n, rose, fell, base, mean, median: medianMove, size } = computeOutcomes(moves, horizon, COST);
		const [low, high] = rose.wilson95;
		const [fellLow, fellHigh] = fell.wilson95;
		print(
			`\n${horizon === 1 ? 'One session' : `${horizon} sessions`}: ${n} episodes of ${tickers} tickers in ${hours} hours, compared with ${base.n} sessions`,
		);
		print(
			`  rose further than the median after costs: ${formatPercent(rose.p)} [${formatPercent(low)}, ${formatPercent(high)}], all sessions ${formatPercent(base.rose)}`,
		);
		print(
			`  fell further:                             ${formatPercent(fell.p)} [${formatPercent(fellLow)}, ${formatPercent(fellHigh)}], all sessions ${formatPercent(base.fell)}`,
		);
		print(
			`  excess: mean ${formatBasisPoints(mean)}, median ${formatBasisPoints(medianMove)}; size ${formatBasisPoints(size.after)}, all sessions ${formatBasisPoints(size.base)}`,
		);
		return { horizon, n, rose: rose.p, base: base.rose };
	});
}

function formatBasisPoints(move: number | null): string {
	return move === null ? 'n/a' : `${(move * 10_000).toFixed(0)} bp`;
}

function formatPercent(share: number | null): string {
	return share === null ? 'n/a' : `${(share * 100).toFixed(1)} %`;
}

/** Computes the excess returns of all tickers over a horizon of sessions, after spikes and after all sessions. */
function computeMoves(
	closes: Closes,
	mentions: ReadonlyMap<string, HourlyMentions>,
	horizon: number,
): SpikeMoves & { tickers: number; hours: number } {
	const { symbols, sessions } = closes;
	const excess = computeExcesses(closes, horizon);
	const result = { moves: [] as number[], blocks: [] as number[], all: [] as number[], tickers: 0, hours: 0 };
	const ends = sessions.map(({ close }) => close);
	const findSessionClosingAfter = (ms: number): number | undefined => {
		const at = lowerBound(ends, ms);
		return at < ends.length ? at : undefined;
	};
	for (const [symbol, { first, counts }] of mentions) {
		const row = symbols.indexOf(symbol);
		if (row < 0) continue;
		result.tickers++;
		result.hours += counts.length;
		const excessAt = (session: number): number => excess[session * symbols.length + row]!;
		const spikes = findSpikes(counts);
		for (const { entry } of mergeSpikes(spikes, (hour) => findSessionClosingAfter(first + (hour + 1) * HOUR), horizon)) {
			if (Number.isNaN(excessAt(entry))) continue;
			result.moves.push(excessAt(entry));
			result.blocks.push(Math.floor(entry / horizon));
		}
		// The base rate covers only sessions in which a spike could be detected, that is, after 30 days of counts.
		const [from, to] = [
			findSessionClosingAfter(first + 30 * 24 * HOUR) ?? 0,
			findSessionClosingAfter(first + counts.length * HOUR) ?? sessions.length,
		];
		for (let session = from; session < to; session++) if (!Number.isNaN(excessAt(session))) result.all.push(excessAt(session));
	}
	return result;
}

/** Computes the log return of each row from session s to s + horizon, minus the median of all rows, at s * rows + row. NaN if unknown. */
function computeExcesses({ symbols, sessions, logs }: Closes, horizon: number): Float64Array {
	const rows = symbols.length;
	const excess = new Float64Array(sessions.length * rows).fill(Number.NaN);
	for (let s = 0; s + horizon < sessions.length; s++) {
		const moves = Float64Array.from({ length: rows }, (_, row) => logs[(s + horizon) * rows + row]! - logs[s * rows + row]!);
		const medianMove = median(moves.filter((move) => !Number.isNaN(move)));
		if (medianMove === null) continue;
		moves.forEach((move, row) => {
			excess[s * rows + row] = move - medianMove;
		});
	}
	return excess;
}

/** Reads a folder with a file <SYMBOL>.csv(.gz) for each symbol, with the columns Date and Adj Close. */
function readCloses(folder: string, calendar: Calendar): Closes {
	const files = readdirSync(folder).flatMap((file) => {
		const symbol = /^([A-Z][A-Z.-]*)\.csv(?:\.gz)?$/.exec(file)?.[1];
		return symbol ? [{ file, symbol }] : [];
	});
	if (files.length === 0)
		throw new Error(`${folder} contains no daily bars: expected <SYMBOL>.csv.gz files with the columns Date and Adj Close.`);
	const byDate = files.map(({ file }) => {
		const bytes = readFileSync(join(folder, file));
		const [head = '', ...lines] = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').split('\n');
		const columns = head.trim().split(',');
		const [date, close] = [columns.indexOf('Date'), columns.indexOf('Adj Close')];
		if (date < 0 || close < 0) throw new Error(`${file} has no columns Date and Adj Close.`);
		return new Map(lines.map((line) => line.split(',')).map((row) => [row[date] ?? '', Number(row[close])]));
	});
	const dates = [...new Set(byDate.flatMap((days) => [...days.keys()]))].filter((date) => /^\d{4}-\d{2}-\d{2}$/.test(date)).sort();
	const sessions = calendar.sessionsBetween(exchangeDate(dates[0]!), exchangeDate(dates.at(-1)!));
	const logs = new Float64Array(sessions.length * files.length).fill(Number.NaN);
	sessions.forEach((session, s) => {
		byDate.forEach((days, row) => {
			const close = days.get(session.date);
			if (close !== undefined && close > 0) logs[s * files.length + row] = Math.log(close);
		});
	});
	return { symbols: files.map(({ symbol }) => symbol), sessions, logs };
}

/** Reads tables of posts (tweets.csv: symbol, time, ..., is_retweet) and counts of one symbol (Twitter_volume_<symbol>.csv: time, value). */
function readMentions(folder: string): Map<string, HourlyMentions> {
	const mentions = new Map<string, HourlyMentions>();
	for (const file of readdirSync(folder).sort()) {
		const countedSymbol = /^Twitter_volume_(\w+)\.csv(?:\.gz)?$/.exec(file)?.[1];
		const isPosts = /^tweets\.csv(?:\.gz)?$/.test(file);
		if (!countedSymbol && !isPosts) continue;
		const lines = readLines(join(folder, file)).map((line) => line.split(','));
		const rows = countedSymbol
			? lines.map(([at = '', value]) => [countedSymbol, Date.parse(`${at.replace(' ', 'T')}Z`), Number(value)] as const)
			: lines.filter((row) => row[3] === '0').map(([symbol = '', at = '']) => [symbol, Date.parse(at), 1] as const);
		for (const [symbol, hours] of sumByHour(rows)) mentions.set(symbol, hours);
	}
	if (mentions.size === 0) throw new Error(`${folder} contains no mentions: expected tweets.csv.gz or Twitter_volume_<symbol>.csv.gz.`);
	return mentions;
}

/** Sums posts or counts by hour. A file covers all its symbols from its first hour to its last. */
function sumByHour(rows: Iterable<readonly [symbol: string, ms: number, count: number]>): Map<string, HourlyMentions> {
	const countsBySymbol = new Map<string, Map<number, number>>();
	let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
	for (const [symbol, ms, count] of rows) {
		if (Number.isNaN(ms) || !Number.isFinite(count)) continue;
		const hour = Math.floor(ms / HOUR);
		const symbolHours = countsBySymbol.get(symbol) ?? new Map<number, number>();
		countsBySymbol.set(symbol, symbolHours.set(hour, (symbolHours.get(hour) ?? 0) + count));
		first = Math.min(first, hour);
		last = Math.max(last, hour);
	}
	return new Map(
		[...countsBySymbol].map(([symbol, hours]) => {
			const counts = new Float64Array(last - first + 1);
			for (const [hour, count] of hours) counts[hour - first] = count;
			return [symbol, { first: first * HOUR, counts }];
		}),
	);
}

function readLines(path: string): string[] {
	const bytes = readFileSync(path);
	return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').split('\n').slice(1);
}
