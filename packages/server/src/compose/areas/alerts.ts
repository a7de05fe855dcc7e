import { setImmediate as nextTurn } from 'node:timers/promises';
import { digestTimes } from '@sw/domain/inbox/plan-delivery';
import { LICENCES } from '@sw/domain/reports/licence';
import { isOpenTo } from '@sw/domain/reports/licence-gate';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { Calendar } from '@sw/domain/time/calendar';
import { createTradingTime } from '@sw/domain/time/slots';
import { SECOND, utcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { notifyInbox } from '@sw/store/postgres/records/inbox/inbox-notification';
import { createOwnerAlerts, type NotifyOwners } from '../../areas/inbox/alert-owners.ts';
import { createListMailWriter } from '../../areas/inbox/list-mails/list-mails.ts';
import { createReportAlerts, SEND_FILTER_ALERTS } from '../../areas/inbox/report-alerts.ts';
import { createAlertFiring } from '../../areas/inbox/ticker-alerts/fire-alerts.ts';
import type { SlotsOn } from '../../market/timetable/slot-times.ts';
import { createUsualDayReader } from '../../market/window/attention-window.ts';
import { toClock, type WallClock } from '../../platform/clocks/wall-clock.ts';
import { type BoundJob, bindJob } from '../../platform/jobs/definition.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { ReportFacts } from '../../reports/hot-reports.ts';
import { PRODUCT_NAME } from '../core/audit.ts';
import type { ReportedMarket } from '../core/market.ts';
import { bindAlertChainRecords, bindAlertRecords, bindFiringRecords, bindListMailRecords } from './alert-store.ts';
import { openAlertThread } from './alert-thread.ts';
import type { Workspace } from './workspace.ts';

/** Reports built to catch up follow each other quickly. Alerts for the newest report are queued once no other has followed for this long. */
const CATCH_UP_DELAY = 2 * SECOND;
/** For up to this many filter owners, alerting takes a few milliseconds, so a thread isn't worth its memory. */
const MAX_OWNERS_WITHOUT_THREAD = 100;

export interface AlertsWiring {
	records: Pick<Stores['records'], 'db' | 'url'>;
	market: Pick<ReportedMarket, 'reports' | 'prices' | 'directory' | 'attention'>;
	/** Whether the market clock is stopped. */
	isClockStopped: boolean;
	workspace: Pick<Workspace, 'version'>;
	calendar: Calendar;
	/** The slots of a date; they decide which licence may open which report. */
	timetable: SlotsOn;
	currentParameters: () => ParameterSet;
	wall: WallClock;
	jobs: Pick<Jobs, 'submit' | 'runLane' | 'resubmit'>;
	/** Called when new deliveries have been written and are due now. */
	onDeliveriesDue(): void;
	onError(message: string, error: unknown): void;
}

export interface FilterAlerts {
	job: BoundJob;
	/** Sends alerts for the newest reports, and from now on for each new one. */
	begin(): Promise<void>;
	stop(): void;
}

/** Converts UTC seconds to trading time, see createTradingTime. */
export function createTradingTimeConverter(calendar: Calendar): (seconds: number) => number {
	const timeOf = createTradingTime(calendar);
	return (seconds) => timeOf(seconds * SECOND);
}

/** For each new report, alerts filter owners to the changes in their lists and sends the list mails that are scheduled for it. */
export function openAlerts({
	records: { db, url },
	market,
	isClockStopped,
	workspace,
	calendar,
	timetable,
	currentParameters,
	wall,
	jobs,
	onDeliveriesDue,
	onError,
}: AlertsWiring): FilterAlerts {
	const { reports, prices, directory } = market;
	const records = bindAlertRecords(db);
	const notifyDirectly = createOwnerAlerts({ records, elapsedMs: () => performance.now(), yieldTurn: () => nextTurn() });
	const thread = openAlertThread(url);
	const notify: NotifyOwners = async (input, signal) => {
		const owners = await records.alertOwners(null, MAX_OWNERS_WITHOUT_THREAD + 1);
		return owners.length > MAX_OWNERS_WITHOUT_THREAD ? thread.notify(input, signal) : notifyDirectly(input, signal);
	};
	/** Starts delivering the written messages and refreshes the counts on open pages. */
	const announce = async (): Promise<void> => {
		await notifyInbox(db, null);
		onDeliveriesDue();
	};
	const sendAlerts = createReportAlerts({
		records: bindAlertChainRecords(db),
		reports,
		timetable,
		pricesUntil: () => prices.dataEnd(),
		loadVersion: ({ time, version }) => workspace.version(time, 'reverse', version),
		parameters: currentParameters(),
		industries: () => directory.industries(),
		digestTimes: (time) => (isClockStopped ? null : digestTimes(calendar, time)),
		clock: toClock(wall),
		notifyOwners: notify,
		fireTickerAlerts: createAlertFiring({
			records: bindFiringRecords(db),
			prices,
			directory,
			tradingTime: createTradingTimeConverter(calendar),
			loadUsualMentions: createUsualDayReader(market.attention),
			yieldTurn: () => nextTurn(),
		}),
		onMessagesWritten: announce,
	});
	const writeListMails = createListMailWriter({
		records: bindListMailRecords(db),
		reports,
		directory,
		calendar,
		parameters: currentParameters(),
		clock: toClock(wall),
	});
	const job = bindJob(SEND_FILTER_ALERTS, async ({ time }, { signal }) => {
		const alertResult = await sendAlerts(utcMs(time), { signal });
		const listMailCount = await writeListMails(utcMs(time), signal);
		if (alertResult.messages + listMailCount > 0) await announce();
		return { ...alertResult, lists: listMailCount };
	});

	let cancel = (): void => {};
	const submitJobs = async (reportsToQueue: readonly ReportFacts[]): Promise<void> => {
		try {
			for (const { time } of reportsToQueue) {
				const { id, state } = await jobs.submit(SEND_FILTER_ALERTS, { time }, PRODUCT_NAME);
				if (state === 'failed') await jobs.resubmit(id, PRODUCT_NAME);
			}
		} catch (error) {
			onError('failed to queue filter alerts of a report', error);
		}
	};
	/** Finds the newest report that each licence may open, oldest first. Evaluating a report includes the unevaluated ones before it. */
	const findNewestByLicence = (): ReportFacts[] => {
		const newestReports = LICENCES.flatMap(
			(licence) =>
				reports.newestBetween(0, Number.MAX_SAFE_INTEGER, (facts) => facts.algo === 'reverse' && isOpenTo(licence, facts, facts.first)) ??
				[],
		);
		return [...new Set(newestReports)].sort((a, b) => a.time - b.time);
	};
	const catchUp = (): Promise<void> => submitJobs(findNewestByLicence());
	const catchUpSoon = (): void => {
		cancel();
		cancel = wall.after(CATCH_UP_DELAY, () => void catchUp());
	};
	let stopListening = (): void => {};
	return {
		job,
		begin: async () => {
			await jobs.runLane(SEND_FILTER_ALERTS.lane, [job]);
			stopListening = reports.onNewest((facts) => {
				if (facts.algo !== 'reverse') return;
				if (facts.reconstructed) catchUpSoon();
				else void submitJobs([facts]);
			});
			await catchUp();
		},
		stop: () => {
			stopListening();
			cancel();
			thread.stop();
		},
	};
}
