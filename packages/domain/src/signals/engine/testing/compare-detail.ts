import { median } from '../../../statistics/median.ts';
import { clockVariance } from '../../../time/slots.ts';
import { type Bar, buildGridBars, createDailyMedians } from '../../definition/reference/bars.ts';
import {
	type HistorySession,
	isIndexAt,
	type Position,
	type ReferenceHistory,
	readSession,
	tradesOf,
} from '../../definition/reference/history.ts';
import { adjustSessions, type Reading, type ReferenceReport } from '../../definition/reference/reference-report.ts';
import { trueRange } from '../../definition/squeeze.ts';
import type { ParameterSet } from '../../parameters.ts';
import type { CellDetail, RowDetail } from '../types.ts';

type CellNumbers = Pick<CellDetail, 'z' | 'scale' | 'value'>;
type NumbersBySeries = Record<'price' | 'volume' | 'sum' | 'diff' | 'squeeze', CellNumbers>;
const NO_NUMBERS: CellNumbers = { z: null, scale: null, value: null };

/** Lists the differences between the numbers behind a row and the reference's numbers; empty if they agree. */
export function listDetailDifferences(
	detail: RowDetail,
	expected: ReferenceReport,
	history: ReferenceHistory,
	position: Position,
	parameters: ParameterSet,
): string[] {
	const differences: string[] = [];
	const expectSame = (label: string, actual: unknown, expectedValue: unknown): void => {
		if (actual !== expectedValue) differences.push(`${label} ${actual}, not ${expectedValue}`);
	};
	const sessionsSoFar = history.sessions.slice(0, position.session + 1);
	const isIndex = isIndexAt(history, position);
	const rawSessions = sessionsSoFar.map((session, s) =>
		readSession(session, s === position.session ? position.slot + 1 : session.matrix.slots, isIndex),
	);
	const sessions = adjustSessions(rawSessions, sessionsSoFar);
	const daily = createDailyMedians(sessions, parameters);
	for (const flag of ['eligible', 'stale', 'quarantine'] as const) expectSame(flag, detail[flag], expected[flag]);
	for (const [label, actual, expectedValue] of [
		['median shares', detail.medianVolumeDaily, daily.volume(position.session)],
		['median contracts', detail.medianOptionsDaily, daily.medianContracts(position.session)],
		['median dollars', detail.medianDollarsDaily, medianDollars(rawSessions, daily.first, parameters.daily.sessions)],
	] as const)
		if (!isClose(actual, expectedValue)) differences.push(`${label} ${actual}, not ${expectedValue}`);

	expected.timeframes.forEach((reading, t) => {
		const actual = detail.timeframes[t] as RowDetail['timeframes'][number];
		const bars = buildGridBars(sessions, t as 0, parameters);
		// A halted ticker has only z: the other numbers are from bars that no longer exist.
		const isFrozen = actual.price.status === 'stale';
		if (isFrozen) expectSame(`${t} frozen`, isFrozen, expected.stale && !expected.quarantine);
		const hasReference = lastCloseUpTo(bars, bars.length - 1 - parameters.moveBars[t]!) !== null;
		expectSame(`${t} has a reference time`, actual.referenceTime !== null, hasReference);
		if (bars.length > 0 && !isFrozen) expectSame(`${t} developing`, actual.developing, reading.developing);
		const cells = expectedNumbers(reading, bars, t, parameters);
		for (const series of ['price', 'volume', 'sum', 'diff', 'squeeze'] as const) {
			const cell = actual[series];
			const { z, scale, value } = cells[series];
			const { status } = reading[series];
			// Before a timeframe's first bar, the engine may already know that nothing is expected. Neither side has a number in that case.
			const areBothUnmeasured = bars.length === 0 && status === 'warming' && cell.status === 'no_baseline';
			if (!areBothUnmeasured) expectSame(`${t} ${series}`, cell.status, isFrozen ? 'stale' : status);
			if (!isCloseZ(cell.z, z)) differences.push(`${t} ${series} z ${cell.z}, not ${z}`);
			if (!isClose(cell.scale, isFrozen ? null : scale)) differences.push(`${t} ${series} scale ${cell.scale}, not ${scale}`);
			if (!isClose(cell.value, isFrozen ? null : value)) differences.push(`${t} ${series} value ${cell.value}, not ${value}`);
		}
		if (actual.price.status === 'ok') {
			const q = bars.slice(-parameters.moveBars[t]!).reduce((sum, { from, to }) => sum + clockVariance(parameters.clock, from, to), 0);
			const computedZ = (actual.price.value as number) / ((actual.price.scale as number) * Math.sqrt(q));
			if (!isCloseZ(computedZ, actual.price.z)) differences.push(`${t} price z ${actual.price.z}, not ${computedZ}`);
		}
	});
	return differences;
}

