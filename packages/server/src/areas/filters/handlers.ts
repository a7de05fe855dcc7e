import type { AnswerOf } from '@sw/contract/base/define';
import type { filters as calls } from '@sw/contract/filters/filters';
import type { levelCalls } from '@sw/contract/filters/levels';
import type { CallerAccount } from '@sw/domain/access/caller';
import type { ChartSettings } from '@sw/domain/filters/personal';
import { splitRatio } from '@sw/domain/prices/adjust';
import {
	adjustForSplits,
	type Level,
	type LevelPoint,
	MAX_LEVELS_PER_TICKER,
	MAX_TICKERS_WITH_LEVELS,
	TOO_MANY_TICKERS,
} from '@sw/domain/prices/level';
import type { Split } from '@sw/domain/prices/ticker';
import { isoSeconds } from '@sw/domain/time/format';
import { type ExchangeDate, SECOND, type TickerId } from '@sw/domain/time/units';
import { malformed, notFound, unknownFilter, unknownTicker } from '../../platform/errors.ts';
import type { ReportWitnesses } from '../../reports/anchors/anchor-times.ts';
import { respond } from '../answer.ts';
import type { AuditAct } from '../audit-act.ts';
import { requireAccount } from '../guard.ts';
import type { Handlers } from '../handlers.ts';
import { type CountParts, createCount } from './count.ts';
import { createFilters, type FiltersParts } from './filters.ts';
import { createFreezing, type FreezingParts } from './freezing.ts';
import { type FilterSetting, timeframeNames } from './present.ts';
import type { Watchlists } from './watchlists.ts';

type ListSettings = AnswerOf<(typeof calls)['listSettings']>;

type Settings = ListSettings['settings'][number]['settings'];

export interface FilterAreaParts extends FreezingParts, CountParts, LevelsParts {
	readonly watchlists: Watchlists;
	/** Records administrators' changes of built-in filters, which affect all users. */
	readonly audit: AuditAct;
	/** A file that proves when a user's filter was saved; undefined if the user has no such filter. */
	proofFile(id: number, userId: string): Promise<Buffer | undefined>;
	/** Outside witnesses of the time at which a user's filter was saved; undefined if the user has no such filter. */
	witnesses(id: number, userId: string): Promise<ReportWitnesses | undefined>;
	/** Whether outside witnesses are configured. */
	readonly isWitnessed: boolean;
}

const CONTENT_FIELDS = ['name', 'timeframes', 'filters', 'groups', 'operation', 'comment'] as const;

export function createFiltersHandlers(parts: FilterAreaParts) {
	const filters = createFilters(parts);
	const freezing = createFreezing(parts);
	const settings = createListSettings(parts);
	const count = createCount(parts);
	const levels = createLevels(parts);
	const { watchlists } = parts;
	return {
		filters: async ({ query, ...call }) => {
			const list = await filters.list(requireAccount(call), query);
			return list ? respond(200, list) : respond(204);
		},
		createFilter: ({ body, ...call }) => filters.create(requireAccount(call), body),
		defaultFilter: async ({ query, ...call }) => {
			const filter = await filters.builtInDefault(requireAccount(call), query);
			return filter ? respond(200, filter) : respond(204);
		},
		countFilter: ({ body, ...call }) => count(requireAccount(call), body),
		orderFilters: ({ body, ...call }) => filters.order(requireAccount(call), body.filters),
		normalizeFeeds: (call) => filters.normalizeFeeds(requireAccount(call)),
		filter: ({ params, ...call }) => filters.read(requireAccount(call), params.id),
		filterProof: async ({ params, ...call }) => {
			const file = await parts.proofFile(params.id, requireAccount(call).id);
			if (!file) throw unknownFilter('id');
			return respond(200, file, { headers: { 'content-disposition': `attachment; filename="filter-${params.id}.proof"` } });
		},
		filterWitnesses: async ({ params, ...call }) => {
			const reportWitnesses = await parts.witnesses(params.id, requireAccount(call).id);
			if (!reportWitnesses) throw unknownFilter('id');
			const witnesses = reportWitnesses.witnesses.map(({ by, before }) => ({ by, before: isoSeconds(before) }));
			return { active: parts.isWitnessed, witnesses, faults: [...reportWitnesses.faults] };
		},
		changeFilter: async ({ params, body, ...call }) => {
			const account = requireAccount(call);
			const before = await filters.read(account, params.id);
			const updated = await filters.change(account, params.id, body);
			if (updated.is_branded)
				await parts.audit(call.caller, 'filter.change', `${updated.tab}: ${updated.name}`, diffContent(before, updated));
			return updated;
		},
		deleteFilter: async ({ params, ...call }) => {
			await filters.remove(requireAccount(call), params.id);
			return respond(204);
		},
		feedFilter: ({ params, body, ...call }) => filters.setFeed(requireAccount(call), params.id, body.feed),
		freeze: ({ body, ...call }) => freezing.freeze(requireAccount(call), body),
		thaw: ({ query, ...call }) => freezing.unfreeze(requireAccount(call), query),
		switchFavorite: async ({ body, ...call }) =>
			(await freezing.switchFavorite(requireAccount(call), body.ticker, body.favorite))
				? respond(201, { ticker: body.ticker, favorite: true as const })
				: respond(204),
		listSettings: (call) => settings.read(requireAccount(call)),
		saveListSettings: ({ body, ...call }) =>
			settings.save(
				requireAccount(call),
				body.settings.map(({ tab, timeframes, settings: listSettings }) => ({ tab, strategy: timeframes, settings: listSettings })),
			),
		levels: ({ params, ...call }) => levels.read(requireAccount(call), params.id),
		saveLevels: ({ params, body, ...call }) => levels.save(requireAccount(call), params.id, body.items),
		watchlists: (call) => watchlists.list(requireAccount(call)),
		addWatchlist: async ({ body, ...call }) => respond(201, await watchlists.add(requireAccount(call), body)),
		orderWatchlists: async ({ body, ...call }) => {
			await watchlists.order(requireAccount(call), body.ids);
			return respond(204);
		},
		sharedWatchlist: ({ params }) => watchlists.readShared(params.token),
		watchlist: ({ params, ...call }) => watchlists.read(requireAccount(call), params.id),
		changeWatchlist: ({ params, body, ...call }) => watchlists.change(requireAccount(call), params.id, body),
		deleteWatchlist: async ({ params, ...call }) => {
			await watchlists.remove(requireAccount(call), params.id);
			return respond(204);
		},
		exportWatchlist: async ({ params, query, ...call }) => {
			const { name, text } = await watchlists.export(requireAccount(call), params.id, query.format);
			const filename = `watchlist-${name.replaceAll(/[^\w-]+/g, '-')}.${query.format === 'csv' ? 'csv' : 'txt'}`;
			return respond(200, text, { headers: { 'content-disposition': `attachment; filename="${filename}"` } });
		},
		deleteListSettings: async (call) => {
			await settings.remove(requireAccount(call));
			return respond(204);
		},
	} satisfies Handlers<typeof calls>;
}

