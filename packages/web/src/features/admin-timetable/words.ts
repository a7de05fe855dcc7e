import type { SlotFault } from './draft.ts';

const FAULTS: Readonly<Record<Exclude<SlotFault, null>, string>> = {
	time: 'A slot stands after the open.',
	quarter: 'A reverse report stands on whole quarter-hours, up to the close.',
	double: 'There is a slot at that time already.',
};
const span = (from: string, to: string): string => (from === to ? from : `${from} to ${to}`);

/** Words of the administration of the timetable. */
export const timetableWords = {
	title: 'Timetable',
	note: 'The reports of a day, the least licence that opens each, and whether it is made. Nothing is written before you say for which dates.',
	date: 'Date',
	show: 'Show',
	closed: (date: string) => `${date} is no trading day`,
	closedDetail: (why: string | null) =>
		why === null ? 'The exchange is closed at weekends. Choose another date.' : `${why}. Choose another date.`,
	early: 'The exchange closes early on this day.',
	slots: 'Slots of the day',
	time: 'Time, ET',
	algo: 'Algo',
	level: 'Least licence',
	use: 'In use',
	opens: 'Opens for',
	nobody: 'nobody: not in use',
	remove: 'Remove',
	at: (clock: string, what: string) => `${what} at ${clock}`,
	add: 'Add a slot',
	fault: (fault: Exclude<SlotFault, null>) => FAULTS[fault],
	preview: 'What each licence opens on that day',
	previewOf: (licence: string, open: number, all: number) => `${licence}: ${open} of ${all}`,
	dates: 'For which dates',
	from: 'From',
	to: 'To',
	write: 'Write it',
	writeWill: (count: number, from: string, to: string) =>
		`On every trading day of ${span(from, to)} these ${count} slots take the place of what stands; desks follow at once. Reports that are out stay, and are open to whom the new slots say.`,
	fill: 'Fill what is empty',
	fillWill: (from: string, to: string) =>
		`On every trading day of ${span(from, to)} that has no slots of its own the default ones are written. What stands stays.`,
	reset: 'Back to the default',
	resetWill: (from: string, to: string) =>
		`On every trading day of ${span(from, to)} the default slots take the place of what stands; desks follow at once.`,
	sure: 'Do it',
	written: (count: number, from: string, to: string) =>
		count === 0 ? `Nothing was to be written from ${from} to ${to}.` : `${count} slots written for ${span(from, to)}.`,
	unsaved: 'Changed here and not written yet.',
	undo: 'As it is in force',
} as const;
