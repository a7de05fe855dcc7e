import { candidateLabel, type Operation, type Tab } from '@sw/domain/signals/sector';
import { formatCount } from '../../../lib/format/numbers.ts';

/** Start of a tab's sentence; the timeframes follow. */
const SENTENCE_STARTS = {
	extreme_rise: 'Rose unusually far on two of',
	extreme_fall: 'Fell unusually far on two of',
	free: 'All tickers with enough trading, most unusual first on',
	coiled_spring: 'Quiet, with a narrow range on two of',
} as const satisfies Record<Tab, string>;

/** Texts of the lists. */
export const words = {
	tabsLabel: 'Signal',
	options: 'Options',
	operationLabel: 'Calls/Puts direction',
	strategyLabel: 'Timeframes',
	operations: { short: 'Calls/Puts short', long: 'long' } satisfies Record<Operation, string>,
	latest: (clock: string) => `Latest report ${clock}`,
	noReport: 'No report yet',
	reading: (clock: string) => `Report ${clock}`,
	matches: (count: number, measured: number) =>
		`${formatCount(count)} of ${formatCount(measured)} tickers ${count === 1 ? 'matches' : 'match'}`,
	/** 'Rose unusually far on two of 15m·30m·1h: candidates to fall back.' `leaning`: direction of the saved filter, if it has its own. */
	tabSentence: (tab: Tab, operation: Operation, rated: string, leaning?: Operation) => {
		const start = `${SENTENCE_STARTS[tab]} ${rated}`;
		const candidates = candidateLabel(tab, operation, true, leaning).replace('candidate to', 'candidates to');
		return tab === 'free' && !leaning ? `${start}, up or down.` : `${start}: ${candidates}.`;
	},
	explain: 'How to read a wheel',
	cardsLabel: 'Ranked tickers',
	rate: 'rate',
	outOf: (highest: number) => `of ${highest}`,
	/** The candidate in short: 'may fall back'; empty on the free tab. */
	side: (candidate: string) => (candidate.includes('candidate to') ? candidate.replace('candidate to', 'may') : ''),
	/** Label of the change since the previous close. That isn't the candidate's horizon. */
	day: 'day',
	flip: (ticker: string) => `Flip card of ${ticker}`,
	freeze: (ticker: string) => `Freeze ${ticker}`,
	alert: (ticker: string) => `Set an alert on ${ticker}`,
	decide: (ticker: string) => `Log a decision on ${ticker}`,
	details: (ticker: string) => `Details of ${ticker}`,
	selectOne: (ticker: string) => `Select ${ticker}`,
	failed: 'Failed to load data',
	failedNext: 'Couldn’t load the list.',
	loading: 'Loading cards',
	pagerLabel: 'Pages',
	pageOf: (from: number, to: number, total: number) => `${formatCount(from)}–${formatCount(to)} of ${formatCount(total)}`,
} as const;

/** Texts of a list of which a visitor sees only the first tickers. */
export const publicWords = {
	first: (shown: number) => `the first ${formatCount(shown)} are public`,
	pageOf: (from: number, to: number, total: number) => `${formatCount(from)}–${formatCount(to)} of the first ${formatCount(total)}`,
} as const;
