import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { ReportTable } from '@sw/domain/signals/report-table';
import type { UtcMs } from '@sw/domain/time/units';
import type { InputSnapshot } from './input-hash.ts';

/** A report that is built and not yet published. */
export interface BuiltTable {
	table: ReportTable;
	/** Bars received up to this instant are included. */
	cutoff: UtcMs;
	/** On the market clock; a reconstructed report counts as published at its cut-off. */
	publishedAt: UtcMs;
	/** Wall-clock end of the slot and time of publication; only for live reports. */
	wall?: { due: UtcMs; published: UtcMs } | undefined;
	/** The set that scored it, even if another is in force when it is published. */
	parameters: ParameterSet;
	/** Built from imported or backfilled bars. */
	reconstructed: boolean;
	/** The data that it was built from. */
	inputs: InputSnapshot;
}
