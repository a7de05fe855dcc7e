import { halfway } from '../../statistics/median.ts';
import type { ParameterSet } from '../parameters.ts';
import type { Frame } from './frame-state.ts';
import { EXPLAINED_BY_SPLIT, type SharedColumns } from './shared-columns.ts';

/** Adds the completed session to the daily rings, for every row that has traded at least once. */
export function closeSession(shared: SharedColumns, sessions: number): void {
	const { amounts, contracts, dollars, sessionCount, sessionTraded, lastClose, dayAmount, dayContracts } = shared;
	for (let row = 0; row < sessionCount.length; row++) {
		if (Number.isNaN(lastClose[row])) continue;
		const count = sessionCount[row] as number;
		const at = row * sessions + (count % sessions);
		amounts[at] = dayAmount[row] as number;
		contracts[at] = dayContracts[row] as number;
		dollars[at] = sessionTraded[row] === 1 ? (lastClose[row] as number) * (dayAmount[row] as number) : 0;
		sessionCount[row] = count + 1;
	}
}

/** Clears the state of one session, and computes the daily medians before it. */
export function openSession(shared: SharedColumns, { daily }: ParameterSet): void {
	const { amounts, contracts, dollars, sessionCount, dailyAmount, dailyContracts, optionable, dailyDollars } = shared;
	shared.seen.fill(0);
	// A split explains the next jump, however many sessions later; a dismissal applies to its session only.
	shared.explained.forEach((explained, row) => {
		shared.explained[row] = shared.sessionTraded[row] === 1 ? 0 : explained & EXPLAINED_BY_SPLIT;
	});
	shared.sessionTraded.fill(0);
	shared.dailyOnly.fill(0);
	shared.dayAmount.fill(0);
	shared.dayContracts.fill(0);
	const sorted = new Float64Array(daily.sessions);
	for (let row = 0; row < sessionCount.length; row++) {
		const start = row * daily.sessions;
		const end = start + Math.min(sessionCount[row] as number, daily.sessions);
		const known = sortInto(sorted, amounts, start, end);
		dailyAmount[row] = known < daily.least ? Number.NaN : middle(sorted, known);
		const received = sortInto(sorted, contracts, start, end);
		optionable[row] = middle(sorted, received);
		dailyContracts[row] = received < daily.least ? Number.NaN : (optionable[row] as number);
		dailyDollars[row] = middle(sorted, sortInto(sorted, dollars, start, end));
	}
}

/** Insertion sort of values[start..end) without NaN into `sorted`; returns their number. For twenty values at most, nothing is faster. */
function sortInto(sorted: Float64Array, values: Float64Array, start: number, end: number): number {
	let count = 0;
	for (let at = start; at < end; at++) {
		const value = values[at] as number;
		if (Number.isNaN(value)) continue;
		let place = count++;
		while (place > 0 && (sorted[place - 1] as number) > value) {
			sorted[place] = sorted[place - 1] as number;
			place--;
		}
		sorted[place] = value;
	}
	return count;
}

function middle(sorted: Float64Array, count: number): number {
	if (count === 0) return Number.NaN;
	const upper = sorted[count >> 1] as number;
	if (count % 2 === 1) return upper;
	const lower = sorted[(count >> 1) - 1] as number;
	return halfway(lower, upper);
}

/** A cash dividend: all earlier prices times 1 - D / C_prev (signals.md 1.9.8). Steps and ranges are ratios and do not change. */
export function payDividend(shared: SharedColumns, frames: readonly Frame[], row: number, amount: number): void {
	const last = shared.lastClose[row] as number;
	const perShare = amount / (shared.shareFactor[row] as number);
	if (amount > 0) shared.paid[row] = (shared.paid[row] as number) + amount;
	if (!(perShare > 0 && perShare < last)) return;
	const shift = Math.log(1 - perShare / last);
	const lower = (column: Float64Array): void => {
		column[row] = (column[row] as number) + shift;
	};
	lower(shared.close);
	lower(shared.dayClose);
	for (const { columns } of frames) columns.closes.forEach(lower);
}

/** A split that isn't a whole number of new shares makes earlier contracts incomparable: the option windows restart. */
export function restartOptions(shared: SharedColumns, frames: readonly Frame[], row: number, sessions: number): void {
	shared.contracts.fill(Number.NaN, row * sessions, (row + 1) * sessions);
	for (const { columns } of frames) columns.optionCount[row] = 0;
}
