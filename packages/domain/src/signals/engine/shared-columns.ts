import { nans } from './columnar.ts';

/** In `isIndex`: a row that counts as an index until its first volume. 1: permanently an index. 0: a ticker with volume. */
export const INDEX_UNTIL_VOLUME = 2;

export const EXPLAINED_BY_SPLIT = 1;
export const DISMISSED = 2;

/** Row state not specific to a timeframe. One value per row unless stated otherwise. Money and shares are on the current share basis. */
export function sharedColumns(rows: number, sessions: number) {
	return {
		isIndex: new Uint8Array(rows),
		/** ln of the last close, adjusted for dividends: of slots, and of slots or daily rows (the day's timeframe). NaN before the first trade. */
		close: nans(rows),
		dayClose: nans(rows),
		/** Last traded close in dollars: as printed, and adjusted for splits since. */
		printed: nans(rows),
		lastClose: nans(rows),
		/** Dividends since that close, dollars a share. */
		paid: new Float64Array(rows),
		/** Last close of the session before, adjusted for splits since; NaN if it had no trade. */
		closeBefore: nans(rows),
		quarantined: new Uint8Array(rows),
		/** 1: there is an undecided jump before the first session that the engine has read. */
		earlierJump: new Uint8Array(rows),

		/** The slot just applied: ln high, ln low, shares, contracts (NaN: not received). */
		traded: new Uint8Array(rows),
		high: nans(rows),
		low: nans(rows),
		amount: new Float64Array(rows),
		calls: nans(rows),
		puts: nans(rows),

		/** The session in progress: a slot had a row; something traded; shares and contracts so far. */
		seen: new Uint8Array(rows),
		sessionTraded: new Uint8Array(rows),
		dayAmount: new Float64Array(rows),
		dayContracts: new Float64Array(rows),
		/** The explanation of the jump from the last printed close to the session's first price: EXPLAINED_BY_SPLIT, DISMISSED. */
		explained: new Uint8Array(rows),
		/** 1: the session is complete and its vendor's daily row was used. */
		dailyOnly: new Uint8Array(rows),

		/** Rings of the last sessions since the first trade (row-major): shares, contracts (NaN: not received), dollars. */
		amounts: new Float64Array(rows * sessions),
		contracts: nans(rows * sessions),
		dollars: new Float64Array(rows * sessions),
		sessionCount: new Uint32Array(rows),
		/** Their medians before the current session; NaN with too few. `optionable` is the median of however many there are. */
		dailyAmount: nans(rows),
		dailyContracts: nans(rows),
		optionable: nans(rows),
		dailyDollars: nans(rows),

		/** Announced future splits: the factors for raw volumes (divisors for prices), and for contracts. */
		shareFactor: new Float64Array(rows).fill(1),
		contractFactor: new Float64Array(rows).fill(1),

		/** Option totals of the previous session used for the current 1d bar (see SessionMatrix.optionDay); NaN: none. */
		eodCalls: nans(rows),
		eodPuts: nans(rows),
		/** Their factors from splits of the current session. */
		eodFactor: new Float64Array(rows).fill(1),

		/** A feed reported a trading halt in the slot. `frozen`: words and z (row-major, 5 and 25 per row) of the last traded slot are kept. */
		stale: new Uint8Array(rows),
		frozen: new Uint8Array(rows),
		frozenWords: new Uint32Array(rows * 5),
		frozenZ: new Float32Array(rows * 25),
	};
}

export type SharedColumns = ReturnType<typeof sharedColumns>;
