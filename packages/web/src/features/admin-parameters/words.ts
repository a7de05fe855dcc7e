import type { ScriptValue } from '@sw/domain/research/script-params';

const VALUES: Readonly<Record<ScriptValue, string>> = {
	window_sessions: 'Window, sessions',
	window_bars: 'Window, bars',
	move_bars: 'Bars per move',
	chart_days: 'Days on the chart',
	forecast_bars: 'Forecast bars',
	cooldown_bars: 'Cool-down, bars',
};

function count(n: number, one: string, many = `${one}s`): string {
	return `${n} ${n === 1 ? one : many}`;
}

/** Texts of the parameters page. */
export const parameterWords = {
	title: 'Parameters',
	currentVersion: (version: number) => `Set ${version} is active`,
	views: 'Parameter sections',
	view: { values: 'Active', changes: 'Changes', versions: 'Versions' },
	valuesNote: 'The values that score every list. Values changed by an administrator show the change; the others are built in.',
	ticker: 'Ticker',
	algo: 'Algo',
	forTicker: (symbol: string, name: string, type: string) => `For ${symbol} (${name}, ${type})`,
	forAll: 'For all tickers',
	value: 'Value',
	valueOf: (name: ScriptValue) => VALUES[name],
	byChange: (id: number) => `change ${id}`,
	builtIn: (value: number) => `built-in: ${value}`,
	noTicker: 'Unknown ticker',
	noTickerDetail: 'Enter a ticker symbol or leave the field empty.',

	changesNote: 'A change overrides built-in values where it applies. The most specific one wins: ticker, then type, algo, timeframes.',
	newChange: 'New change',
	noChanges: 'No changes',
	noChangesDetail: 'All values are built in.',
	change: 'Change',
	where: 'Scope',
	everywhere: 'everywhere',
	values: 'Values',
	comment: 'Comment',
	updated: 'Changed',
	edit: 'Edit',
	editNamed: (id: number) => `Edit change ${id}`,
	undo: 'Undo',
	undoNamed: (id: number) => `Undo change ${id}`,
	undoEffect: (id: number) =>
		`Lists are scored without change ${id} from the next report on. Published reports stay unchanged; the market reloads for a few seconds.`,
	undone: (id: number) => `Change ${id} undone. It no longer applies from the next report on.`,
	confirmLabel: 'Confirm',

	deleted: 'Change not found',
	deletedDetail: 'It was undone.',

	editing: (id: number | null) => (id === null ? 'New change' : `Change ${id}`),
	timeframes: 'Timeframes',
	allTimeframes: 'Default: all timeframes.',
	type: 'Ticker type',
	tickerHint: 'Ticker symbol. Default: all tickers.',
	empty: (least: number, most: number) => `Default: unchanged. ${least} to ${most}.`,
	test: 'Preview',
	save: 'Save',
	saveEffect:
		'Lists are scored with this change from the next report on. Published reports stay unchanged; the market reloads for a few seconds.',
	saved: (id: number, version: number) => `Change ${id} saved: set ${version} applies from the next report on.`,
	close: 'Close',

	testing: 'Shows the effect on the latest report',
	tab: 'List',
	testedOn: (time: string) => `Effect on the ${time} report`,
	nothingChanges: 'No change: these are the current values.',
	noDepth: 'These values don’t affect depths: every list stays the same.',
	setEffect: 'Effect',
	setChange: (name: string, timeframe: string | null, from: number, to: number) =>
		`${name}${timeframe === null ? '' : ` ${timeframe}`}: ${from} → ${to}`,
	listEffect: (before: number, after: number, entered: number, left: number, moved: number) =>
		`List size ${count(before, 'ticker')} → ${after}: ${entered} enter, ${left} leave, ${moved} change rate.`,
	noMoves: 'The list doesn’t change',
	noMovesDetail: 'No ticker enters, leaves, or changes rate or rank.',
	place: 'Place',
	rate: 'Rate',
	fromTo: (from: number | null, to: number | null) => (from === to ? String(from ?? '') : `${from ?? 'out'} → ${to ?? 'out'}`),
	firstOf: (shown: number, all: number) => `First ${shown} of ${all}`,

	versionsNote: 'All sets used so far. Each report names its set and is verified with it.',
	version: 'Set',
	created: 'Since',
	active: 'active',
	against: 'Compared with the previous set',
	againstFirst: 'Compared with the built-in set',
	same: 'no differences',
} as const;
