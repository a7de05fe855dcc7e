/** Log prices of one bar. */
export interface LogBar {
	readonly open: number;
	readonly high: number;
	readonly low: number;
	readonly close: number;
}

/** Number of sums that determine the estimate and its variance; see `computeProducts`. */
const PRODUCT_COUNT = 35;
/** Minimum number of bars, not counting the first one. */
export const MIN_BARS = 10;

/**
 * EDGE, the efficient estimator of the bid-ask spread from open, high, low and close prices (Ardia, Guidotti and Kroencke, Journal of Financial
 * Economics 161, 2024, doi 10.1016/j.jfineco.2024.103916), for many rows. Bars of each row must be added in order; only sums of products are stored.
 *
 * Let M be the mid of high and low, and X1 the value X of the previous bar. Then r1 = M - O, r2 = O - M1, r3 = M - C1, r4 = C1 - M1, r5 = O - C1. T is 1
 * if the bar shows trading (H != L or L != C1), otherwise 0; d is r minus its mean over bars with T = 1. Both x1 = a d1 r2 + b d3 r4 and
 * x2 = a d1 r5 + b d5 r4 have the squared spread as their mean, with a = -4 / (P(O != H) + P(O != L)), and b the same for C1, H1 and L1. The estimate
 * weights the mean of each by the variance of the other.
 *
 * The estimate is from the bars of the last `maxSessions` sessions. A session's first bar is only paired with a bar of the session directly before, so
 * that an estimate does not depend on any bar outside of its sessions.
 */
export function createEdgeSpreads(rows: number, maxSessions = 1) {
	/** By session, row and product. A pair of bars of two sessions counts in the earlier one, so that it expires together with it. */
	const sums = new Float64Array(maxSessions * rows * PRODUCT_COUNT);
	const previousBars = new Float64Array(rows * 3).fill(Number.NaN);
	/** 1 for rows with a bar in the current session. */
	const hasBar = new Uint8Array(rows);
	const terms = new Float64Array(PRODUCT_COUNT);
	const totals = new Float64Array(PRODUCT_COUNT);
	let currentSession = 0;
	let previousSession = 0;

	return {
		/** Starts a session, which replaces the oldest one. */
		startSession: (): void => {
			[previousSession, currentSession] = [currentSession, (currentSession + 1) % maxSessions];
			sums.fill(0, currentSession * rows * PRODUCT_COUNT, (currentSession + 1) * rows * PRODUCT_COUNT);
			for (let row = 0; row < rows; row++) if (hasBar[row] === 0 || maxSessions === 1) previousBars.fill(Number.NaN, row * 3, row * 3 + 3);
			hasBar.fill(0);
		},
		addBar: (row: number, bar: LogBar): void => {
			const [high, low, close] = [previousBars[row * 3]!, previousBars[row * 3 + 1]!, previousBars[row * 3 + 2]!];
			if (!Number.isNaN(close)) {
				computeProducts(terms, bar, { high, low, close });
				const start = ((hasBar[row] === 1 ? currentSession : previousSession) * rows + row) * PRODUCT_COUNT;
				for (let i = 0; i < PRODUCT_COUNT; i++) sums[start + i] = sums[start + i]! + terms[i]!;
			}
			hasBar[row] = 1;
			previousBars.set([bar.high, bar.low, bar.close], row * 3);
		},
		/** Applies a split or dividend before the next bar. `shift` is the log of the factor by which earlier prices are multiplied. */
		shiftPrices: (row: number, shift: number): void => {
			for (let i = row * 3; i < row * 3 + 3; i++) previousBars[i] = previousBars[i]! + shift;
		},
		/** Returns the spread as a fraction of the price; 0 if too small to be detected, NaN if it can't be estimated. */
		estimateSpread: (row: number): number => {
			addSessions(row);
			return totals[PRODUCT_COUNT - 1]! < MIN_BARS ? Number.NaN : Math.sqrt(Math.max(0, estimate(totals)));
		},
		/** Returns the estimated squared spread, from any number of bars. It can be negative if the spread is too small to be detected. */
		estimateSquaredSpread: (row: number): number => {
			addSessions(row);
			return estimate(totals);
		},
	};

	/** Sets `totals`. The order, oldest session first, makes the last bits depend on nothing but the sessions. */
	function addSessions(row: number): void {
		totals.fill(0);
		for (let age = maxSessions - 1; age >= 0; age--) {
			const start = (((currentSession - age + maxSessions) % maxSessions) * rows + row) * PRODUCT_COUNT;
			for (let i = 0; i < PRODUCT_COUNT; i++) totals[i] = totals[i]! + sums[start + i]!;
		}
	}
}

