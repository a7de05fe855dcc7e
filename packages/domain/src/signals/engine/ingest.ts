import { isSessionJump, overnightJump } from '../../prices/quarantine.ts';
import type { SessionMatrix } from '../../prices/session-matrix.ts';
import type { ParameterSet } from '../parameters.ts';
import type { Frame } from './frame-state.ts';
import { DISMISSED, type SharedColumns } from './shared-columns.ts';

type TradeColumns = Pick<SessionMatrix, 'open' | 'high' | 'low' | 'close' | 'volume'>;

/** Whether the cell at index `at` has a usable trade. */
export function isTraded({ open, high, low, close, volume }: TradeColumns, at: number, isIndex: boolean): boolean {
	return isUsableTrade(open[at]!, high[at]!, low[at]!, close[at]!, sharesOf(volume[at]!), isIndex);
}

function sharesOf(volume: number): number {
	return volume > 0 && volume < Number.POSITIVE_INFINITY ? volume : 0;
}

/** Whether a slot or day has a usable trade: four positive finite prices and, except for indexes, a positive volume. Otherwise it counts as empty. */
function isUsableTrade(open: number, high: number, low: number, close: number, shares: number, isIndex: boolean): boolean {
	return open > 0 && high > 0 && low > 0 && close > 0 && open + high + low + close < Number.POSITIVE_INFINITY && (shares > 0 || isIndex);
}

/** Reads one slot of the matrix into the shared slot columns. */
export function readSlot(shared: SharedColumns, matrix: SessionMatrix, slot: number, parameters: ParameterSet): void {
	readContracts(shared, matrix, slot);
	const { traded, high, low, amount, close, dayClose, printedClose, lastClose, dayAmount, shareFactor, seen, sessionTraded, isIndex } =
		shared;
	const { explained, quarantined } = shared;
	const { rows, open: opens, high: highs, low: lows, close: closes, volume: volumes } = matrix;
	const base = slot * rows;
	for (let row = 0; row < rows; row++) {
		const at = base + row;
		const lastPrice = closes[at]!;
		const open = opens[at]!;
		const highest = highs[at]!;
		const lowest = lows[at]!;
		const shares = sharesOf(volumes[at]!);
		if (!Number.isNaN(lastPrice)) seen[row] = 1;
		if (!isUsableTrade(open, highest, lowest, lastPrice, shares, isIndex[row] !== 0)) {
			traded[row] = 0;
			high[row] = Number.NEGATIVE_INFINITY;
			low[row] = Number.POSITIVE_INFINITY;
			amount[row] = 0;
			continue;
		}
		const previousPrice = sessionTraded[row] === 0 ? open : printedClose[row]!;
		if (sessionTraded[row] === 0) recordFirstTrade(shared, row, open, parameters);
		if (isSessionJump(previousPrice, lastPrice) && (explained[row]! & DISMISSED) === 0) quarantined[row] = 1;
		const factor = shareFactor[row]!;
		const adjustedClose = lastPrice / factor;
		const lnClose = Math.log(adjustedClose);
		traded[row] = 1;
		// Many slots close at the high or low: reusing the logarithm saves a second one.
		high[row] = highest === lastPrice ? lnClose : Math.log(highest / factor);
		low[row] = lowest === lastPrice ? lnClose : Math.log(lowest / factor);
		amount[row] = shares * factor;
		dayAmount[row] = dayAmount[row]! + shares * factor;
		printedClose[row] = lastPrice;
		lastClose[row] = adjustedClose;
		close[row] = lnClose;
		dayClose[row] = lnClose;
	}
}

/** Records the session's first trade, and quarantines the row if printed prices show an unexplained overnight jump (signals.md 1.9.7). */
function recordFirstTrade(shared: SharedColumns, row: number, open: number, parameters: ParameterSet): void {
	shared.sessionTraded[row] = 1;
	const jump = overnightJump(shared.printedClose[row]!, open, shared.dividendsSinceTrade[row]!);
	shared.dividendsSinceTrade[row] = 0;
	if (jump >= parameters.quarantineJump && shared.explained[row] === 0) shared.quarantined[row] = 1;
}

/** Reads the contracts of a slot; NaN if none were received or the value isn't a valid count. */
function readContracts(shared: SharedColumns, matrix: SessionMatrix, slot: number): void {
	const { calls, puts, dayContracts, contractFactor } = shared;
	const { rows, calls: allCalls, puts: allPuts } = matrix;
	const base = slot * rows;
	for (let row = 0; row < rows; row++) {
		const callContracts = allCalls[base + row]!;
		const putContracts = allPuts[base + row]!;
		const factor =
			callContracts >= 0 && putContracts >= 0 && callContracts + putContracts < Number.POSITIVE_INFINITY
				? contractFactor[row]!
				: Number.NaN;
		calls[row] = callContracts * factor;
		puts[row] = putContracts * factor;
		dayContracts[row] = dayContracts[row]! + (callContracts + putContracts) * factor;
	}
}

