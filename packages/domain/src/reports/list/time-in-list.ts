import { FLAG_ELIGIBLE, FLAG_QUARANTINE, FLAG_STALE, type ReportTable } from '../../signals/report-table.ts';
import { TABS, type Tab } from '../../signals/sector.ts';
import { SLOT_MS } from '../../time/slots.ts';
import { STRATEGIES, type Strategy } from '../../time/timeframe.ts';
import { MINUTE } from '../../time/units.ts';

/**
 * A ticker's time in the unfiltered list of a tab and strategy: the length of its current unbroken run of reports in the list, within the session. Stored as
 * one number per strategy, with 5 bits for each tab: 0 if the ticker isn't a member, otherwise one plus the slots since the run began. This highest bit is
 * set if the time is known.
 */
export const LISTED_KNOWN = 0x8000;
const BITS = 5;
/** The largest number of 5 bits; it exceeds the 26 slots of a session. */
export const LISTED_MASK = 2 ** BITS - 1;

/** The tabs that restrict membership: the free list contains every ticker. */
const RESTRICTED_TABS: readonly Tab[] = TABS.map(({ name }) => name).filter((name) => name !== 'free');

/** Returns the position of a tab's bits in the stored number; undefined for the free list. */
export function listedShift(tab: Tab): number | undefined {
	const place = RESTRICTED_TABS.indexOf(tab);
	return place === -1 ? undefined : BITS * place;
}

/** Returns the index of a strategy's column in `ReportTable.listed`. */
export function listedColumn({ name }: Pick<Strategy, 'name'>): 0 | 1 | 2 {
	return STRATEGIES.findIndex((strategy) => strategy.name === name) as 0 | 1 | 2;
}

/** Converts the stored number to minutes in a tab's list; NaN if unknown, if the ticker isn't a member, and for the free list. */
export function minutesInList(packed: number, tab: Tab): number {
	const shift = listedShift(tab);
	const stored = shift === undefined ? 0 : (packed >>> shift) & LISTED_MASK;
	return stored === 0 ? Number.NaN : ((stored - 1) * SLOT_MS) / MINUTE;
}

/** Converts a range of minutes to the corresponding range of a tab's 5-bit numbers, inclusive. */
export function storedMinutes(from: number, to: number): readonly [number, number] {
	const slot = SLOT_MS / MINUTE;
	return [Math.ceil(from / slot) + 1, Math.floor(to / slot) + 1];
}

/** Whether the report contains times in lists. Reports of earlier product versions have none. */
export function hasTimeInList({ listed, count }: Pick<ReportTable, 'listed' | 'count'>): boolean {
	return count === 0 || (listed[0][0]! & LISTED_KNOWN) !== 0;
}

/** Adds the times in lists to a report. `before` is the previous report of the session, including its times; undefined for the session's first report. */
export function withTimeInList(table: ReportTable, before: ReportTable | undefined, quorum: number): ReportTable {
	const slots = before ? Math.round((table.time - before.time) / SLOT_MS) : 0;
	const rowsBefore = before ? rowsOfBoth(table, before) : undefined;
	const columns = STRATEGIES.map((strategy, column) => {
		const [a, b, c] = strategy.slots.map((timeframe) => table.words[timeframe]) as [Uint32Array, Uint32Array, Uint32Array];
		const listed = new Uint16Array(table.count).fill(LISTED_KNOWN);
		for (const tab of RESTRICTED_TABS) {
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

/** Whether a row can be in a list. A NaN dollar volume marks an index, which need not be eligible because it isn't traded. */
function isCandidate({ flags, dollarVolume }: ReportTable, row: number): boolean {
	const state = flags[row]!;
	if ((state & FLAG_STALE) !== 0) return false;
	return (state & FLAG_ELIGIBLE) !== 0 || (Number.isNaN(dollarVolume[row]!) && (state & FLAG_QUARANTINE) === 0);
}

/** Finds, for each row of a report, the row of the same ticker in the other report; -1 if there is none. */
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

/** The depth bits of each tab. A row is a member if any of these bits is set in enough timeframes. */
const MARK: Record<Exclude<Tab, 'free'>, number> = { extreme_rise: PRICE_SHORT, extreme_fall: PRICE_LONG, coiled_spring: SQUEEZED };

/** Membership rule of a tab, as bits of packed words. A member must also be eligible and not stale. */
export interface TabTest {
	/** At least one of these depth bits must be set in at least `wanted` of the three rated timeframes. */
	readonly mark: number;
	readonly wanted: number;
	/** None of these depth bits may be set in any of the three timeframes. */
	readonly dark: number;
}

export function tabTest(tab: Tab, quorum: number): TabTest {
	return {
		mark: tab === 'free' ? 0 : MARK[tab],
		wanted: tab === 'free' ? 0 : quorum,
		dark: tab === 'coiled_spring' ? PRICE : 0,
	};
}
