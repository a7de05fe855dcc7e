import { medianInPlace } from '../statistics/median.ts';
import type { Session } from '../time/calendar.ts';
import { SLOT_MS } from '../time/slots.ts';
import { type ExchangeDate, SECOND } from '../time/units.ts';
import { preOpen } from './bar-session.ts';
import { type BarBlock, POST, PRE } from './blocks.ts';

/** A part of the trading day outside regular hours. */
export type ExtendedPart = typeof PRE | typeof POST;

/** Quarter-hours of each part: 04:00 to 09:30, and the four hours after a close, even an early one. */
export const PART_SLOTS: Readonly<Record<ExtendedPart, number>> = { [PRE]: 22, [POST]: 16 };

/** Volume of all tickers in one part of a session's day. */
export interface ExtendedVolumes {
	readonly session: Session;
	readonly part: ExtendedPart;
	/**
	 * Shares as printed from the beginning of the part to the end of each quarter-hour: cell slot * rows + row. 32 bits, because many sessions stay
	 * in memory.
	 */
	readonly shares: Float32Array;
}

/**
 * Adds up the bars of one part of a session's day. undefined without any bar of the part: no trades at all for hours mean a source that doesn't
 * cover them, rather than a quiet market.
 */
export function extendedVolumes(
	session: Session,
	part: ExtendedPart,
	bars: Pick<BarBlock, 'count' | 'tickerId' | 'time' | 'session' | 'volume'>,
	{ rows, rowOf }: { rows: number; rowOf: (id: number) => number },
): ExtendedVolumes | undefined {
	const begin = part === PRE ? preOpen(session) : session.close;
	const shares = new Float32Array(PART_SLOTS[part] * rows);
	let isCovered = false;
	for (let i = 0; i < bars.count; i++) {
		const slot = Math.floor((bars.time[i]! * SECOND - begin) / SLOT_MS);
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

/** Those of the previous twenty sessions that have the part. */
export function sessionsBefore(all: readonly ExtendedVolumes[], part: ExtendedPart, { ordinal }: Session): ExtendedVolumes[] {
	return all.filter((each) => each.part === part && each.session.ordinal < ordinal && each.session.ordinal >= ordinal - USUAL_SESSIONS);
}

/**
 * Median shares of each ticker in the first `slots` quarter-hours of a part (at least one) over the given sessions, as within the session (medianVolumes);
 * NaN if fewer than ten of them count. A session without trades of the ticker counts as zero: otherwise the rare trades of a quiet ticker would become its
 * usual ones. Sessions before the ticker's first day don't count. `ratios` are new shares for one old since the session.
 */
export function usualExtended(
	sessions: readonly (ExtendedVolumes & { readonly ratios?: Float64Array | undefined })[],
	slots: number,
	listed: readonly (ExchangeDate | null)[],
): Float64Array {
	const rows = listed.length;
	const known = new Float64Array(sessions.length);
	return Float64Array.from({ length: rows }, (_, row) => {
		const first = listed[row] ?? null;
		let counted = 0;
		for (const { session, shares, ratios } of sessions) {
			if (first !== null && first > session.date) continue;
			known[counted++] = shares[(slots - 1) * rows + row]! * (ratios?.[row] ?? 1);
		}
		return counted < LEAST_SESSIONS ? Number.NaN : medianInPlace(known, counted);
	});
}

/** Outside regular hours, the usual volume is the median over this many sessions, or over those of them that include the part of the day. */
export const USUAL_SESSIONS = 20;
/** Minimum number of sessions for a median. */
export const LEAST_SESSIONS = 10;
