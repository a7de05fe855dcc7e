import { LICENCES, type Licence } from '@sw/domain/reports/licence';
import { SLOT_MS } from '@sw/domain/time/slots';
import type { ReportTime } from '@sw/domain/time/units';
import { changeSlot, type DraftSlot, type SessionTimes, withSlot } from './draft.ts';

/** A cell of the grid. `quarter`: index of the quarter-hour in the session. `licence`: index in LICENCES. */
export interface Cell {
	readonly quarter: number;
	readonly licence: number;
}

/** The cells between two corners, both included. */
export interface Area {
	readonly from: Cell;
	readonly to: Cell;
}

/** Used in place of a licence index for a slot whose report isn't built. */
const OFF = LICENCES.length;

/** Returns the ends of a session's quarter-hours. */
export function listQuarterHourEnds({ open, close }: SessionTimes): ReportTime[] {
	return Array.from(
		{ length: Math.floor((close - open) / SLOT_MS) },
		(_, quarterIndex) => (open + (quarterIndex + 1) * SLOT_MS) as ReportTime,
	);
}

/** Returns the index of the lowest licence that includes a slot; OFF if no report is built for the slot. */
function lowestLicenceAt(slots: readonly DraftSlot[], at: ReportTime): number {
	const slot = slots.find((candidate) => candidate.at === at);
	return slot?.is_use ? LICENCES.indexOf(slot.report) : OFF;
}

/** Whether a licence includes a slot. */
export function isIncluded(slots: readonly DraftSlot[], at: ReportTime, licence: number): boolean {
	return lowestLicenceAt(slots, at) <= licence;
}

/** Returns the same area with its corners in ascending order. */
export function normalizeArea({ from, to }: Area): Area {
	return {
		from: { quarter: Math.min(from.quarter, to.quarter), licence: Math.min(from.licence, to.licence) },
		to: { quarter: Math.max(from.quarter, to.quarter), licence: Math.max(from.licence, to.licence) },
	};
}

export function isWithin(area: Area, { quarter, licence }: Cell): boolean {
	const { from, to } = normalizeArea(area);
	return quarter >= from.quarter && quarter <= to.quarter && licence >= from.licence && licence <= to.licence;
}

/** Adds the slots of an area to its licences, or removes them. Higher licences always include the slots of lower ones. */
export function paint(slots: readonly DraftSlot[], session: SessionTimes, area: Area, isOpen: boolean): DraftSlot[] {
	const { from, to } = normalizeArea(area);
	return listQuarterHourEnds(session)
		.slice(from.quarter, to.quarter + 1)
		.reduce<DraftSlot[]>(
			(result, at) => {
				const oldLicence = lowestLicenceAt(result, at);
				const newLicence = isOpen ? Math.min(oldLicence, from.licence) : Math.max(oldLicence, to.licence + 1);
				return newLicence === oldLicence ? result : withLicence(result, at, LICENCES[newLicence]);
			},
			[...slots],
		);
}

function withLicence(slots: DraftSlot[], at: ReportTime, report: Licence | undefined): DraftSlot[] {
	if (report === undefined) return changeSlot(slots, at, { is_use: false });
	if (slots.some((slot) => slot.at === at)) return changeSlot(slots, at, { report, is_use: true });
	return withSlot(slots, { at, report, algo: 'reverse', is_use: true });
}
