import { TIMEFRAME_COUNT } from '../../time/timeframe.ts';
import { type ReportTime, type UtcMs, utcMs } from '../../time/units.ts';
import { STALE } from '../packed.ts';
import {
	CHANGE_UNITS,
	copyInformation,
	createReportTable,
	FLAG_ELIGIBLE,
	FLAG_QUARANTINE,
	FLAG_STALE,
	MAX_CHANGE,
	type ReportTable,
	UNKNOWN_CHANGE,
	Z_PER_ROW,
	Z_SERIES,
} from '../report-table.ts';
import { type CellStatus, STATUSES, type Status } from '../status.ts';
import { referenceEnd } from './clock.ts';
import { lastCloses } from './fold.ts';
import type { Frame } from './frame-state.ts';
import { recentMedianWith, statusCode } from './scales.ts';
import { createNullWord, scoreFrame, scoreOptionDay } from './score.ts';
import type { EngineState } from './state.ts';
import type { CellDetail, ReportFacts, RowDetail, TimeframeDetail } from './types.ts';

const OK = statusCode('ok');

/** Returns the numbers behind one row's cells at the last applied slot. Scales must be ready. */
export function buildRowDetail(state: EngineState, row: number): RowDetail {
	const { shared, frames } = state;
	const table = createReportTable(utcMs(0), 'reverse', 1);
	scoreRows(state, Uint32Array.of(row), 1, table);
	return {
		timeframes: frames.map((frame) => buildFrameDetail(state, frame, row, table.z)),
		medianOptionsDaily: numberOrNull(shared.medianContracts[row]),
		medianVolumeDaily: numberOrNull(shared.dailyAmount[row]),
		medianDollarsDaily: numberOrNull(shared.dailyDollars[row]),
		eligible: isEligible(state, row),
		stale: shared.stale[row] === 1,
		quarantine: shared.quarantined[row] === 1,
	};
}

function numberOrNull(value: number | undefined): number | null {
	return value === undefined || !Number.isFinite(value) ? null : value;
}

function buildFrameDetail(state: EngineState, frame: Frame, row: number, z: Float32Array): TimeframeDetail {
	const { shared } = state;
	const { columns, clock, shape } = frame;
	const { currentScales } = columns;
	const firstSeries = shape.timeframe * SERIES_COUNT;
	const zOf = (series: number) => z[firstSeries + series]!;
	const rowStatus: CellStatus | null =
		shared.quarantined[row] === 1
			? 'quarantine'
			: shared.stale[row] === 1 && shared.frozen[row] === 1
				? 'stale'
				: shared.dailyOnly[row] === 1 && shape.timeframe !== 4
					? 'daily_only'
					: null;
	const createCell = (series: number, status: Status, scale: number | undefined, value: number): CellDetail => {
		if (rowStatus !== null) return { status: rowStatus, z: numberOrNull(zOf(series)), scale: null, value: null };
		const isMeasured = status === 'ok' || status === 'flat';
		return {
			status,
			z: isMeasured ? numberOrNull(zOf(series)) : null,
			scale: isMeasured ? numberOrNull(scale) : null,
			value: isMeasured ? numberOrNull(value) : null,
		};
	};
	const lnReference = (columns.closes[(clock.bar + 1) % (shape.moveBars + 1)] as Float64Array)[row]!;
	const options = optionStatus(state, frame, row);
	const volume = amountStatus(shared.dailyAmount[row]!, clock.volumeShare, currentScales.volumeStatus[row]!);
	const squeeze = squeezeCell(state, frame, row, zOf(4));
	return {
		developing: !clock.closed,
		referenceTime: Number.isNaN(lnReference) ? null : (utcMs(referenceEnd(clock)) as UtcMs),
		price: createCell(
			0,
			statusOf(currentScales.priceStatus[row]!),
			currentScales.sigma[row],
			lastCloses(frame, shared)[row]! - lnReference,
		),
		volume: createCell(1, volume, currentScales.volume[row], columns.amount[row]!),
		sum: createCell(2, options, currentScales.sum[row], columns.calls[row]! + columns.puts[row]!),
		diff: createCell(3, options, currentScales.diff[row], currentScales.diffCentre[row]!),
		squeeze: rowStatus === null ? squeeze : { ...squeeze, status: rowStatus, z: numberOrNull(zOf(4)), scale: null, value: null },
	};
}

