import type { ScriptValue } from '@sw/domain/research/script-params';

const VALUES: Readonly<Record<ScriptValue, string>> = {
	window_sessions: 'Window, sessions',
	window_bars: 'Window, bars',
	move_bars: 'Bars of a move',
	chart_days: 'Days on the chart',
	forecast_bars: 'Bars of a forecast',
	cooldown_bars: 'Cool-down, bars',
};
const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

/** Words of the administration of the engine's parameters. */
export const parameterWords = {
	title: 'Parameters',
	inForceNow: (version: number) => `Set ${version} is in force`,
	views: 'Parts of the parameters',
	view: { values: 'In force', changes: 'Changes', versions: 'Versions' },
	valuesNote:
		'What every list is scored by, and why. A number with a change beside it was set by an administrator; the others are built in.',
	ticker: 'Ticker',
	algo: 'Algo',
	forTicker: (symbol: string, name: string, type: string) => `For ${symbol} (${name}, ${type})`,
	forAll: 'For all tickers',
	value: 'Value',
	valueOf: (name: ScriptValue) => VALUES[name],
	byChange: (id: number) => `change ${id}`,
	builtIn: (value: number) => `built in: ${value}`,
	noTicker: 'No such ticker',
	noTickerDetail: 'Write the symbol of one, or leave the field empty.',

	changesNote:
		'The built-in numbers stay; a change takes their place where it fits. The most specific one wins: a ticker before a type, that before an algo, that before timeframes.',
	newChange: 'New change',
	noChanges: 'No changes',
	noChangesDetail: 'Everything is scored by the built-in numbers.',
	change: 'Change',
	where: 'Where',
	everywhere: 'everywhere',
	values: 'Values',
	comment: 'Comment',
	updated: 'Changed',
	edit: 'Edit',
	editNamed: (id: number) => `Edit change ${id}`,
	takeBack: 'Take back',
	takeBackNamed: (id: number) => `Take back change ${id}`,
	takeBackWill: (id: number) =>
		`From the next report on, lists are scored without change ${id}. Reports that are out stay as they are; the market reads its bars again, which takes some seconds.`,
	tookBack: (id: number) => `Change ${id} is taken back: the next report is scored without it.`,
	sure: 'Do it',

	gone: 'There is no such change',
	goneDetail: 'It was taken back.',

	editing: (id: number | null) => (id === null ? 'A new change' : `Change ${id}`),
	timeframes: 'Timeframes',
	allTimeframes: 'None chosen: all of them.',
	type: 'Ticker type',
	tickerHint: 'A symbol. Empty: all of them.',
	empty: (least: number, most: number) => `Empty: as it is. From ${least} to ${most}.`,
	try: 'Try it',
	save: 'Save',
	saveWill:
		'From the next report on, every list is scored by it. Reports that are out stay as they are; the market reads its bars again, which takes some seconds.',
	saved: (id: number, version: number) => `Change ${id} is saved: set ${version} scores the next report.`,
	close: 'Close',

	trying: 'Tries it on the newest report',
	tab: 'List',
	triedOn: (time: string) => `On the report of ${time}`,
	nothingChanges: 'The set would stay as it is: nothing would change.',
	noDepth: 'No depth follows from these values: every list stays as it is.',
	setWould: 'The set would change',
	setChange: (name: string, timeframe: string | null, from: number, to: number) =>
		`${name}${timeframe === null ? '' : ` ${timeframe}`}: ${from} → ${to}`,
	listWould: (before: number, after: number, entered: number, left: number, moved: number) =>
		`${count(before, 'ticker')} in the list would become ${after}: ${entered} enter, ${left} leave, ${moved} have another rate.`,
	noMoves: 'The list stays as it is',
	noMovesDetail: 'No ticker enters or leaves, and none has another rate or place.',
	place: 'Place',
	rate: 'Rate',
	fromTo: (from: number | null, to: number | null) => (from === to ? String(from ?? '') : `${from ?? 'out'} → ${to ?? 'out'}`),
	firstOf: (shown: number, all: number) => `The first ${shown} of ${all}`,

	versionsNote: 'Every set that was ever in force. A report names the one that scored it, and is verified by it.',
	version: 'Set',
	created: 'Since',
	isInForce: 'in force',
	against: 'Against the set before it',
	againstFirst: 'Against the built-in one',
	same: 'no difference',
} as const;
