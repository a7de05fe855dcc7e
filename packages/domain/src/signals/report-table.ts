import type { ReportTime } from '../time/units.ts';

/**
 * Slices whose z is stored per timeframe: price (short side; long is its negative), volume, option sum, option difference (call-heavy; put-heavy is
 * its negative), squeeze (zeta).
 */
export const Z_SERIES = ['price', 'volume', 'sum', 'diff', 'squeeze'] as const;
export const Z_PER_ROW = 25;

export const FLAG_ELIGIBLE = 1;
export const FLAG_STALE = 2;
export const FLAG_QUARANTINE = 4;

/** Changes of price are whole millionths: 30,000 is +3 %. */
export const CHANGE_UNITS = 1e6;
export const MOST_CHANGE = 2 ** 31 - 1;
export const UNKNOWN_CHANGE = -(2 ** 31);

/**
 * One report, columnar: row r is the r-th ticker in the report, ascending ticker_id. words[tf][r] is the packed word of signals.md section 2; z[(tf *
 * 5 + series) * count + r] its z-like number, NaN if unmeasurable.
 */
export interface ReportTable {
	time: ReportTime;
	algo: 'reverse' | 'forecast';
	count: number;
	tickerId: Uint32Array;
	words: readonly [Uint32Array, Uint32Array, Uint32Array, Uint32Array, Uint32Array];
	z: Float32Array;
	/** Last traded close as printed, in 1/10000 dollar. */
	price: Float64Array;
	/** Market capitalisation in dollars; NaN if unknown. */
	cap: Float64Array;
	/** Mentions of the last 24 h over all sources; -1 if no source covered it. */
	mentions: Int32Array;
	/** Change of price since the close of the session before, in millionths; UNKNOWN_CHANGE if either is missing, or the report is older than the column. */
	change: Int32Array;
	/** Shares traded in the session so far at the last price, in dollars; NaN if unknown, of an index, or where the report is older than the column. */
	dollarVolume: Float32Array;
	/** Time in the lists of each strategy, packed by tab (`minutesInList`); 0 where the report is older than the columns. */
	listed: readonly [Uint16Array, Uint16Array, Uint16Array];
	/** FLAG_ELIGIBLE | FLAG_STALE | FLAG_QUARANTINE. */
	flags: Uint8Array;
	/** Whether there is public information, for both look-backs (`informationState`); 0: unknown. */
	information: Uint8Array;
	/** The newest filing of the last five sessions: its form (`formCode`), its 8-K items (`itemBits`), and its acceptance in UTC seconds; 0 without one. */
	filingForm: Uint8Array;
	filingItems: Uint32Array;
	filingAccepted: Uint32Array;
}

/** The columns of public information. */
export type InformationTable = Pick<ReportTable, 'information' | 'filingForm' | 'filingItems' | 'filingAccepted'>;

/** Value of rows without data. */
export function emptyInformation(rows: number): InformationTable {
	return {
		information: new Uint8Array(rows),
		filingForm: new Uint8Array(rows),
		filingItems: new Uint32Array(rows),
		filingAccepted: new Uint32Array(rows),
	};
}

export function copyInformation(from: InformationTable, row: number, to: InformationTable, at: number): void {
	to.information[at] = from.information[row]!;
	to.filingForm[at] = from.filingForm[row]!;
	to.filingItems[at] = from.filingItems[row]!;
	to.filingAccepted[at] = from.filingAccepted[row]!;
}

/** Memory of its columns. */
export function tableBytes(table: ReportTable): number {
	return [...tableColumns(table), ...table.listed].reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** Every column that the engine computes: time in a list follows from the reports before. */
export function tableColumns({ tickerId, words, z, price, cap, mentions, flags, ...table }: ReportTable) {
	const { change, dollarVolume, information, filingForm, filingItems, filingAccepted } = table;
	return [tickerId, ...words, z, price, cap, mentions, change, dollarVolume, flags, information, filingForm, filingItems, filingAccepted];
}

export function reportTable(time: ReportTime, algo: 'reverse' | 'forecast', count: number): ReportTable {
	return {
		time,
		algo,
		count,
		tickerId: new Uint32Array(count),
		words: [new Uint32Array(count), new Uint32Array(count), new Uint32Array(count), new Uint32Array(count), new Uint32Array(count)],
		z: new Float32Array(Z_PER_ROW * count),
		price: new Float64Array(count),
		cap: new Float64Array(count),
		mentions: new Int32Array(count),
		change: new Int32Array(count).fill(UNKNOWN_CHANGE),
		dollarVolume: new Float32Array(count).fill(Number.NaN),
		listed: [new Uint16Array(count), new Uint16Array(count), new Uint16Array(count)],
		flags: new Uint8Array(count),
		...emptyInformation(count),
	};
}
