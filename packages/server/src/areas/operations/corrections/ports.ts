import type { Caller } from '@sw/domain/access/caller';
import type { TimetableLine } from '@sw/domain/reports/timetable';
import type { ExchangeDate, TickerId } from '@sw/domain/time/units';
import type { JobRunner } from '../../../platform/jobs/job-runner.ts';

/** A ticker without depths and the jump that is the reason, where it is known. */
export interface Quarantined {
	readonly tickerId: TickerId;
	readonly jump:
		| { readonly date: ExchangeDate; readonly before: number; readonly after: number; readonly candidates: readonly number[] }
		| undefined;
}

/** Writes down an administrator's act. */
export type AuditAct = (caller: Caller, act: string, target: string, detail: Readonly<Record<string, unknown>>) => Promise<void>;

/** One writing of many rows. Instants in UTC milliseconds. */
export interface LedgerEntry {
	readonly id: number;
	readonly kind: 'bars' | 'reports';
	readonly provider: string;
	readonly state: 'open' | 'committed' | 'aborted';
	readonly rows: number;
	readonly note: string;
	readonly createdAt: number;
	readonly committedAt: number | null;
}

export interface LedgerAsked {
	readonly kind?: LedgerEntry['kind'] | undefined;
	readonly state?: LedgerEntry['state'] | undefined;
	readonly skip: number;
	readonly max: number;
}

export interface CorrectionsParts {
	readonly jobs: Pick<JobRunner, 'submit' | 'list' | 'find' | 'cancel'>;
	/** Of the newest report. */
	quarantined(): Promise<readonly Quarantined[]>;
	tickerOf(id: TickerId): { readonly symbol: string; readonly name: string } | undefined;
	readonly timetable: {
		fill(from: ExchangeDate, to: ExchangeDate, lines?: readonly TimetableLine[]): Promise<number>;
		reset(from: ExchangeDate, to: ExchangeDate): Promise<number>;
	};
	/** Newest first. */
	ledger(asked: LedgerAsked): Promise<{ readonly items: readonly LedgerEntry[]; readonly total: number }>;
	readonly audit: AuditAct;
	/** The caller's e-mail address. */
	nameOf(caller: Caller): Promise<string>;
}
