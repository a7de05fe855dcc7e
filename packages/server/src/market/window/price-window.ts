import type { BarBlock } from '@sw/domain/prices/blocks';
import { type ExtendedVolumes, USUAL_SESSIONS } from '@sw/domain/prices/extended-volumes';
import type { SessionMatrix } from '@sw/domain/prices/session-matrix';
import { YEAR_SESSIONS } from '@sw/domain/prices/tops';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import type { Session } from '@sw/domain/time/calendar';
import { slotEnd } from '@sw/domain/time/slots';
import type { UtcMs } from '@sw/domain/time/units';

/** Number of sessions kept as 15-minute slots: eleven, because a chart shows more than 60 hourly bars. */
export const SLOT_SESSIONS = 11;
/** All sessions kept: for each session kept as slots, the year before it and the sessions that define its usual volume. */
export const DAILY_SESSIONS = YEAR_SESSIONS + PARAMETERS_V1.daily.sessions + SLOT_SESSIONS - 1;
/** Blocks of pre- and post-market bars kept. */
const EXTENDED_BLOCKS = 64;
/**
 * Number of sessions whose extended-hours volumes are kept: enough for the usual volumes of each session kept as slots. One more, because the newest session
 * can have only its pre-market volumes so far.
 */
export const VOLUME_SESSIONS = USUAL_SESSIONS + SLOT_SESSIONS + 1;

/** A split by row; `ratio`: new shares per old share. */
export interface RowSplit {
	readonly row: number;
	readonly ratio: number;
}

/** A session in the window, with unadjusted values. `splits` took effect before its open. */
export interface WindowSession {
	readonly session: Session;
	/** Number of slots that have ended and are filled. */
	elapsed: number;
	/** Null once the session is older than the newest SLOT_SESSIONS. */
	matrix: SessionMatrix | null;
	/** Null while the session runs. */
	day: DailyColumns | null;
	readonly splits: readonly RowSplit[];
}

/**
 * The newest bars of all tickers in memory, from which charts, top tables and sparklines are computed without reading the store. Sessions are added in order.
 * Matrices are shared with the pipeline, which fills the one of the current session and calls `advance`.
 */
export interface PriceWindow {
	readonly rows: number;
	/** Identifies this window; never repeated in the process, so a renewed window has another id. */
	readonly id: number;
	/** Oldest first. */
	readonly sessions: readonly WindowSession[];
	/** Pre- and post-market bars, oldest block first. */
	readonly extended: readonly BarBlock[];
	/** Cumulative extended-hours volumes of the newest sessions. */
	readonly volumes: readonly ExtendedVolumes[];
	/** Appends a session whose first `elapsed` slots are filled. Throws RangeError unless it is newer than the last. */
	open(session: Session, matrix: SessionMatrix, splits: readonly RowSplit[], elapsed: number): void;
	/** To be called when the pipeline has filled a slot of the newest session. */
	advance(slot: number): void;
	addExtended(block: BarBlock): void;
	/** Adds volumes of a part of a session, or replaces those of the same part. */
	addVolumes(volumes: ExtendedVolumes): void;
	/** Changes with each added bar and is never repeated in the process, not even by a new window, so it can serve as a cache key. */
	version(): number;
	/** End of the newest elapsed slot; null before the first. */
	dataEnd(): UtcMs | null;
	/** New shares per old share of each row, by splits after session `index`; undefined if no row has split since. */
	splitRatios(index: number): Float64Array | undefined;
	/** New shares per old share of one row; 1 if the row has not split. */
	splitRatioOf(index: number, row: number): number;
}

