import type { Caller } from '@sw/domain/access/caller';
import type { ActionFacts } from '@sw/domain/prices/action-rows';
import type { BatchPage, BatchQuery } from '@sw/domain/prices/batch';
import type { QuarantinedTicker } from '@sw/domain/prices/quarantine';
import type { DatedSlot, TimetableLine } from '@sw/domain/reports/timetable';
import type { Calendar } from '@sw/domain/time/calendar';
import type { ExchangeDate, TickerId, UtcMs } from '@sw/domain/time/units';
import type { JsonObject } from '../../../platform/jobs/definition.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import type { AuditAct } from '../../audit-act.ts';

export type CorrectionKind =
	| 'gaps'
	| 'splits_check'
	| 'splits'
	| 'corporate_actions'
	| 'history'
	| 'undo_import'
	| 'remove_ticker'
	| 'rename_ticker'
	| 'reports';

export interface LedgerQuery extends Omit<BatchQuery, 'ids'> {
	readonly ticker?: TickerId | undefined;
	readonly from?: ExchangeDate | undefined;
	readonly to?: ExchangeDate | undefined;
}

export interface CorrectionsParts {
	readonly calendar: Pick<Calendar, 'sessionOn' | 'sessionsBetween'>;
	/** The market clock. */
	now(): UtcMs;
	/** Submits a job. If an identical job is waiting or running, returns that one instead. */
	submit(kind: CorrectionKind, request: JsonObject, startedBy: string): Promise<Job>;
	/** Tickers that are in quarantine in the newest report. */
	quarantined(page: { skip: number; max: number }): Promise<{ readonly items: readonly QuarantinedTicker[]; readonly total: number }>;
	tickerOf(id: TickerId): { readonly symbol: string; readonly name: string } | undefined;
	tickerNamed(symbol: string): TickerId | undefined;
	/** The current splits and dividends. */
	recordedActions(): Promise<ActionFacts['recordedValue']>;
	readonly timetable: {
		/** The slots of each session in a span of dates, both included. */
		between(from: ExchangeDate, to: ExchangeDate): readonly (readonly DatedSlot[])[];
		fill(from: ExchangeDate, to: ExchangeDate, lines?: readonly TimetableLine[]): Promise<number>;
		reset(from: ExchangeDate, to: ExchangeDate): Promise<number>;
	};
	/** Batches of market data, newest first; with `ticker`, only those that wrote bars of that ticker dated `from` to `to`. */
	ledger(query: LedgerQuery): Promise<BatchPage>;
	/** The reason why past bars can't be requested from the provider; undefined if they can. */
	whyNoFetch(): string | undefined;
	/** The import that wrote a batch; undefined if the batch isn't from an import. */
	importOfBatch(batch: number): Promise<{ readonly name: string; readonly isInEffect: boolean } | undefined>;
	readonly audit: AuditAct;
	/** The caller's e-mail address. */
	emailOf(caller: Caller): Promise<string>;
}
