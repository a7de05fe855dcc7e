import { type UtcMs, utcMs } from '../../time/units.ts';
import { reportTable, Z_SERIES } from '../report-table.ts';
import { type CellStatus, STATUSES, type Status } from '../status.ts';
import { referenceEnd } from './clock.ts';
import { carriedClose } from './fold.ts';
import type { Frame } from './frame-state.ts';
import { isEligible, scoreRows } from './report.ts';
import { recentWith, statusCode } from './scales.ts';
import type { EngineState } from './state.ts';
import type { CellDetail, RowDetail, TimeframeDetail } from './types.ts';

const SERIES = Z_SERIES.length;
const OK = statusCode('ok');

/** The numbers behind one row at the last applied slot. Scales must be ready. */
export function rowDetail(state: EngineState, row: number): RowDetail {
	const { shared, frames } = state;
	const table = reportTable(utcMs(0), 'reverse', 1);
	scoreRows(state, Uint32Array.of(row), 1, table);
	return {
		timeframes: frames.map((frame) => frameDetail(state, frame, row, table.z)),
		medianOptionsDaily: numberOrNull(shared.optionable[row]),
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

function frameDetail(state: EngineState, frame: Frame, row: number, z: Float32Array): TimeframeDetail {
	const { shared } = state;
	const { columns, clock, shape } = frame;
	const { now } = columns;
	const first = shape.timeframe * SERIES;
	const zOf = (series: number) => z[first + series]!;
	const outside: CellStatus | null =
		shared.quarantined[row] === 1
			? 'quarantine'
			: shared.stale[row] === 1 && shared.frozen[row] === 1
				? 'stale'
				: shared.dailyOnly[row] === 1 && shape.timeframe !== 4
					? 'daily_only'
					: null;
	const cell = (series: number, status: Status, scale: number | undefined, value: number): CellDetail => {
		if (outside !== null) return { status: outside, z: numberOrNull(zOf(series)), scale: null, value: null };
		const has = status === 'ok' || status === 'flat';
		return {
			status,
			z: has ? numberOrNull(zOf(series)) : null,
			scale: has ? numberOrNull(scale) : null,
			value: has ? numberOrNull(value) : null,
		};
	};
	const reference = (columns.closes[(clock.bar + 1) % (shape.move + 1)] as Float64Array)[row]!;
	const options = optionStatus(state, frame, row);
	const volume = amountStatus(shared.dailyAmount[row]!, clock.volumeShare, now.volumeStatus[row]!);
	const squeeze = squeezeCell(state, frame, row, zOf(4));
	return {
		developing: !clock.closed,
		referenceTime: Number.isNaN(reference) ? null : (utcMs(referenceEnd(clock)) as UtcMs),
		price: cell(0, named(now.priceStatus[row]!), now.sigma[row], carriedClose(frame, shared)[row]! - reference),
		volume: cell(1, volume, now.volume[row], columns.amount[row]!),
		sum: cell(2, options, now.sum[row], columns.calls[row]! + columns.puts[row]!),
		diff: cell(3, options, now.diff[row], now.diffCentre[row]!),
		squeeze: outside === null ? squeeze : { ...squeeze, status: outside, z: numberOrNull(zOf(4)), scale: null, value: null },
	};
}

function named(code: number): Status {
	return STATUSES[code] as Status;
}

/** signals.md 1.9.12: no daily median, nothing expected, then the window's status. */
function amountStatus(daily: number, share: number, window: number): Status {
	if (Number.isNaN(daily)) return 'warming';
	return daily * share > 0 ? named(window) : 'no_baseline';
}

function optionStatus({ shared, parameters }: EngineState, { columns, clock }: Frame, row: number): Status {
	// Before its first bar, a series can't have missing data.
	if (columns.firstBar[row] === -1) return 'warming';
	if (!(columns.calls[row]! + columns.puts[row]! >= 0)) return 'missing';
	if (shared.optionable[row]! < parameters.optionSum.minMedianDaily) return 'not_optionable';
	return amountStatus(shared.dailyContracts[row]!, clock.optionShare, columns.now.optionStatus[row]!);
}

function squeezeCell(state: EngineState, frame: Frame, row: number, z: number): CellDetail {
	const { status, recent, usual } = squeezeNow(state, frame, row);
	if (status !== OK) return { status: named(status), z: null, scale: null, value: null };
	const { flatBelow, squeeze } = state.parameters;
	const q = recent / usual;
	const measured = usual <= flatBelow ? 'flat' : q < squeeze.pinnedBelow ? 'pinned' : 'ok';
	return { status: measured, z: numberOrNull(z), scale: usual, value: measured === 'flat' ? null : q };
}

/** The input of the squeeze: the bars closed so far, including one that closes at the report's time. */
function squeezeNow({ parameters }: EngineState, { columns, clock }: Frame, row: number) {
	const { now, range } = columns;
	const own = clock.closed ? range[row]! : Number.NaN;
	if (Number.isNaN(own)) return { status: now.squeezeStatus[row]!, recent: now.recent[row]!, usual: now.usual[row]! };
	return {
		status: now.nextSqueezeStatus[row]!,
		recent: recentWith(now, row, Math.fround(own), parameters.squeeze.recent),
		usual: now.nextUsual[row]!,
	};
}
