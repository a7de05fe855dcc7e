import { OTHER_WORK } from '../../entities/administration/job-kinds.ts';
import type { Job } from './queries.ts';
import type { ReadingKey } from './reading.ts';
import { resultsOf } from './results.ts';
import type { View } from './views.ts';

const VIEW_LABELS: Readonly<Record<View, string>> = {
	gaps: 'Gaps',
	history: 'Fetch again',
	splits: 'Splits',
	quarantine: 'Quarantine',
	ledger: 'Ledger',
	import: 'Import',
	holidays: 'Holidays',
};
const JOBS: Readonly<Record<Job['kind'], string>> = {
	gaps: 'Look for gaps',
	splits_check: 'Check of splits',
	splits: 'Decision on a split',
	history: 'Fetching again',
	undo_import: 'Undo an import',
	reports: 'Building reports again',
	import: 'Import of a file',
	...OTHER_WORK,
};
const JOB_STATES: Readonly<Record<Job['state'], string>> = {
	queued: 'waits for the job before it',
	running: 'runs',
	done: 'done',
	failed: 'failed',
	canceled: 'canceled',
};
const STATES: Readonly<Record<string, string>> = {
	applied: 'in force',
	dismissed: 'genuine move',
	revoked: 'taken back',
	known: 'told, not in force',
	differs: 'in force with another ratio than told',
	contradicted: 'told, and the prices did not move with it',
	suspected: 'a jump that nothing explains',
};

const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

/** What came of a job, in a sentence. */
const outcome = (job: Job): string => {
	const {
		undone,
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
	const said = [
		...(undone ? [`${count(undone.rows, 'row')} of ${count(undone.dates, 'date')} withdrawn`] : []),
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
					`${count(rejects, 'row')} refused`,
				]),
		...(known > 0 ? [`${count(known, 'table')} known before`] : []),
		...(failed > 0 ? [`${count(failed, 'table')} failed, of which nothing was stored`] : []),
		...(rebuilt || reports ? [`${count(looked, 'report')} looked at, ${count(versions, 'new version')}`] : []),
	];
	return said.length > 0 ? `${said.join(', ')}.` : 'Done.';
};

