import { OTHER_JOB_LABELS } from '../../entities/administration/job-kinds.ts';
import { monthDayYear } from '../../lib/format/times.ts';
import type { View } from './data-address.ts';
import { type Job, type ReadOptionKey, resultsOf } from './queries.ts';

const VIEW_LABELS: Readonly<Record<View, string>> = {
	gaps: 'Gaps',
	history: 'Fetch again',
	splits: 'Splits',
	quarantine: 'Quarantine',
	tickers: 'Tickers',
	ledger: 'Ledger',
	import: 'Import',
	holidays: 'Holidays',
};
const JOBS: Readonly<Record<Job['kind'], string>> = {
	gaps: 'Find gaps',
	splits_check: 'Check splits',
	splits: 'Apply split decision',
	corporate_actions: 'Apply splits and dividends',
	history: 'Fetch again',
	reports: 'Rebuild reports',
	import: 'Import file',
	undo_import: 'Undo an import',
	remove_ticker: 'Remove a ticker',
	rename_ticker: 'Rename a ticker',
	...OTHER_JOB_LABELS,
};
const JOB_STATES: Readonly<Record<Job['state'], string>> = {
	queued: 'queued',
	running: 'running',
	done: 'done',
	failed: 'failed',
	canceled: 'canceled',
};
const STATES: Readonly<Record<string, string>> = {
	applied: 'applied',
	dismissed: 'genuine move',
	revoked: 'revoked',
	known: 'reported, not applied',
	differs: 'applied with a different ratio than reported',
	contradicted: 'reported, but prices didn’t move',
	suspected: 'unexplained jump',
};

function count(n: number, one: string, many = `${one}s`): string {
	return `${n} ${n === 1 ? one : many}`;
}

/** Describes the result of a job in one sentence. */
function outcome(job: Job): string {
	const {
		undone,
		removed,
		moved,
		gaps,
		items,
		changed,
		fetched,
		rebuilt,
		reports,
		files,
		known = 0,
		failed = 0,
		rejects = 0,
		added = 0,
		corrected = 0,
	} = resultsOf(job);
	const looked = (rebuilt?.looked ?? 0) + (reports?.looked ?? 0);
	const versions = (rebuilt?.changed ?? 0) + (reports?.changed ?? 0);
	const parts = [
		...(undone ? [`${count(undone.rows, 'row')} of ${count(undone.dates, 'date')} withdrawn`] : []),
		...(removed
			? [
					`${count(removed.rows, 'row')} removed, ${count(removed.favorites + removed.frozen + removed.levels, 'entry', 'entries')} of users`,
				]
			: []),
		...(moved === undefined ? [] : [`${count(moved, 'row')} moved`]),
		...(gaps ? [`${count(gaps.length, 'session')} with gaps found`] : []),
		...(items ? [`${count(items.length, 'split')} and jumps found`] : []),
		...(changed === undefined ? [] : [count(changed, 'new decision')]),
		...(fetched ? [`${count(fetched.added, 'bar')} added`, `${count(fetched.corrected, 'bar')} corrected`] : []),
		...(files === undefined
			? []
			: [
					`${count(files, 'table')} imported`,
					`${count(added, 'bar')} added`,
					`${count(corrected, 'bar')} corrected`,
					`${count(rejects, 'row')} rejected`,
				]),
		...(known > 0 ? [`${count(known, 'table')} already imported`] : []),
		...(failed > 0 ? [`${count(failed, 'table')} failed (nothing stored)`] : []),
		...(rebuilt || reports ? [`${count(looked, 'report')} checked, ${count(versions, 'new version')}`] : []),
	];
	return parts.length > 0 ? `${parts.join(', ')}.` : 'Done.';
}

