import { formatCount } from '../../lib/format/numbers.ts';

function pluralize(n: number, one: string, many: string): string {
	return `${formatCount(n)} ${n === 1 ? one : many}`;
}

const NUMBER_WORDS = ['none', 'one', 'two', 'three', 'four', 'five'];

/** Numbers up to five as words, larger ones in digits. */
function numberWord(n: number): string {
	return NUMBER_WORDS[n] ?? formatCount(n);
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];

/** Texts of the target lists. */
export const words = {
	used: (created: number, allowed: number) => `${formatCount(created)} of ${pluralize(allowed, 'filter', 'filters')} used`,
	/** '4 of 100 filters used · first five matches of each at 11:45 ET · changes since 11:30 ET' */
	first: (take: number, at: string | undefined) => `first ${numberWord(take)} matches of each${at ? ` at ${at}` : ''}`,
	since: (at: string) => `changes since ${at}`,
	newFilter: 'New filter',
	latest: (at: string) => `Latest report ${at}`,
	lists: 'Target lists',
	builtIn: 'built-in',
	matches: (n: number) => `${pluralize(n, 'match', 'matches')} now`,
	rings: (timeframes: string) => `Rings of the wheels, from the inside: ${timeframes}`,
	conditions: 'Conditions',
	condition: (sector: string, timeframe: string, value: number) => `${sector} ${timeframe} ≥ ${value}`,
	noConditions: 'no conditions: all eligible tickers',
	in: (names: string) => `in: ${names}`,
	out: (names: string) => `out: ${names}`,
	andMore: (n: number) => `${formatCount(n)} more`,
	unchanged: 'No changes',
	same: (n: number, at: string) =>
		n === 0 ? `none at ${at} either` : n === 1 ? `the same match at ${at}` : `the same ${numberWord(n)} matches at ${at}`,
	noneBefore: 'No earlier report to compare with.',
	isNew: 'new',
	moved: (by: number) => `${by > 0 ? 'up' : 'down'} ${pluralize(Math.abs(by), 'place', 'places')}`,
	noFurther: (place: number) => (place === 1 ? 'no match in this report' : `no ${ORDINALS[place - 1]} match in this report`),
	showAll: (n: number) => (n === 0 ? 'Show list' : `Show all ${formatCount(n)}`),
	edit: 'Edit',
	view: 'View',
	drag: (name: string) => `Drag ${name} to a new position`,
	earlier: (name: string) => `Move ${name} up`,
	later: (name: string) => `Move ${name} down`,
	newPosition: (name: string, place: number, of: number) => `${name} is now at position ${place} of ${of}.`,
	getFailed: 'Failed to Get Target List',
	updateFailed: 'Failed to Update Target List',
	failedNext: 'Couldn’t load target lists.',
	oneFailedNext: 'Couldn’t load this list.',
	keptNext: (name: string) => `“${name}” shows its last known state.`,
	orderKept: 'Couldn’t save the order.',
	retry: 'Try again',
	empty: 'No results',
	emptyNext: 'No saved filters yet. Each saved filter becomes a target list.',
	refreshed: (at: string) => `The lists show the ${at} report.`,
} as const;

/** Texts of the panel that changes all filters at once. */
export const applyWords = {
	title: 'Apply to all targets',
	detail: 'same settings for every list',
	timeframe: 'Timeframe',
	timeframeHint: 'for all conditions',
	price: 'Price',
	difference: 'C−P',
	/** 'Changes 1 of your lists; built-in filters stay unchanged.' */
	changes: (n: number) =>
		`${n === 0 ? 'Changes none of your lists' : `${n === 1 ? 'Changes 1 of your lists' : `Changes ${formatCount(n)} of your lists`}`}; built-in filters stay unchanged.`,
	recordNote: 'A changed list starts a new record, even if you change it back.',
	choose: 'Choose the settings for all your lists.',
	undo: 'Undo',
	apply: 'Apply',
	applied: (n: number) => (n === 1 ? '1 list changed.' : `${formatCount(n)} lists changed.`),
	undone: (n: number) => (n === 1 ? '1 list restored.' : `${formatCount(n)} lists restored.`),
	stopped: (done: number, of: number) => `${formatCount(done)} of ${formatCount(of)} lists saved, then an error occurred.`,
} as const;
