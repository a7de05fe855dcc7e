import { medianInPlace } from '../statistics/median.ts';
import type { Session } from '../time/calendar.ts';
import { SLOT_MS } from '../time/slots.ts';
import { type ExchangeDate, SECOND } from '../time/units.ts';
import { preOpen } from './bar-session.ts';
import { type BarBlock, POST, PRE } from './blocks.ts';

/** A part of the trading day outside regular hours. */
export type ExtendedPart = typeof PRE | typeof POST;

/** Number of quarter-hours in each part: 04:00 to 09:30, and four hours after the close. */
export const PART_SLOTS: Readonly<Record<ExtendedPart, number>> = { [PRE]: 22, [POST]: 16 };

/** Cumulative volumes of all tickers in one part of a trading day. */
export interface ExtendedVolumes {
	readonly session: Session;
	readonly part: ExtendedPart;
	/**
	 * Shares as printed, from the beginning of the part to the end of a quarter-hour; index slot * rows + row. 32-bit values, to keep many sessions in
	 * memory.
	 */
	readonly shares: Float32Array;
}

/**
 * Sums the bars of one part of a trading day. undefined without any bar, because the source doesn't cover extended hours in that case. `rowOf` returns a
 * ticker's row, or -1.
 */
export function sumExtendedVolumes(
	session: Session,
	part: ExtendedPart,
	bars: Pick<BarBlock, 'count' | 'tickerId' | 'time' | 'session' | 'volume'>,
	{ rows, rowOf }: { rows: number; rowOf: (id: number) => number },
): ExtendedVolumes | undefined {
	const partStart = part === PRE ? preOpen(session) : session.close;
	const shares = new Float32Array(PART_SLOTS[part] * rows);
	let isCovered = false;
	for (let i = 0; i < bars.count; i++) {
		const slot = Math.floor((bars.time[i]! * SECOND - partStart) / SLOT_MS);
		if (bars.session[i] !== part || slot < 0 || slot >= PART_SLOTS[part]) continue;
		const row = rowOf(bars.tickerId[i]!);
		if (row === -1) continue;
		isCovered = true;
		const cell = slot * rows + row;
		shares[cell] = shares[cell]! + bars.volume[i]!;
	}
	for (let cell = rows; cell < shares.length; cell++) shares[cell] = shares[cell]! + shares[cell - rows]!;
	return isCovered ? { session, part, shares } : undefined;
}

/** Selects the volumes of the same part in the previous USUAL_SESSIONS sessions. */
export function selectPreviousSessions(volumes: readonly ExtendedVolumes[], part: ExtendedPart, { ordinal }: Session): ExtendedVolumes[] {
	return volumes.filter(
		(entry) => entry.part === part && entry.session.ordinal < ordinal && entry.session.ordinal >= ordinal - USUAL_SESSIONS,
	);
}

/**
 * Computes the median shares of each ticker in the first `slotCount` quarter-hours of a part (at least one), by row, over the sessions. NaN with fewer than
 * MIN_SESSIONS. A session without trades counts as zero: otherwise the rare trades of a quiet ticker would become the usual volume. Sessions before the
 * ticker was `listed` don't count. `ratios` are new shares per old share since the session, by row.
 */
export function computeUsualVolumes(
	sessions: readonly (ExtendedVolumes & { readonly ratios?: Float64Array | undefined })[],
	slotCount: number,
	listed: readonly (ExchangeDate | null)[],
): Float64Array {
	const rows = listed.length;
	const volumes = new Float64Array(sessions.length);
	return Float64Array.from({ length: rows }, (_, row) => {
		const listedDate = listed[row] ?? null;
		let count = 0;
		for (const { session, shares, ratios } of sessions) {
			if (listedDate !== null && listedDate > session.date) continue;
			volumes[count++] = shares[(slotCount - 1) * rows + row]! * (ratios?.[row] ?? 1);
		}
		return count < MIN_SESSIONS ? Number.NaN : medianInPlace(volumes, count);
	});
}

/** Number of previous sessions from which the usual volume outside regular hours is computed. */
export const USUAL_SESSIONS = 20;
/** Minimum number of sessions for a median. */
export const MIN_SESSIONS = 10;
