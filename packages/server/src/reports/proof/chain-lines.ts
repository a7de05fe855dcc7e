import type { SealFault } from '@sw/store/postgres/records/record-seals';
import type { AnchorVerdict } from '../anchors/check-anchors.ts';
import type { ChainVerdict } from './check-chain.ts';

/** Number of faults that are listed. */
const NAMED = 50;

/** A verdict on a chain as lines of text. */
export function chainLines({ links, old, rows, faults }: ChainVerdict): string[] {
	const formats = old === 0 ? '' : `, ${old} of them in format 1`;
	const head = `Chain of ${links} reports${formats}, ${rows} rows`;
	if (faults.length === 0) return [head, 'intact: every report is in its place, with the record and rows it was published with'];
	const more = faults.length > NAMED ? [`  ... and ${faults.length - NAMED} more`] : [];
	return [
		head,
		`BROKEN: ${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}`,
		...faults.slice(0, NAMED).map(({ kind, detail }) => `  ${kind}: ${detail}`),
		...more,
	];
}

export function storedLines(differences: readonly string[]): string[] {
	return checkLines('Stored market data', 'every row is present and unchanged', differences);
}

/** The result of another check as lines of text. `intactText`: the text if nothing differs. */
function checkLines(label: string, whole: string, differences: readonly string[]): string[] {
	if (differences.length === 0) return [`${label}: ${whole}`];
	const more = differences.length > NAMED ? [`  ... and ${differences.length - NAMED} more`] : [];
	return [
		`${label}: ${differences.length} ${differences.length === 1 ? 'DIFFERENCE' : 'DIFFERENCES'}`,
		...differences.slice(0, NAMED).map((line) => `  ${line}`),
		...more,
	];
}

/** Differences in tables derived from reports. */
export function derivedLines(differences: readonly string[]): string[] {
	return checkLines('Breadth and search cells', 'consistent with the report rows', differences);
}

/** Differences in recomputed reports. */
export function againLines(differences: readonly string[]): string[] {
	return checkLines('Recomputed reports', 'identical; 1/28 of all reports is recomputed each day', differences);
}

const SEALED = { filter: 'saved filter', variant: 'evaluated filter of', ticker: 'names and shares of tickers', chain: 'seal' } as const;
const SEAL_FAULTS = {
	changed: 'was changed outside the product',
	added: 'was never sealed',
	missing: 'was sealed but is missing',
} as const;

/**
 * Faults of sealed records: saved and evaluated filters, on which records since saving and luck are based, and tickers.
 * `missingSeals`: why newer seals are known to be missing.
 */
export function sealLines(faults: readonly SealFault[], cut: string | undefined): string[] {
	return checkLines('Saved and evaluated filters, names and shares of tickers', 'unchanged since they were sealed', [
		...(cut === undefined ? [] : [cut]),
		...faults.map(({ kind, key, fault }) => `${fault}: ${SEALED[kind]} ${key} ${SEAL_FAULTS[fault]}`),
	]);
}

/** Faults of anchors; no lines if nothing was anchored. */
export function anchorLines({ anchors, faults }: AnchorVerdict): string[] {
	if (anchors === 0 && faults.length === 0) return [];
	return checkLines(`Anchors by outside witnesses (${anchors})`, 'all fit the stored reports and seals', faults);
}
