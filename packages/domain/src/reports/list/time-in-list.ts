import { FLAG_ELIGIBLE, FLAG_QUARANTINE, FLAG_STALE, type ReportTable } from '../../signals/report-table.ts';
import { TABS, type Tab } from '../../signals/sector.ts';
import { SLOT_MS } from '../../time/slots.ts';
import { STRATEGIES, type Strategy } from '../../time/timeframe.ts';
import { MINUTE } from '../../time/units.ts';

/**
 * A ticker's time in the unfiltered list of a tab and strategy: the length of its current unbroken run of reports in the list, within the session. Stored as
 * one number per strategy, with 5 bits for each tab: 0 if the ticker isn't a member, otherwise one plus the slots since the run began. LISTED_KNOWN, the
 * highest bit, is set if the time is known.
 */
export const LISTED_KNOWN = 0x8000;
const BITS_PER_TAB = 5;
/** The largest number of 5 bits; it exceeds the 26 slots of a session. */
export const LISTED_MASK = 2 ** BITS_PER_TAB - 1;

/** The tabs that restrict membership: the free list contains every ticker. */
const RESTRICTED_TABS: readonly Tab[] = TABS.map(({ name }) => name).filter((name) => name !== 'free');

/** Returns the position of a tab's bits in the stored number; undefined for the free list. */
export function listedShift(tab: Tab): number | undefined {
	const index = RESTRICTED_TABS.indexOf(tab);
	return index === -1 ? undefined : BITS_PER_TAB * index;
}

/** Returns the index of a strategy's column in `ReportTable.listed`. */
export function listedColumn({ name }: Pick<Strategy, 'name'>): 0 | 1 | 2 {
	return STRATEGIES.findIndex((strategy) => strategy.name === name) as 0 | 1 | 2;
}

/** Converts the stored number to minutes in a tab's list; NaN if unknown, if the ticker isn't a member, and for the free list. */
export function minutesInList(packed: number, tab: Tab): number {
	const shift = listedShift(tab);
	const code = shift === undefined ? 0 : (packed >>> shift) & LISTED_MASK;
	return code === 0 ? Number.NaN : ((code - 1) * SLOT_MS) / MINUTE;
}

/** Converts a range of minutes to the corresponding range of a tab's 5-bit numbers, inclusive. */
export function toListedRange(from: number, to: number): readonly [number, number] {
	const slotMinutes = SLOT_MS / MINUTE;
	return [Math.ceil(from / slotMinutes) + 1, Math.floor(to / slotMinutes) + 1];
}

/** Whether the report contains times in lists. Reports of earlier product versions have none. */
export function hasTimeInList({ listed, count }: Pick<ReportTable, 'listed' | 'count'>): boolean {
	return count === 0 || (listed[0][0]! & LISTED_KNOWN) !== 0;
}

/** Adds the times in lists to a report. `previous` is the previous report of the session, including its times; undefined for the session's first report. */
export function withTimeInList(table: ReportTable, previous: ReportTable | undefined, quorum: number): ReportTable {
	const elapsedSlots = previous ? Math.round((table.time - previous.time) / SLOT_MS) : 0;
	const previousRows = previous ? findMatchingRows(table, previous) : undefined;
	const columns = STRATEGIES.map((strategy, column) => {
		const [a, b, c] = strategy.rated.map((timeframe) => table.words[timeframe]) as [Uint32Array, Uint32Array, Uint32Array];
		const listed = new Uint16Array(table.count).fill(LISTED_KNOWN);
		for (const tab of RESTRICTED_TABS) {
			const shift = listedShift(tab) ?? 0;
			const { markBits, minTimeframes, excludedBits } = createTabRule(tab, quorum);
			for (let row = 0; row < table.count; row++) {
				const [wa, wb, wc] = [a[row]!, b[row]!, c[row]!];
				const markCount = Number((wa & markBits) !== 0) + Number((wb & markBits) !== 0) + Number((wc & markBits) !== 0);
				if (markCount < minTimeframes || ((wa | wb | wc) & excludedBits) !== 0 || !isCandidate(table, row)) continue;
				const previousRow = previousRows?.[row] ?? -1;
				const previousCode = previousRow === -1 ? 0 : (previous!.listed[column as 0 | 1 | 2][previousRow]! >>> shift) & LISTED_MASK;
				listed[row] = listed[row]! | (Math.min(previousCode === 0 ? 1 : previousCode + elapsedSlots, LISTED_MASK) << shift);
			}
		}
		return listed;
	});
	return { ...table, listed: columns as [Uint16Array, Uint16Array, Uint16Array] };
}

/** Whether a row can be in a list. A NaN dollar volume marks an index, which need not be eligible because it isn't traded. */
function isCandidate({ flags, dollarVolume }: ReportTable, row: number): boolean {
	const rowFlags = flags[row]!;
	if ((rowFlags & FLAG_STALE) !== 0) return false;
	return (rowFlags & FLAG_ELIGIBLE) !== 0 || (Number.isNaN(dollarVolume[row]!) && (rowFlags & FLAG_QUARANTINE) === 0);
}

/** Finds, for each row of a report, the row of the same ticker in the other report; -1 if there is none. */
function findMatchingRows({ tickerId, count }: ReportTable, previous: ReportTable): Int32Array {
	const rows = new Int32Array(count);
	for (let row = 0, at = 0; row < count; row++) {
		while (at < previous.count && previous.tickerId[at]! < tickerId[row]!) at++;
		rows[row] = at < previous.count && previous.tickerId[at] === tickerId[row] ? at : -1;
	}
	return rows;
}

const PRICE_SHORT_BITS = 0x00000007;
const PRICE_LONG_BITS = 0x00000070;
const PRICE_BITS = PRICE_SHORT_BITS | PRICE_LONG_BITS;
const SQUEEZE_BITS = 0x07000000;

/** The depth bits of each tab. A row is a member if any of these bits is set in enough timeframes. */
const TAB_MARK_BITS: Record<Exclude<Tab, 'free'>, number> = {
	extreme_rise: PRICE_SHORT_BITS,
	extreme_fall: PRICE_LONG_BITS,
	coiled_spring: SQUEEZE_BITS,
};

/** Membership rule of a tab, as bits of packed words. A member must also be eligible and not stale. */
export interface TabRule {
	/** At least one of these depth bits must be set in at least `minTimeframes` of the three rated timeframes. */
	readonly markBits: number;
	readonly minTimeframes: number;
	/** None of these depth bits may be set in any of the three timeframes. */
	readonly excludedBits: number;
}

export function createTabRule(tab: Tab, quorum: number): TabRule {
	return {
		markBits: tab === 'free' ? 0 : TAB_MARK_BITS[tab],
		minTimeframes: tab === 'free' ? 0 : quorum,
		excludedBits: tab === 'coiled_spring' ? PRICE_BITS : 0,
	};
}
