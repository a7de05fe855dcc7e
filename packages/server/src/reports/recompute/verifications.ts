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
import { type ReportWitnesses, readReportWitnesses } from '../anchors/anchor-times.ts';
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
const VERDICT_RETENTION_MS = 60_000;
const MAX_CACHED = 20;
const MAX_SHOWN_DIFFERENCES = 100;
const LOCKED = 'You need update your license';

/** How long a request waits for the verdict before it gets the progress instead. */
const TIMEOUT_MS = 400;

interface Verification {
	/** Fraction of the sessions processed, 0 to 1. */
	progress: number;
	/** When the verification ended; undefined while it runs. */
	endedAt?: number;
	readonly verdict: Promise<VerdictAnswer>;
}

/** Recomputes reports on request, one at a time; requests for the same report share one run. A failed run is dropped, and the next request starts a new one. */
export function createVerifications(parts: VerificationParts) {
	const verifications = createAnswerCache<string, Verification>({ max: MAX_CACHED });
	const runLimited = createSemaphore();

	const verify = async (record: ReportRecord, progressState: Pick<Verification, 'progress'>): Promise<VerdictAnswer> => {
		const verdict = await verifyReport(parts, record, (progress) => {
			progressState.progress = progress;
		});
		const reportWitnesses = await readReportWitnesses(parts.stores.records.db, record.chainSeq, parts.roots ?? null);
		return buildAnswer(parts, record, verdict, reportWitnesses);
	};

	const startVerification = (record: ReportRecord): Verification => {
		const key = `${record.time}.${record.algo}.${record.version}.${parts.barsVersion()}`;
		const cached = verifications.get(key);
		if (cached && (cached.endedAt === undefined || parts.wallNow() - cached.endedAt < VERDICT_RETENTION_MS)) return cached;
		const progressState: Pick<Verification, 'progress'> = { progress: 0 };
		const verification: Verification = Object.assign(progressState, { verdict: runLimited(() => verify(record, progressState)) });
		verification.verdict.then(
			() => {
				verification.endedAt = parts.wallNow();
			},
			() => verifications.delete(key),
		);
		verifications.set(key, verification);
		return verification;
	};

	/** Returns the verdict, or the progress. Throws not_found for an unknown report, and denied if the account's licence doesn't open it. */
	return async (account: CallerAccount, { date, version }: { date: UtcMs; version?: number | undefined }): Promise<VerificationAnswer> => {
		const facts = parts.reports.at(date);
		if (!facts) throw unknownReport('date', date);
		if (!isOpenTo(licenceOf(account), facts, facts.first)) throw new Problem('denied', { detail: LOCKED });
		const record = await reportAt(parts.stores.records.db, facts.time, facts.algo, version);
		if (!record) throw notFound("This report doesn't have this version");
		const verification = startVerification(record);
		const timeout = Promise.withResolvers<VerificationAnswer>();
		const timer = setTimeout(() => timeout.resolve({ state: 'running', progress: verification.progress }), TIMEOUT_MS);
		return Promise.race([verification.verdict, timeout.promise]).finally(() => clearTimeout(timer));
	};
}

export type Verifications = ReturnType<typeof createVerifications>;

async function buildAnswer(
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
		differences: verdict.differences.slice(0, MAX_SHOWN_DIFFERENCES).map(({ tickerId, ...difference }) => ({
			ticker_id: tickerId,
			ticker: symbols.get(tickerId) ?? String(tickerId),
			...difference,
		})),
	};
}
