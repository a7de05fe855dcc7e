import { adminLink } from '../../entities/administration/links.ts';
import { etClock, msOf } from '../../lib/format/times.ts';
import { COVERED, measuredShare } from './coverage.ts';
import type { Detail, Freshness, Job, Slot } from './queries.ts';
import { healthWords as words } from './words.ts';

/** The page on which to investigate. */
export interface Way {
	readonly label: string;
	readonly link: ReturnType<typeof adminLink>;
}

/** A problem and its fix: an action, a page to investigate on, or advice. */
export interface Trouble {
	readonly key: string;
	readonly what: string;
	readonly mend: string;
	readonly act?:
		| { readonly kind: 'build'; readonly slot: Slot }
		| { readonly kind: 'retry'; readonly job: Job }
		| { readonly kind: 'fill' | 'check' }
		| undefined;
	readonly way?: Way | undefined;
}

/** The pages on which problems are fixed. */
export const WAYS = {
	gaps: { label: words.toGaps, link: adminLink('data') },
	splits: { label: words.toSplits, link: adminLink('data', { view: 'splits' }) },
	quarantine: { label: words.toQuarantine, link: adminLink('data', { view: 'quarantine' }) },
	jobs: { label: words.toJobs, link: adminLink('jobs') },
	failed: { label: words.toFailed, link: adminLink('jobs', { state: 'failed' }) },
	waiting: { label: words.toWaiting, link: adminLink('jobs', { state: 'queued' }) },
	built: { label: words.toBuilt, link: adminLink('jobs', { kind: 'reports' }) },
	mail: { label: words.toMail, link: adminLink('settings', { q: 'mail' }) },
	setup: { label: words.toSetup, link: adminLink('setup') },
	folder: { label: words.toFolder, link: adminLink('settings', { q: 'SIGNALWHEEL_DATA' }) },
} as const satisfies Readonly<Record<string, Way>>;

const DEGRADED: Readonly<Partial<Record<Detail['degraded'][number]['reason'], Way>>> = {
	market: WAYS.setup,
	disk: WAYS.folder,
	publishing: WAYS.gaps,
	mails: WAYS.mail,
	jobs: WAYS.waiting,
	backup: WAYS.failed,
	anchors: WAYS.failed,
};

export const clockOf = (iso: string): string => etClock(msOf(iso)).replace(/ ET$/, '');

/** Failed jobs that haven't been repeated since. */
const failedOf = (jobs: readonly Job[]): Trouble[] =>
	jobs
		.filter(({ kind, state }, i) => state === 'failed' && !jobs.slice(0, i).some((newer) => newer.kind === kind))
		.map((job) => ({
			key: job.id,
			what: words.failedJob(job.kind, job.error),
			mend: job.kind === 'import' ? words.importAgain : words.retryMends,
			act: job.kind === 'import' ? undefined : { kind: 'retry', job },
			way: WAYS.failed,
		}));

const degradedOf = ({ degraded }: Detail, fill: Trouble['act']): Trouble[] =>
	degraded.map(({ reason, detail }) => ({
		key: reason,
		what: detail,
		mend: words.mended(reason),
		act: reason === 'publishing' ? fill : undefined,
		way: DEGRADED[reason],
	}));

const missedOf = ({ today }: Detail): Trouble[] =>
	today.slots.flatMap((slot) =>
		slot.why === null
			? []
			: [
					{
						key: slot.date,
						what: words.missed(clockOf(slot.date)),
						mend: words.why(slot.why),
						act: slot.why === 'absent' ? { kind: 'build', slot } : undefined,
						way: slot.why === 'absent' ? WAYS.built : undefined,
					},
				],
	);

const sourcesOf = ({ sources }: Detail): Trouble[] =>
	sources
		.filter(({ state, why }) => state !== 'closed' && why === 'outage')
		.map(({ name, wait }) => ({ key: `source ${name}`, what: words.sourceAway(name), mend: words.sourceMends(wait) }));

const FILL = { kind: 'fill' } as const;

const coverageOf = (detail: Detail, fill: Trouble['act']): Trouble[] => {
	const share = measuredShare(detail);
	return share === null || share >= COVERED
		? []
		: [{ key: 'coverage', what: words.uncovered(share), mend: words.coverageMends, act: fill, way: WAYS.quarantine }];
};

/** Most severe first: what degrades the service now, missed slots of today, failures, then missing or quarantined data. */
export const troublesOf = (detail: Detail, { gaps, quarantined }: Freshness, jobs: readonly Job[] = []): Trouble[] => {
	const [fill, fillMends] = gaps.fetches ? [FILL, words.fillMends] : [undefined, words.fillByImport];
	return [
		...degradedOf(detail, fill),
		...sourcesOf(detail),
		...missedOf(detail),
		...failedOf(jobs),
		...(gaps.reports > 0 ? [{ key: 'gaps', what: words.missingReports(gaps.reports), mend: fillMends, act: fill, way: WAYS.gaps }] : []),
		...(gaps.reports === 0 && gaps.bars !== null && gaps.bars > 0
			? [{ key: 'bars', what: words.missingBars(gaps.bars), mend: fillMends, act: fill, way: WAYS.gaps }]
			: []),
		...coverageOf(detail, fill),
		...(quarantined > 0
			? [
					{
						key: 'quarantine',
						what: words.quarantined(quarantined),
						mend: words.quarantineMends,
						act: { kind: 'check' as const },
						way: WAYS.splits,
					},
				]
			: []),
	];
};
