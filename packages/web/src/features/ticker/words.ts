import { VISITOR_LIMIT_REACHED, VISITOR_TICKERS_A_DAY } from '@sw/domain/access/allowance';
import { CANDIDATES, candidateWords, type Operation } from '@sw/domain/signals/sector';
import type { TickerDetail } from '../../lib/api/types.ts';
import { frameWords } from '../../ui/frame-words.ts';
import { missingTitles } from './titles.ts';

/** The invented market is named in the words of the page; vendors have names. */
const sourceName = (provider: string): string => (provider === 'Simulated market' ? frameWords.simulated : provider);

/** Words of the ticker page. */
export const tickerWords = {
	/** What a newer report says of this ticker alone. */
	rateMoves: (from: number, to: number) => (from === to ? `rate still ${to}` : `rate ${from} → ${to}`),
	pages: 'Pages of the ticker',
	views: { signals: 'Signals', history: 'History', validation: 'Validation' },
	slider: 'Tickers of the list',
	previous: (ticker: string | undefined) => (ticker === undefined ? 'Previous ticker' : `Previous ticker, ${ticker}`),
	next: (ticker: string | undefined) => (ticker === undefined ? 'Next ticker' : `Next ticker, ${ticker}`),
	notAmongFirst: (n: number) => `not among the first ${n}`,
	placeOf: (place: string, total: string) => `${place} of ${total}`,
	initial: 'first time point',
	initialTitle: (date: string) => `Back to the report where you began: ${date}`,
	initialLatest: 'Back to the newest report, where you began',
	freezeLabel: 'Freeze',
	visibleDepth: (depth: number, missing: number) => `visible depth ${depth}${missing > 0 ? `, n/a ${missing}` : ''}`,
	orientation: { price: 'Direction of the price', call_without_put: 'Direction of calls − puts' },
	orientationMarks: { price: 'Price', call_without_put: 'C−P' },
	sides: { short: '↓', long: '↑' },
	sideNames: { short: 'short', long: 'long' },
	orientationHouse: 'A filter of the house keeps its directions.',
	toast: (clock: string) => `New report ${clock}`,
	toastDetail: 'This ticker has been measured again.',
	toastShow: 'Show it',
	back: '‹ List',
	backTitle: 'Back to the list',
	rate: 'rate',
	wheelTitle: 'Signal wheel — rate',
	/** What a ticker is taken for; `leaning` is the direction of the saved filter that it was opened with. */
	candidate: ({ tab_type, operation, listed }: Pick<TickerDetail, 'tab_type' | 'operation' | 'listed'>, leaning?: Operation) =>
		leaning ? `${CANDIDATES[leaning]} by the filter’s calls − puts` : candidateWords(tab_type, operation, listed),
	sectorsLabel: 'Show sectors 4 / 6',
	sectorsShown: 'Show sectors',
	sectors: (n: 4 | 6) => String(n),
	wheelHelp: 'Arrow keys walk the cells: left and right round the wheel, up and down between timeframes.',
	embed: 'Embed',
	embedLabel: (ticker: string) => `Show ${ticker} on your site`,
	wheelLabel: (ticker: string) => `Signal wheel of ${ticker}`,
	tableCaption: 'How far each sector moved, in typical moves (z), by timeframe',
	sector: 'sector',
	z: 'z',
	zHint: 'typical moves: how many times as far as usual',
	zSentence: (timeframe: string, z: string) =>
		`Over its last five ${timeframe} bars it moved ${z} times as far as five such bars usually take it.`,
	status: {
		ok: '',
		stale: 'Stale: its trading is halted or its bars are late; depths are those of its last traded slot.',
		quarantine: 'In quarantine: its data are being checked, so it is left out of the lists.',
		not_eligible: 'Too thinly traded to be listed.',
	},
	source: (provider: string, clock: string, delay: number) => `${sourceName(provider)} · as of ${clock}, delay ${delay} s`,
	version: (n: number) => `version ${n} of its report`,
	mentions: (n: string) => `${n} mentions in 24 h`,
	failed: 'Something went wrong',
	failedNext: 'The ticker did not arrive.',
	retry: 'Try again',
	needsScript: `Its prices and every term of its rate need scripts. They are free for ${VISITOR_TICKERS_A_DAY} tickers a day.`,
} as const;

/** Words of a ticker that does not come. */
export const missingWords = {
	...missingTitles,
	limitReached: VISITOR_LIMIT_REACHED,
	limitNext: 'The list of today’s candidates stays free.',
	toPrices: 'See the plans',
	notInReport: 'This report has no such ticker.',
	toSearch: 'Search',
} as const;