/** Returns the changed fields of a filter's content, with old and new values. */
function diffContent(before: FilterSetting, after: FilterSetting): Record<string, unknown> {
	return Object.fromEntries(
		CONTENT_FIELDS.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key])).map((key) => [
			key,
			[before[key], after[key]],
		]),
	);
}

function createListSettings({ records, now }: Pick<FiltersParts, 'records' | 'now'>) {
	const presentSettings = (stored: readonly ChartSettings[]): ListSettings => ({
		// The contract validated the settings when they were saved.
		settings: stored.map(({ tab, strategy, settings }) => ({ tab, timeframes: timeframeNames(strategy), settings: settings as Settings })),
	});

	return {
		read: async ({ id: userId }: CallerAccount): Promise<ListSettings> => {
			const storedSettings = await records.chartSettingsOf(userId);
			if (storedSettings.length === 0) throw notFound('No settings found');
			return presentSettings(storedSettings);
		},
		save: async ({ id: userId }: CallerAccount, settings: readonly ChartSettings[]): Promise<ListSettings> => {
			await records.saveChartSettings(userId, settings, now());
			return presentSettings(await records.chartSettingsOf(userId));
		},
		remove: ({ id: userId }: CallerAccount): Promise<void> => records.removeChartSettings(userId),
	};
}

type TickerLevels = AnswerOf<(typeof levelCalls)['levels']>;

interface LevelsParts extends Pick<FiltersParts, 'records' | 'now'>, Pick<FreezingParts, 'isTicker'> {
	/** The market's current day. Charts and levels use the share basis of that day. */
	marketDay: () => ExchangeDate;
	splits: (id: TickerId) => Promise<readonly Split[]>;
}

/** Reads and saves the lines that users draw into price charts. Stored levels are converted to the current share basis when they are read. */
function createLevels({ records, now, isTicker, marketDay, splits }: LevelsParts) {
	const requireTicker = (id: TickerId): void => {
		if (!isTicker(id)) throw unknownTicker('id');
	};
	return {
		read: async ({ id: userId }: CallerAccount, id: TickerId): Promise<TickerLevels> => {
			requireTicker(id);
			const storedLevels = await records.levelsOf(userId, id);
			if (!storedLevels) return presentLevels(id, []);
			const ratio = splitRatio(await splits(id), storedLevels.basis, marketDay());
			return presentLevels(
				id,
				storedLevels.levels.map((level) => adjustForSplits(level, ratio)),
			);
		},
		/** Times of `newLevels` are in UTC milliseconds; stored times are in seconds. */
		save: async ({ id: userId }: CallerAccount, id: TickerId, newLevels: readonly Level[]): Promise<TickerLevels> => {
			requireTicker(id);
			const levels = newLevels.map((level) => mapPoints(level, ({ time, price }) => ({ time: Math.floor(time / SECOND), price })));
			const isSaved = await records.saveLevels(
				userId,
				id,
				{ levels, basis: marketDay() },
				{ maxTickers: MAX_TICKERS_WITH_LEVELS, now: now() },
			);
			if (!isSaved) throw malformed('items', TOO_MANY_TICKERS);
			return presentLevels(id, levels);
		},
	};
}

function presentLevels(id: TickerId, levels: readonly Level[]): TickerLevels {
	return {
		ticker_id: id,
		items: levels.map((level) =>
			level.kind === 'line' ? level : { kind: level.kind, from: presentPoint(level.from), to: presentPoint(level.to) },
		),
		allowed: MAX_LEVELS_PER_TICKER,
	};
}

function presentPoint({ time, price }: LevelPoint) {
	return { time: isoSeconds(time * SECOND), price };
}

function mapPoints(level: Level, change: (point: LevelPoint) => LevelPoint): Level {
	return level.kind === 'line' ? level : { ...level, from: change(level.from), to: change(level.to) };
}
