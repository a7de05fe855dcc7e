import { adminLink } from '../../entities/administration/table-state.ts';
import { formatDatesIn } from '../../lib/format/screen-dates.ts';
import { etClock, msOf } from '../../lib/format/times.ts';
import type { Detail, Freshness, Job, Slot } from './queries.ts';
import { healthWords as words } from './words.ts';

/** A page with details of a problem. */
export interface DetailPage {
	readonly label: string;
	readonly link: ReturnType<typeof adminLink>;
}

/** A problem and its fix: an action, a page with details, or advice. */
export interface HealthProblem {
	readonly key: string;
	readonly title: string;
	readonly fix: string;
	readonly act?:
		| { readonly kind: 'build'; readonly slot: Slot }
		| { readonly kind: 'retry'; readonly job: Job }
		| { readonly kind: 'fill' | 'check' }
		| undefined;
	readonly page?: DetailPage | undefined;
}

/** The pages on which an administrator fixes problems. */
export const DETAIL_PAGES = {
	gaps: { label: words.toGaps, link: adminLink('data') },
	splits: { label: words.toSplits, link: adminLink('data', { view: 'splits' }) },
	quarantine: { label: words.toQuarantine, link: adminLink('data', { view: 'quarantine' }) },
	jobs: { label: words.toJobs, link: adminLink('jobs') },
	failed: { label: words.toFailed, link: adminLink('jobs', { state: 'failed' }) },
	waiting: { label: words.toWaiting, link: adminLink('jobs', { state: 'queued' }) },
	reportJobs: { label: words.toBuilt, link: adminLink('jobs', { kind: 'reports' }) },
	mail: { label: words.toMail, link: adminLink('settings', { q: 'mail' }) },
	setup: { label: words.toSetup, link: adminLink('setup') },
	folder: { label: words.toFolder, link: adminLink('settings', { q: 'SIGNALWHEEL_DATA' }) },
} as const satisfies Readonly<Record<string, DetailPage>>;

const DEGRADED_PAGES: Readonly<Partial<Record<Detail['degraded'][number]['reason'], DetailPage>>> = {
	market: DETAIL_PAGES.setup,
	disk: DETAIL_PAGES.folder,
	publishing: DETAIL_PAGES.gaps,
	mails: DETAIL_PAGES.mail,
	jobs: DETAIL_PAGES.waiting,
	backup: DETAIL_PAGES.failed,
	anchors: DETAIL_PAGES.failed,
};

export function formatClock(iso: string): string {
	return etClock(msOf(iso)).replace(/ ET$/, '');
}

const FILL_ACTION = { kind: 'fill' } as const;

/** Lists all problems, most severe first: degraded service, missed slots of today, failures, then missing or quarantined data. */
export function findHealthProblems(detail: Detail, { gaps, quarantined }: Freshness, jobs: readonly Job[] = []): HealthProblem[] {
	const [fillAction, fillFixes] = gaps.fetches ? [FILL_ACTION, words.fillFixes] : [undefined, words.fillByImport];
	return [
		...findDegradedProblems(detail, fillAction),
		...findSourceProblems(detail),
		...findMissedSlots(detail),
		...findFailedJobs(jobs),
		...(gaps.reports > 0
			? [{ key: 'gaps', title: words.missingReports(gaps.reports), fix: fillFixes, act: fillAction, page: DETAIL_PAGES.gaps }]
			: []),
		...(gaps.reports === 0 && gaps.bars !== null && gaps.bars > 0
			? [{ key: 'bars', title: words.missingBars(gaps.bars), fix: fillFixes, act: fillAction, page: DETAIL_PAGES.gaps }]
			: []),
		...findCoverageProblems(detail, fillAction),
		...(quarantined > 0
			? [
					{
						key: 'quarantine',
						title: words.quarantined(quarantined),
						fix: words.quarantineFixes,
						act: { kind: 'check' as const },
						page: DETAIL_PAGES.splits,
					},
				]
			: []),
	];
}

function findCoverageProblems(detail: Detail, fillAction: HealthProblem['act']): HealthProblem[] {
	const share = measuredShare(detail);
	return share === null || share >= MIN_COVERAGE
		? []
		: [{ key: 'coverage', title: words.uncovered(share), fix: words.coverageFixes, act: fillAction, page: DETAIL_PAGES.quarantine }];
}

function findSourceProblems({ sources }: Detail): HealthProblem[] {
	return sources
		.filter(({ state, why }) => state !== 'closed' && why === 'outage')
		.map(({ name, wait }) => ({ key: `source ${name}`, title: words.sourceDown(name), fix: words.sourceFixes(wait) }));
}

function findMissedSlots({ today }: Detail): HealthProblem[] {
	return today.slots.flatMap((slot) =>
		slot.why === null
			? []
			: [
					{
						key: slot.date,
						title: words.missed(formatClock(slot.date)),
						fix: words.why(slot.why),
						act: slot.why === 'absent' ? { kind: 'build', slot } : undefined,
						page: slot.why === 'absent' ? DETAIL_PAGES.reportJobs : undefined,
					},
				],
	);
}

function findDegradedProblems({ degraded }: Detail, fillAction: HealthProblem['act']): HealthProblem[] {
	return degraded.map(({ reason, detail }) => ({
		key: reason,
		title: formatDatesIn(detail),
		fix: words.fixed(reason),
		act: reason === 'publishing' ? fillAction : undefined,
		page: DEGRADED_PAGES[reason],
	}));
}

/** Finds failed jobs without a newer job of the same kind. */
function findFailedJobs(jobs: readonly Job[]): HealthProblem[] {
	return jobs
		.filter(({ kind, state }, i) => state === 'failed' && !jobs.slice(0, i).some((newer) => newer.kind === kind))
		.map((job) => ({
			key: job.id,
			title: words.failedJob(job.kind, job.error && formatDatesIn(job.error)),
			fix: job.kind === 'import' ? words.importAgain : words.retryFixes,
			act: job.kind === 'import' ? undefined : { kind: 'retry', job },
			page: DETAIL_PAGES.failed,
		}));
}

/** Minimum share of tickers with a depth in the newest report. A smaller share is shown as a problem. */
export const MIN_COVERAGE = 0.95;

/** Returns the share of the newest report's tickers that have a depth; null before the first report. */
export function measuredShare({ coverage }: Pick<Detail, 'coverage'>): number | null {
	return coverage && coverage.tickers > 0 ? coverage.measured / coverage.tickers : null;
}