function computeProducts(products: Float64Array, { open, high, low }: Omit<LogBar, 'close'>, previous: Omit<LogBar, 'open'>): void {
	const [mid, previousMid] = [(high + low) / 2, (previous.high + previous.low) / 2];
	const [r1, r2, r3, r4, r5] = [mid - open, open - previousMid, mid - previous.close, previous.close - previousMid, open - previous.close];
	const t = high !== low || low !== previous.close ? 1 : 0;
	products[0] = r1 * r2;
	products[1] = r3 * r4;
	products[2] = r1 * r5;
	products[3] = r5 * r4;
	products[4] = t;
	products[5] = r1;
	products[6] = r3;
	products[7] = r5;
	products[8] = t * r2;
	products[9] = t * r4;
	products[10] = t * r5;
	products[11] = (r1 * r2) ** 2;
	products[12] = (r3 * r4) ** 2;
	products[13] = (r1 * r5) ** 2;
	products[14] = (r5 * r4) ** 2;
	products[15] = r1 * r2 * r3 * r4;
	products[16] = r1 * r4 * r5 ** 2;
	products[17] = t * r1 * r2 ** 2;
	products[18] = t * r2 ** 2;
	products[19] = t * r3 * r4 ** 2;
	products[20] = t * r4 ** 2;
	products[21] = t * r1 * r5 ** 2;
	products[22] = t * r5 ** 2;
	products[23] = t * r5 * r4 ** 2;
	products[24] = t * r1 * r2 * r4;
	products[25] = t * r2 * r3 * r4;
	products[26] = t * r2 * r4;
	products[27] = t * r1 * r4 * r5;
	products[28] = t * r4 * r5 ** 2;
	products[29] = t * r4 * r5;
	products[30] = t && open !== high ? 1 : 0;
	products[31] = t && open !== low ? 1 : 0;
	products[32] = t && previous.close !== previous.high ? 1 : 0;
	products[33] = t && previous.close !== previous.low ? 1 : 0;
	products[34] = 1;
}

function estimate(sums: Float64Array): number {
	const n = sums[PRODUCT_COUNT - 1]!;
	const mean = (i: number): number => sums[i]! / n;
	const tradedShare = mean(4);
	const [openShare, closeShare] = [mean(30) + mean(31), mean(32) + mean(33)];
	if (tradedShare * n < 2 || openShare === 0 || closeShare === 0) return Number.NaN;
	const [a, b] = [-4 / openShare, -4 / closeShare];
	const [m1, m3, m5] = [mean(5) / tradedShare, mean(6) / tradedShare, mean(7) / tradedShare];
	const first = a * (mean(0) - m1 * mean(8)) + b * (mean(1) - m3 * mean(9));
	const second = a * (mean(2) - m1 * mean(10)) + b * (mean(3) - m5 * mean(9));
	// Means of expanded squares such as (r1 r2 - m1 T r2)^2.
	const squares = (r: number, tr: number, t: number, m: number): number => mean(r) - 2 * m * mean(tr) + m ** 2 * mean(t);
	const cross1 = mean(15) - m3 * mean(24) - m1 * mean(25) + m1 * m3 * mean(26);
	const cross2 = mean(16) - m5 * mean(27) - m1 * mean(28) + m1 * m5 * mean(29);
	const variance1 = a ** 2 * squares(11, 17, 18, m1) + b ** 2 * squares(12, 19, 20, m3) + 2 * a * b * cross1 - first ** 2;
	const variance2 = a ** 2 * squares(13, 21, 22, m1) + b ** 2 * squares(14, 23, 20, m5) + 2 * a * b * cross2 - second ** 2;
	const totalVariance = variance1 + variance2;
	return totalVariance > 0 ? (variance2 * first + variance1 * second) / totalVariance : (first + second) / 2;
}
