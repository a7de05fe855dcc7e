import { analyticsCalls } from '@sw/contract/attention/attention';
import { sectorAnalysisCalls } from '@sw/contract/attention/sector-analysis';
import type { Caller } from '@sw/domain/access/caller';
import type { Calendar } from '@sw/domain/time/calendar';
import { type ReportTime, SECOND, utcMs } from '@sw/domain/time/units';
import { queryMentionSpans, queryMentions } from '@sw/store/clickhouse/mentions';
import type { Stores } from '@sw/store/open';
import { bindQueries } from '@sw/store/postgres/records/bind-queries';
import * as breadthSubscriptions from '@sw/store/postgres/records/inbox/breadth-subscriptions';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import { SEND_BREADTH_ALERTS, sendBreadthAlerts } from '../../areas/attention/breadth-alerts.ts';
import { cacheSubscriptions, createBreadthHandlers } from '../../areas/attention/breadth-handlers.ts';
import { createAnalyticsHandlers } from '../../areas/attention/handlers.ts';
import type { NotifyUser } from '../../areas/attention/ports.ts';
import type { AuditAct } from '../../areas/audit-act.ts';
import { type Implementation, implement } from '../../areas/handlers.ts';
import { createAttentionSource } from '../../market/window/attention-window.ts';
import type { Source } from '../../market/window/source.ts';
import type { TopSource } from '../../market/window/top-source.ts';
import type { BoundJob } from '../../platform/jobs/definition.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { createBreadthBook, tickerTypeIndex } from '../../reports/breadth/breadth-book.ts';
import { BREADTH_LANE, COUNT_BREADTH, countBreadth, createBreadthJob, hasUncountedReports } from '../../reports/breadth/breadth-job.ts';
import type { ReportFacts } from '../../reports/hot-reports.ts';
import { createAfterSpikes } from '../../research/attention/after-spikes.ts';
import { PRODUCT_NAME } from '../core/audit.ts';
import { withFollowUps } from '../core/jobs.ts';
import type { ReportedMarket } from '../core/market.ts';
import type { Workspace } from './workspace.ts';

export interface AttentionWiring {
	stores: Pick<Stores, 'records' | 'series'>;
	market: Pick<ReportedMarket, 'reports' | 'directory' | 'prices' | 'attention' | 'now'>;
	calendar: Calendar;
	tops: TopSource;
	source: Source;
	workspace: Pick<Workspace, 'lists' | 'changes'>;
	wall: { now(): number };
	jobs: Pick<Jobs, 'submit' | 'runLane'>;
	emailOf: (caller: Caller) => Promise<string>;
	audit: AuditAct;
	notify: NotifyUser;
	/** Clears cached answers and pages in every process. */
	clearCaches(): Promise<void>;
	onError(message: string, error: unknown): void;
}

export interface Attention {
	areas: Implementation[];
	boundJobs: readonly BoundJob[];
	/** To be called once the market can be read: starts the breadth jobs, and counts breadth for uncounted reports. */
	begin(): Promise<void>;
}

/** Opens the areas of mentions and of market breadth, with their jobs. */
export function openAttention(wiring: AttentionWiring): Attention {
	const { stores, market, calendar, tops, source, workspace, wall, jobs, emailOf, audit, notify, clearCaches, onError } = wiring;
	const { directory, now, prices, reports } = market;
	const attention = createAttentionSource(market.attention);
	const book = createBreadthBook(stores, reports, calendar);
	const wallNow = () => utcMs(wall.now());
	const typeIndexOf = (id: number): number => tickerTypeIndex(directory.byId(id));

	const afterSpikes = createAfterSpikes({
		directory,
		prices,
		readMentions: async (id, from, to) => {
			const batches = await visibleBatches(stores.records.db);
			const [fromSeconds, untilSeconds] = [from / SECOND, to / SECOND];
			const [block, spans] = await Promise.all([
				queryMentions(stores.series, [id], fromSeconds, untilSeconds, batches),
				queryMentionSpans(stores.series, id, fromSeconds, untilSeconds, batches),
			]);
			return { block, spans };
		},
	});

	const updateAfterReport = async ({ time, algo }: ReportFacts): Promise<void> => {
		// Prepare the most requested answers before the first request for them.
		await attention.warm(now());
		if (algo !== 'reverse') return;
		await book.readComparisons(time);
		await jobs.submit(SEND_BREADTH_ALERTS, { report: time }, PRODUCT_NAME);
	};
	let newest: ReportFacts | undefined;
	reports.onNewest((facts) => {
		// At startup every stored report is announced in turn; only the last one is new.
		if (!newest)
			setImmediate(() => {
				const last = newest as ReportFacts;
				newest = undefined;
				updateAfterReport(last).catch((error) => onError('failed to update mentions and breadth after a report', error));
			});
		newest = facts;
	});
	const subscriptions = bindQueries(breadthSubscriptions, stores.records.db);
	const cachedSubscriptions = cacheSubscriptions(subscriptions);
	workspace.changes.forget(cachedSubscriptions.forget);
	const subscriptionStore = { ...subscriptions, markSubscriptionNotified: cachedSubscriptions.markSubscriptionNotified };
	const countMissing = async (time: ReportTime): Promise<void> => {
		await countBreadth(stores, { period: { from: time, to: time }, typeIndexOf });
		book.clear();
		await clearCaches();
	};
	const boundJobs = [
		...withFollowUps([createBreadthJob({ stores, book, typeIndexOf })], clearCaches, onError),
		sendBreadthAlerts({ reports, source, book, wallNow, due: subscriptionStore, notify, countMissing }),
	];
	return {
		areas: [
			implement(
				analyticsCalls,
				createAnalyticsHandlers({
					directory,
					attention,
					window: market.attention,
					tops,
					source,
					now,
					ownTickers: workspace.lists,
					afterSpikes,
				}),
			),
			implement(
				sectorAnalysisCalls,
				createBreadthHandlers({
					reports,
					source,
					book,
					calendar,
					now,
					wallNow,
					subscriptions: cachedSubscriptions,
					recount: (date, startedBy) => jobs.submit(COUNT_BREADTH, { date }, startedBy),
					emailOf,
					audit,
				}),
			),
		],
		boundJobs,
		begin: async () => {
			await jobs.runLane(BREADTH_LANE, boundJobs);
			if (await hasUncountedReports(stores)) await jobs.submit(COUNT_BREADTH, {}, PRODUCT_NAME);
		},
	};
}
