/** A provider of a running market of random tickers. Sessions must be requested in order; each is created once. */

import type { IssuerFiling } from '@sw/domain/filings/filing-book';
import { type BarBlock, createBarBlock } from '@sw/domain/prices/blocks';
import type { SessionMatrix } from '@sw/domain/prices/session-matrix';
import { TICKER_TYPES, type Ticker } from '@sw/domain/prices/ticker';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { DAY, tickerId, utcMs } from '@sw/domain/time/units';
import type { Provider, ProviderFilings } from '@sw/server/intake/provider';
import { createMatrixGenerator, lastSessions } from './engine-market.ts';

const LETTERS = 26;

export function createRandomTickers(rows: number): Ticker[] {
	return Array.from({ length: rows }, (_, row) => ({
		id: tickerId(row + 1),
		symbol: createSymbol(row),
		name: `Company number ${row + 1}, Incorporated`,
		type: TICKER_TYPES[0],
		industry: 'Technology',
		shares: 1e6 * (1 + (row % 997)),
		listed: null,
		delisted: null,
	}));
}

/** 'AAAA', 'AAAB', ... */
function createSymbol(row: number): string {
	return [3, 2, 1, 0].map((place) => String.fromCharCode(65 + (Math.floor(row / LETTERS ** place) % LETTERS))).join('');
}

/** 8-Ks per ticker and day. */
const FILINGS_PER_TICKER_DAY = 0.02;
const FIRST_CIK = 1_000;

/** One issuer per ticker; filings are spread evenly over time. */
function createRandomFilings(rows: number): ProviderFilings {
	const intervalMs = DAY / (rows * FILINGS_PER_TICKER_DAY);
	return {
		accepted: async (from, to) =>
			Array.from({ length: Math.floor(to / intervalMs) - Math.floor(from / intervalMs) }, (_, i): IssuerFiling => {
				const n = Math.floor(from / intervalMs) + i + 1;
				const cik = FIRST_CIK + ((n * 7_919) % rows);
				const acceptedAt = utcMs(Math.floor(n * intervalMs));
				const accession = `${String(cik).padStart(10, '0')}-26-${String(n % 1_000_000).padStart(6, '0')}`;
				return {
					accession,
					cik,
					form: '8-K',
					items: ['2.02', '9.01'],
					acceptedAt,
					earliestAt: acceptedAt,
					seenAt: acceptedAt,
					source: 'feed',
				};
			}),
		issuers: async () =>
			Array.from({ length: rows }, (_, row) => ({
				tickerId: tickerId(row + 1),
				cik: FIRST_CIK + row,
				exchange: 'NYSE',
				sic: 7372,
				industry: 'Technology',
			})),
	};
}

const noBars: BarBlock = createBarBlock(0);

/** Creates a market of `sessionCount` sessions. Its clock starts at the close before the last `liveSessions` of them, which are still to come. */
export function createSlotMarket(rows: number, sessionCount: number, liveSessions: number): Provider {
	const allSessions = lastSessions(sessionCount);
	const startSession = allSessions.at(-liveSessions - 1) as Session;
	const tickers = createRandomTickers(rows);
	const createMatrix = createMatrixGenerator(rows);
	let current: { ordinal: number; matrix: SessionMatrix } | undefined;
	const getMatrix = (session: Session): SessionMatrix => {
		if (current?.ordinal === session.ordinal) return current.matrix;
		if (current && session.ordinal !== current.ordinal + 1) throw new Error(`Session ${session.date} was requested out of order.`);
		current = { ordinal: session.ordinal, matrix: createMatrix(session) };
		return current.matrix;
	};
	return {
		name: 'bench',
		label: 'Made-up market',
		simulated: true,
		clock: { kind: 'runs', start: startSession.close },
		universe: async (asOf) => {
			const openedSession = nyse.lastOpened(asOf);
			// Creates the session's data when it opens, so that creating it isn't counted as part of the first slot.
			if (current && openedSession?.ordinal === current.ordinal + 1) getMatrix(openedSession);
			return tickers;
		},
		history: {
			slotsFrom: (allSessions[0] as Session).date,
			dailyFrom: (allSessions[0] as Session).date,
			session: async (session) => ({ session, matrix: getMatrix(session), halted: null, extended: noBars }),
		},
		filings: createRandomFilings(rows),
		slot: async (session, slot) => {
			const matrix = getMatrix(session);
			const sliceSlot = <A extends { subarray(from: number, to: number): A }>(column: A): A =>
				column.subarray(slot * rows, (slot + 1) * rows);
			return {
				rows,
				open: sliceSlot(matrix.open),
				high: sliceSlot(matrix.high),
				low: sliceSlot(matrix.low),
				close: sliceSlot(matrix.close),
				volume: sliceSlot(matrix.volume),
				calls: sliceSlot(matrix.calls),
				puts: sliceSlot(matrix.puts),
				halted: null,
			};
		},
	};
}
