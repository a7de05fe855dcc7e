import { formatCount } from '../../lib/format/numbers.ts';

const times = (n: number, one: string, many: string): string => `${formatCount(n)} ${n === 1 ? one : many}`;
const COUNTED = ['none', 'one', 'two', 'three', 'four', 'five'];
/** 'one' to 'five', larger numbers in digits. */
const spelt = (n: number): string => COUNTED[n] ?? formatCount(n);
const PLACES = ['first', 'second', 'third', 'fourth', 'fifth'];

/** Words of the target lists. */
export const words = {
	used: (created: number, allowed: number) => `${formatCount(created)} of ${times(allowed, 'filter', 'filters')} used`,
	/** '4 of 100 filters used · first five matches of each at 11:45 ET · changes since 11:30 ET' */
	first: (take: number, at: string | undefined) => `first ${spelt(take)} matches of each${at ? ` at ${at}` : ''}`,
	since: (at: string) => `changes since ${at}`,
	newFilter: 'New filter',
	latest: (at: string) => `Latest report ${at}`,
	lists: 'Target lists',
	house: 'house',
	matches: (n: number) => `${times(n, 'match', 'matches')} now`,
	conditions: 'Conditions',
	condition: (sector: string, timeframe: string, value: number) => `${sector} ${timeframe} ≥ ${value}`,
	noConditions: 'no conditions: every eligible ticker',
	in: (names: string) => `in: ${names}`,
	out: (names: string) => `out: ${names}`,
	andMore: (n: number) => `${formatCount(n)} more`,
	unchanged: 'Nothing changed',
	same: (n: number, at: string) => (n === 0 ? `none at ${at} either` : n === 1 ? `the same one at ${at}` : `the same ${spelt(n)} at ${at}`),
	noneBefore: 'No earlier report to compare with.',
	isNew: 'new',
	moved: (by: number) => `${by > 0 ? 'up' : 'down'} ${times(Math.abs(by), 'place', 'places')}`,
	noFurther: (place: number) => (place === 1 ? 'no match in this report' : `no ${PLACES[place - 1]} match in this report`),
	showAll: (n: number) => (n === 0 ? 'Show list' : `Show all ${formatCount(n)}`),
	edit: 'Edit',
	look: 'Look at it',
	drag: (name: string) => `Drag ${name} to another place`,
	earlier: (name: string) => `Move ${name} one place earlier`,
	later: (name: string) => `Move ${name} one place later`,
	stands: (name: string, place: number, of: number) => `${name} stands at place ${place} of ${of}.`,
	getFailed: 'Failed to Get Target List',
	updateFailed: 'Failed to Update Target List',
	failedNext: 'The target lists did not arrive.',
	oneFailedNext: 'This list did not arrive.',
	keptNext: (name: string) => `“${name}” is shown as it was.`,
	orderKept: 'The order was not kept.',
	retry: 'Try again',
	empty: 'No results',
	emptyNext: 'There is no saved filter yet. Each filter that you save is a target list here.',
	refreshed: (at: string) => `The lists show the report of ${at}.`,
} as const;

/** Words of the panel that writes to all filters at once. */
export const applyWords = {
	title: 'Apply to all targets',
	detail: 'one look for every list',
	timeframe: 'Timeframe',
	timeframeHint: 'on which all conditions stand',
	price: 'Price',
	difference: 'C−P',
	sides: { short: '↓ short', long: '↑ long' },
	/** 'Changes 1 of your lists; filters of the house keep theirs.' */
	changes: (n: number) =>
		`${n === 0 ? 'Changes none of your lists' : n === 1 ? 'Changes 1 of your lists' : `Changes ${formatCount(n)} of your lists`}; filters of the house keep theirs.`,
	anew: 'A list that is changed begins its record anew, also when it is changed back.',
	choose: 'Choose what is to be the same in all of your lists.',
	undo: 'Undo',
	apply: 'Apply',
	applied: (n: number) => (n === 1 ? '1 list was changed.' : `${formatCount(n)} lists were changed.`),
	undone: (n: number) => (n === 1 ? '1 list is as it was.' : `${formatCount(n)} lists are as they were.`),
	stopped: (done: number, of: number) => `${formatCount(done)} of ${formatCount(of)} lists were written, then it stopped.`,
} as const;
