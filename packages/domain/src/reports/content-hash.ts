import type { ReportTable } from '../signals/report-table.ts';

/** Names the rules by which reports are computed; a change that may change any depth makes a new one. */
export const ENGINE_VERSION = '1.0.0';

export interface HashContext {
	engineVersion: string;
	/** Number of the parameter set. */
	parameters: string;
	/** Hash in hex of the report published before; 64 zeros before the first. */
	previousHash: string;
}

const BYTES_PER_ROW = 4 + 5 * 4 + 8 + 4;

/**
 * The canonical bytes whose SHA-256 is a report's content hash. Little-endian; in order: the length in bytes (UInt32) and UTF-8 of the text
 * `engine version LF parameter set LF algo LF report time in ms LF previous hash`, the number of rows (UInt32), then per row, ascending
 * ticker_id: ticker_id UInt32, the five words UInt32 from 15m to 1d, price in 1/10000 dollar Int64, mentions Int32 (-1 unknown). No float
 * enters: two machines that agree on the depths agree on the hash.
 */
export const contentBytes = (table: ReportTable, { engineVersion, parameters, previousHash }: HashContext): Uint8Array => {
	const head = ascii([engineVersion, parameters, table.algo, String(table.time), previousHash].join('\n'));
	const bytes = new Uint8Array(8 + head.length + table.count * BYTES_PER_ROW);
	const view = new DataView(bytes.buffer);
	view.setUint32(0, head.length, true);
	bytes.set(head, 4);
	view.setUint32(4 + head.length, table.count, true);
	let at = 8 + head.length;
	for (let row = 0; row < table.count; row++, at += BYTES_PER_ROW) {
		view.setUint32(at, table.tickerId[row] as number, true);
		for (let tf = 0; tf < 5; tf++) view.setUint32(at + 4 + 4 * tf, table.words[tf as 0 | 1 | 2 | 3 | 4][row] as number, true);
		view.setBigInt64(at + 24, BigInt(Math.round(table.price[row] as number)), true);
		view.setInt32(at + 32, table.mentions[row] as number, true);
	}
	return bytes;
};

/** Versions and hashes are ASCII, which is UTF-8 as it stands. */
const ascii = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
