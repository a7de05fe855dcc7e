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

type Numbers = Pick<CellDetail, 'z' | 'scale' | 'value'>;
type Cells = Record<'price' | 'volume' | 'sum' | 'diff' | 'squeeze', Numbers>;
const NOTHING: Numbers = { z: null, scale: null, value: null };

/** Lists the differences between the numbers behind a row and the reference's numbers; empty if they agree. */
export function detailDifferences(
	detail: RowDetail,
	expected: ReferenceReport,
	history: ReferenceHistory,
	at: Position,
	parameters: ParameterSet,
): string[] {
	const found: string[] = [];
	const same = (label: string, own: unknown, wanted: unknown): void => {
		if (own !== wanted) found.push(`${label} ${own}, not ${wanted}`);
	};
	const known = history.sessions.slice(0, at.session + 1);
	const isIndex = isIndexAt(history, at);
	const raw = known.map((session, s) => readSession(session, s === at.session ? at.slot + 1 : session.matrix.slots, isIndex));
	const sessions = adjustSessions(raw, known);
	const daily = createDailyMedians(sessions, parameters);
	for (const flag of ['eligible', 'stale', 'quarantine'] as const) same(flag, detail[flag], expected[flag]);
	for (const [label, own, wanted] of [
		['median shares', detail.medianVolumeDaily, daily.volume(at.session)],
		['median contracts', detail.medianOptionsDaily, daily.medianContracts(at.session)],
		['median dollars', detail.medianDollarsDaily, medianDollars(raw, daily.first, parameters.daily.sessions)],
	] as const)
		if (!agree(own, wanted)) found.push(`${label} ${own}, not ${wanted}`);

	expected.timeframes.forEach((reading, t) => {
		const own = detail.timeframes[t] as RowDetail['timeframes'][number];
		const bars = buildGridBars(sessions, t as 0, parameters);
		// A halted ticker has only z: the other numbers are from bars that no longer exist.
		const frozen = own.price.status === 'stale';
		if (frozen) same(`${t} stands still`, frozen, expected.stale && !expected.quarantine);
		const isCounted = carried(bars, bars.length - 1 - parameters.moveBars[t]!) !== null;
		same(`${t} counted from a time`, own.referenceTime !== null, isCounted);
		if (bars.length > 0 && !frozen) same(`${t} developing`, own.developing, reading.developing);
		const cells = numbersOf(reading, bars, t, parameters);
		for (const series of ['price', 'volume', 'sum', 'diff', 'squeeze'] as const) {
			const cell = own[series];
			const { z, scale, value } = cells[series];
			const { status } = reading[series];
			// Before a timeframe's first bar, the engine may already know that nothing is expected. Neither side has a number in that case.
			const alike = bars.length === 0 && status === 'warming' && cell.status === 'no_baseline';
			if (!alike) same(`${t} ${series}`, cell.status, frozen ? 'stale' : status);
			if (!agreeInZ(cell.z, z)) found.push(`${t} ${series} z ${cell.z}, not ${z}`);
			if (!agree(cell.scale, frozen ? null : scale)) found.push(`${t} ${series} scale ${cell.scale}, not ${scale}`);
			if (!agree(cell.value, frozen ? null : value)) found.push(`${t} ${series} value ${cell.value}, not ${value}`);
		}
		if (own.price.status === 'ok') {
			const q = bars.slice(-parameters.moveBars[t]!).reduce((sum, { from, to }) => sum + clockVariance(parameters.clock, from, to), 0);
			const moved = (own.price.value as number) / ((own.price.scale as number) * Math.sqrt(q));
			if (!agreeInZ(moved, own.price.z)) found.push(`${t} price z ${own.price.z}, not ${moved}`);
		}
	});
	return found;
}

function medianDollars(raw: readonly HistorySession[], first: number, sessions: number): number | null {
	return median(
		raw
			.slice(first, -1)
			.map((session) => (tradesOf(session).at(-1)?.close ?? 0) * tradesOf(session).reduce((sum, { volume }) => sum + volume, 0))
			.slice(-sessions),
	);
}

/** z is divided by the scale, so float32 rounding of the value or the scale affects it. */
function agreeInZ(own: number | null, expected: number | null): boolean {
	return own === null || expected === null ? own === expected : Math.abs(own - expected) <= 2e-5 * Math.max(1, Math.abs(expected));
}

function agree(own: number | null, expected: number | null): boolean {
	return own === null || expected === null ? own === expected : Math.abs(own - expected) <= 2e-5 * Math.max(1e-3, Math.abs(expected));
}

/** Returns the last close up to a bar; null before the first close. */
function carried(bars: readonly Bar[], bar: number): number | null {
	return bars.slice(0, Math.max(0, bar + 1)).findLast(({ trade }) => trade !== null)?.trade?.close ?? null;
}

/** Returns the reference's numbers behind a reading. */
function numbersOf(reading: Reading, bars: readonly Bar[], timeframe: number, parameters: ParameterSet): Cells {
	const { price, volume, sum, diff, squeeze } = reading;
	const current = bars.at(-1);
	const base = carried(bars, bars.length - 1 - parameters.moveBars[timeframe]!);
	const latest = carried(bars, bars.length - 1);
	const usual = usualRange(bars, parameters.windowBars[timeframe]!, parameters.squeeze.recent);
	const has = (status: Reading['price']['status'], numbers: Numbers): Numbers =>
		['ok', 'flat', 'pinned'].includes(status) ? numbers : NOTHING;
	return {
		price: has(price.status, { z: price.z, scale: price.sigma, value: base && latest && Math.log(latest / base) }),
		volume: has(volume.status, { z: volume.z, scale: volume.s, value: current?.volume ?? null }),
		sum: has(sum.status, { z: sum.z, scale: sum.s, value: current?.contracts ? current.contracts.calls + current.contracts.puts : null }),
		diff: has(diff.status, { z: diff.z, scale: diff.s, value: diff.m }),
		squeeze: has(squeeze.status, { z: squeeze.zeta, scale: usual, value: squeeze.q }),
	};
}

/** Computes the median of the usual true ranges: the ranges before the recent ones. */
function usualRange(bars: readonly Bar[], window: number, recent: number): number | null {
	const ranges: number[] = [];
	let q = 0;
	bars.forEach(({ closed, trade, q: own }, bar) => {
		q += own;
		if (!(closed && trade)) return;
		const previous = carried(bars, bar - 1);
		if (previous !== null) ranges.push(trueRange(trade.high, trade.low, previous, q));
		q = 0;
	});
	return median(ranges.slice(0, -recent).slice(-window));
}
