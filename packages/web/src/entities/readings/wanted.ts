import type { ListState } from '../list-state/state.ts';
import type { Reading } from './reading.ts';

/** Which report an answer is wanted from. */
export interface Wanted {
	/** Name of the report that is being read; it tells answers apart. */
	reading: string | null;
	/** Its date where it must be asked for by name: it is a past one, or no longer the newest. */
	date: string | undefined;
	version: number | undefined;
}

/** The report of the address, or the one that is being read; undefined while that is not known. */
export const wantedReport = (
	{ report, version }: Pick<ListState, 'report' | 'version'>,
	{ reading, waiting }: Pick<Reading, 'reading' | 'waiting'>,
): Wanted | undefined => {
	if (report !== undefined) return { reading: report, date: report, version };
	if (reading === undefined) return undefined;
	return { reading, date: waiting === undefined || reading === null ? undefined : reading, version: undefined };
};
