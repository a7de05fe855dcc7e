import type { ListState } from '../list-state/state.ts';
import type { Reading } from './reading.ts';

/** The report that an answer is requested from. */
export interface RequestedReport {
	/** Name of the open report; part of query keys. */
	reading: string | null;
	/** Its date, sent with every request: whatever reports arrive meanwhile, all pages are from this one. Undefined before the first report. */
	date: string | undefined;
	version: number | undefined;
}

/** The report in the address, or the open one; undefined while unknown. */
export function requestedReport(
	{ report, version }: Pick<ListState, 'report' | 'version'>,
	{ reading }: Pick<Reading, 'reading'>,
): RequestedReport | undefined {
	if (report !== undefined) return { reading: report, date: report, version };
	if (reading === undefined) return undefined;
	return { reading, date: reading ?? undefined, version: undefined };
}