function medianDollars(rawSessions: readonly HistorySession[], firstIndex: number, sessionCount: number): number | null {
	return median(
		rawSessions
			.slice(firstIndex, -1)
			.map((session) => (tradesOf(session).at(-1)?.close ?? 0) * tradesOf(session).reduce((sum, { volume }) => sum + volume, 0))
			.slice(-sessionCount),
	);
}

/** z is divided by the scale, so float32 rounding of the value or the scale affects it. */
function isCloseZ(actual: number | null, expected: number | null): boolean {
	return actual === null || expected === null ? actual === expected : Math.abs(actual - expected) <= 2e-5 * Math.max(1, Math.abs(expected));
}

function isClose(actual: number | null, expected: number | null): boolean {
	return actual === null || expected === null
		? actual === expected
		: Math.abs(actual - expected) <= 2e-5 * Math.max(1e-3, Math.abs(expected));
}

/** Returns the last close up to a bar; null before the first close. */
function lastCloseUpTo(bars: readonly Bar[], bar: number): number | null {
	return bars.slice(0, Math.max(0, bar + 1)).findLast(({ trade }) => trade !== null)?.trade?.close ?? null;
}

/** Returns the reference's numbers behind a reading. */
function expectedNumbers(reading: Reading, bars: readonly Bar[], timeframe: number, parameters: ParameterSet): NumbersBySeries {
	const { price, volume, sum, diff, squeeze } = reading;
	const current = bars.at(-1);
	const referenceClose = lastCloseUpTo(bars, bars.length - 1 - parameters.moveBars[timeframe]!);
	const lastClose = lastCloseUpTo(bars, bars.length - 1);
	const usual = usualRange(bars, parameters.windowBars[timeframe]!, parameters.squeeze.recent);
	const numbersIfMeasured = (status: Reading['price']['status'], numbers: CellNumbers): CellNumbers =>
		['ok', 'flat', 'pinned'].includes(status) ? numbers : NO_NUMBERS;
	return {
		price: numbersIfMeasured(price.status, {
			z: price.z,
			scale: price.sigma,
			value: referenceClose && lastClose && Math.log(lastClose / referenceClose),
		}),
		volume: numbersIfMeasured(volume.status, { z: volume.z, scale: volume.s, value: current?.volume ?? null }),
		sum: numbersIfMeasured(sum.status, {
			z: sum.z,
			scale: sum.s,
			value: current?.contracts ? current.contracts.calls + current.contracts.puts : null,
		}),
		diff: numbersIfMeasured(diff.status, { z: diff.z, scale: diff.s, value: diff.m }),
		squeeze: numbersIfMeasured(squeeze.status, { z: squeeze.zeta, scale: usual, value: squeeze.q }),
	};
}

/** Computes the median of the usual true ranges: the ranges before the recent ones. */
function usualRange(bars: readonly Bar[], windowBars: number, recentBars: number): number | null {
	const ranges: number[] = [];
	let varianceSum = 0;
	bars.forEach(({ closed, trade, q: barVariance }, bar) => {
		varianceSum += barVariance;
		if (!(closed && trade)) return;
		const previous = lastCloseUpTo(bars, bar - 1);
		if (previous !== null) ranges.push(trueRange(trade.high, trade.low, previous, varianceSum));
		varianceSum = 0;
	});
	return median(ranges.slice(0, -recentBars).slice(-windowBars));
}
