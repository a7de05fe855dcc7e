import type { SealFault } from '@sw/store/postgres/records/record-seals';
import type { AnchorVerdict } from '../anchors/check-anchors.ts';
import type { ChainVerdict } from './check-chain.ts';

/** Maximum number of faults to list. */
const MAX_LISTED_FAULTS = 50;

/** Formats a verdict on a chain as lines of text. */
export function formatChainLines({ links, format1Links, rows, faults }: ChainVerdict): string[] {
	const formats = format1Links === 0 ? '' : `, ${format1Links} of them in format 1`;
	const head = `Chain of ${links} reports${formats}, ${rows} rows`;
	if (faults.length === 0) return [head, 'intact: every report is in its place, with the record and rows it was published with'];
	const overflow = faults.length > MAX_LISTED_FAULTS ? [`  ... and ${faults.length - MAX_LISTED_FAULTS} more`] : [];
	return [
		head,
		`BROKEN: ${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}`,
		...faults.slice(0, MAX_LISTED_FAULTS).map(({ kind, detail }) => `  ${kind}: ${detail}`),
		...overflow,
	];
}

export function formatStoredLines(differences: readonly string[]): string[] {
	return formatCheckLines('Stored market data', 'every row is present and unchanged', differences);
}

/** Formats the result of another check as lines of text. `intactText`: the text if nothing differs. */
function formatCheckLines(label: string, intactText: string, differences: readonly string[]): string[] {
	if (differences.length === 0) return [`${label}: ${intactText}`];
	const overflow = differences.length > MAX_LISTED_FAULTS ? [`  ... and ${differences.length - MAX_LISTED_FAULTS} more`] : [];
	return [
		`${label}: ${differences.length} ${differences.length === 1 ? 'DIFFERENCE' : 'DIFFERENCES'}`,
		...differences.slice(0, MAX_LISTED_FAULTS).map((line) => `  ${line}`),
		...overflow,
	];
}

/** Formats differences in tables derived from reports. */
export function formatDerivedLines(differences: readonly string[]): string[] {
	return formatCheckLines('Breadth and search cells', 'consistent with the report rows', differences);
}

/** Formats differences in recomputed reports. */
export function formatRecomputedLines(differences: readonly string[]): string[] {
	return formatCheckLines('Recomputed reports', 'identical; 1/28 of all reports is recomputed each day', differences);
}

const SEALED_RECORDS = {
	filter: 'saved filter',
	variant: 'evaluated filter of',
	ticker: 'names and shares of tickers',
	chain: 'seal',
} as const;
const SEAL_FAULTS = {
	changed: 'was changed outside the product',
	added: 'was never sealed',
	missing: 'was sealed but is missing',
} as const;

/**
 * Formats faults of sealed records: saved filters (for records since saving), evaluated filters (for the luck statistic), and tickers.
 * `missingSealsReason`: why newer seals are known to be missing.
 */
export function formatSealLines(faults: readonly SealFault[], missingSealsReason: string | undefined): string[] {
	return formatCheckLines('Saved and evaluated filters, names and shares of tickers', 'unchanged since they were sealed', [
		...(missingSealsReason === undefined ? [] : [missingSealsReason]),
		...faults.map(({ kind, key, fault }) => `${fault}: ${SEALED_RECORDS[kind]} ${key} ${SEAL_FAULTS[fault]}`),
	]);
}

/** Formats faults of anchors; returns no lines if nothing was anchored. */
export function formatAnchorLines({ anchors, faults }: AnchorVerdict): string[] {
	if (anchors === 0 && faults.length === 0) return [];
	return formatCheckLines(`Anchors by outside witnesses (${anchors})`, 'all fit the stored reports and seals', faults);
}
