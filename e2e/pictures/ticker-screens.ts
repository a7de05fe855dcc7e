import type { Screen } from './screen.ts';
import { moveChartCursor, press, runInOrder, verifyReport } from './steps.ts';

/** A ticker's pages, and the back-test of a filter. */
export const TICKER_SCREENS: readonly Screen[] = [
	{ name: 'ticker', path: ({ riser }) => `/ticker/${riser}?order=1`, as: 'pro' },
	{
		name: 'ticker-embed',
		path: ({ riser }) => `/ticker/${riser}`,
		as: 'visitor',
		prepare: runInOrder(press('Embed', '[role="dialog"] textarea'), async (page) => {
			await page.waitForFunction(() => document.querySelector<HTMLImageElement>('[role="dialog"] img')?.naturalWidth);
		}),
		windowOnly: true,
	},
	{ name: 'ticker-six', path: ({ ticker }) => `/ticker/${ticker}?tabType=free&showSectors=6&timeframe=fifteen_minutes`, as: 'admin' },
	{ name: 'ticker-past', path: ({ ticker, report }) => `/ticker/${ticker}?tabType=free&report=${report}&initial=latest`, as: 'pro' },
	{ name: 'ticker-verified', path: ({ ticker }) => `/ticker/${ticker}?tabType=free`, as: 'pro', prepare: verifyReport },
	{ name: 'ticker-compare', path: ({ ticker, report }) => `/ticker/${ticker}?tabType=free&against=${report}`, as: 'pro' },
	{
		name: 'ticker-range',
		path: ({ ticker }) => `/ticker/${ticker}?tabType=free&range=5d&timeframe=fifteen_minutes`,
		as: 'pro',
		prepare: moveChartCursor,
	},
	{
		name: 'ticker-level',
		path: ({ ticker }) => `/ticker/${ticker}?tabType=free`,
		as: 'pro',
		prepare: runInOrder(press('Enter values...', 'dialog[open]'), async (page) => page.getByRole('radio', { name: 'Trend line' }).check()),
		windowOnly: true,
	},
	{
		name: 'ticker-mentions',
		path: ({ ticker }) => `/ticker/${ticker}?tabType=free`,
		as: 'pro',
		prepare: press(/^What happened after mention spikes/, 'section h3:has-text("After mention spikes")'),
	},
	{ name: 'ticker-history', path: ({ ticker }) => `/ticker/${ticker}/history?tabType=free`, as: 'pro' },
	{
		name: 'ticker-validation',
		path: ({ ticker }) => `/ticker/${ticker}/validation?tabType=free&condition=volume.fifteen_minutes.1`,
		as: 'pro',
	},
	{
		name: 'ticker-validation-filter',
		path: ({ ticker, filter }) => `/ticker/${ticker}/validation?tabType=free&filterId=${filter}`,
		as: 'pro',
	},
	{
		name: 'back-test',
		path: '/filter-settings-list',
		as: 'pro',
		prepare: runInOrder(
			press('What happened next?'),
			press('Back-test this filter', 'dialog[open] form'),
			press('Run back-test', 'dialog[open] table'),
		),
		windowOnly: true,
	},
	{ name: 'ticker-validation-few', path: ({ ticker }) => `/ticker/${ticker}/validation?tabType=extreme_rise&of=ticker`, as: 'pro' },
];
