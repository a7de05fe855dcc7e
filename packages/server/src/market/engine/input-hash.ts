import { createHash } from 'node:crypto';
import type { SessionMatrix } from '@sw/domain/market/session-matrix';
import { sessionText, slotWords } from '@sw/domain/research/input-words';
import type { SessionAdjustments } from '@sw/domain/signals/engine/engine-session';
import type { ExchangeDate } from '@sw/domain/time/units';

/** Names everything that entered a report: `hash` is the last link of a chain over the sessions and slots since `from`. */
export interface InputSnapshot {
	/** First session that the engine read. */
	from: ExchangeDate;
	/** SHA-256 in hex. */
	hash: string;
}

/**
 * Hashes what passes on its way to the engine: link = SHA-256(link before + bytes). A slot costs one pass over its own bars, so that every
 * report has its snapshot at once, and a replay from the same session over the same bars ends in the same hash.
 */
export interface InputHash {
	openSession(date: ExchangeDate, adjustments: SessionAdjustments): void;
	applySlot(matrix: SessionMatrix, slot: number): void;
	/** Throws before the first session. */
	snapshot(): InputSnapshot;
}

export const createInputHash = (tickerIds: Uint32Array): InputHash => {
	let from: ExchangeDate | undefined;
	let link = Buffer.alloc(32);
	const add = (bytes: string | Uint8Array): void => {
		link = createHash('sha256').update(link).update(bytes).digest();
	};
	return {
		openSession: (date, adjustments) => {
			from ??= date;
			add(sessionText(date, adjustments, tickerIds));
		},
		applySlot: (matrix, slot) => {
			const words = slotWords(matrix, slot, tickerIds);
			add(new Uint8Array(words.buffer, words.byteOffset, words.byteLength));
		},
		snapshot: () => {
			if (from === undefined) throw new RangeError('Nothing has entered yet.');
			return { from, hash: link.toString('hex') };
		},
	};
};
