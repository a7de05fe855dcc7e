import { createHash } from 'node:crypto';
import type { SessionMatrix } from '@sw/domain/prices/session-matrix';
import { REPORT_FORMAT } from '@sw/domain/reports/content-hash';
import { sessionText, slotWords } from '@sw/domain/research/input-words';
import type { SessionAdjustments } from '@sw/domain/signals/engine/engine-session';
import type { Session } from '@sw/domain/time/calendar';
import type { ExchangeDate } from '@sw/domain/time/units';

/** Sessions of bars that a cold engine reads before the first report: 65 daily bars, 5 of the move, 20 of usual volume, and as many again for thin names. */
export const LOOKBACK_SESSIONS = 195;

/** Names what entered a report. */
export interface InputSnapshot {
	/** First session that the engine read. */
	from: ExchangeDate;
	/** SHA-256 in hex. */
	hash: string;
}

/**
 * Hashes what passes on its way to the engine. A slot costs one pass over its own bars, so that every report has its snapshot at once, and a replay over the same
 * bars ends in the same hash.
 */
export interface InputHash {
	openSession(session: Pick<Session, 'date' | 'ordinal'>, adjustments: SessionAdjustments): void;
	applySlot(matrix: SessionMatrix, slot: number): void;
	/** Throws before the first session. */
	snapshot(): InputSnapshot;
}

const NOTHING = Buffer.alloc(32);

/**
 * The hash that reports of a format name. Each session has a chain of its own over its text and slots. Format 2 hashes the last links of the sessions within the
 * look-back that hold anything, so that an engine that has run for long and one that begins now name the same bars alike. Format 1 is one chain since the engine's
 * first session.
 */
export function createInputHash(tickerIds: Uint32Array, format: number = REPORT_FORMAT): InputHash {
	return format === 1 ? sinceBeginning(tickerIds) : withinLookBack(tickerIds);
}

function withinLookBack(tickerIds: Uint32Array): InputHash {
	let from: ExchangeDate | undefined;
	let sessions: { ordinal: number; link: Buffer; holds: boolean }[] = [];
	return {
		openSession: ({ date, ordinal }, adjustments) => {
			from ??= date;
			sessions = sessions.filter((session) => session.holds && session.ordinal > ordinal - LOOKBACK_SESSIONS);
			sessions.push({ ordinal, link: linked(NOTHING, sessionText(date, adjustments, tickerIds)), holds: false });
		},
		applySlot: (matrix, slot) => {
			const session = sessions.at(-1);
			const words = wordsOf(matrix, slot, tickerIds);
			if (!session) return;
			session.link = linked(session.link, words);
			session.holds ||= words.length > 0;
		},
		snapshot: () => {
			if (from === undefined) throw new RangeError('No bars have been added yet.');
			const hash = createHash('sha256');
			for (const { link, holds } of sessions) if (holds) hash.update(link);
			return { from, hash: hash.digest('hex') };
		},
	};
}

function wordsOf(matrix: SessionMatrix, slot: number, tickerIds: Uint32Array): Uint8Array {
	const words = slotWords(matrix, slot, tickerIds);
	return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}

function linked(before: Uint8Array, bytes: string | Uint8Array): Buffer {
	return createHash('sha256').update(before).update(bytes).digest();
}

function sinceBeginning(tickerIds: Uint32Array): InputHash {
	let from: ExchangeDate | undefined;
	let link: Buffer = NOTHING;
	return {
		openSession: ({ date }, adjustments) => {
			from ??= date;
			link = linked(link, sessionText(date, adjustments, tickerIds));
		},
		applySlot: (matrix, slot) => {
			link = linked(link, wordsOf(matrix, slot, tickerIds));
		},
		snapshot: () => {
			if (from === undefined) throw new RangeError('No bars have been added yet.');
			return { from, hash: link.toString('hex') };
		},
	};
}
