import type { Algo, Licence } from '@sw/domain/reports/licence';
import { LICENCES } from '@sw/domain/reports/licence';
import { may } from '@sw/domain/reports/licence-gate';
import { type DatedSlot, linesOf, type TimetableLine } from '@sw/domain/reports/timetable';
import { SLOT_MS } from '@sw/domain/time/slots';
import type { ReportTime } from '@sw/domain/time/units';
import { MINUTE } from '@sw/domain/time/units';
import { newYorkMinute } from '@sw/domain/time/zone';

/** Instants of the session that a timetable is written on. */
export interface Day {
	readonly open: number;
	readonly close: number;
}

/** A slot as it is edited; slots are sorted by time. */
export interface DraftSlot {
	readonly at: ReportTime;
	readonly report: Licence;
	readonly algo: Algo;
	readonly is_use: boolean;
}

const two = (n: number): string => String(n).padStart(2, '0');

/** '09:45', by the clock of New York. */
export const clockOf = (at: number): string => {
	const minute = newYorkMinute(at);
	return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
};

/** The instant of a day's session at which New York's clock shows 'HH:mm'. */
export const instantOf = ({ open }: Day, clock: string): ReportTime => {
	const [hours = 0, minutes = 0] = clock.split(':').map(Number);
	return (open + (hours * 60 + minutes - newYorkMinute(open)) * MINUTE) as ReportTime;
};

/** What is wrong with a slot that is to be added; null when nothing is. */
export type SlotFault = 'time' | 'quarter' | 'double' | null;

export const faultOf = (slots: readonly DraftSlot[], { open, close }: Day, { at, algo }: Pick<DraftSlot, 'at' | 'algo'>): SlotFault => {
	if (!(at > open)) return 'time';
	// A reverse report is built from the bars of whole quarter-hours.
	if (algo === 'reverse' && (at > close || (at - open) % SLOT_MS !== 0)) return 'quarter';
	return slots.some((slot) => slot.at === at) ? 'double' : null;
};

export const withSlot = (slots: readonly DraftSlot[], slot: DraftSlot): DraftSlot[] => [...slots, slot].sort((a, b) => a.at - b.at);

export const changed = (slots: readonly DraftSlot[], at: ReportTime, change: Partial<DraftSlot>): DraftSlot[] =>
	slots.map((slot) => (slot.at === at ? { ...slot, ...change } : slot));

/** The slots in use, with the licence for each: the earliest of a day is open to every licence. */
export const opened = (slots: readonly DraftSlot[]): { slot: DraftSlot; by: readonly Licence[] }[] => {
	const used = slots.filter(({ is_use }) => is_use);
	return used.map((slot, i) => ({ slot, by: LICENCES.filter((licence) => may(licence, slot, i === 0)) }));
};

/** As a call takes them. */
export const linesFrom = (day: Day, slots: readonly DraftSlot[]): TimetableLine[] => linesOf(day, slots as readonly DatedSlot[]);
