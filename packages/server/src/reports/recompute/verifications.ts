import type { X509Certificate } from 'node:crypto';
import type { AnswerOf } from '@sw/contract/base/define';
import type { verificationCalls } from '@sw/contract/research/verifications';
import { type CallerAccount, licenceOf } from '@sw/domain/access/caller';
import { isOpenTo } from '@sw/domain/reports/licence-gate';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import { isoSeconds } from '@sw/domain/time/format';
import type { UtcMs } from '@sw/domain/time/units';
import { reportAt } from '@sw/store/postgres/records/reports/reports';
import { createAnswerCache } from '../../platform/cache/answer-caches.ts';
import { createSemaphore } from '../../platform/concurrency/semaphore.ts';
import { notFound, Problem, unknownReport } from '../../platform/errors.ts';
import { type ReportWitnesses, witnessesOfReport } from '../anchors/anchor-times.ts';
import type { HotReports } from '../hot-reports.ts';
import { type Verdict, type VerifyParts, verifyReport } from './verify-report.ts';

type Call = (typeof verificationCalls)['verifyReport'];
export type VerdictAnswer = AnswerOf<Call, 200>;
export type VerificationAnswer = VerdictAnswer | AnswerOf<Call, 202>;

export interface VerificationParts extends VerifyParts {
	readonly reports: Pick<HotReports, 'at'>;
	/** Root certificates of time-stamping authorities. Default: none. */
	readonly roots?: readonly X509Certificate[] | null;
	readonly wallNow: () => number;
	/** Changes with every import and correction. */
	readonly barsVersion: () => number;
}

/** How long a verdict is kept for waiting clients. Later requests verify the report again, with newly stored bars. */
const FRESH_MS = 60_000;
const MAX_CACHED = 20;
const SHOWN_DIFFERENCES = 100;
const LOCKED = 'You need update your license';

/** How long a request waits for the verdict before it gets the progress instead. */
const TIMEOUT_MS = 400;

interface Verification {
	/** Share of the sessions processed, 0 to 1. */
	share: number;
	/** When it ended; undefined while it runs. */
	ended?: number;
	readonly verdict: Promise<VerdictAnswer>;
}

/** Recomputes reports on request, one at a time; requests for the same report share one run. A failed run is dropped, and the next request starts a new one. */
export function createVerifications(parts: VerificationParts) {
	const verifications = createAnswerCache<string, Verification>({ max: MAX_CACHED });
	const runLimited = createSemaphore();

	const verify = async (record: ReportRecord, work: Pick<Verification, 'share'>): Promise<VerdictAnswer> => {
		const verdict = await verifyReport(parts, record, (share) => {
			work.share = share;
		});
		const witnessed = await witnessesOfReport(parts.stores.records.db, record.chainSeq, parts.roots ?? null);
		return answerOf(parts, record, verdict, witnessed);
	};

	const startVerification = (record: ReportRecord): Verification => {
		const key = `${record.time}.${record.algo}.${record.version}.${parts.barsVersion()}`;
		const found = verifications.get(key);
		if (found && (found.ended === undefined || parts.wallNow() - found.ended < FRESH_MS)) return found;
		const progress: Pick<Verification, 'share'> = { share: 0 };
		const work: Verification = Object.assign(progress, { verdict: runLimited(() => verify(record, progress)) });
		work.verdict.then(
			() => {
				work.ended = parts.wallNow();
			},
			() => verifications.delete(key),
		);
		verifications.set(key, work);
		return work;
	};

	/** Returns the verdict, or the progress. Throws not_found for an unknown report, and denied if the account's licence doesn't open it. */
	return async (account: CallerAccount, { date, version }: { date: UtcMs; version?: number | undefined }): Promise<VerificationAnswer> => {
		const facts = parts.reports.at(date);
		if (!facts) throw unknownReport('date', date);
		if (!isOpenTo(licenceOf(account), facts, facts.first)) throw new Problem('denied', { detail: LOCKED });
		const record = await reportAt(parts.stores.records.db, facts.time, facts.algo, version);
		if (!record) throw notFound("This report doesn't have this version");
		const work = startVerification(record);
		const timeout = Promise.withResolvers<VerificationAnswer>();
		const timer = setTimeout(() => timeout.resolve({ state: 'running', progress: work.share }), TIMEOUT_MS);
		return Promise.race([work.verdict, timeout.promise]).finally(() => clearTimeout(timer));
	};
}

export type Verifications = ReturnType<typeof createVerifications>;

async function answerOf(
	{ provider }: VerificationParts,
	record: ReportRecord,
	verdict: Verdict,
	{ witnesses, faults }: ReportWitnesses,
): Promise<VerdictAnswer> {
	const symbols = new Map((await provider.universe(record.time)).map(({ id, symbol }) => [id as number, symbol]));
	return {
		state: 'done',
		date: isoSeconds(record.time),
		version: record.version,
		identical: verdict.identical && faults.length === 0,
		recomputed: verdict.recomputed,
		same_inputs: verdict.sameInputs,
		same_engine: verdict.sameEngine,
		content_hash: record.contentHash,
		stored_hash: verdict.storedHash,
		recomputed_hash: verdict.recomputedHash,
		faults: [...verdict.faults, ...faults],
		witnesses: witnesses.map(({ by, before }) => ({ by, before: isoSeconds(before) })),
		difference_count: verdict.differences.length,
		differences: verdict.differences.slice(0, SHOWN_DIFFERENCES).map(({ tickerId, ...difference }) => ({
			ticker_id: tickerId,
			ticker: symbols.get(tickerId) ?? String(tickerId),
			...difference,
		})),
	};
}
