import type { Algo, Licence } from './licence.ts';

/** The fields of a slot that determine access. */
export interface GatedSlot {
	readonly report: Licence;
	readonly algo: Algo;
}

/** Whether a licence includes a report. Without a licence, none is included; for visitors see `isOpenToVisitors`. */
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

/** Reports open to public pages and accounts without a licence: basic reports of the reverse algo. */
export function isOpenToVisitors(slot: GatedSlot): boolean {
	return slot.report === 'basic' && slot.algo === 'reverse';
}

/** The newest report the caller may open, from reports in order newest first; visitors and accounts without a licence pass null. */
export function newestOpen<T extends GatedSlot & { readonly first: boolean }>(
	licence: Licence | null,
	newestFirst: Iterable<T>,
): T | undefined {
	for (const report of newestFirst) {
		if (licence === null ? isOpenToVisitors(report) : isOpenTo(licence, report, report.first)) return report;
	}
	return undefined;
}
