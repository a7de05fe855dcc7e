/** An account's watchlists. */
import type { AnswerOf, HandlerInput } from '@sw/contract/base/define';
import type { watchlistCalls as calls } from '@sw/contract/filters/watchlists';
import type { CallerAccount } from '@sw/domain/access/caller';
import type { Ticker } from '@sw/domain/prices/ticker';
import { isoSeconds } from '@sw/domain/time/format';
import { tickerId, type UtcMs } from '@sw/domain/time/units';
import {
	arrangeEntries,
	MAX_WATCHLIST_ENTRIES,
	maxWatchlists,
	readWatchlist,
	type Watchlist,
	type WatchlistEntry,
	type WatchlistFormat,
	writeWatchlist,
} from '@sw/domain/watchlists/watchlist';
import type { Directory } from '../../market/window/directory.ts';
import { malformed, notFound, Problem, unknownTicker } from '../../platform/errors.ts';
import type { RandomSource } from '../../platform/random-source.ts';
import type { WatchlistRecords } from './ports.ts';

export interface WatchlistParts {
	readonly records: WatchlistRecords;
	readonly directory: Directory;
	/** The exchange of a ticker; null if unknown. */
	readonly exchangeOf: (ticker: Ticker) => string | null;
	readonly randomSource: RandomSource;
	readonly now: () => UtcMs;
}

type Answer = AnswerOf<typeof calls.watchlist>;
type NewWatchlist = HandlerInput<typeof calls.addWatchlist>['body'];
type WatchlistChange = HandlerInput<typeof calls.changeWatchlist>['body'];

const NO_WATCHLIST = 'Watchlist not found';
const NO_SHARED = 'This watchlist is no longer shared';
const NAME_TAKEN = 'You already have a watchlist with this name. Choose another name.';
/** Maximum number of unknown symbols in a response, and maximum characters of each. */
const [MAX_UNKNOWN, MAX_SYMBOL_LENGTH] = [100, 30];
const TOKEN_BYTES = 18;

