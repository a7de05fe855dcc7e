import { createHash } from 'node:crypto';
import type { SessionMatrix } from '@sw/domain/prices/session-matrix';
import { REPORT_FORMAT } from '@sw/domain/reports/content-hash';
import { sessionText, slotInputWords } from '@sw/domain/research/input-words';
import type { SessionAdjustments } from '@sw/domain/signals/engine/engine-session';
import type { Session } from '@sw/domain/time/calendar';
import type { ExchangeDate } from '@sw/domain/time/units';

/** Sessions that a new engine reads before its first report: 65 of daily bars, 5 of moves and 20 of average volume, doubled for thinly traded tickers. */
export const LOOKBACK_SESSIONS = 195;

/** Identifies the inputs of a report. */
export interface InputSnapshot {
	/** First session that the engine read. */
	from: ExchangeDate;
	/** SHA-256 in hex. */
	hash: string;
}

/**
 * Hashes the engine's inputs as they pass. A slot takes one pass over its own bars, so each report has its snapshot immediately, and a replay of the same bars
 * gives the same hash.
 */
export interface InputHash {
	openSession(session: Pick<Session, 'date' | 'ordinal'>, adjustments: SessionAdjustments): void;
	applySlot(matrix: SessionMatrix, slot: number): void;
	/** Throws before the first session. */
	snapshot(): InputSnapshot;
}

const EMPTY_LINK = Buffer.alloc(32);

/**
 * Creates the hash of a report format. Format 2: each session has a hash chain over its text and slots; the hash covers the last links of the non-empty
 * sessions within the look-back, so that long-running and new engines have the same hash for the same bars. Format 1: one chain since the engine's first
 * session.
 */
export function createInputHash(tickerIds: Uint32Array, format: number = REPORT_FORMAT): InputHash {
	return format === 1 ? createChainHash(tickerIds) : createLookBackHash(tickerIds);
}

function createLookBackHash(tickerIds: Uint32Array): InputHash {
	let from: ExchangeDate | undefined;
	let sessions: { ordinal: number; link: Buffer; hasBars: boolean }[] = [];
	return {
		openSession: ({ date, ordinal }, adjustments) => {
			from ??= date;
			sessions = sessions.filter((session) => session.hasBars && session.ordinal > ordinal - LOOKBACK_SESSIONS);
			sessions.push({ ordinal, link: nextLink(EMPTY_LINK, sessionText(date, adjustments, tickerIds)), hasBars: false });
		},
		applySlot: (matrix, slot) => {
			const session = sessions.at(-1);
			const bytes = slotBytes(matrix, slot, tickerIds);
			if (!session) return;
			session.link = nextLink(session.link, bytes);
			session.hasBars ||= bytes.length > 0;
		},
		snapshot: () => {
			if (from === undefined) throw new RangeError('No bars have been added yet.');
			const hash = createHash('sha256');
			for (const { link, hasBars } of sessions) if (hasBars) hash.update(link);
			return { from, hash: hash.digest('hex') };
		},
	};
}

function slotBytes(matrix: SessionMatrix, slot: number, tickerIds: Uint32Array): Uint8Array {
	const words = slotInputWords(matrix, slot, tickerIds);
	return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}

function nextLink(previous: Uint8Array, bytes: string | Uint8Array): Buffer {
	return createHash('sha256').update(previous).update(bytes).digest();
}

function createChainHash(tickerIds: Uint32Array): InputHash {
	let from: ExchangeDate | undefined;
	let link: Buffer = EMPTY_LINK;
	return {
		openSession: ({ date }, adjustments) => {
			from ??= date;
			link = nextLink(link, sessionText(date, adjustments, tickerIds));
		},
		applySlot: (matrix, slot) => {
			link = nextLink(link, slotBytes(matrix, slot, tickerIds));
		},
		snapshot: () => {
			if (from === undefined) throw new RangeError('No bars have been added yet.');
			return { from, hash: link.toString('hex') };
		},
	};
}
