import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { ReportTable } from '@sw/domain/signals/report-table';
import type { UtcMs } from '@sw/domain/time/units';
import type { InputSnapshot } from './input-hash.ts';

/** A report that is built and not yet published. */
export interface BuiltTable {
	table: ReportTable;
	/** Bars received up to here entered it. */
	cutoff: UtcMs;
	/** On the market clock; a reconstructed report counts as published at its cut-off. */
	publishedAt: UtcMs;
	/** By the wall, when the slot was over and when this came out; only of what comes out live. */
	wall?: { due: UtcMs; published: UtcMs } | undefined;
	/** The set that it was scored by, whatever is in force when it is published. */
	parameters: ParameterSet;
	/** Built from imported or backfilled bars. */
	reconstructed: boolean;
	/** What entered it. */
	inputs: InputSnapshot;
}