function statusOf(code: number): Status {
	return STATUSES[code] as Status;
}

/** Returns the first applicable status (signals.md 1.9.12): no daily median, nothing expected, otherwise the status of the window. */
function amountStatus(dailyMedian: number, barShare: number, windowStatusCode: number): Status {
	if (Number.isNaN(dailyMedian)) return 'warming';
	return dailyMedian * barShare > 0 ? statusOf(windowStatusCode) : 'no_baseline';
}

function optionStatus({ shared, parameters }: EngineState, { columns, clock }: Frame, row: number): Status {
	// Before its first bar, a series has no missing data: it hasn't started.
	if (columns.firstBar[row] === -1) return 'warming';
	if (!(columns.calls[row]! + columns.puts[row]! >= 0)) return 'missing';
	if (shared.medianContracts[row]! < parameters.optionSum.minMedianDaily) return 'not_optionable';
	return amountStatus(shared.dailyContracts[row]!, clock.optionShare, columns.currentScales.optionStatus[row]!);
}

function squeezeCell(state: EngineState, frame: Frame, row: number, z: number): CellDetail {
	const { status, recent, usual } = squeezeInputs(state, frame, row);
	if (status !== OK) return { status: statusOf(status), z: null, scale: null, value: null };
	const { flatBelow, squeeze } = state.parameters;
	const q = recent / usual;
	const measuredStatus = usual <= flatBelow ? 'flat' : q < squeeze.pinnedBelow ? 'pinned' : 'ok';
	return { status: measuredStatus, z: numberOrNull(z), scale: usual, value: measuredStatus === 'flat' ? null : q };
}

/** Returns the inputs of the squeeze from the bars closed so far, including a bar that closes at the report's time. */
function squeezeInputs({ parameters }: EngineState, { columns, clock }: Frame, row: number) {
	const { currentScales, range } = columns;
	const barRange = clock.closed ? range[row]! : Number.NaN;
	if (Number.isNaN(barRange))
		return { status: currentScales.squeezeStatus[row]!, recent: currentScales.recentRange[row]!, usual: currentScales.usualRange[row]! };
	return {
		status: currentScales.nextSqueezeStatus[row]!,
		recent: recentMedianWith(currentScales, row, Math.fround(barRange), parameters.squeeze.recent),
		usual: currentScales.nextUsualRange[row]!,
	};
}

const DAY_TIMEFRAME = 4;
const SERIES_COUNT = Z_SERIES.length;

/** Writes the rows that have traded and are listed, ascending, to the start of `rows`; returns their number. */
export function collectTradedRows({ shared, rows: total }: EngineState, listed: Uint8Array | undefined, rows: Uint32Array): number {
	let count = 0;
	for (let row = 0; row < total; row++) {
		if (Number.isNaN(shared.lastClose[row]) || listed?.[row] === 0) continue;
		rows[count++] = row;
	}
	return count;
}

/** Writes the words and z of the first `count` of `rows` to the table. Scales must be ready. */
export function scoreRows(state: EngineState, rows: Uint32Array, count: number, table: ReportTable): void {
	const { shared, frames, parameters } = state;
	for (const frame of frames) scoreFrame(frame, shared, rows, count, table, parameters);
	for (let i = 0; i < count; i++) {
		const row = rows[i]!;
		if (shared.quarantined[row] === 1) clearCells(state, table, i, row, TIMEFRAME_COUNT);
		else {
			if (!Number.isNaN(shared.eodCalls[row])) scoreOptionDay(frames[DAY_TIMEFRAME] as Frame, shared, row, i, table, parameters);
			if (shared.dailyOnly[row] === 1) clearCells(state, table, i, row, DAY_TIMEFRAME);
			if (shared.stale[row] === 1) showFrozenCells(state, table, i, row);
		}
	}
}

/** Sets the cells of the `timeframeCount` shortest timeframes to null. */
function clearCells({ frames, shared }: EngineState, table: ReportTable, i: number, row: number, timeframeCount: number): void {
	for (let t = 0; t < timeframeCount; t++) {
		const word = createNullWord(isDeveloping(frames[t] as Frame, row));
		(table.words[t] as Uint32Array)[i] = shared.stale[row] === 1 ? word | STALE : word;
	}
	for (let cell = 0; cell < timeframeCount * SERIES_COUNT; cell++) table.z[cell * table.count + i] = Number.NaN;
}

