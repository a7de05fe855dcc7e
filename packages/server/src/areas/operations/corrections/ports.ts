import type { Caller } from '@sw/domain/access/caller';
import type { BatchesAsked, BatchPage } from '@sw/domain/market/batch';
import type { QuarantinedTicker } from '@sw/domain/market/quarantine';
import type { TimetableLine } from '@sw/domain/reports/timetable';
import type { ExchangeDate, TickerId } from '@sw/domain/time/units';
import type { JobRunner } from '../../../platform/jobs/job-runner.ts';

/** Writes down an administrator's act. */
export type AuditAct = (caller: Caller, act: string, target: string, detail: Readonly<Record<string, unknown>>) => Promise<void>;

export interface CorrectionsParts {
	readonly jobs: Pick<JobRunner, 'submit' | 'list' | 'find' | 'cancel'>;
	/** Of the newest report. */
	quarantined(): Promise<readonly QuarantinedTicker[]>;
	tickerOf(id: TickerId): { readonly symbol: string; readonly name: string } | undefined;
	readonly timetable: {
		fill(from: ExchangeDate, to: ExchangeDate, lines?: readonly TimetableLine[]): Promise<number>;
		reset(from: ExchangeDate, to: ExchangeDate): Promise<number>;
	};
	/** Newest first. */
	ledger(asked: BatchesAsked): Promise<BatchPage>;
	readonly audit: AuditAct;
	/** The caller's e-mail address. */
	nameOf(caller: Caller): Promise<string>;
}
