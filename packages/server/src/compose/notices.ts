import { setImmediate as nextTurn } from 'node:timers/promises';
import { marketMoments } from '@sw/domain/inbox/market-moments';
import { LICENCES } from '@sw/domain/reports/licence';
import { may } from '@sw/domain/reports/licence-gate';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { Calendar } from '@sw/domain/time/calendar';
import { SECOND, utcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { tellInbox } from '@sw/store/postgres/records/inbox-notice';
import { FILTER_NOTICES } from '../areas/inbox/notice-job.ts';
import { createNoticesOfReport } from '../areas/inbox/notices-of-report.ts';
import { createTellOwners, type TellOwners } from '../areas/inbox/tell-owners.ts';
import { clockOf } from '../platform/clocks/clock.ts';
import type { WallClock } from '../platform/clocks/wall-clock.ts';
import { type BoundJob, bindJob } from '../platform/jobs/definition.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { ReportFacts } from '../reports/hot-reports.ts';
import { HOUSE_NAME } from './audit.ts';
import type { Desk } from './desk.ts';
import type { ReportedMarket } from './market.ts';
import { noticeRecords } from './notice-store.ts';
import { openNoticeThread } from './notice-thread.ts';

/** Reports built to catch up come in quick succession: alerts are sent only for the newest one, once none has come for this long. */
const QUIET = 2 * SECOND;
/** Up to this many owners a thread is not worth its memory: the work takes a few milliseconds. */
const FEW = 100;

export interface NoticesWiring {
	records: Pick<Stores['records'], 'db' | 'url'>;
	market: Pick<ReportedMarket, 'reports'>;
	/** Whether the market clock is stopped. */
	stands: boolean;
	desk: Pick<Desk, 'version'>;
	calendar: Calendar;
	inForce: () => ParameterSet;
	wall: WallClock;
	jobs: Pick<Jobs, 'submit' | 'begin'>;
	/** Called when deliveries are due now. */
	written(): void;
	onTrouble(what: string, error: unknown): void;
}

export interface Notices {
	job: BoundJob;
	/** Sends alerts for the newest reports, and from now on for each new one. */
	begin(): Promise<void>;
	stop(): void;
}

/** Alerts filter owners to what each report changed in their lists. */
export const openNotices = ({
	records: { db, url },
	market,
	stands,
	desk,
	calendar,
	inForce,
	wall,
	jobs,
	written,
	onTrouble,
}: NoticesWiring): Notices => {
	const { reports } = market;
	const records = noticeRecords(db);
	const here = createTellOwners({ records, worked: () => performance.now(), yieldTurn: () => nextTurn() });
	const thread = openNoticeThread(url);
	const tell: TellOwners = async (telling, signal) => {
		const owners = await records.noticeOwners(null, FEW + 1);
		return owners.length > FEW ? thread.tell(telling, signal) : here(telling, signal);
	};
	const notices = createNoticesOfReport({
		records,
		reports,
		version: ({ time, version }) => desk.version(time, 'reverse', version),
		parameters: inForce(),
		moments: (time) => (stands ? null : marketMoments(calendar, time)),
		clock: clockOf(wall),
		tell,
	});
	const job = bindJob(FILTER_NOTICES, async ({ time }, { signal }) => {
		const told = await notices(utcMs(time), { signal });
		if (told.messages > 0) {
			await tellInbox(db, null);
			written();
		}
		return told;
	});

	let cancel = (): void => {};
	const ask = async (wanted: readonly ReportFacts[]): Promise<void> => {
		try {
			for (const { time } of wanted) await jobs.submit(FILTER_NOTICES, { time }, HOUSE_NAME);
		} catch (error) {
			onTrouble('failed to queue filter alerts of a report', error);
		}
	};
	/** The newest report that each licence opens, oldest first; reports before these need no alerts. */
	const newest = (): ReportFacts[] => {
		const found = LICENCES.flatMap(
			(licence) =>
				reports.newestBetween(0, Number.MAX_SAFE_INTEGER, (facts) => facts.algo === 'reverse' && may(licence, facts, facts.first)) ?? [],
		);
		return [...new Set(found)].sort((a, b) => a.time - b.time);
	};
	const catchUp = (): Promise<void> => ask(newest());
	const catchUpSoon = (): void => {
		cancel();
		cancel = wall.after(QUIET, () => void catchUp());
	};
	let stopListening = (): void => {};
	return {
		job,
		begin: async () => {
			await jobs.begin(FILTER_NOTICES.lane, [job]);
			stopListening = reports.onNewest((facts) => {
				if (facts.algo !== 'reverse') return;
				if (facts.reconstructed) catchUpSoon();
				else void ask([facts]);
			});
			await catchUp();
		},
		stop: () => {
			stopListening();
			cancel();
			thread.stop();
		},
	};
};
