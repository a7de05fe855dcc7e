import type { ListState } from '../list-state/state.ts';
import type { Reading } from './reading.ts';

/** Which report an answer is wanted from. */
export interface Wanted {
	/** Name of the report that is being read; distinguishes answers. */
	reading: string | null;
	/** Its date, with which every request names it: whatever report comes meanwhile, pages belong to one. Undefined before the first report. */
	date: string | undefined;
	version: number | undefined;
}

/** The report of the address, or the one that is being read; undefined while that is not known. */
export const wantedReport = (
	{ report, version }: Pick<ListState, 'report' | 'version'>,
	{ reading }: Pick<Reading, 'reading'>,
): Wanted | undefined => {
	if (report !== undefined) return { reading: report, date: report, version };
	if (reading === undefined) return undefined;
	return { reading, date: reading ?? undefined, version: undefined };
};
