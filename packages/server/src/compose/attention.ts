import { analyticsCalls } from '@sw/contract/attention';
import { sectorAnalysisCalls } from '@sw/contract/sector-analysis';
import type { Caller } from '@sw/domain/access/caller';
import type { Calendar } from '@sw/domain/time/calendar';
import { type ReportTime, SECOND, utcMs } from '@sw/domain/time/units';
import { mentionSpans, mentionsBetween } from '@sw/store/clickhouse/mentions';
import type { Stores } from '@sw/store/open';
import { visibleBatches } from '@sw/store/postgres/records/batches';
import { boundTo } from '@sw/store/postgres/records/bound-to';
import * as subscriptions from '@sw/store/postgres/records/breadth-subscriptions';
import { breadthHandlers } from '../areas/attention/breadth-handlers.ts';
import { BREADTH_NOTICES, breadthNotices } from '../areas/attention/breadth-notices.ts';
import type { Tell } from '../areas/attention/breadth-ports.ts';
import { analyticsHandlers } from '../areas/attention/handlers.ts';
import { rememberSubscriptions } from '../areas/attention/own-subscriptions.ts';
import type { AuditAct } from '../areas/audit-act.ts';
import { type Implementation, implement } from '../areas/handlers.ts';
import { createAttentionSource } from '../market/window/attention-source.ts';
import type { Source } from '../market/window/source.ts';
import type { TopSource } from '../market/window/top-source.ts';
import type { BoundJob } from '../platform/jobs/definition.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { createBreadthBook } from '../reports/breadth/breadth-book.ts';
import { anyUncounted, BREADTH_LANE, breadthJob, COUNT_BREADTH } from '../reports/breadth/breadth-job.ts';
import { countBreadth } from '../reports/breadth/count-breadth.ts';
import { typePlace } from '../reports/breadth/type-place.ts';
import type { ReportFacts } from '../reports/hot-reports.ts';
import { createAfterSpikes } from '../research/attention/after-spikes.ts';
import { HOUSE_NAME } from './audit.ts';
import type { Desk } from './desk.ts';
import { followedBy } from './jobs.ts';
import type { ReportedMarket } from './market.ts';

export interface AttentionWiring {
	stores: Pick<Stores, 'records' | 'series'>;
	market: Pick<ReportedMarket, 'reports' | 'directory' | 'prices' | 'attention' | 'now'>;
	calendar: Calendar;
	tops: TopSource;
	source: Source;
	desk: Pick<Desk, 'lists' | 'changes'>;
	wall: { now(): number };
	jobs: Pick<Jobs, 'submit' | 'begin'>;
	nameOf: (caller: Caller) => Promise<string>;
	audit: AuditAct;
	tell: Tell;
	/** Clears cached answers and pages in every process. */
	changed(): Promise<void>;
	onTrouble(what: string, error: unknown): void;
}

export interface Attention {
	areas: Implementation[];
	handlers: readonly BoundJob[];
	/** To be called once the market can be read: counts breadth for uncounted reports and notifies subscribers of new ones. */
	begin(): Promise<void>;
}

/** Mentions and breadth. */
export const openAttention = (wiring: AttentionWiring): Attention => {
	const { stores, market, calendar, tops, source, desk, wall, jobs, nameOf, audit, tell, changed, onTrouble } = wiring;
	const { directory, now, prices, reports } = market;
	const of = boundTo(stores.records.db);
	const attention = createAttentionSource(market.attention);
	const book = createBreadthBook(stores, reports, calendar);
	const wallNow = () => utcMs(wall.now());
	const typeOf = (id: number): number => typePlace(directory.byId(id));

	const afterSpikes = createAfterSpikes({
		directory,
		prices,
		mentions: async (id, from, to) => {
			const seen = await visibleBatches(stores.records.db);
			const [since, until] = [from / SECOND, to / SECOND];
			const [block, spans] = await Promise.all([
				mentionsBetween(stores.series, [id], since, until, seen),
				mentionSpans(stores.series, id, since, until, seen),
			]);
			return { block, spans };
		},
	});

	const follow = async ({ time, algo }: ReportFacts): Promise<void> => {
		// Compute the most requested answers before the first request.
		await attention.warm(now());
		if (algo !== 'reverse') return;
		await book.before(time);
		await jobs.submit(BREADTH_NOTICES, { report: time }, HOUSE_NAME);
	};
	let newest: ReportFacts | undefined;
	reports.onNewest((facts) => {
		// At startup every stored report is announced in turn; only the last one is new.
		if (!newest)
			setImmediate(() => {
				const last = newest as ReportFacts;
				newest = undefined;
				follow(last).catch((error) => onTrouble('failed to update mentions and breadth after a report', error));
			});
		newest = facts;
	});
	const own = rememberSubscriptions({
		subscriptionsOf: of(subscriptions.subscriptionsOf),
		subscribe: of(subscriptions.subscribe),
		unsubscribe: of(subscriptions.unsubscribe),
		told: of(subscriptions.subscriptionTold),
	});
	desk.changes.forget(own.forget);
	const due = { notToldOn: of(subscriptions.subscriptionsNotToldOn), told: own.told };
	const countMissing = async (time: ReportTime): Promise<void> => {
		await countBreadth(stores, { span: { from: time, to: time }, typeOf });
		book.forget();
		await changed();
	};
	const handlers = [
		...followedBy([breadthJob({ stores, book, typeOf })], changed, onTrouble),
		breadthNotices({ reports, source, book, wallNow, due, tell, countMissing }),
	];
	return {
		areas: [
			implement(
				analyticsCalls,
				analyticsHandlers({ directory, attention, window: market.attention, tops, source, now, own: desk.lists, afterSpikes }),
			),
			implement(
				sectorAnalysisCalls,
				breadthHandlers({
					reports,
					source,
					book,
					now,
					wallNow,
					subscriptions: own,
					count: (date, by) => jobs.submit(COUNT_BREADTH, { date }, by),
					nameOf,
					audit,
				}),
			),
		],
		handlers,
		begin: async () => {
			await jobs.begin(BREADTH_LANE, handlers);
			if (await anyUncounted(stores)) await jobs.submit(COUNT_BREADTH, {}, HOUSE_NAME);
		},
	};
};
