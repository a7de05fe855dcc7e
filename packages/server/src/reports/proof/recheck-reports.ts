import { nameOf } from '@sw/domain/reports/chain';
import { ENGINE_VERSIONS } from '@sw/domain/reports/content-hash';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import { DAY } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { storedChain } from '@sw/store/postgres/records/reports/report-chain';
import type { Verdict } from '../recompute/verify-report.ts';

/** Every report is due once in this many days. */
const ROUND_DAYS = 28;

/** Whether a report is due on the day of `wallNow`, an instant of the wall clock. */
export function isDueOn({ chainSeq }: Pick<ReportRecord, 'chainSeq'>, wallNow: number): boolean {
	return chainSeq % ROUND_DAYS === Math.floor(wallNow / DAY) % ROUND_DAYS;
}

export interface Recheck {
	verify(record: ReportRecord): Promise<Pick<Verdict, 'identical' | 'faults' | 'sameInputs' | 'differences'>>;
	isDue(record: ReportRecord): boolean;
	onShare(share: number): void;
	signal?: AbortSignal | undefined;
}

/** Recomputes the due reports from their stored inputs: current versions built by an engine whose rules are known. Returns a line for each that differs. */
export async function recheckReports({ records }: Pick<Stores, 'records'>, { verify, isDue, onShare, signal }: Recheck): Promise<string[]> {
	const all = await storedChain(records.db).records();
	const due = all.filter((record) => record.supersededBy === null && ENGINE_VERSIONS.includes(record.engineVersion) && isDue(record));
	const lines: string[] = [];
	for (const [done, record] of due.entries()) {
		signal?.throwIfAborted();
		onShare(done / due.length);
		const verdict = await verify(record);
		if (!verdict.identical) lines.push(`${nameOf(record)}: ${whyDifferent(verdict)}`);
	}
	return lines;
}

function whyDifferent({ faults, sameInputs, differences }: Pick<Verdict, 'faults' | 'sameInputs' | 'differences'>): string {
	const [fault] = faults;
	if (fault !== undefined) return fault;
	if (sameInputs === false) return 'its bars, splits or dividends have changed';
	const [first] = differences;
	return first
		? `${differences.length} cells differ when recomputed, the first: ticker ${first.tickerId}, ${first.cell}, stored ${first.stored}, recomputed ${first.recomputed}`
		: 'its content hash differs when recomputed';
}
