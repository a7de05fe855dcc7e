import { LISTED_KNOWN, minutesInList } from '../reports/list/time-in-list.ts';
import { depthIn, unpackWord } from '../signals/packed.ts';
import { FLAG_ELIGIBLE, FLAG_QUARANTINE, FLAG_STALE, type ReportTable, UNKNOWN_CHANGE, Z_SERIES } from '../signals/report-table.ts';
import { SECTORS, type SectorIndex, SQUEEZE, TABS } from '../signals/sector.ts';
import { STRATEGIES, TIMEFRAMES } from '../time/timeframe.ts';

/** One value that differs between two tables of the same report. */
export interface CellDifference {
	tickerId: number;
	/**
	 * The cell in words: 'price_short 1h', 'word 1h', 'z price 1h', 'price', 'cap', 'mentions', 'flags', 'information', 'time in lists 15m·30m·1h', 'row'.
	 */
	cell: string;
	stored: string;
	recomputed: string;
}

const SLICES: readonly (readonly [SectorIndex, string])[] = [
	...SECTORS.map(({ key }, index) => [index as SectorIndex, key] as const),
	[SQUEEZE, 'squeeze'],
];

/** Compares every column of two tables of the same report exactly. The result is ascending by ticker. */
export function compareReports(stored: ReportTable, recomputed: ReportTable): CellDifference[] {
	const differences: CellDifference[] = [];
	let [storedRow, recomputedRow] = [0, 0];
	while (storedRow < stored.count || recomputedRow < recomputed.count) {
		const storedId = storedRow < stored.count ? stored.tickerId[storedRow]! : Number.POSITIVE_INFINITY;
		const recomputedId = recomputedRow < recomputed.count ? recomputed.tickerId[recomputedRow]! : Number.POSITIVE_INFINITY;
		if (storedId !== recomputedId) {
			const tickerId = Math.min(storedId, recomputedId);
			differences.push({ tickerId, cell: 'row', ...(storedId < recomputedId ? ONLY_STORED : ONLY_RECOMPUTED) });
			if (storedId < recomputedId) storedRow++;
			else recomputedRow++;
			continue;
		}
		for (const [tf, { label }] of TIMEFRAMES.entries()) {
			const index = tf as 0 | 1 | 2 | 3 | 4;
			const cells = wordDifferences(stored.words[index][storedRow]!, recomputed.words[index][recomputedRow]!, label);
			differences.push(...cells.map((cell) => ({ tickerId: storedId, ...cell })));
		}
		for (const [cell, format] of COMPARED_COLUMNS) {
			const [storedValue, recomputedValue] = [stored[cell][storedRow]!, recomputed[cell][recomputedRow]!];
			if (!Object.is(storedValue, recomputedValue) && !isMissingFigure(cell, storedValue))
				differences.push({ tickerId: storedId, cell, stored: format(storedValue), recomputed: format(recomputedValue) });
		}
		for (const [column, { label }] of STRATEGIES.entries()) {
			const [storedTimes, recomputedTimes] = [stored.listed[column as 0]![storedRow]!, recomputed.listed[column as 0]![recomputedRow]!];
			if (storedTimes === recomputedTimes || (storedTimes & LISTED_KNOWN) === 0) continue;
			differences.push({
				tickerId: storedId,
				cell: `time in lists ${label}`,
				stored: formatTimes(storedTimes),
				recomputed: formatTimes(recomputedTimes),
			});
		}
		for (const [column, cell] of Z_CELLS.entries()) {
			const [storedZ, recomputedZ] = [
				stored.z[column * stored.count + storedRow]!,
				recomputed.z[column * recomputed.count + recomputedRow]!,
			];
			if (!Object.is(storedZ, recomputedZ))
				differences.push({ tickerId: storedId, cell, stored: formatNumber(storedZ), recomputed: formatNumber(recomputedZ) });
		}
		storedRow++;
		recomputedRow++;
	}
	return differences;
}

/** Whether the stored report lacks a figure of the session, because an earlier version of the product built it. */
function isMissingFigure(cell: (typeof COMPARED_COLUMNS)[number][0], stored: number): boolean {
	return (cell === 'change' && stored === UNKNOWN_CHANGE) || (cell === 'dollarVolume' && Number.isNaN(stored));
}