/** Words of the page of data. */
export const dataWords = {
	title: 'Data',
	parts: 'Parts of the data',
	view: (view: View) => VIEW_LABELS[view],
	job: (kind: Job['kind']) => JOBS[kind],
	jobState: (state: Job['state']) => JOB_STATES[state],
	outcome,
	progress: (kind: Job['kind']) => `Progress of: ${JOBS[kind]}`,
	asked: (kind: Job['kind']) => `${JOBS[kind]}: the job is asked for; this page follows it.`,
	cancel: 'Cancel',
	cancelWill: 'The job ends as soon as it can. What it has stored so far stays.',
	canceled: 'It ends.',
	sure: 'Do it',
	from: 'From',
	to: 'To',
	date: 'Date',
	ticker: 'Ticker',
	lastLook: (time: string, from: string, to: string) => `As looked for at ${time}, from ${from} to ${to}.`,
	gapsNote: 'Bars and reports that are missing. Without dates the last 20 sessions are looked through.',
	look: 'Look',
	lookMend: 'Look and mend',
	mendWill:
		'Missing bars and reports are looked for. What the source still has is fetched, and reports are built of it. What changes becomes the next version; no version is lost.',
	mend: 'Mend',
	mendNamed: (date: string) => `Mend ${date}`,
	mendDateWill: (date: string) =>
		`What the source still has of ${date} is fetched, and the reports that it reaches are built. What changes becomes the next version; no version is lost.`,
	noLook: 'Nobody has looked yet',
	noLookDetail: 'Look for gaps: it changes nothing.',
	noGaps: 'No gaps',
	noGapsDetail: 'Nothing was missing there.',
	slots: 'Thin slots',
	slotsOf: (slots: readonly number[]) => (slots.length === 0 ? 'none' : String(slots.length)),
	tickers: 'Tickers with holes',
	tickersOf: (symbols: readonly string[], all: number) =>
		all === 0 ? 'none' : `${symbols.slice(0, 5).join(', ')}${all > 5 ? ` and ${all - 5} more` : ''}`,
	bars: 'Bars missing',
	reports: 'Reports missing',
	historyNote: 'Asks the source for a span of dates once more. Bars that differ are corrected, and their reports are built again.',
	symbols: 'Tickers, by symbol',
	symbolsHint: 'Empty: all of them',
	again: 'Fetch again',
	againWill: (from: string, to: string, symbols: string) =>
		`${symbols === '' ? 'Every ticker' : symbols} is fetched again from ${from} to ${to}. Where bars differ the newer ones count, and the reports that they reach are built as new versions.`,
	unknownTicker: (symbol: string) => `There is no ticker ${symbol}.`,
	splitsNote: 'Splits as the source tells them, beside those in force and the jumps of the prices. Without dates the last 300 days.',
	check: 'Check',
	checkWill:
		'The splits in force are compared with what the source tells and with the jumps of the prices. One that the prices contradict is taken out of force.',
	noCheck: 'Nobody has checked yet',
	noCheckDetail: 'Check the splits to see what the source tells and what the prices say.',
	noSplits: 'No such splits',
	noSplitsDetail: 'The check found none.',
	state: 'State',
	stateOf: (state: string) => STATES[state] ?? state,
	ratio: 'In force',
	told: 'As told',
	ratioOf: (ratio: number | null) => (ratio === null ? 'none' : `${ratio} for 1`),
	jump: 'Jump',
	jumpOf: (before: string, after: string) => `${before} to ${after}`,
	noJump: 'none',
	decide: 'Decide',
	decideNamed: (ticker: string, date: string) => `Decide: ${ticker}, ${date}`,
	decideTitle: (ticker: string, date: string) => `${ticker}, ${date}`,
	around: (ticker: string, date: string) => `Daily closes of ${ticker} around ${date}`,
	aroundNote: 'On the newest share basis: a split that is in force shows no jump.',
	noPrices: 'No prices are stored around this date.',
	newForOld: 'New shares for one old',
	apply: 'Apply the split',
	applyWill: (ticker: string, ratio: string, date: string) =>
		`${ticker} split ${ratio} for 1 on ${date}: earlier prices are divided by it wherever they are read, and the reports from there on are built again. It can be taken back.`,
	dismiss: 'It was genuine',
	dismissWill: (ticker: string, date: string) =>
		`The move of ${ticker} on ${date} is a move of its price and no split. It gets depths again, and the reports from there on are built again. It can be taken back.`,
	revoke: 'Take back',
	revokeWill: (ticker: string, date: string) =>
		`What was decided or told for ${ticker} on ${date} is no longer in force. The reports from there on are built again.`,
	decided: (ticker: string) => `${ticker}: the decision is taken down; this page follows what comes of it.`,
	outOfDate: 'The list is as it was before; check again to see it anew.',
	quarantineNote:
		'Tickers without depths in the newest report: a jump overnight that no split or dividend explains, or a quarter hour that closed at three times or a third of the close before.',
	select: 'Select',
	selectNamed: (ticker: string, date: string) => `Select: ${ticker}, ${date}`,
	selectCause: (cause: 'ratio' | 'none' | 'within') =>
		({ ratio: 'Select all near a split ratio', none: 'Select all without a split ratio', within: 'Select all within a session' })[cause],
	wrongBar:
		'If the bar is wrong, import a corrected one, fetch the date again, or undo the import that brought it (Ledger). If the move is genuine, confirm it below.',
	selectNone: 'Clear selection',
	noneOfCause: 'No quarantined jumps of this kind.',
	dismissMany: (count: number) => `Genuine: ${count} selected`,
	dismissManyWill: (count: number) =>
		`Marks the ${count} selected jumps as price moves, not splits. Their tickers get depths again, and all reports since then are rebuilt. Each decision can be undone.`,
	applyMany: (count: number) => `Splits: ${count} selected`,
	applyManyWill: (count: number) =>
		`Applies the nearest split ratio to each of the ${count} selected jumps. Earlier prices are divided by it, and all reports since then are rebuilt. Each decision can be undone.`,
	decidedMany: (count: number) => `${count} decided. The progress is shown on this page.`,
	noQuarantine: 'Nothing in quarantine',
	noQuarantineDetail: 'Every ticker of the newest report can have depths.',
	reason: 'Reason',
	near: 'Ratios near it',
	ledgerNote: 'Every writing of bars and of reports. With a ticker those that its bars come from; dates are those of its bars.',
	undo: 'Undo',
	undoNamed: (batch: number) => `Undo import ${batch}`,
	undoWill: (note: string, rows: string) =>
		`All ${rows} rows of “${note}” are withdrawn. What they replaced counts again, and the reports that used them are rebuilt. Splits, dividends and names stay. To bring the rows back, import the file again.`,
	undoAsked: 'The import is being undone. The progress is shown on this page.',
	noLedgerDetail: 'No writing matches.',
	batch: 'Writing',
	kind: 'Kind',
	provider: 'From',
	rows: 'Rows',
	note: 'What and why',
	written: 'Written',
	importNote:
		'A file of prices, mentions, splits or companies, also packed. It is judged row by row first; nothing is stored until you say so.',
	file: 'A file of market data',
	drop: 'Choose a file, or drop it here',
	largest: (size: string) => `csv, tsv, txt, zip, gz, tar.gz or parquet, at most ${size}`,
	tooLarge: (name: string, size: string) => `${name} is larger than ${size}. Import it where the server runs: npm run import.`,
	judging: (name: string) => `${name} is sent and judged …`,
	judgedAs: (name: string, bytes: string) => `${name}, ${bytes}`,
	confirm: 'Import it',
	confirmWill: (tables: number, rows: number, refused: number) =>
		`${count(rows, 'good row')} of ${count(tables, 'table')} ${rows === 1 ? 'is' : 'are'} stored, ${count(refused, 'refused row')} left out, and the reports that they reach are built. A table is stored whole or not at all.`,
	throwAway: 'Throw it away',
	throwAwayWill: 'The file is deleted. Nothing of it was stored.',
	thrownAway: (name: string) => `${name} is deleted.`,
	nothingGood: 'Nothing of it can be imported.',
	howRead: 'How it is read',
	asFound: 'as found in it',
	judgeAgain: 'Judge again',
	reading: {
		zone: { label: 'Times without a zone are', flag: '--zone' },
		interval: { label: 'A row is a bar of', flag: '--interval' },
		stamp: { label: 'A bar is stamped by its', flag: '--stamp' },
		format: { label: 'Layout', flag: '--format' },
		symbol_from: { label: 'Symbols stand in the', flag: '--symbol-from' },
		symbol: { label: 'Symbol of every row', flag: '--symbol' },
		as_of: { label: 'Shares are of the day', flag: '--as-of' },
	} satisfies Record<ReadingKey, { label: string; flag: string }>,
	readingOf: {
		utc: 'UTC',
		'new-york': 'New York time',
		'America/Chicago': 'Chicago time',
		'America/Denver': 'Denver time',
		'America/Los_Angeles': 'Los Angeles time',
		EST: 'Eastern Standard Time all year',
		1: '1 minute',
		5: '5 minutes',
		15: '15 minutes',
		day: 'a day',
		folder: 'name of the folder',
		file: 'name of the file',
		column: 'rows',
	} as Readonly<Record<string, string>>,
	tables: 'Tables',
	table: 'Table',
	tableState: { good: 'can be imported', known: 'imported before', failed: 'refused', skipped: 'no market data' },
	recognised: 'Recognised as',
	good: 'Good rows',
	refused: 'Refused rows',
	rowsOf: (name: string) => `Rows of ${name}`,
	rowsLink: 'Rows',
	allTables: 'All tables',
	refusedOnly: 'Refused',
	allRows: 'All lines',
	whichRows: 'Which rows',
	line: 'Line',
	text: 'As it stands there',
	verdict: 'Verdict',
	taken: 'good',
	refusedFor: (reason: string) => `refused: ${reason}`,
	reasonOf: (reason: string, rows: number) => `${reason}: ${count(rows, 'row')}`,
	holidaysNote:
		'Days on which the exchange is closed or closes early, as the calendar of the product has them. Reports come out for the hours that are traded. What the exchange announces besides is set here, for days to come.',
	day: 'Day',
	why: 'Why',
	whyHint: 'National day of mourning',
	addClosure: 'Add the day',
	addWill: (date: string, type: 'full' | 'early-close') =>
		type === 'full'
			? `No report comes out on ${date}, and nothing of that day is looked for. It counts from now on; the market starts over by it, which takes some seconds.`
			: `Reports of ${date} end at 13:00 ET. It counts from now on; the market starts over by it, which takes some seconds.`,
	closed: (date: string, type: 'full' | 'early-close') =>
		type === 'full' ? `The exchange is closed on ${date}.` : `The exchange closes at 13:00 ET on ${date}.`,
	setBy: 'Set',
	setHere: 'here',
	setAlways: 'in the calendar',
	takeBack: 'Take back',
	takeBackNamed: (date: string) => `Take back ${date}`,
	takeBackWill: (date: string, name: string) =>
		`'${name}' is taken back: ${date} is an ordinary day of the exchange again. It counts from now on; the market starts over by it, which takes some seconds.`,
	opened: (date: string) => `${date} is an ordinary day of the exchange.`,
	year: 'Year',
	holiday: 'Holiday',
	how: 'The exchange',
	howOf: { full: 'is closed', 'early-close': 'closes at 13:00 ET' },
	noHolidays: 'No holidays',
	noHolidaysDetail: 'The calendar has none of this year.',
	firstRows: (listed: number) => `So many are refused that the first ${listed} are listed, and the lines up to there.`,
	noRefused: 'No row is refused',
	noRefusedDetail: 'Every row of this table is good.',
} as const;
