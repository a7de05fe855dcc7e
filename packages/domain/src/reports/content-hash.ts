import type { ReportTable } from '../signals/report-table.ts';
import type { ReportRecord } from './report-record.ts';

/** Version of the calculation rules. Raise it with every change that can change a depth. */
export const ENGINE_VERSION = '1.1.0';

/** Engine versions whose reports can still be recomputed, each by the rules of its version. */
export const ENGINE_VERSIONS: readonly string[] = ['1.0.0', ENGINE_VERSION];

/** The current hash format. Reports of earlier formats keep their format and are verified by its rules. */
export const REPORT_FORMAT = 3;

/** Hash context of format 1, in which the content hash includes the position in the chain. */
export interface HashContextV1 {
	format: 1;
	engineVersion: string;
	/** Number of the parameter set. */
	parameters: string;
	/** Hash in hex of the previously published report; 64 zeros for the first. */
	previousHash: string;
}

/** Hash context of formats 2 and 3, in which the same inputs give the same content hash in every installation. */
export interface HashContextV2 {
	format: 2 | 3;
	engineVersion: string;
	/** Hash in hex of `canonicalParameters`, because the set's number differs between installations. */
	parameters: string;
	/** Hash in hex of the input bars; empty if not recorded. */
	inputHash: string;
}

export type HashContext = HashContextV1 | HashContextV2;

/** Bytes per row by format; see `contentBytes`. */
const ROW_BYTES = { 1: 36, 2: 36 + 1, 3: 36 + 1 + 1 + 1 + 4 + 4 } as const;
const UINT32_RANGE = 2 ** 32;

/**
 * Builds the canonical bytes whose SHA-256 is a report's content hash. Little-endian, in this order:
 *
 * - header: its length in bytes (UInt32), then UTF-8 lines. Format 1: engine version, parameter set, algo, report time in ms, previous hash. Formats 2
 *   and 3: format number, engine version, parameter set, algo, report time in ms, input hash.
 * - number of rows (UInt32)
 * - each row, ascending by ticker_id: ticker_id (UInt32), the five words from 15m to 1d (UInt32), price in 1/10000 dollar (Int64), mentions (Int32,
 *   -1 unknown). Since format 2: flags (UInt8). Since format 3: information (UInt8), and the filing's form (UInt8), items (UInt32) and acceptance in UTC
 *   seconds (UInt32).
 *
 * Contains no floats, so machines that agree on the depths agree on the hash.
 */
export function contentBytes(table: ReportTable, context: HashContext): Uint8Array<ArrayBuffer> {
	const head = encodeAscii(headLines(table, context).join('\n'));
	const rowBytes = ROW_BYTES[context.format];
	const bytes = new Uint8Array(8 + head.length + table.count * rowBytes);
	const view = new DataView(bytes.buffer);
	view.setUint32(0, head.length, true);
	bytes.set(head, 4);
	view.setUint32(4 + head.length, table.count, true);
	let at = 8 + head.length;
	for (let row = 0; row < table.count; row++, at += rowBytes) {
		view.setUint32(at, table.tickerId[row]!, true);
		for (let tf = 0; tf < 5; tf++) view.setUint32(at + 4 + 4 * tf, table.words[tf as 0 | 1 | 2 | 3 | 4][row]!, true);
		const price = toHashedPrice(table.price[row]!);
		view.setUint32(at + 24, price % UINT32_RANGE, true);
		view.setInt32(at + 28, Math.floor(price / UINT32_RANGE), true);
		view.setInt32(at + 32, table.mentions[row]!, true);
		if (context.format >= 2) bytes[at + 36] = table.flags[row]!;
		if (context.format < 3) continue;
		bytes[at + 37] = table.information[row]!;
		bytes[at + 38] = table.filingForm[row]!;
		view.setUint32(at + 39, table.filingItems[row]!, true);
		view.setUint32(at + 43, table.filingAccepted[row]!, true);
	}
	return bytes;
}

/** Prices are whole numbers of 1/10000 dollar. The product never writes anything else, so any other value is hashed as -1. */
function toHashedPrice(price: number): number {
	return Number.isSafeInteger(price) && price >= 0 ? price : -1;
}

function headLines({ algo, time }: ReportTable, context: HashContext): string[] {
	const { engineVersion, parameters } = context;
	return context.format === 1
		? [engineVersion, parameters, algo, String(time), context.previousHash]
		: [String(context.format), engineVersion, parameters, algo, String(time), context.inputHash];
}

/** The header contains only ASCII, which is also valid UTF-8. */
function encodeAscii(text: string): Uint8Array {
	return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** The fields that determine a chain link. */
export type ReportLink = Pick<
	ReportRecord,
	| 'previousHash'
	| 'contentHash'
	| 'chainSeq'
	| 'version'
	| 'cutoff'
	| 'publishedAt'
	| 'dueWall'
	| 'publishedWall'
	| 'reconstructed'
	| 'inputFrom'
>;

/** Builds the text whose SHA-256 is a report's `link` since format 2. It includes wall-clock instants if they were recorded; older reports have none. */
export function linkText(report: ReportLink): string {
	const { previousHash, contentHash, chainSeq, version, cutoff, publishedAt, dueWall, publishedWall, reconstructed, inputFrom } = report;
	const origin = reconstructed ? 'reconstructed' : 'live';
	const wallClock = dueWall === null && publishedWall === null ? [] : [dueWall, publishedWall];
	return [previousHash, contentHash, chainSeq, version, cutoff, publishedAt, origin, inputFrom, ...wallClock].join('\n');
}

/** Writes a parameter set as JSON with sorted keys and without its version number, so that equal sets have equal texts. */
export function canonicalParameters(parameters: unknown): string {
	return JSON.stringify(parameters, (key, value: unknown) => {
		if (key === 'version') return undefined;
		if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
		return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
	});
}