function wordDifferences(stored: number, recomputed: number, label: string): Omit<CellDifference, 'tickerId'>[] {
	if (stored === recomputed) return [];
	const cells = SLICES.map(([slice, name]) => ({
		cell: `${name} ${label}`,
		stored: formatDepth(depthIn(stored, slice)),
		recomputed: formatDepth(depthIn(recomputed, slice)),
	}));
	const flags = { cell: `flags ${label}`, stored: formatFlags(stored), recomputed: formatFlags(recomputed) };
	const differences = [...cells, flags].filter((cell) => cell.stored !== cell.recomputed);
	// Words can also differ in unused bits.
	return differences.length > 0 ? differences : [{ cell: `word ${label}`, stored: formatHex(stored), recomputed: formatHex(recomputed) }];
}

function formatDepth(depth: number | null): string {
	return depth === null ? 'n/a' : String(depth);
}

function formatFlags(word: number): string {
	const { stale, developing } = unpackWord(word);
	return [stale ? 'stale' : 'fresh', developing ? 'developing' : 'closed'].join(', ');
}

/** Formats times in lists: 'extreme_rise 30 min'. */
function formatTimes(packed: number): string {
	const times = TABS.flatMap(({ name }) => {
		const minutes = minutesInList(packed, name);
		return Number.isNaN(minutes) ? [] : [`${name} ${minutes} min`];
	});
	return times.join(', ') || 'none';
}

function formatHex(word: number): string {
	return `0x${word.toString(16).padStart(8, '0')}`;
}

const ONLY_STORED = { stored: 'present', recomputed: 'absent' };
const ONLY_RECOMPUTED = { stored: 'absent', recomputed: 'present' };

function formatNumber(value: number): string {
	return Number.isNaN(value) ? 'n/a' : String(value);
}

function formatRowFlags(flags: number): string {
	const namedFlags = [
		[FLAG_ELIGIBLE, 'eligible'],
		[FLAG_STALE, 'stale'],
		[FLAG_QUARANTINE, 'quarantine'],
	] as const;
	const knownBits = namedFlags.reduce((sum, [bit]) => sum | bit, 0);
	const names: string[] = namedFlags.flatMap(([bit, name]) => ((flags & bit) === 0 ? [] : [name]));
	return (flags & ~knownBits) === 0 ? names.join(', ') || 'none' : String(flags);
}

const COMPARED_COLUMNS = [
	['price', (value: number) => String(value / 10_000)],
	['mentions', (value: number) => (value < 0 ? 'unknown' : String(value))],
	['cap', formatNumber],
	['change', (value: number) => (value === UNKNOWN_CHANGE ? 'unknown' : String(value))],
	['dollarVolume', formatNumber],
	['flags', formatRowFlags],
	['information', String],
	['filingForm', String],
	['filingItems', String],
	['filingAccepted', String],
] as const;
const Z_CELLS = TIMEFRAMES.flatMap(({ label }) => Z_SERIES.map((series) => `z ${series} ${label}`));

/** Relative tolerance. Prices are whole numbers, so share counts derived from two reports agree to about sixteen digits. */
const SHARES_TOLERANCE = 1e-9;

/**
 * Leaves out differences in market cap caused by restated share counts, because vendors keep no history of them. A difference is left out if a neighbouring
 * report implies the same shares as the stored report. A market cap found only in this report remains a difference.
 */
export function excludeRestatedShares(
	differences: readonly CellDifference[],
	stored: ReportTable,
	neighbours: readonly ReportTable[],
): CellDifference[] {
	return differences.filter(({ cell, tickerId }) => {
		if (cell !== 'cap') return true;
		const shares = sharesIn(stored, tickerId) ?? Number.NaN;
		return !neighbours.some((table) => {
			const otherShares = sharesIn(table, tickerId);
			if (otherShares === undefined) return false;
			return Number.isNaN(shares) ? Number.isNaN(otherShares) : Math.abs(otherShares / shares - 1) < SHARES_TOLERANCE;
		});
	});
}

/** Computes the shares implied by a stored market cap; NaN when unknown, undefined if the ticker isn't in the report. */
function sharesIn(table: ReportTable, tickerId: number): number | undefined {
	const row = table.tickerId.indexOf(tickerId);
	return row < 0 ? undefined : table.cap[row]! / table.price[row]!;
}
