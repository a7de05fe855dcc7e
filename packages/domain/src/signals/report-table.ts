import type { ReportTime } from '../time/units.ts';

/**
 * The series whose z is stored per timeframe: price (rises are positive), volume, option sum, option difference (call-heavy is positive), squeeze
 * (zeta). Sectors of the opposite direction have the negative z.
 */
export const Z_SERIES = ['price', 'volume', 'sum', 'diff', 'squeeze'] as const;
/** Five series on five timeframes. */
export const Z_PER_ROW = 25;

export const FLAG_ELIGIBLE = 1;
export const FLAG_STALE = 2;
export const FLAG_QUARANTINE = 4;

/** Price changes are stored in millionths: 30,000 is +3 %. */
export const CHANGE_UNITS = 1e6;
export const MAX_CHANGE = 2 ** 31 - 1;
export const UNKNOWN_CHANGE = -(2 ** 31);

/**
 * One report, in columns: row r is index r of each array, ascending by ticker id. words[tf][r] is the packed word of timeframe tf (signals.md section 2).
 * z[(tf * 5 + series) * count + r] is the z of a series; NaN if unmeasurable.
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
	/** Market cap in dollars; NaN if unknown. */
	cap: Float64Array;
	/** Mentions in the last 24 hours in all sources; -1 if no source covered the ticker. */
	mentions: Int32Array;
	/** Price change since the previous session's close, in millionths; UNKNOWN_CHANGE if a price is missing, and in reports older than this column. */
	change: Int32Array;
	/** Shares traded in the session so far x last price, in dollars; NaN if unknown, for indexes, and in reports older than this column. */
	dollarVolume: Float32Array;
	/** Time in the lists of each strategy, packed by tab (`minutesInList`); 0 in reports older than these columns. */
	listed: readonly [Uint16Array, Uint16Array, Uint16Array];
	/** FLAG_ELIGIBLE | FLAG_STALE | FLAG_QUARANTINE. */
	flags: Uint8Array;
	/** State of public information for both look-backs (`informationState`); 0: unknown. */
	information: Uint8Array;
	/** Form of the newest filing of the last five sessions (`formCode`); 0: none. */
	filingForm: Uint8Array;
	/** 8-K items of the newest filing (`itemBits`). */
	filingItems: Uint32Array;
	/** Acceptance of the newest filing in UTC seconds; 0: none. */
	filingAccepted: Uint32Array;
}

/** The columns of public information. */
export type InformationTable = Pick<ReportTable, 'information' | 'filingForm' | 'filingItems' | 'filingAccepted'>;

/** Creates columns of public information with every row unknown. */
export function createEmptyInformation(rows: number): InformationTable {
	return {
		information: new Uint8Array(rows),
		filingForm: new Uint8Array(rows),
		filingItems: new Uint32Array(rows),
		filingAccepted: new Uint32Array(rows),
	};
}

export function copyInformation(source: InformationTable, sourceRow: number, target: InformationTable, targetRow: number): void {
	target.information[targetRow] = source.information[sourceRow]!;
	target.filingForm[targetRow] = source.filingForm[sourceRow]!;
	target.filingItems[targetRow] = source.filingItems[sourceRow]!;
	target.filingAccepted[targetRow] = source.filingAccepted[sourceRow]!;
}

/** Number of bytes in the columns. */
export function tableBytes(table: ReportTable): number {
	return [...tableColumns(table), ...table.listed].reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** Returns every column that the engine computes. Time in lists isn't included, because it follows from earlier reports. */
export function tableColumns({ tickerId, words, z, price, cap, mentions, flags, ...table }: ReportTable) {
	const { change, dollarVolume, information, filingForm, filingItems, filingAccepted } = table;
	return [tickerId, ...words, z, price, cap, mentions, change, dollarVolume, flags, information, filingForm, filingItems, filingAccepted];
}

/** Creates a table with all columns zero, or unknown where a column has a value for that. */
export function createReportTable(time: ReportTime, algo: 'reverse' | 'forecast', count: number): ReportTable {
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
		...createEmptyInformation(count),
	};
}
