import { barSessionAt } from '@sw/domain/prices/bar-session';
import { PRE, REGULAR } from '@sw/domain/prices/blocks';
import { createSessionMatrix, type SessionMatrix } from '@sw/domain/prices/session-matrix';
import type { Ticker } from '@sw/domain/prices/ticker';
import type { Calendar, Session } from '@sw/domain/time/calendar';
import { slotOf } from '@sw/domain/time/slots';
import type { ExchangeDate, UtcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { type BarsBySymbol, toBarBlock, type VendorBar } from './bars.ts';
import type { PastSymbol, SessionMembers, VendorDirectory } from './vendor-directory.ts';

/** Symbols under which the rows are requested from the vendor, by session. */
export interface SessionSymbols {
	/** Symbols by row; '' for a ticker that isn't a member of the session. */
	symbolsByRow(session: Session): Promise<string[]>;
	/** Distinct symbols of all these sessions. */
	distinctSymbols(sessions: readonly Session[]): Promise<string[]>;
	/** Saves the followed tickers as members of a session; to be called before it ends. */
	saveMembers(session: Session): Promise<void>;
	/** Row of the ticker that had a symbol on a date. */
	rowAt(symbol: string, date: ExchangeDate): number | undefined;
}

interface SessionSymbolsOptions {
	directory: VendorDirectory;
	rows: FollowedRows & { tickers: readonly Ticker[]; rowOf: ReadonlyMap<string, number> };
	/** When the followed tickers were chosen. */
	chosenAt: UtcMs;
}

/** Creates the symbols of a market without stored members: every session consists of the followed tickers. */
export function createFollowedSymbols({ symbols, followed, rowOf }: SessionSymbolsOptions['rows']): SessionSymbols {
	return {
		symbolsByRow: async () => followedSymbolsByRow({ symbols, followed }),
		distinctSymbols: async () => [...followed()],
		saveMembers: async () => {},
		rowAt: (symbol) => rowOf.get(symbol),
	};
}

function followedSymbolsByRow({ symbols, followed }: Pick<FollowedRows, 'symbols' | 'followed'>): string[] {
	const isFollowed = new Set(followed());
	return symbols.map((symbol) => (isFollowed.has(symbol) ? symbol : ''));
}

/** Maximum number of cached sessions; a window of bars has fewer. */
const MAX_CACHED = 100;

/** Creates the symbols of a market with stored members of each session. */
export async function createStoredSymbols({ directory, rows, chosenAt }: SessionSymbolsOptions): Promise<SessionSymbols> {
	const { symbols, ids, tickers, rowOf } = rows;
	const rowOfId = new Map<number, number>(Array.from(ids, (id, row) => [id, row]));
	const pastSymbols: ReadonlyMap<string, PastSymbol[]> = Map.groupBy(await directory.pastSymbols(), ({ symbol }) => symbol);
	const membersByDate = new Map<ExchangeDate, SessionMembers | undefined>();
	const savedDates = new Set<ExchangeDate>();

	const loadMembers = async (sessions: readonly Session[]): Promise<void> => {
		if (membersByDate.size > MAX_CACHED) membersByDate.clear();
		const uncached = sessions.filter(({ date }) => !membersByDate.has(date));
		const [first, last] = [uncached[0], uncached.at(-1)];
		if (!first || !last) return;
		const loaded = new Map((await directory.members(first.date, last.date)).map((members) => [members.date, members]));
		for (const { date } of uncached) membersByDate.set(date, loaded.get(date));
	};
	const saveSessionMembers = async ({ date }: Session): Promise<void> => {
		if (savedDates.has(date)) return;
		const members = new Map<number, [SessionMembers['ids'][number], string]>();
		for (const { ids, symbols } of await directory.members(date, date))
			for (const [i, id] of ids.entries()) members.set(id, [id, symbols[i] as string]);
		for (const symbol of rows.followed()) {
			const { id } = tickers[rowOf.get(symbol) as number] as Ticker;
			members.set(id, [id, symbol]);
		}
		const entries = [...members.values()];
		await directory.saveMembers([{ date, ids: entries.map(([id]) => id), symbols: entries.map(([, symbol]) => symbol) }]);
		savedDates.add(date);
	};
	const symbolsByRow = async (session: Session): Promise<string[]> => {
		if (session.close > chosenAt) {
			await saveSessionMembers(session);
			return followedSymbolsByRow(rows);
		}
		if (!membersByDate.has(session.date)) await loadMembers([session]);
		const members = membersByDate.get(session.date);
		if (!members) return followedSymbolsByRow(rows);
		const rowSymbols = symbols.map(() => '');
		members.ids.forEach((id, i) => {
			const row = rowOfId.get(id);
			if (row !== undefined) rowSymbols[row] = members.symbols[i] as string;
		});
		return rowSymbols;
	};
	return {
		symbolsByRow,
		saveMembers: saveSessionMembers,
		async distinctSymbols(sessions) {
			await loadMembers(sessions.filter(({ close }) => close <= chosenAt));
			const distinct = new Set<string>();
			for (const session of sessions) for (const symbol of await symbolsByRow(session)) if (symbol !== '') distinct.add(symbol);
			return [...distinct];
		},
		rowAt(symbol, date) {
			const pastSymbol = pastSymbols.get(symbol)?.find(({ last }) => last >= date);
			const row = pastSymbol ? rowOfId.get(pastSymbol.id) : rowOf.get(symbol);
			return row === undefined || (tickers[row]?.listed ?? date) > date ? undefined : row;
		},
	};
}

/** The rows of a universe: row r is symbols[r] with the permanent id ids[r]. */
interface Rows {
	readonly symbols: readonly string[];
	readonly ids: Uint32Array;
}

/** Rows of tickers. Tickers that the vendor no longer offers keep their row but are not in `followed()`. */
export interface FollowedRows extends Rows {
	followed(): readonly string[];
}

export function fillCell(matrix: SessionMatrix, cell: number, bar: VendorBar): void {
	matrix.open[cell] = bar.open;
	matrix.high[cell] = bar.high;
	matrix.low[cell] = bar.low;
	matrix.close[cell] = bar.close;
	matrix.volume[cell] = bar.volume;
}

/** Converts the regular bars of a session to its matrix. Option cells stay unknown, because vendors have no history of them. */
export function toSessionMatrix(session: Session, rows: Rows, bars: BarsBySymbol): SessionMatrix {
	const matrix = createSessionMatrix(session.slots, rows.symbols.length);
	rows.symbols.forEach((symbol, row) => {
		for (const bar of bars.get(symbol) ?? []) {
			const slot = slotOf(session, bar.ms);
			if (slot >= 0) fillCell(matrix, slot * matrix.rows + row, bar);
		}
	});
	return matrix;
}

/** A span [from, to) in UTC ms in which the rows had these symbols. */
interface RowSpan {
	symbols: readonly string[];
	from: number;
	to: number;
}

/** Converts pre- and post-market bars to a block of the rows with these ids. Each span has its own symbols. */
export function toExtendedBlock(calendar: Calendar, ids: Uint32Array, bars: BarsBySymbol, spans: readonly RowSpan[]) {
	return toBarBlock(
		spans.flatMap(({ symbols, from, to }) =>
			symbols.flatMap((symbol, row) =>
				(bars.get(symbol) ?? []).flatMap((bar) => {
					if (bar.ms < from || bar.ms >= to) return [];
					const day = calendar.sessionOn(newYorkDate(bar.ms));
					const session = day && barSessionAt(day, bar.ms);
					return session === undefined || session === REGULAR ? [] : [{ tickerId: ids[row]!, session: session ?? PRE, bar }];
				}),
			),
		),
	);
}