/** Texts of the data page. */
export const dataWords = {
	title: 'Data',
	parts: 'Data sections',
	view: (view: View) => VIEW_LABELS[view],
	job: (kind: Job['kind']) => JOBS[kind],
	jobState: (state: Job['state']) => JOB_STATES[state],
	outcome,
	progress: (kind: Job['kind']) => `Progress: ${JOBS[kind]}`,
	jobQueued: (kind: Job['kind']) => `${JOBS[kind]}: job queued. Progress appears on this page.`,
	cancel: 'Cancel',
	cancelEffect: 'The job stops as soon as it can. Data stored so far is kept.',
	canceled: 'Canceling...',
	confirmLabel: 'Confirm',
	from: 'From',
	to: 'To',
	date: 'Date',
	ticker: 'Ticker',
	lastCheck: (time: string, from: string, to: string) => `Result of ${time}, ${monthDayYear(from)} to ${monthDayYear(to)}.`,
	gapsNote: 'Missing bars and reports. Default: the last 20 sessions.',
	findGaps: 'Find gaps',
	fillGaps: 'Find and fix gaps',
	fixEffect:
		'Finds missing bars and reports, fetches what the source still has, and builds the reports. Changed reports become new versions; old versions are kept.',
	fix: 'Fix',
	fixNamed: (date: string) => `Fix ${monthDayYear(date)}`,
	fixDateEffect: (date: string) =>
		`Fetches what the source still has for ${monthDayYear(date)} and builds the affected reports. Changed reports become new versions; old versions are kept.`,
	notChecked: 'Not checked yet',
	notCheckedDetail: 'Find gaps to check. This changes nothing.',
	noGaps: 'No gaps',
	noGapsDetail: 'Nothing is missing in this period.',
	slots: 'Slots with missing bars',
	slotsOf: (slots: readonly number[]) => (slots.length === 0 ? 'none' : String(slots.length)),
	tickers: 'Tickers with gaps',
	tickersOf: (symbols: readonly string[], all: number) =>
		all === 0 ? 'none' : `${symbols.slice(0, 5).join(', ')}${all > 5 ? ` and ${all - 5} more` : ''}`,
	bars: 'Bars missing',
	reports: 'Reports missing',
	historyNote: 'Fetches a date range again. Bars that differ are corrected and their reports rebuilt.',
	symbols: 'Tickers (symbols)',
	symbolsHint: 'Default: all tickers',
	refetch: 'Fetch again',
	refetchEffect: (from: string, to: string, symbols: string) =>
		`Fetches ${symbols === '' ? 'all tickers' : symbols} again from ${monthDayYear(from)} to ${monthDayYear(to)}. Bars that differ are replaced, and the affected reports are rebuilt as new versions.`,
	unknownTicker: (symbol: string) => `Unknown ticker ${symbol}.`,
	splitsNote: 'Splits reported by the source, splits applied, and price jumps. Default: the last 300 days.',
	splitTicker: 'Ticker of a split',
	splitDate: 'First session after the split',
	enterSplit: 'Enter split',
	actionFile: 'File of splits and dividends',
	actionFileHint:
		'A CSV with the columns ticker, date, type (split or dividend) and value (new shares per old share, or dollars per share). Rows are checked first; nothing is applied until you confirm.',
	actionsTooLarge: (name: string) => `${name} is larger than 500 kB. Split it.`,
	actionsChecked: (name: string, accepted: number, refused: number) =>
		`${name}: ${count(accepted, 'valid row')}, ${count(refused, 'rejected row')}.`,
	applyActions: 'Apply valid rows',
	applyActionsEffect: (accepted: number, refused: number) =>
		`Applies ${count(accepted, 'split or dividend', 'splits and dividends')} and rebuilds the affected reports; ${count(refused, 'rejected row')} left out. Each split can be undone.`,
	actionsApplied: (accepted: number) => `${count(accepted, 'row')} queued. The progress is shown on this page.`,
	actionRows: 'Rows of the file',
	actionValue: 'Value',
	replaces: 'Replaces',
	unreadable: 'n/a',
	check: 'Check splits',
	checkEffect: 'Compares the applied splits with the source and with price jumps. A split that prices contradict is revoked.',
	noCheck: 'Not checked yet',
	noCheckDetail: 'Check splits to compare source and prices.',
	noSplits: 'No matching splits',
	noSplitsDetail: 'The check found none.',
	state: 'Status',
	stateOf: (state: string) => STATES[state] ?? state,
	ratio: 'Applied',
	reported: 'Reported',
	ratioOf: (ratio: number | null) => (ratio === null ? 'none' : `${ratio} for 1`),
	jump: 'Jump',
	jumpOf: (before: string, after: string) => `${before} to ${after}`,
	noJump: 'none',
	decide: 'Decide',
	decideNamed: (ticker: string, date: string) => `Decide: ${ticker}, ${monthDayYear(date)}`,
	decideTitle: (ticker: string, date: string) => `${ticker}, ${monthDayYear(date)}`,
	around: (ticker: string, date: string) => `Daily closes of ${ticker} around ${monthDayYear(date)}`,
	aroundNote: 'In today’s share basis: an applied split shows no jump.',
	noPrices: 'No prices stored around this date.',
	newForOld: 'New shares per old share',
	apply: 'Apply split',
	applyEffect: (ticker: string, ratio: string, date: string) =>
		`Applies the ${ticker} ${ratio}-for-1 split on ${monthDayYear(date)}: earlier prices are divided by it, and reports from that date are rebuilt. You can undo this.`,
	dismiss: 'Mark as genuine',
	dismissEffect: (ticker: string, date: string) =>
		`Marks the ${ticker} move on ${monthDayYear(date)} as a price move, not a split. The ticker gets depths again, and reports from that date are rebuilt. You can undo this.`,
	revoke: 'Undo decision',
	revokeEffect: (ticker: string, date: string) =>
		`Revokes the split decision for ${ticker} on ${monthDayYear(date)}. Reports from that date are rebuilt.`,
	decided: (ticker: string) => `${ticker}: decision saved. Progress appears on this page.`,
	outOfDate: 'This list is out of date. Check again to refresh it.',
	quarantineNote:
		'Tickers without depths in the latest report: an overnight jump without a known split or dividend, or a 15-minute bar that closed at three times or a third of the previous close.',
	select: 'Select',
	selectNamed: (ticker: string, date: string) => `Select: ${ticker}, ${monthDayYear(date)}`,
	selectCause: (cause: 'ratio' | 'none' | 'within') =>
		({ ratio: 'Select all near a split ratio', none: 'Select all without a split ratio', within: 'Select all within a session' })[cause],
	wrongBar:
		'If the bar is wrong, import a corrected one, fetch the date again, or undo the import that brought it (Ledger). If the move is genuine, confirm it below.',
	selectNone: 'Clear selection',
	noneOfCause: 'No quarantined jumps of this kind.',
	dismissMany: (count: number) => `Genuine: ${count} selected`,
	dismissManyEffect: (count: number) =>
		`Marks the ${count} selected jumps as price moves, not splits. Their tickers get depths again, and all reports since then are rebuilt. Each decision can be undone.`,
	applyMany: (count: number) => `Splits: ${count} selected`,
	applyManyEffect: (count: number) =>
		`Applies the nearest split ratio to each of the ${count} selected jumps. Earlier prices are divided by it, and all reports since then are rebuilt. Each decision can be undone.`,
	decidedMany: (count: number) => `${count} decided. The progress is shown on this page.`,
	noQuarantine: 'No tickers in quarantine',
	noQuarantineDetail: 'Every ticker in the latest report can be measured.',
	reason: 'Reason',
	nearRatios: 'Nearby ratios',
	fixedTickers: 'The tickers of this market can’t be changed',
	fixedTickersDetail: (label: string) =>
		`They come from the list of ${label} and would return. Only imported tickers can be renamed or removed.`,
	renameTicker: 'Rename ticker',
	renameNote: 'A company that changed its symbol is one ticker with its whole history, no matter which of its files were imported.',
	oldSymbol: 'Old symbol',
	newSymbol: 'New symbol',
	renamedOn: 'First session under the new symbol',
	renameEffect: (from: string, to: string, date: string) =>
		`${from} is ${to} from ${monthDayYear(date)}. If both are tickers, the rows of ${from} become those of ${to}, and the affected reports are rebuilt. This can’t be undone.`,
	removeTicker: 'Remove ticker',
	removeNote: 'For a ticker that was imported by mistake.',
	removedSymbol: 'Ticker to remove',
	confirmSymbol: 'Type the symbol again',
	removeEffect: (symbol: string) =>
		`Removes ${symbol} with all its rows, splits and dividends, and users’ favourites, frozen entries and chart levels of it. The affected reports are rebuilt. This can’t be undone; to bring it back, import its files again.`,
	removeQueued: (symbol: string) => `${symbol} is being removed. The progress is shown on this page.`,
	ledgerNote: 'All writes of bars and reports. Filter by ticker and by bar date.',
	noLedgerDetail: 'No writes match.',
	batch: 'Write',
	undo: 'Undo',
	undoNamed: (batch: number) => `Undo import ${batch}`,
	undoEffect: (note: string, rows: string) =>
		`All ${rows} rows of “${note}” are withdrawn. What they replaced counts again, and the reports that used them are rebuilt. Splits, dividends and names stay. To bring the rows back, import the file again.`,
	undoQueued: 'The import is being undone. The progress is shown on this page.',
	kind: 'Kind',
	provider: 'From',
	rows: 'Rows',
	note: 'Contents and reason',
	written: 'Written',
	importNote: 'Prices, mentions, splits or companies, also compressed. Rows are checked first; nothing is stored until you import.',
	file: 'Market data file',
	drop: 'Choose a file or drop it here',
	largest: (size: string) => `csv, tsv, txt, zip, gz, tar.gz or parquet, at most ${size}`,
	tooLarge: (name: string, size: string) => `${name} is larger than ${size}. Import it on the server with npm run import.`,
	checking: (name: string) => `Uploading and checking ${name}...`,
	checkedFile: (name: string, bytes: string) => `${name}, ${bytes}`,
	confirm: 'Import',
	confirmEffect: (tables: number, rows: number, refused: number) =>
		`Stores ${count(rows, 'valid row')} of ${count(tables, 'table')} and builds the affected reports; ${count(refused, 'rejected row')} left out. Each table is stored completely or not at all.`,
	discard: 'Discard',
	discardEffect: 'Deletes the uploaded file. Nothing has been stored.',
	continuePreview: (name: string) => `Continue with ${name}, which isn’t imported yet`,
	discarded: (name: string) => `${name} deleted.`,
	nothingUsable: 'Nothing in this file can be imported.',
	readingOptions: 'Format',
	detected: 'as detected',
	checkAgain: 'Check again',
	reading: {
		zone: { label: 'Time zone of times', flag: '--zone' },
		interval: { label: 'Bar interval', flag: '--interval' },
		stamp: { label: 'Bar timestamp', flag: '--stamp' },
		dates: { label: 'Order of dates', flag: '--dates' },
		format: { label: 'Layout', flag: '--format' },
		symbol_from: { label: 'Symbol from', flag: '--symbol-from' },
		symbol: { label: 'Symbol of all rows', flag: '--symbol' },
		as_of: { label: 'Share basis date', flag: '--as-of' },
	} satisfies Record<ReadOptionKey, { label: string; flag: string }>,
	readingOf: {
		utc: 'UTC',
		'new-york': 'New York time',
		'America/Chicago': 'Chicago time',
		'America/Denver': 'Denver time',
		'America/Los_Angeles': 'Los Angeles time',
		EST: 'Eastern Standard Time all year',
		mdy: 'month/day/year',
		dmy: 'day/month/year',
		ymd: 'year/month/day',
		1: '1 minute',
		5: '5 minutes',
		15: '15 minutes',
		day: '1 day',
		folder: 'folder name',
		file: 'file name',
		column: 'rows',
	} as Readonly<Record<string, string>>,
	tables: 'Tables',
	table: 'Table',
	tableState: { good: 'ready to import', known: 'already imported', failed: 'rejected', skipped: 'no market data' },
	recognised: 'Recognised as',
	good: 'Valid rows',
	refused: 'Rejected rows',
	replacedBars: 'Replaced bars',
	replacesStored: (added: number, unchanged: number, replaced: number) =>
		`Replaces ${count(replaced, 'stored bar')}; ${count(unchanged, 'bar')} stored with the same values; ${count(added, 'new bar')}.`,
	largestDifferences: 'Largest differences',
	closeBecomes: (ticker: string, when: string, stored: string, given: string, change: string) =>
		`${ticker}, ${when}: close ${stored} becomes ${given} (${change})`,
	outlyingBars: 'Bars far from their neighbours',
	outlying: (count: number) =>
		`${count === 1 ? '1 bar is' : `${count} bars are`} far from the one before. Imported, ${count === 1 ? 'its ticker is' : 'their tickers are'} in quarantine until you decide in Quarantine whether it is a split, a genuine move or a wrong bar.`,
	farFrom: (ticker: string, when: string, close: string, from: string, to: string | undefined) =>
		`${ticker}, ${when}: close ${close}, ${from} from the bar before${to === undefined ? '' : `, ${to} to the next`}`,
	rowsOf: (name: string) => `Rows of ${name}`,
	rowsLink: 'Rows',
	allTables: 'All tables',
	refusedOnly: 'Rejected',
	allRows: 'All lines',
	whichRows: 'Rows shown',
	line: 'Line',
	text: 'Original text',
	verdict: 'Result',
	accepted: 'valid',
	refusedFor: (reason: string) => `rejected: ${reason}`,
	reasonOf: (reason: string, rows: number) => `${reason}: ${count(rows, 'row')}`,
	holidaysNote: 'Days when the exchange is closed or closes early. Add closures that the built-in calendar doesn’t have yet.',
	day: 'Date',
	why: 'Reason',
	whyHint: 'National day of mourning',
	addClosure: 'Add closure',
	addEffect: (date: string, type: 'full' | 'early-close') =>
		type === 'full'
			? `No report is published on ${monthDayYear(date)}. Takes effect now; the market restarts, which takes a few seconds.`
			: `Reports on ${monthDayYear(date)} end at 13:00 ET. Takes effect now; the market restarts, which takes a few seconds.`,
	closed: (date: string, type: 'full' | 'early-close') =>
		type === 'full' ? `The exchange is closed on ${monthDayYear(date)}.` : `The exchange closes at 13:00 ET on ${monthDayYear(date)}.`,
	setBy: 'Source',
	setHere: 'added here',
	setAlways: 'calendar',
	withdraw: 'Undo decision',
	withdrawNamed: (date: string) => `Remove ${monthDayYear(date)}`,
	withdrawEffect: (date: string, name: string) =>
		`Removes '${name}': ${monthDayYear(date)} is a normal trading day again. Takes effect now; the market restarts, which takes a few seconds.`,
	opened: (date: string) => `${monthDayYear(date)} is a normal trading day.`,
	year: 'Year',
	holiday: 'Holiday',
	closureType: 'The exchange',
	closureTypes: { full: 'is closed', 'early-close': 'closes at 13:00 ET' },
	noHolidays: 'No holidays',
	noHolidaysDetail: 'The calendar has none for this year.',
	firstRows: (listed: number) => `Too many rejected rows: only the first ${listed} are listed.`,
	noRefused: 'No rejected rows',
	noRefusedDetail: 'All rows of this table are valid.',
} as const;