/** Adds the slot to the current bar of one timeframe. `isFirstSlot`: the slot is the first of the bar. */
export function addToBar({ columns, clock }: Frame, shared: SharedColumns, isFirstSlot: boolean): void {
	const { traded, high, low, amount, calls, puts, firstBar } = columns;
	if (isFirstSlot) {
		traded.set(shared.traded);
		high.set(shared.high);
		low.set(shared.low);
		amount.set(shared.amount);
		calls.set(shared.calls);
		puts.set(shared.puts);
	} else {
		const { traded: slotTraded, high: slotHigh, low: slotLow, amount: slotAmount, calls: slotCalls, puts: slotPuts } = shared;
		for (let row = 0; row < traded.length; row++) {
			calls[row] = calls[row]! + slotCalls[row]!;
			puts[row] = puts[row]! + slotPuts[row]!;
			if (slotTraded[row] === 0) continue;
			traded[row] = 1;
			amount[row] = amount[row]! + slotAmount[row]!;
			if (slotHigh[row]! > high[row]!) high[row] = slotHigh[row]!;
			if (slotLow[row]! < low[row]!) low[row] = slotLow[row]!;
		}
	}
	const { bar } = clock;
	for (let row = 0; row < firstBar.length; row++) {
		if (firstBar[row] === -1 && traded[row] === 1) firstBar[row] = bar;
	}
}

/** Called with the first slot of a session. Reads the previous session's option totals for rows without contracts in the slot. */
export function readOptionDay({ calls, eodCalls, eodPuts, eodFactor, contractFactor }: SharedColumns, { optionDay }: SessionMatrix): void {
	eodCalls.fill(Number.NaN);
	eodPuts.fill(Number.NaN);
	if (!optionDay) return;
	for (let row = 0; row < calls.length; row++) {
		if (!Number.isNaN(calls[row])) continue;
		const [callContracts, putContracts] = [optionDay.calls[row]!, optionDay.puts[row]!];
		if (!(callContracts >= 0 && putContracts >= 0 && callContracts + putContracts < Number.POSITIVE_INFINITY)) continue;
		const factor = eodFactor[row]! * contractFactor[row]!;
		eodCalls[row] = callContracts * factor;
		eodPuts[row] = putContracts * factor;
	}
}

/** Sets the 1d bar's contracts to the option totals of a whole day in rows that have them, regardless of the number of elapsed slots. */
export function applyOptionDay({ columns }: Frame, { eodCalls, eodPuts, dayContracts }: SharedColumns): void {
	for (let row = 0; row < eodCalls.length; row++) {
		const callContracts = eodCalls[row]!;
		if (Number.isNaN(callContracts)) continue;
		columns.calls[row] = callContracts;
		columns.puts[row] = eodPuts[row]!;
		dayContracts[row] = callContracts + eodPuts[row]!;
	}
}

/**
 * Called after the last slot of a session, with the 1d frame. Rows without any 15-minute bar use a vendor's daily bar as 1d bar and daily volume (signals.md
 * 1.9.10).
 */
export function readDailyBars({ columns, clock }: Frame, shared: SharedColumns, matrix: SessionMatrix, parameters: ParameterSet): void {
	const { daily } = matrix;
	if (!daily) return;
	for (let row = 0; row < matrix.rows; row++) {
		if (shared.seen[row] === 1 || !isTraded(daily, row, shared.isIndex[row] !== 0)) continue;
		const factor = shared.shareFactor[row]!;
		recordFirstTrade(shared, row, daily.open[row]!, parameters);
		columns.traded[row] = 1;
		columns.high[row] = Math.log(daily.high[row]! / factor);
		columns.low[row] = Math.log(daily.low[row]! / factor);
		columns.amount[row] = sharesOf(daily.volume[row]!) * factor;
		shared.dayAmount[row] = columns.amount[row]!;
		shared.printedClose[row] = daily.close[row]!;
		shared.lastClose[row] = daily.close[row]! / factor;
		shared.dayClose[row] = Math.log(shared.lastClose[row]!);
		shared.dailyOnly[row] = 1;
		if (columns.firstBar[row] === -1) columns.firstBar[row] = clock.bar;
	}
}
