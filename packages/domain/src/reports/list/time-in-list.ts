import { FLAG_ELIGIBLE, FLAG_QUARANTINE, FLAG_STALE, type ReportTable } from '../../signals/report-table.ts';
import { TABS, type Tab } from '../../signals/sector.ts';
import { SLOT_MS } from '../../time/slots.ts';
import { STRATEGIES, type Strategy } from '../../time/timeframe.ts';
import { MINUTE } from '../../time/units.ts';

/**
 * A ticker's time in the list of a tab and a strategy, without a filter: from the first of the session's reports since which it has been a member in each of
 * them. Stored per strategy: 5 bits for each tab, 0 where it isn't a member, else slots since then plus one; the highest bit is set where this is known.
 */
export const LISTED_KNOWN = 0x8000;
const BITS = 5;
/** The largest number of 5 bits: a session has 26 slots. */
export const LISTED_MASK = 2 ** BITS - 1;

/** The tabs that have members; all tickers are in the free list. */
const LISTS: readonly Tab[] = TABS.map(({ name }) => name).filter((name) => name !== 'free');

/** Place of a tab's bits; undefined for the free list. */
export function listedShift(tab: Tab): number | undefined {
	const place = LISTS.indexOf(tab);
	return place === -1 ? undefined : BITS * place;
}

/** Index of a strategy's column. */
export function listedColumn({ name }: Pick<Strategy, 'name'>): 0 | 1 | 2 {
	return STRATEGIES.findIndex((strategy) => strategy.name === name) as 0 | 1 | 2;
}

/** A stored number as minutes; NaN where the ticker isn't a member, in the free list, or where it is unknown. */
export function minutesInList(packed: number, tab: Tab): number {
	const shift = listedShift(tab);
	const stored = shift === undefined ? 0 : (packed >>> shift) & LISTED_MASK;
	return stored === 0 ? Number.NaN : ((stored - 1) * SLOT_MS) / MINUTE;
}

/** The stored numbers of a range of minutes, as [lowest, highest]. */
export function storedMinutes(from: number, to: number): readonly [number, number] {
	const slot = SLOT_MS / MINUTE;
	return [Math.ceil(from / slot) + 1, Math.floor(to / slot) + 1];
}

/** Whether the times of a report are known. */
export function knowsTimeInList({ listed, count }: Pick<ReportTable, 'listed' | 'count'>): boolean {
	return count === 0 || (listed[0][0]! & LISTED_KNOWN) !== 0;
}

/** The report with its times in lists. `before`: the report before it in its session, whose times are known; undefined for the first one. */
export function withTimeInList(table: ReportTable, before: ReportTable | undefined, quorum: number): ReportTable {
	const slots = before ? Math.round((table.time - before.time) / SLOT_MS) : 0;
	const rowsBefore = before ? rowsOfBoth(table, before) : undefined;
	const columns = STRATEGIES.map((strategy, column) => {
		const [a, b, c] = strategy.slots.map((timeframe) => table.words[timeframe]) as [Uint32Array, Uint32Array, Uint32Array];
		const listed = new Uint16Array(table.count).fill(LISTED_KNOWN);
		for (const tab of LISTS) {
			const shift = listedShift(tab) ?? 0;
			const { mark, wanted, dark } = tabTest(tab, quorum);
			for (let row = 0; row < table.count; row++) {
				const [wa, wb, wc] = [a[row]!, b[row]!, c[row]!];
				const marked = Number((wa & mark) !== 0) + Number((wb & mark) !== 0) + Number((wc & mark) !== 0);
				if (marked < wanted || ((wa | wb | wc) & dark) !== 0 || !isCandidate(table, row)) continue;
				const past = rowsBefore?.[row] ?? -1;
				const known = past === -1 ? 0 : (before!.listed[column as 0 | 1 | 2][past]! >>> shift) & LISTED_MASK;
				listed[row] = listed[row]! | (Math.min(known === 0 ? 1 : known + slots, LISTED_MASK) << shift);
			}
		}
		return listed;
	});
	return { ...table, listed: columns as [Uint16Array, Uint16Array, Uint16Array] };
}

/** An index has no dollar volume, and the minimum of it, which makes others eligible, doesn't apply to it. */
function isCandidate({ flags, dollarVolume }: ReportTable, row: number): boolean {
	const state = flags[row]!;
	if ((state & FLAG_STALE) !== 0) return false;
	return (state & FLAG_ELIGIBLE) !== 0 || (Number.isNaN(dollarVolume[row]!) && (state & FLAG_QUARANTINE) === 0);
}

/** For each row of the one report, its ticker's row in the other; -1 without one. */
function rowsOfBoth({ tickerId, count }: ReportTable, other: ReportTable): Int32Array {
	const rows = new Int32Array(count);
	for (let row = 0, at = 0; row < count; row++) {
		while (at < other.count && other.tickerId[at]! < tickerId[row]!) at++;
		rows[row] = at < other.count && other.tickerId[at] === tickerId[row] ? at : -1;
	}
	return rows;
}

const PRICE_SHORT = 0x00000007;
const PRICE_LONG = 0x00000070;
const PRICE = PRICE_SHORT | PRICE_LONG;
const SQUEEZED = 0x07000000;

/** Depth bits that, lit in enough timeframes, make a row a member of the tab. */
const MARK: Record<Exclude<Tab, 'free'>, number> = { extreme_rise: PRICE_SHORT, extreme_fall: PRICE_LONG, coiled_spring: SQUEEZED };

/** Membership of a tab apart from being eligible and not stale, as bits of packed words. */
export interface TabTest {
	/** Depth bits that must be lit in `wanted` of the three timeframes. */
	readonly mark: number;
	readonly wanted: number;
	/** Depth bits that must be unlit in all three. */
	readonly dark: number;
}

export function tabTest(tab: Tab, quorum: number): TabTest {
	return {
		mark: tab === 'free' ? 0 : MARK[tab],
		wanted: tab === 'free' ? 0 : quorum,
		dark: tab === 'coiled_spring' ? PRICE : 0,
	};
}
