import type { AnswerOf } from '@sw/contract/base/define';
import type { filters as calls } from '@sw/contract/filters/filters';
import type { CallerAccount } from '@sw/domain/access/caller';
import type { ChartSettings } from '@sw/domain/filters/personal';
import { isoSeconds } from '@sw/domain/time/format';
import { notFound } from '../../platform/errors.ts';
import { unknownFilter } from '../../platform/unknown-values.ts';
import type { ReportWitnesses } from '../../reports/anchors/report-witnesses.ts';
import { respond } from '../answer.ts';
import type { AuditAct } from '../audit-act.ts';
import type { Handlers } from '../handlers.ts';
import { requireAccount } from '../require-account.ts';
import { type CountParts, createCount } from './count.ts';
import { createFilters, type FiltersParts } from './filters.ts';
import { createFreezing, type FreezingParts } from './freezing.ts';
import { createLevels, type LevelsParts } from './levels.ts';
import { type FilterSetting, slotNames } from './present.ts';
import type { Watchlists } from './watchlists.ts';

type ListSettings = AnswerOf<(typeof calls)['listSettings']>;

type Settings = ListSettings['settings'][number]['settings'];

export interface FilterAreaParts extends FreezingParts, CountParts, LevelsParts {
	readonly watchlists: Watchlists;
	/** For administrators' changes to built-in filters, which affect all users. */
	readonly audit: AuditAct;
	/** A file that proves when a user's filter was saved; undefined where the user has no such filter. */
	proof(id: number, userId: string): Promise<Buffer | undefined>;
	/** Who shows when a user's filter was saved; undefined where the user has no such filter. */
	witnesses(id: number, userId: string): Promise<ReportWitnesses | undefined>;
	/** Whether outside witnesses are switched on. */
	readonly isWitnessed: boolean;
}

const CONTENT = ['name', 'timeframes', 'filters', 'groups', 'operation', 'comment'] as const;

export function filtersHandlers(parts: FilterAreaParts) {
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
		filter: ({ params, ...call }) => filters.one(requireAccount(call), params.id),
		filterProof: async ({ params, ...call }) => {
			const file = await parts.proof(params.id, requireAccount(call).id);
			if (!file) throw unknownFilter('id');
			return respond(200, file, { headers: { 'content-disposition': `attachment; filename="filter-${params.id}.proof"` } });
		},
		filterWitnesses: async ({ params, ...call }) => {
			const found = await parts.witnesses(params.id, requireAccount(call).id);
			if (!found) throw unknownFilter('id');
			const witnesses = found.witnesses.map(({ by, before }) => ({ by, before: isoSeconds(before) }));
			return { active: parts.isWitnessed, witnesses, faults: [...found.faults] };
		},
		changeFilter: async ({ params, body, ...call }) => {
			const account = requireAccount(call);
			const before = await filters.one(account, params.id);
			const changed = await filters.change(account, params.id, body);
			if (changed.is_branded)
				await parts.audit(call.caller, 'filter.change', `${changed.tab}: ${changed.name}`, differences(before, changed));
			return changed;
		},
		deleteFilter: async ({ params, ...call }) => {
			await filters.remove(requireAccount(call), params.id);
			return respond(204);
		},
		feedFilter: ({ params, body, ...call }) => filters.feed(requireAccount(call), params.id, body.feed),
		freeze: ({ body, ...call }) => freezing.freeze(requireAccount(call), body),
		thaw: ({ query, ...call }) => freezing.thaw(requireAccount(call), query),
		switchFavorite: async ({ body, ...call }) =>
			(await freezing.switchFavorite(requireAccount(call), body.ticker, body.favorite))
				? respond(201, { ticker: body.ticker, favorite: true as const })
				: respond(204),
		listSettings: (call) => settings.read(requireAccount(call)),
		saveListSettings: ({ body, ...call }) =>
			settings.save(
				requireAccount(call),
				body.settings.map(({ tab, timeframes, settings: kept }) => ({ tab, strategy: timeframes, settings: kept })),
			),
		levels: ({ params, ...call }) => levels.read(requireAccount(call), params.id),
		saveLevels: ({ params, body, ...call }) => levels.save(requireAccount(call), params.id, body.items),
		watchlists: (call) => watchlists.list(requireAccount(call)),
		addWatchlist: async ({ body, ...call }) => respond(201, await watchlists.add(requireAccount(call), body)),
		orderWatchlists: async ({ body, ...call }) => {
			await watchlists.order(requireAccount(call), body.ids);
			return respond(204);
		},
		sharedWatchlist: ({ params }) => watchlists.shared(params.token),
		watchlist: ({ params, ...call }) => watchlists.one(requireAccount(call), params.id),
		changeWatchlist: ({ params, body, ...call }) => watchlists.change(requireAccount(call), params.id, body),
		deleteWatchlist: async ({ params, ...call }) => {
			await watchlists.remove(requireAccount(call), params.id);
			return respond(204);
		},
		exportWatchlist: async ({ params, query, ...call }) => {
			const { name, text } = await watchlists.export(requireAccount(call), params.id, query.format);
			const file = `watchlist-${name.replaceAll(/[^\w-]+/g, '-')}.${query.format === 'csv' ? 'csv' : 'txt'}`;
			return respond(200, text, { headers: { 'content-disposition': `attachment; filename="${file}"` } });
		},
		deleteListSettings: async (call) => {
			await settings.remove(requireAccount(call));
			return respond(204);
		},
	} satisfies Handlers<typeof calls>;
}

/** The changed fields of a filter's content, with old and new values. */
function differences(before: FilterSetting, after: FilterSetting): Record<string, unknown> {
	return Object.fromEntries(
		CONTENT.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key])).map((key) => [key, [before[key], after[key]]]),
	);
}

function createListSettings({ records, now }: Pick<FiltersParts, 'records' | 'now'>) {
	const present = (kept: readonly ChartSettings[]): ListSettings => ({
		// Saved through the contract, so the shape is right.
		settings: kept.map(({ tab, strategy, settings }) => ({ tab, timeframes: slotNames(strategy), settings: settings as Settings })),
	});

	return {
		read: async ({ id: userId }: CallerAccount): Promise<ListSettings> => {
			const kept = await records.chartSettingsOf(userId);
			if (kept.length === 0) throw notFound('No settings found');
			return present(kept);
		},
		save: async ({ id: userId }: CallerAccount, settings: readonly ChartSettings[]): Promise<ListSettings> => {
			await records.saveChartSettings(userId, settings, now());
			return present(await records.chartSettingsOf(userId));
		},
		remove: ({ id: userId }: CallerAccount): Promise<void> => records.removeChartSettings(userId),
	};
}
