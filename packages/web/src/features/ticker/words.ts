import { VISITOR_LIMIT_REACHED, VISITOR_TICKERS_A_DAY } from '@sw/domain/access/allowance';
import { candidateLabel, type Operation } from '@sw/domain/signals/sector';
import type { TickerDetail } from '../../lib/api/types.ts';
import { frameWords } from '../../ui/words.ts';
import { missingTitles } from './titles.ts';

/** Names the data source. Only the simulated market's name is translated. */
function sourceName(provider: string): string {
	return provider === 'Simulated market' ? frameWords.simulated : provider;
}

/** Texts of the ticker page. */
export const tickerWords = {
	/** A newer report's changes to this ticker. */
	rateMoves: (from: number, to: number) => (from === to ? `rate unchanged at ${to}` : `rate ${from} → ${to}`),
	pages: 'Ticker pages',
	views: { signals: 'Signals', history: 'History', validation: 'Validation' },
	slider: 'Tickers of the list',
	previous: (ticker: string | undefined) => (ticker === undefined ? 'Previous ticker' : `Previous ticker, ${ticker}`),
	next: (ticker: string | undefined) => (ticker === undefined ? 'Next ticker' : `Next ticker, ${ticker}`),
	notAmongFirst: (n: number) => `not among the first ${n}`,
	placeOf: (place: string, total: string) => `${place} of ${total}`,
	initial: 'first time point',
	initialTitle: (date: string) => `Back to the first report: ${date}`,
	initialLatest: 'Back to the latest report',
	/** After the rate. */
	outOf: (highest: number) => `of ${highest}`,
	visibleDepth: (depth: number, missing: number) => `visible depth ${depth}${missing > 0 ? `, n/a ${missing}` : ''}`,
	orientation: { price: 'Price direction', call_without_put: 'Direction of calls − puts' },
	orientationMarks: { price: 'Price', call_without_put: 'C−P' },
	orientationBuiltIn: 'A built-in filter’s directions can’t be changed.',
	toast: (clock: string) => `New report ${clock}`,
	toastDetail: 'This ticker has new values.',
	toastShow: 'Show values',
	back: '‹ List',
	backTitle: 'Back to the list',
	rate: 'rate',
	wheelTitle: 'Signal wheel — rate',
	/** What a ticker is a candidate for. `leaning`: direction of the saved filter in whose list the ticker was opened. */
	candidate: ({ tab_type, operation, listed }: Pick<TickerDetail, 'tab_type' | 'operation' | 'listed'>, leaning?: Operation) =>
		candidateLabel(tab_type, operation, listed, leaning),
	sectorsLabel: 'Show sectors 4 / 6',
	sectorsShown: 'Show sectors',
	sectors: (n: 4 | 6) => String(n),
	wheelHelp: 'Arrow keys move between cells: left and right between sectors, up and down between timeframes.',
	embed: 'Embed',
	embedLabel: (ticker: string) => `Embed ${ticker} on your site`,
	wheelLabel: (ticker: string) => `Signal wheel of ${ticker}`,
	scores: 'Typical moves',
	tableCaption: 'How far each sector moved, in typical moves (z), by timeframe',
	sector: 'sector',
	z: 'z',
	zHint: 'typical moves: multiples of the usual move',
	zSentence: (timeframe: string, z: string) => `Over the last five ${timeframe} bars it moved ${z} times as far as usual.`,
	status: {
		ok: '',
		stale: 'Stale: trading is halted or prices are late. Depths are from the last traded slot.',
		quarantine: 'Quarantined: its data is under review and it is left out of lists.',
		not_eligible: 'Too little trading to be listed.',
	},
	source: (provider: string, clock: string, delay: number) => `${sourceName(provider)} · as of ${clock}, delay ${delay} s`,
	version: (n: number) => `report version ${n}`,
	mentions: (n: string) => `${n} mentions in 24 h`,
	failed: 'Something went wrong',
	failedNext: 'Couldn’t load the ticker.',
	retry: 'Try again',
	needsScript: `Turn on JavaScript to see prices and all terms of the rate, free for ${VISITOR_TICKERS_A_DAY} tickers a day.`,
} as const;

/** Texts for a ticker that isn't shown. */
export const missingWords = {
	...missingTitles,
	limitReached: VISITOR_LIMIT_REACHED,
	limitNext: 'Today’s candidate list stays free.',
	toPrices: 'See plans',
	notInReport: 'The ticker isn’t in this report.',
	toSearch: 'Search',
} as const;
