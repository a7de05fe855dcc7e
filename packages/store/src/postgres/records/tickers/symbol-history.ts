import type { ExchangeDate, TickerId } from '@sw/domain/time/units';
import { and, asc, eq, inArray, isNull } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { symbolHistory, tickers } from '../../schema/tickers.ts';
import { sealTickers } from '../record-seals.ts';

/** A ticker had a symbol from `since` until before `until`; null: the ticker still has the symbol. */
export interface SymbolSpan {
	tickerId: TickerId;
	symbol: string;
	since: ExchangeDate;
	until: ExchangeDate | null;
}

const ROWS_PER_STATEMENT = 5_000;

/** Returns the known symbols of a provider's tickers, past and present, each with the ticker's current symbol. */
export function symbolHistoryOf(db: Db, provider: string): Promise<(SymbolSpan & { currentSymbol: string })[]> {
	return db
		.select({
			tickerId: symbolHistory.tickerId,
			symbol: symbolHistory.symbol,
			since: symbolHistory.since,
			until: symbolHistory.until,
			currentSymbol: tickers.symbol,
		})
		.from(symbolHistory)
		.innerJoin(tickers, eq(tickers.id, symbolHistory.tickerId))
		.where(eq(tickers.provider, provider))
		.orderBy(asc(symbolHistory.tickerId), asc(symbolHistory.since));
}

/** Replaces the known symbols of these tickers. To be called in a transaction. */
export async function saveSymbolHistory(db: Db, spans: readonly SymbolSpan[]): Promise<void> {
	for (let at = 0; at < spans.length; at += ROWS_PER_STATEMENT) {
		const rows = spans.slice(at, at + ROWS_PER_STATEMENT);
		await db.delete(symbolHistory).where(inArray(symbolHistory.tickerId, [...new Set(rows.map(({ tickerId }) => tickerId))]));
	}
	for (let at = 0; at < spans.length; at += ROWS_PER_STATEMENT)
		await db.insert(symbolHistory).values(spans.slice(at, at + ROWS_PER_STATEMENT));
}

/** Returns the known symbols of one ticker, oldest first. */
export function symbolSpansOf(db: Db, tickerId: TickerId): Promise<SymbolSpan[]> {
	return db.select().from(symbolHistory).where(eq(symbolHistory.tickerId, tickerId)).orderBy(asc(symbolHistory.since));
}

/** The date stored for an unknown start. */
export const UNKNOWN_START = '1900-01-01' as ExchangeDate;

/**
 * Changes a ticker's symbol from a date on. The ticker keeps its id and the old symbol in its history. Does nothing if no listed ticker has the old
 * symbol.
 */
export function renameTicker(db: Db, provider: string, oldSymbol: string, newSymbol: string, date: ExchangeDate): Promise<void> {
	return db.transaction(async (tx) => {
		const [ticker] = await tx
			.update(tickers)
			.set({ symbol: newSymbol })
			.where(and(eq(tickers.provider, provider), eq(tickers.symbol, oldSymbol), isNull(tickers.delisted)))
			.returning({ id: tickers.id });
		if (!ticker) return;
		await sealTickers(tx, provider, [ticker.id]);
		const endedSpans = endLastSpan(date, await symbolSpansOf(tx, ticker.id), { tickerId: ticker.id, symbol: oldSymbol });
		await saveSymbolHistory(tx, [...endedSpans, { tickerId: ticker.id, symbol: newSymbol, since: date, until: null }]);
	});
}

/** Returns a ticker's spans with the last one ended on a date, because another symbol follows. Without known spans, `currentSymbol` is the only one. */
export function endLastSpan(
	date: ExchangeDate,
	spans: readonly SymbolSpan[],
	currentSymbol: Pick<SymbolSpan, 'tickerId' | 'symbol'>,
): SymbolSpan[] {
	if (spans.length === 0) return [{ ...currentSymbol, since: UNKNOWN_START, until: date }];
	return spans.map((span, at) => (at === spans.length - 1 ? { ...span, until: date } : span));
}