export function createPriceWindow(rows: number): PriceWindow {
	const sessions: WindowSession[] = [];
	const extended: BarBlock[] = [];
	let volumes: ExtendedVolumes[] = [];
	const id = nextVersion();
	let version = id;

	const append = (entry: WindowSession): void => {
		const last = sessions.at(-1);
		if (last && last.session.date >= entry.session.date)
			throw new RangeError(`Session ${entry.session.date} is not later than the last one.`);
		if (last) completeSession(last);
		version = nextVersion();
		sessions.push(entry);
		if (sessions.length > DAILY_SESSIONS) sessions.shift();
		const expired = sessions.at(-1 - SLOT_SESSIONS);
		if (expired) expired.matrix = null;
	};
	const completeSession = (entry: WindowSession): void => {
		if (entry.matrix && !entry.day) entry.day = foldSession(entry.matrix);
	};

	return {
		rows,
		id,
		sessions,
		extended,
		get volumes() {
			return volumes;
		},
		open(session, matrix, splits, elapsed) {
			append({ session, elapsed, matrix, day: null, splits });
			if (elapsed === session.slots) completeSession(sessions.at(-1) as WindowSession);
		},
		advance(slot) {
			const entry = sessions.at(-1);
			if (!entry) throw new RangeError('No session is open.');
			version = nextVersion();
			entry.elapsed = Math.max(entry.elapsed, slot + 1);
			if (entry.elapsed === entry.session.slots) completeSession(entry);
		},
		addExtended(block) {
			version = nextVersion();
			if (block.count > 0) extended.push(block);
			if (extended.length > EXTENDED_BLOCKS) extended.shift();
		},
		addVolumes(newVolumes) {
			version = nextVersion();
			const otherVolumes = volumes.filter(({ session, part }) => session.date !== newVolumes.session.date || part !== newVolumes.part);
			const allVolumes = [...otherVolumes, newVolumes];
			const newest = Math.max(...allVolumes.map(({ session }) => session.ordinal));
			volumes = allVolumes.filter(({ session }) => session.ordinal > newest - VOLUME_SESSIONS);
		},
		version: () => version,
		dataEnd() {
			const entry = sessions.findLast((s) => s.elapsed > 0);
			return entry ? slotEnd(entry.session, entry.elapsed - 1) : null;
		},
		splitRatios(index) {
			let ratios: Float64Array | undefined;
			for (const { splits } of sessions.slice(index + 1)) {
				for (const { row, ratio } of splits) {
					ratios ??= new Float64Array(rows).fill(1);
					ratios[row] = ratios[row]! * ratio;
				}
			}
			return ratios;
		},
		splitRatioOf(index, row) {
			let ratio = 1;
			for (let at = index + 1; at < sessions.length; at++)
				for (const split of sessions[at]?.splits ?? []) if (split.row === row) ratio *= split.ratio;
			return ratio;
		},
	};
}

/**
 * Last version number of all windows in the process. A counter per window would repeat the numbers of replaced windows, and caches with these keys would show
 * old columns with new tickers.
 */
let lastVersion = 0;

export function nextVersion(): number {
	lastVersion++;
	return lastVersion;
}

/** A session folded to one bar per row, unadjusted; prices are NaN if nothing traded. */
export interface DailyColumns {
	open: Float32Array;
	high: Float32Array;
	low: Float32Array;
	close: Float32Array;
	/** Shares. */
	volume: Float32Array;
	/** Sum of shares times close over all slots. */
	dollars: Float32Array;
}

function createDailyColumns(rows: number): DailyColumns {
	return {
		open: new Float32Array(rows).fill(Number.NaN),
		high: new Float32Array(rows).fill(Number.NaN),
		low: new Float32Array(rows).fill(Number.NaN),
		close: new Float32Array(rows).fill(Number.NaN),
		volume: new Float32Array(rows),
		dollars: new Float32Array(rows),
	};
}

/** Folds the regular slots with volume. A row without such slots gets the vendor's daily bar. */
function foldSession(matrix: SessionMatrix): DailyColumns {
	const { rows, slots, daily } = matrix;
	const day = createDailyColumns(rows);
	for (let slot = 0; slot < slots; slot++) {
		for (let row = 0; row < rows; row++) {
			const cell = slot * rows + row;
			const shares = matrix.volume[cell]!;
			const close = matrix.close[cell]!;
			if (shares <= 0 || Number.isNaN(close)) continue;
			const isFirst = Number.isNaN(day.open[row]!);
			if (isFirst) day.open[row] = matrix.open[cell]!;
			day.high[row] = isFirst ? matrix.high[cell]! : Math.max(day.high[row]!, matrix.high[cell]!);
			day.low[row] = isFirst ? matrix.low[cell]! : Math.min(day.low[row]!, matrix.low[cell]!);
			day.close[row] = close;
			day.volume[row] = day.volume[row]! + shares;
			day.dollars[row] = day.dollars[row]! + shares * close;
		}
	}
	if (daily) {
		for (let row = 0; row < rows; row++) {
			if (!Number.isNaN(day.close[row]!) || Number.isNaN(daily.close[row]!)) continue;
			for (const field of ['open', 'high', 'low', 'close', 'volume'] as const) day[field][row] = daily[field][row]!;
			day.dollars[row] = daily.volume[row]! * daily.close[row]!;
		}
	}
	return day;
}