function isDeveloping({ columns, clock }: Frame, row: number): boolean {
	return columns.firstBar[row] !== -1 && !clock.closed;
}

/** Shows the frozen cells of a halted row, or its current ones if none are frozen, and marks them as stale. */
function showFrozenCells({ shared }: EngineState, table: ReportTable, i: number, row: number): void {
	const isFrozen = shared.frozen[row] === 1;
	for (let t = 0; t < TIMEFRAME_COUNT; t++) {
		const words = table.words[t] as Uint32Array;
		words[i] = (isFrozen ? shared.frozenWords[row * TIMEFRAME_COUNT + t]! : words[i]!) | STALE;
	}
	if (!isFrozen) return;
	for (let cell = 0; cell < Z_PER_ROW; cell++) table.z[cell * table.count + i] = shared.frozenZ[row * Z_PER_ROW + cell]!;
}

/** Stores the rows' words and z of the last applied slot as their frozen cells. */
export function freezeRows(state: EngineState, rows: Uint32Array, time: ReportTime): void {
	const { shared } = state;
	const table = createReportTable(time, 'reverse', rows.length);
	scoreRows(state, rows, rows.length, table);
	for (let i = 0; i < rows.length; i++) {
		const row = rows[i]!;
		for (let t = 0; t < TIMEFRAME_COUNT; t++) shared.frozenWords[row * TIMEFRAME_COUNT + t] = (table.words[t] as Uint32Array)[i]!;
		for (let cell = 0; cell < Z_PER_ROW; cell++) shared.frozenZ[row * Z_PER_ROW + cell] = table.z[cell * table.count + i]!;
		shared.frozen[row] = 1;
	}
}

/** Whether the row can be in a tab (signals.md 1.9.15). */
export function isEligible({ shared, parameters }: EngineState, row: number): boolean {
	return shared.printedClose[row]! >= parameters.eligible.price && shared.dailyDollars[row]! >= parameters.eligible.dollarVolume;
}

/** Builds the report at the last applied slot. Scales must be ready. */
export function buildReport(state: EngineState, time: ReportTime, facts: ReportFacts): ReportTable {
	const { shared } = state;
	const rows = new Uint32Array(state.rows);
	const count = collectTradedRows(state, facts.listed, rows);
	const table = createReportTable(time, 'reverse', count);
	scoreRows(state, rows, count, table);
	for (let i = 0; i < count; i++) {
		const row = rows[i]!;
		table.tickerId[i] = facts.tickerIds[row]!;
		table.price[i] = Math.round(shared.printedClose[row]! * 10_000);
		table.cap[i] = facts.shares[row]! * shared.lastClose[row]!;
		table.mentions[i] = facts.mentions[row]!;
		table.change[i] = computeChange(state, row);
		table.dollarVolume[i] = computeDollarVolume(state, row);
		table.flags[i] =
			(isEligible(state, row) ? FLAG_ELIGIBLE : 0) |
			(shared.stale[row] === 1 ? FLAG_STALE : 0) |
			(shared.quarantined[row] === 1 ? FLAG_QUARANTINE : 0);
		if (facts.information) copyInformation(facts.information, row, table, i);
	}
	return table;
}

/** Computes the change of the reported price since the previous session's close, in 1 / CHANGE_UNITS; UNKNOWN_CHANGE without such a close. */
function computeChange({ shared }: EngineState, row: number): number {
	const previousClose = shared.previousClose[row]! * shared.shareFactor[row]!;
	const price = Math.round(shared.printedClose[row]! * 10_000) / 10_000;
	return Number.isNaN(previousClose) ? UNKNOWN_CHANGE : Math.min(Math.round((price / previousClose - 1) * CHANGE_UNITS), MAX_CHANGE);
}

/** Computes the dollar volume of the session so far: shares x last price; NaN for indexes. */
function computeDollarVolume({ shared }: EngineState, row: number): number {
	return shared.isIndex[row] === 0 ? shared.dayAmount[row]! * shared.lastClose[row]! : Number.NaN;
}
