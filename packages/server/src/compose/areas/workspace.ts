import type { X509Certificate } from 'node:crypto';
import { filters as filtersArea } from '@sw/contract/filters/filters';
import { priceReads } from '@sw/contract/prices/price-reads';
import { timetableCalls } from '@sw/contract/reports/reports';
import { parameterCalls } from '@sw/contract/signals/parameters';
import { sectorChartCalls } from '@sw/contract/signals/sector-charts';
import { BUILT_IN_FILTERS } from '@sw/domain/filters/built-in-filters';
import { exchangeOf } from '@sw/domain/prices/exchange';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { Calendar } from '@sw/domain/time/calendar';
import { SECOND, utcMs } from '@sw/domain/time/units';
import { dayNumber, newYorkDate } from '@sw/domain/time/zone';
import { queryDailyBars, queryTickerBars } from '@sw/store/clickhouse/bars';
import { queryMentions } from '@sw/store/clickhouse/mentions';
import { queryTickerOptions } from '@sw/store/clickhouse/options';
import { queryReportRows } from '@sw/store/clickhouse/report-rows';
import { queryTickerHistory } from '@sw/store/clickhouse/ticker-history';
import type { Stores } from '@sw/store/open';
import { type Listener, listen } from '@sw/store/postgres/listen';
import { bindQueries } from '@sw/store/postgres/records/bind-queries';
import { bindFilterAreaRecords } from '@sw/store/postgres/records/filters/personal';
import * as watchlists from '@sw/store/postgres/records/filters/watchlists';
import { ALL_USERS, PERSONAL_CHANNEL } from '@sw/store/postgres/records/notifications';
import { oldestReportTime, reportAt } from '@sw/store/postgres/records/reports/reports';
import { type VisibleBatches, visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import { splitsOfTicker } from '@sw/store/postgres/records/tickers/ticker-splits';
import type { AuditAct } from '../../areas/audit-act.ts';
import { createFiltersHandlers } from '../../areas/filters/handlers.ts';
import { createUserListsCache, type UserListsCache } from '../../areas/filters/personal.ts';
import { createWatchlists } from '../../areas/filters/watchlists.ts';
import { type Implementation, implement } from '../../areas/handlers.ts';
import type { ChartStore, PriceReadParts } from '../../areas/prices/ports.ts';
import { createPriceReadHandlers } from '../../areas/prices/reads-handlers.ts';
import { createTimetableHandlers } from '../../areas/reports/handlers.ts';
import { createParameterHandlers } from '../../areas/signals/parameters.ts';
import type { WorkspaceParts } from '../../areas/signals/ports.ts';
import type { FindFilter } from '../../areas/signals/visitors/visitor-detail.ts';
import { createWorkspaceHandlers } from '../../areas/signals/workspace/workspace-handlers.ts';
import type { FilingsReader } from '../../market/filings/read-information.ts';
import type { SlotsOn } from '../../market/timetable/slot-times.ts';
import { createPastPrices, type PricesAt } from '../../market/window/past-prices.ts';
import type { Source } from '../../market/window/source.ts';
import type { TopSource } from '../../market/window/top-source.ts';
import { systemRandomSource } from '../../platform/random-source.ts';
import type { UserCache } from '../../platform/user-cache.ts';
import { toFacts } from '../../reports/hot-reports.ts';
import { createFilterProof, readFilterWitnesses } from '../../reports/proof/proof-lines.ts';
import type { ExplainCells } from '../../reports/recompute/explain-cells.ts';
import type { ReportedMarket } from '../core/market.ts';
import { createPastMatches } from './past-matches.ts';

/** User id for visitors: it owns no filters, so only built-in filters are found. */
const NO_USER = '00000000-0000-0000-0000-000000000000';

export interface WorkspaceWiring {
	stores: Stores;
	market: Pick<ReportedMarket, 'reports' | 'directory' | 'prices' | 'now'> & {
		attention: Pick<ReportedMarket['attention'], 'version'>;
	};
	source: Source;
	tops: TopSource;
	calendar: Calendar;
	currentParameters: () => ParameterSet;
	wall: { now(): number };
	/** The current slots of a date. */
	slotsOn: SlotsOn;
	/** Explains the values of a report's cells. */
	explain: ExplainCells;
	audit: AuditAct;
	/** Public filings. Default: none. */
	book?: PriceReadParts['book'];
	filings?: FilingsReader;
	/** Outside witnesses of saved filters. Default: off. */
	filterWitnesses?: { roots: readonly X509Certificate[] | null; isOn: boolean };
}

/** The areas of signed-in traders: lists and their history, filters and other personal data, charts, calendar, movers. */
export interface Workspace {
	areas: Implementation[];
	/** A user's personal list data. */
	lists: UserListsCache['get'];
	/** Finds a filter by id: a built-in one, or one that the account owns. */
	findFilter: FindFilter;
	/** Lets other areas drop their own caches when a user's data changes. */
	changes: Pick<PersonalChanges, 'forget'>;
	/** An older version of a report. */
	version: WorkspaceParts['readVersion'];
	/** The prices as of a report. */
	pricesAt: PricesAt;
	/** Removes expired freezes; to be called once a day. */
	sweep(): Promise<void>;
	close(): Promise<void>;
}

export async function openWorkspace({
	stores,
	market,
	source,
	tops,
	calendar,
	currentParameters,
	wall,
	slotsOn,
	explain,
	audit,
	book,
	filings,
	filterWitnesses = { roots: null, isOn: false },
}: WorkspaceWiring): Promise<Workspace> {
	const { reports, directory, prices, attention, now } = market;
	const records = bindFilterAreaRecords(stores.records.db);
	const wallNow = () => utcMs(wall.now());
	await records.ensureBuiltInFilters(BUILT_IN_FILTERS, wallNow());
	/** Freezes follow the market clock if it is behind the wall clock: in simulated, replayed and file markets. */
	const freezeNow = () => utcMs(Math.min(wall.now(), now()));
	const userListsCache = createUserListsCache(records, freezeNow);
	const changes = await subscribeToPersonalChanges(stores.records);
	changes.forget(userListsCache.forget);
	// Reading the parameters once is enough: administrators cannot change the values that ranks and rates are computed from.
	const parameters = currentParameters();
	const store = workspaceStore(stores, slotsOn);
	const pricesAt = createPastPrices({ stores, calendar, directory, prices });
	const listRecords = bindQueries(watchlists, stores.records.db);
	const shared = {
		reports,
		directory,
		prices,
		source,
		parameters,
		currentParameters,
		calendar,
		now,
		...(filings && { filings }),
	};
	return {
		areas: [
			implement(
				sectorChartCalls,
				createWorkspaceHandlers({
					...shared,
					freezeNow,
					pricesAt,
					loadLists: userListsCache.get,
					loadWatchlist: async (userId, id) => {
						const ids = await listRecords.watchlistTickerIds(userId, id);
						return ids && new Set<number>(ids);
					},
					readVersion: store.version,
					history: store.history,
					oldest: store.oldest,
					bars: store.bars,
					splits: store.chart.splits,
					explain,
				}),
			),
			implement(parameterCalls, createParameterHandlers(shared)),
			implement(priceReads, createPriceReadHandlers({ ...shared, tops, store: store.chart, book, mentionsVersion: attention.version })),
			implement(timetableCalls, createTimetableHandlers({ reports, calendar, now, slotsOn })),
			implement(
				filtersArea,
				createFiltersHandlers({
					reports,
					directory,
					parameters,
					records,
					userLists: userListsCache,
					now: wallNow,
					freezeNow,
					isTicker: (id) => directory.byId(id) !== undefined,
					marketDay: () => newYorkDate(now()),
					splits: store.chart.splits,
					...createPastMatches(stores, calendar, parameters, slotsOn),
					audit,
					proofFile: (id, userId) => createFilterProof(stores.records.db, id, userId, wallNow()),
					witnesses: (id, userId) => readFilterWitnesses(stores.records.db, id, userId, filterWitnesses.roots),
					isWitnessed: filterWitnesses.isOn,
					watchlists: createWatchlists({
						records: listRecords,
						...{ directory, randomSource: systemRandomSource, now: wallNow },
						exchangeOf: (ticker) => exchangeOf(ticker, book?.issuerOf(ticker.id, now())),
					}),
				}),
			),
		],
		lists: userListsCache.get,
		findFilter: async (account, id) => (await userListsCache.get(account?.id ?? NO_USER)).filter(id),
		changes,
		version: store.version,
		pricesAt,
		sweep: async () => {
			await records.sweepThawed(freezeNow());
		},
		close: changes.close,
	};
}

/** Binds the workspace's reads to the stores. Times passed in are UTC milliseconds. */
export function workspaceStore(
	{ records, series }: Stores,
	slotsOn: SlotsOn,
): {
	chart: ChartStore;
	version: WorkspaceParts['readVersion'];
	history: WorkspaceParts['history'];
	oldest: WorkspaceParts['oldest'];
	bars: WorkspaceParts['bars'];
} {
	const { db } = records;
	let pendingBatches: Promise<VisibleBatches> | undefined;
	/** The visible batches; concurrent reads share one query. */
	const currentBatches = (): Promise<VisibleBatches> => {
		pendingBatches ??= visibleBatches(db).finally(() => {
			pendingBatches = undefined;
		});
		return pendingBatches;
	};

	const history: WorkspaceParts['history'] = async (id, { from, to, algo, withExtras }) =>
		queryTickerHistory(
			series,
			id,
			{ from: toSeconds(from), to: toSeconds(to), algo, version: 'newest', withExtras },
			await currentBatches(),
		);

	const readBars: ChartStore['bars'] = async (id, from, to) =>
		queryTickerBars(series, id, toSeconds(from), toSeconds(to), await currentBatches());

	return {
		history,
		oldest: () => oldestReportTime(db),
		bars: async (id, from, to) => {
			const [bars, splits] = await Promise.all([readBars(id, from, to), splitsOfTicker(db, id)]);
			return { bars, splits };
		},
		chart: {
			bars: readBars,
			options: async (id, from, to) => queryTickerOptions(series, id, toSeconds(from), toSeconds(to), await currentBatches()),
			daily: async (id, from, to) =>
				queryDailyBars(series, [id], dayNumber(newYorkDate(from)), dayNumber(newYorkDate(to)), await currentBatches()),
			mentions: async (id, from, to) => queryMentions(series, [id], toSeconds(from), toSeconds(to), await currentBatches()),
			words: history,
			splits: (id) => splitsOfTicker(db, id),
		},
		version: async (time, algo, version) => {
			const record = await reportAt(db, time, algo, version);
			const table = record && (await queryReportRows(series, time, algo, record.buildId));
			return record && table && table.count > 0 ? { facts: toFacts(record, slotsOn), table } : undefined;
		},
	};
}

function toSeconds(ms: number): number {
	return Math.floor(ms / SECOND);
}

type Forget = UserCache<object>['forget'];

/** Listens for changes to users' personal data, made in any process. */
interface PersonalChanges extends Listener {
	/** Registers `forget`. It is called with the id of each user whose data changed, or without an id if any user's data may have changed. */
	forget(forget: Forget): void;
}

export async function subscribeToPersonalChanges({ url }: Pick<Stores['records'], 'url'>): Promise<PersonalChanges> {
	const callbacks: Forget[] = [];
	const forgetAll: Forget = (userId) => {
		for (const forget of callbacks) forget(userId);
	};
	const listener = await listen(url, {
		channel: PERSONAL_CHANNEL,
		onMessage: (userId) => forgetAll(userId === ALL_USERS ? undefined : userId),
		// Notifications sent while disconnected are lost, so all cached data are dropped.
		onResume: () => forgetAll(),
	});
	return { ...listener, forget: (forget) => void callbacks.push(forget) };
}
