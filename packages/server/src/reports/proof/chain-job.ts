import type { X509Certificate } from 'node:crypto';
import { describeReport } from '@sw/domain/reports/chain';
import { ENGINE_VERSIONS } from '@sw/domain/reports/content-hash';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import { DAY, type UtcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { type Listener, listen } from '@sw/store/postgres/listen';
import { findSealFaults, SEAL_CHANNEL } from '@sw/store/postgres/records/record-seals';
import { createStoredChain } from '@sw/store/postgres/records/reports/report-chain';
import { z } from 'zod';
import { createStoredCheck, type StoredCheck } from '../../market/stored/stored-check.ts';
import { type BoundJob, bindJob, defineJob } from '../../platform/jobs/definition.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { checkAnchors } from '../anchors/check-anchors.ts';
import type { Verdict } from '../recompute/verify-report.ts';
import {
	formatAnchorLines,
	formatChainLines,
	formatDerivedLines,
	formatRecomputedLines,
	formatSealLines,
	formatStoredLines,
} from './chain-lines.ts';
import { checkChain } from './check-chain.ts';
import { checkDerived } from './check-derived.ts';

/** Each report is recomputed once in this many days. */
const RECHECK_CYCLE_DAYS = 28;

interface RecheckOptions {
	verify(record: ReportRecord): Promise<Pick<Verdict, 'identical' | 'faults' | 'sameInputs' | 'differences'>>;
	isDue(record: ReportRecord): boolean;
	onProgress(fraction: number): void;
	signal?: AbortSignal | undefined;
}

export const CHAIN_LANE = 'chain';

/** Job that verifies the chain of reports; scheduled once a day. */
export const CHAIN_CHECK = defineJob({ kind: 'chain', lane: CHAIN_LANE, payload: z.object({}), retries: 2 });

/** Known faults of the chain, for the health page and the log. */
export interface ChainWatch {
	/** Returns a sentence; undefined if no fault is known. */
	getProblem(): string | undefined;
	job: BoundJob;
	/** Loads the outcome of the last completed run, even from before a restart. */
	loadLastOutcome(jobs: Pick<Jobs, 'findNewestDone'>): Promise<void>;
}

/** Dependencies of the nightly check. */
export interface NightlyParts {
	storedCheck?: Pick<StoredCheck, 'checkAll'>;
	/** Recomputes a report from its inputs. Default: no report is recomputed. */
	verify?: RecheckOptions['verify'];
	/** The wall clock, whose day determines which reports are due. */
	wallNow?(): number;
	/** Root certificates of time-stamping authorities; null: none are given. */
	roots?: readonly X509Certificate[] | null;
	/** Since when witnesses stamp the chain; undefined: anchors are off. */
	stampedSince?: UtcMs | undefined;
}

/** Notes each new record seal in the data folder as soon as any process has committed it. */
export function followSeals({ records, seals }: Pick<Stores, 'records' | 'seals'>): Promise<Listener> {
	// A failure is corrected by the next seal, or at the next start.
	const noteSeals = (): void => void seals.catchUp().catch(() => {});
	return listen(records.url, { channel: SEAL_CHANNEL, onMessage: noteSeals, onResume: noteSeals });
}

const DETAILS_HINT = 'For details run: npm run report -- verify --chain';

export function createChainWatch(
	stores: Pick<Stores, 'records' | 'series' | 'chain' | 'seals'>,
	onError: (message: string, error: unknown) => void,
	{ storedCheck = createStoredCheck(stores), verify, wallNow = () => 0, roots = null, stampedSince }: NightlyParts = {},
): ChainWatch {
	let faultCount = 0;
	return {
		getProblem: () => {
			if (faultCount > 0)
				return `${faultCount} ${faultCount === 1 ? 'fault was' : 'faults were'} found in the stored reports. ${DETAILS_HINT}`;
			const problem = stores.chain.getFault() ?? stores.seals.getFault();
			return problem && `${problem} ${DETAILS_HINT}`;
		},
		job: bindJob(CHAIN_CHECK, async (_, { progress, printLine, signal }) => {
			const verdict = await checkChain(stores, (fraction) => progress('Verifying the chain of reports', fraction), signal);
			faultCount = verdict.faults.length;
			const differences = await storedCheck.checkAll((fraction) => progress('Verifying the stored market data', fraction), signal);
			const isDue = (record: ReportRecord): boolean => isDueOn(record, wallNow());
			const derived = await checkDerived(stores, {
				isDue,
				onProgress: (fraction) => progress('Verifying data derived from reports', fraction),
				signal,
			});
			const recheckLines = verify
				? await recheckReports(stores, { verify, isDue, onProgress: (fraction) => progress('Recomputing reports', fraction), signal })
				: [];
			const anchors = await checkAnchors(stores, { roots, stampedSince, wallNow: wallNow() });
			const seals = await findSealFaults(stores.records.db);
			await stores.seals.catchUp();
			const sealFault = stores.seals.getFault();
			faultCount += derived.length + recheckLines.length + seals.length + anchors.faults.length + Number(sealFault !== undefined);
			const lines = [
				...formatChainLines(verdict),
				...formatStoredLines(differences),
				...formatDerivedLines(derived),
				...formatRecomputedLines(recheckLines),
				...formatSealLines(seals, sealFault),
				...formatAnchorLines(anchors),
			];
			for (const line of lines) printLine(line);
			if (faultCount > 0 || differences.length > 0) onError('report verification failed', new Error(lines.join('\n')));
			return { links: verdict.links, rows: verdict.rows, faults: faultCount, differences: differences.length, lines };
		}),
		loadLastOutcome: async (jobs) => {
			faultCount = Number((await jobs.findNewestDone(CHAIN_CHECK.kind))?.result?.['faults'] ?? 0);
		},
	};
}

/** Whether a report is due on the day of `wallNow` (wall clock, milliseconds). */
export function isDueOn({ chainSeq }: Pick<ReportRecord, 'chainSeq'>, wallNow: number): boolean {
	return chainSeq % RECHECK_CYCLE_DAYS === Math.floor(wallNow / DAY) % RECHECK_CYCLE_DAYS;
}

/**
 * Recomputes the due reports from stored inputs: current versions built by an engine whose rules are known.
 * Returns a line for each report that differs.
 */
export async function recheckReports(
	{ records }: Pick<Stores, 'records'>,
	{ verify, isDue, onProgress, signal }: RecheckOptions,
): Promise<string[]> {
	const allRecords = await createStoredChain(records.db).readRecords();
	const dueRecords = allRecords.filter(
		(record) => record.supersededBy === null && ENGINE_VERSIONS.includes(record.engineVersion) && isDue(record),
	);
	const lines: string[] = [];
	for (const [index, record] of dueRecords.entries()) {
		signal?.throwIfAborted();
		onProgress(index / dueRecords.length);
		const verdict = await verify(record);
		if (!verdict.identical) lines.push(`${describeReport(record)}: ${describeDifference(verdict)}`);
	}
	return lines;
}

function describeDifference({ faults, sameInputs, differences }: Pick<Verdict, 'faults' | 'sameInputs' | 'differences'>): string {
	const [fault] = faults;
	if (fault !== undefined) return fault;
	if (sameInputs === false) return 'its bars, splits or dividends have changed';
	const [first] = differences;
	return first
		? `${differences.length} cells differ when recomputed, the first: ticker ${first.tickerId}, ${first.cell}, stored ${first.stored}, recomputed ${first.recomputed}`
		: 'its content hash differs when recomputed';
}
