import { monthDayYear } from '../../lib/format/times.ts';
import type { SlotError } from './draft.ts';

const FAULTS: Readonly<Record<Exclude<SlotError, null>, string>> = {
	time: 'A slot must be after the open.',
	quarter: 'A reverse report must be on a quarter-hour, no later than the close.',
	double: 'There is already a slot at this time.',
};

function span(from: string, to: string): string {
	return from === to ? monthDayYear(from) : `${monthDayYear(from)} to ${monthDayYear(to)}`;
}

/** Texts of the timetable page. */
export const timetableWords = {
	title: 'Timetable',
	note: 'The daily reports, the minimum licence for each, and whether they are built. Nothing is saved until you choose dates.',
	date: 'Date',
	show: 'Show',
	closed: (date: string) => `${monthDayYear(date)} is not a trading day`,
	closedDetail: (why: string | null) =>
		why === null ? 'The exchange is closed at weekends. Choose another date.' : `${why}. Choose another date.`,
	early: 'The exchange closes early on this day.',
	grid: 'Quarter-hours by licence',
	gridScrolls: 'Quarter-hours by licence, scrolls sideways',
	gridNote:
		'Press a cell or drag across cells to open slots to a licence or close them. With the keyboard, arrow keys move, Shift with arrow keys selects, Space changes.',
	licence: 'Licence',
	cell: (licence: string, clock: string) => `${licence} at ${clock}`,
	painted: (licence: string, isOpen: boolean, from: string, to: string) =>
		`${isOpen ? 'Open to' : 'Closed to'} ${licence}: ${from === to ? from : `${from} to ${to}`}.`,
	slots: 'Slots of the day',
	time: 'Time, ET',
	algo: 'Algo',
	level: 'Minimum licence',
	use: 'In use',
	opens: 'Available to',
	unused: 'none: not in use',
	remove: 'Remove',
	at: (clock: string, what: string) => `${what} at ${clock}`,
	add: 'Add slot',
	fault: (fault: Exclude<SlotError, null>) => FAULTS[fault],
	counts: 'Reports by licence',
	countOf: (licence: string, open: number, all: number) => `${licence} ${open} of ${all}`,
	dates: 'Apply to dates',
	from: 'From',
	to: 'To',
	write: 'Save',
	writeEffect: (count: number, from: string, to: string) =>
		`Replaces the slots on all trading days, ${span(from, to)}, with these ${count}. Takes effect immediately; published reports stay, with the licences of the new slots.`,
	fill: 'Fill empty days',
	fillEffect: (from: string, to: string) => `Adds the default slots to trading days without slots, ${span(from, to)}. Existing slots stay.`,
	reset: 'Reset to default',
	resetEffect: (from: string, to: string) =>
		`Replaces the slots on all trading days, ${span(from, to)}, with the default ones. Takes effect immediately.`,
	confirmLabel: 'Confirm',
	written: (count: number, from: string, to: string) =>
		count === 0 ? `No changes needed from ${monthDayYear(from)} to ${monthDayYear(to)}.` : `${count} slots saved, ${span(from, to)}.`,
	unsaved: 'Unsaved changes.',
	undo: 'Discard changes',
} as const;