export function createWatchlists({ records, directory, exchangeOf, randomSource, now }: WatchlistParts) {
	const requireWatchlist = async ({ id: userId }: CallerAccount, id: number): Promise<Watchlist> => {
		const watchlist = await records.watchlistOf(userId, id);
		if (!watchlist) throw notFound(NO_WATCHLIST);
		return watchlist;
	};
	const requireShared = async (token: string): Promise<Watchlist> => {
		const watchlist = await records.sharedWatchlist(token);
		if (!watchlist) throw notFound(NO_SHARED);
		return watchlist;
	};
	const presentEntry = ({ tickerId: id, exchange, section }: WatchlistEntry) => ({
		...{ ticker_id: id, exchange, section },
		ticker: directory.byId(id)?.symbol ?? String(id),
	});
	const present = async (watchlist: Watchlist, unknown: readonly string[] = []): Promise<Answer> => ({
		...presentHead(watchlist),
		entries: (await records.watchlistEntries(watchlist.id)).map(presentEntry),
		unknown: [...unknown],
	});
	const parseText = (text: string): { entries: WatchlistEntry[]; unknown: string[] } => {
		const unknown = new Set<string>();
		const entries = readWatchlist(text).flatMap(({ symbol, exchange, section }) => {
			const ticker = directory.bySymbol(symbol);
			if (!ticker) unknown.add(symbol.slice(0, MAX_SYMBOL_LENGTH));
			return ticker ? [{ tickerId: ticker.id, exchange, section }] : [];
		});
		return { entries, unknown: [...unknown].slice(0, MAX_UNKNOWN) };
	};
	const arrange = (entries: readonly WatchlistEntry[], field: string): WatchlistEntry[] => {
		const arrangedEntries = arrangeEntries(entries);
		if (arrangedEntries.length > MAX_WATCHLIST_ENTRIES)
			throw malformed(field, `A watchlist has at most ${MAX_WATCHLIST_ENTRIES} tickers; this would be ${arrangedEntries.length}.`);
		return arrangedEntries;
	};

	return {
		list: async ({ id, licence }: CallerAccount): Promise<AnswerOf<typeof calls.watchlists>> => ({
			items: (await records.watchlistsOf(id)).map(presentHead),
			allowed: maxWatchlists(licence),
		}),

		read: async (account: CallerAccount, id: number): Promise<Answer> => present(await requireWatchlist(account, id)),

		readShared: async (token: string): Promise<AnswerOf<typeof calls.sharedWatchlist>> => {
			const watchlist = await requireShared(token);
			return { name: watchlist.name, entries: (await records.watchlistEntries(watchlist.id)).map(presentEntry) };
		},

		add: async (account: CallerAccount, { name, text = '', copy }: NewWatchlist): Promise<Answer> => {
			const copiedEntries = copy === undefined ? [] : await records.watchlistEntries((await requireShared(copy)).id);
			const { entries, unknown } = parseText(text);
			const allowed = maxWatchlists(account.licence);
			const watchlistId = await records.addWatchlist(
				account.id,
				{ name, entries: arrange([...copiedEntries, ...entries], 'text') },
				{ maxWatchlists: allowed, now: now() },
			);
			if (watchlistId === 'taken') throw new Problem('conflict', { detail: NAME_TAKEN });
			if (watchlistId === 'full')
				throw new Problem('denied', { detail: `Your ${account.licence} licence includes ${allowed} watchlists. Delete one first.` });
			return present(await requireWatchlist(account, watchlistId), unknown);
		},

		change: async (account: CallerAccount, id: number, { name, shared: shouldShare, entries, text }: WatchlistChange): Promise<Answer> => {
			await requireWatchlist(account, id);
			for (const [at, { ticker_id }] of (entries ?? []).entries())
				if (!directory.byId(ticker_id)) throw unknownTicker(`entries.${at}.ticker_id`);
			const { entries: textEntries, unknown } = parseText(text ?? '');
			const requestedEntries = entries?.map(({ ticker_id, exchange, section }) => ({ tickerId: tickerId(ticker_id), exchange, section }));
			const baseEntries = requestedEntries ?? (text === undefined ? undefined : await records.watchlistEntries(id));
			const result = await records.changeWatchlist(account.id, id, {
				name,
				token: shouldShare === undefined ? undefined : shouldShare ? randomSource.bytes(TOKEN_BYTES).toString('base64url') : null,
				entries: baseEntries && arrange([...baseEntries, ...textEntries], text === undefined ? 'entries' : 'text'),
			});
			if (result === 'taken') throw new Problem('conflict', { detail: NAME_TAKEN });
			if (!result) throw notFound(NO_WATCHLIST);
			return present(await requireWatchlist(account, id), unknown);
		},

		remove: async ({ id: userId }: CallerAccount, id: number): Promise<void> => {
			if (!(await records.removeWatchlist(userId, id))) throw notFound(NO_WATCHLIST);
		},

		order: ({ id: userId }: CallerAccount, ids: readonly number[]): Promise<void> => records.orderWatchlists(userId, ids),

		export: async (account: CallerAccount, id: number, format: WatchlistFormat): Promise<{ name: string; text: string }> => {
			const { name } = await requireWatchlist(account, id);
			const entries = (await records.watchlistEntries(id)).map(({ tickerId, exchange, section }) => {
				const ticker = directory.byId(tickerId);
				return { symbol: ticker?.symbol ?? String(tickerId), exchange: exchange ?? (ticker ? exchangeOf(ticker) : null), section };
			});
			return { name, text: writeWatchlist(format, entries) };
		},
	};
}

function presentHead({ id, name, count, token, createdAt }: Watchlist) {
	return { id, name, count, token, created: isoSeconds(createdAt) };
}

export type Watchlists = ReturnType<typeof createWatchlists>;
