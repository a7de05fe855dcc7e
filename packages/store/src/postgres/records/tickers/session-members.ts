import type { ExchangeDate, TickerId } from '@sw/domain/time/units';
import { and, asc, between, eq, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { sessionMembers } from '../../schema/tickers.ts';

/** The tickers of a session, each with the symbol that it had then. */
export interface SessionMembers {
	date: ExchangeDate;
	ids: readonly TickerId[];
	symbols: readonly string[];
}

/** A symbol under which a ticker was in sessions, and the last date. */
export interface PastSymbol {
	symbol: string;
	id: TickerId;
	last: ExchangeDate;
}

const ROWS_PER_STATEMENT = 100;

/** Replaces the stored members of these sessions. */
export function saveSessionMembers(db: Db, provider: string, sessions: readonly SessionMembers[]): Promise<void> {
	return db.transaction(async (tx) => {
		for (let at = 0; at < sessions.length; at += ROWS_PER_STATEMENT) {
			const rows = sessions
				.slice(at, at + ROWS_PER_STATEMENT)
				.map(({ date, ids, symbols }) => ({ provider, date, tickerIds: [...ids], symbols: [...symbols] }));
			await tx
				.insert(sessionMembers)
				.values(rows)
				.onConflictDoUpdate({
					target: [sessionMembers.provider, sessionMembers.date],
					set: { tickerIds: sql`excluded.ticker_ids`, symbols: sql`excluded.symbols` },
				});
		}
	});
}

/** Returns the sessions whose members are stored, ascending. */
export async function memberDates(db: Db, provider: string): Promise<ExchangeDate[]> {
	const rows = await db
		.select({ date: sessionMembers.date })
		.from(sessionMembers)
		.where(eq(sessionMembers.provider, provider))
		.orderBy(asc(sessionMembers.date));
	return rows.map(({ date }) => date);
}

/** Returns the stored members of the sessions from `from` to `to`, both inclusive, by date. */
export function membersBetween(db: Db, provider: string, from: ExchangeDate, to: ExchangeDate): Promise<SessionMembers[]> {
	return db
		.select({ date: sessionMembers.date, ids: sessionMembers.tickerIds, symbols: sessionMembers.symbols })
		.from(sessionMembers)
		.where(and(eq(sessionMembers.provider, provider), between(sessionMembers.date, from, to)))
		.orderBy(asc(sessionMembers.date));
}

/** Returns the symbols under which tickers were in sessions, by last date. */
export async function pastSymbols(db: Db, provider: string): Promise<PastSymbol[]> {
	const { rows } = await db.execute<{ symbol: string; id: TickerId; last: ExchangeDate }>(sql`
		select m.symbol, m.id, max(s.date)::text as last
		from ${sessionMembers} s, unnest(s.ticker_ids, s.symbols) as m (id, symbol)
		where s.provider = ${provider}
		group by m.symbol, m.id
		order by last, m.id`);
	return rows;
}
