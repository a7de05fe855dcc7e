const OFFERS = {
	history: 'In the history you see this ticker in every past report: its rate, its depths and its place in your list.',
	validation: 'The validation shows what happened after signals like this one: hit rate, interval, base rate and every occurrence.',
	targets: 'Target lists show the first matches of all your filters on one page and follow each report.',
	reports: 'Past reports open as they were published, with everything that a list offers.',
	alerts: 'Alerts tell you when a price, a reading or a list of your tickers changes, here and in your chat apps.',
	filters: 'Saved filters find your own situations in each report and show what followed in the past.',
	compare: 'The comparison puts up to six tickers into one chart, with their wheels side by side.',
	decisions: 'The decision log holds what you took, passed or watch, and what became of it.',
	breadth: 'Breadth shows what share of the market is at each depth, now and compared with what is usual.',
	watchlists: 'Watchlists are named lists of tickers, for your lists, alerts and other programs.',
	favourites: 'Favourites are the tickers that you marked with a star, in a list of their own.',
	frozen: 'Frozen tickers stay out of your lists until you want them back.',
	search: 'The signal search looks for your conditions in all past reports and measures what followed.',
} as const;

export type OfferedPage = keyof typeof OFFERS;

/** Describes what a page offers to readers with a licence. */
export function LicenceOffer({ page }: { page: OfferedPage }) {
	return <p>{OFFERS[page]}</p>;
}
