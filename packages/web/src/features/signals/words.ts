import { isExtreme, type Operation, type Tab } from '@sw/domain/signals/sector';
import { starWords } from '../../entities/stars/words.ts';
import { formatCount } from '../../lib/format/numbers.ts';

/** A saved filter with a direction determines what its tickers are candidates for. */
const BY_FILTER = {
	short: 'candidates to fall, by the filter’s calls − puts',
	long: 'candidates to rise, by the filter’s calls − puts',
} as const satisfies Record<Operation, string>;
/** Tabs that don't depend on the direction. */
const EITHER = 'in either direction';
const BREAK_OUT = 'candidates to break out';

/** What the tickers of a tab did, and what they are candidates for: against the tab's own direction, continuing the move. */
const TAB_SENTENCES = {
	extreme_rise: { did: 'Rose unusually far on two of', short: 'candidates to fall back', long: 'candidates to rise further' },
	extreme_fall: { did: 'Fell unusually far on two of', short: 'candidates to fall further', long: 'candidates to recover' },
	free: { did: 'All tickers with enough trading, most unusual first on', short: EITHER, long: EITHER },
	coiled_spring: { did: 'Quiet, with a narrow range on two of', short: BREAK_OUT, long: BREAK_OUT },
} as const satisfies Record<Tab, Record<Operation | 'did', string>>;

/** Texts of the lists. */
export const words = {
	tabsLabel: 'Signal',
	options: 'Options',
	operationLabel: 'Calls/Puts direction',
	strategyLabel: 'Timeframes',
	operations: { short: 'Calls/Puts short', long: 'long' } satisfies Record<Operation, string>,
	latest: (clock: string) => `Latest report ${clock}`,
	noReport: 'No report yet',
	noReportNext: 'The list appears with the first report.',
	reading: (clock: string) => `Report ${clock}`,
	matches: (count: number, measured: number) =>
		`${formatCount(count)} of ${formatCount(measured)} tickers ${count === 1 ? 'matches' : 'match'}`,
	/** 'Rose unusually far on two of 15m, 30m, 1h: candidates to fall back.' `leaning`: the direction of the saved filter itself. */
	tabSentence: (tab: Tab, operation: Operation, rated: string, leaning?: Operation) =>
		`${TAB_SENTENCES[tab].did} ${rated}: ${leaning && !isExtreme(tab) ? BY_FILTER[leaning] : TAB_SENTENCES[tab][leaning ?? operation]}.`,
	explain: 'How to read a wheel',
	cardsLabel: 'Ranked tickers',
	rate: 'rate',
	/** What a ticker is a candidate for, in short: 'may fall back'; nothing in Free. */
	side: (candidate: string) => (candidate.includes('candidate to') ? candidate.replace('candidate to', 'may') : ''),
	star: starWords.star,
	unstar: starWords.unstar,
	starSignIn: starWords.starSignIn,
	starSignInDetail: starWords.starSignInDetail,
	flip: (ticker: string) => `Flip card of ${ticker}`,
	freeze: (ticker: string) => `Freeze ${ticker}`,
	details: (ticker: string) => `Details of ${ticker}`,
	selectOne: (ticker: string) => `Select ${ticker}`,
	noResults: 'No results',
	noResultsNext: 'No tickers match in this report. Try another tab or other timeframes.',
	lackingTitle: 'This list needs bars that aren’t available',
	lacking: (rated: string, needed: number, measured: string) =>
		`The list needs readings on at least ${needed} of ${rated}. This report has only ${measured}; shorter timeframes need 15-minute bars.`,
	lackingLink: 'Open an available list',
	noResultsLink: 'Back to extreme rise',
	noResultsFree: 'Show all tickers with enough trading',
	failed: 'Failed to load data',
	failedNext: 'Couldn’t load the list.',
	loading: 'Loading cards',
	pagerLabel: 'Pages',
	pageOf: (from: number, to: number, total: number) => `${formatCount(from)}–${formatCount(to)} of ${formatCount(total)}`,
	landingListTitle: (tab: string) => `${tab} · mega and large caps`,
} as const;

/** Texts of a list of which a visitor sees only the first tickers. */
export const publicWords = {
	first: (shown: number) => `the first ${formatCount(shown)} are public`,
	pageOf: (from: number, to: number, total: number) => `${formatCount(from)}–${formatCount(to)} of the first ${formatCount(total)}`,
} as const;
