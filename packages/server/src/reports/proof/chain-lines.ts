import type { ChainVerdict } from './check-chain.ts';

/** Faults that are named. */
const NAMED = 50;

/** A verdict on a chain in lines for people. */
export const chainLines = ({ links, old, rows, faults }: ChainVerdict): string[] => {
	const formats = old === 0 ? '' : `, ${old} of them of format 1`;
	const head = `Chain of ${links} reports${formats}, ${rows} rows`;
	if (faults.length === 0)
		return [head, 'whole: every report is there, in its place, with the record and the rows that it was published with'];
	const more = faults.length > NAMED ? [`  ... and ${faults.length - NAMED} more`] : [];
	return [
		head,
		`BROKEN: ${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}`,
		...faults.slice(0, NAMED).map(({ what, detail }) => `  ${what}: ${detail}`),
		...more,
	];
};

/** What was found of the stored market data, in lines for people. */
export const storedLines = (differences: readonly string[]): string[] => {
	if (differences.length === 0) return ['Stored market data: every row is there as it was stored'];
	const more = differences.length > NAMED ? [`  ... and ${differences.length - NAMED} more`] : [];
	return [
		`Stored market data: DIFFERENT in ${differences.length} ${differences.length === 1 ? 'place' : 'places'}`,
		...differences.slice(0, NAMED).map((line) => `  ${line}`),
		...more,
	];
};
