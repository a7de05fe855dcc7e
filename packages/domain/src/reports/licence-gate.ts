import type { Algo, Licence } from './licence.ts';

/** The fields of a slot that determine access. */
export interface GatedSlot {
	readonly report: Licence;
	readonly algo: Algo;
}

/**
 * Whether a licence includes a report. null includes none; for visitors, see `isOpenToVisitors`. `isFirst`: whether this is the first report of its date;
 * every licence includes it.
 */
export function isOpenTo(licence: Licence | null, slot: GatedSlot, isFirst: boolean): boolean {
	switch (licence) {
		case null:
			return false;
		case 'basic':
			return isFirst || (slot.report === 'basic' && slot.algo === 'reverse');
		case 'premium':
			return isFirst || slot.report !== 'pro';
		case 'pro':
			return true;
	}
}

/** Whether a report is open without a licence, to visitors and accounts: only basic reports of the reverse algo are open. */
export function isOpenToVisitors(slot: GatedSlot): boolean {
	return slot.report === 'basic' && slot.algo === 'reverse';
}

/** Finds the newest report open to a licence. `licence` is null for visitors and accounts without a licence. */
export function findNewestOpen<T extends GatedSlot & { readonly first: boolean }>(
	licence: Licence | null,
	reportsNewestFirst: Iterable<T>,
): T | undefined {
	for (const report of reportsNewestFirst) {
		if (licence === null ? isOpenToVisitors(report) : isOpenTo(licence, report, report.first)) return report;
	}
	return undefined;
}
