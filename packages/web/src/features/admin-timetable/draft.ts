import type { Algo, Licence } from '@sw/domain/reports/licence';
import { LICENCES } from '@sw/domain/reports/licence';
import { isOpenTo } from '@sw/domain/reports/licence-gate';
import { type DatedSlot, type TimetableLine, toTimetableLines } from '@sw/domain/reports/timetable';
import { SLOT_MS } from '@sw/domain/time/slots';
import type { ReportTime } from '@sw/domain/time/units';
import { MINUTE } from '@sw/domain/time/units';
import { newYorkMinute } from '@sw/domain/time/zone';

/** Open and close (UTC ms) of the session whose timetable is edited. */
export interface SessionTimes {
	readonly open: number;
	readonly close: number;
}

/** A slot during editing. Slots are sorted by time. */
export interface DraftSlot {
	readonly at: ReportTime;
	readonly report: Licence;
	readonly algo: Algo;
	readonly is_use: boolean;
}

/** Formats an instant (UTC ms) as Eastern Time: '09:45'. */
export function formatClock(at: number): string {
	const minute = newYorkMinute(at);
	return `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;
}

function twoDigits(n: number): string {
	return String(n).padStart(2, '0');
}

/** Returns the instant of 'HH:mm' Eastern Time on a session's day. */
export function toInstant({ open }: SessionTimes, clock: string): ReportTime {
	const [hours = 0, minutes = 0] = clock.split(':').map(Number);
	return (open + (hours * 60 + minutes - newYorkMinute(open)) * MINUTE) as ReportTime;
}

/** Why a slot can't be added; null if it can. */
export type SlotError = 'time' | 'quarter' | 'double' | null;

export function findSlotError(
	slots: readonly DraftSlot[],
	{ open, close }: SessionTimes,
	{ at, algo }: Pick<DraftSlot, 'at' | 'algo'>,
): SlotError {
	if (!(at > open)) return 'time';
	// A reverse report is built from complete quarter-hours.
	if (algo === 'reverse' && (at > close || (at - open) % SLOT_MS !== 0)) return 'quarter';
	return slots.some((slot) => slot.at === at) ? 'double' : null;
}

export function withSlot(slots: readonly DraftSlot[], slot: DraftSlot): DraftSlot[] {
	return [...slots, slot].sort((a, b) => a.at - b.at);
}

export function changeSlot(slots: readonly DraftSlot[], at: ReportTime, change: Partial<DraftSlot>): DraftSlot[] {
	return slots.map((slot) => (slot.at === at ? { ...slot, ...change } : slot));
}

/** Returns the slots whose reports are built, each with the licences that include it. Every licence includes the day's earliest such slot. */
export function listBuiltSlots(slots: readonly DraftSlot[]): { slot: DraftSlot; licences: readonly Licence[] }[] {
	const builtSlots = slots.filter(({ is_use }) => is_use);
	return builtSlots.map((slot, i) => ({ slot, licences: LICENCES.filter((licence) => isOpenTo(licence, slot, i === 0)) }));
}

/** Converts the timetable to call parameters. */
export function toDayLines(session: SessionTimes, slots: readonly DraftSlot[]): TimetableLine[] {
	return toTimetableLines(session, slots as readonly DatedSlot[]);
}
