/** Every screen: its name, path, reader, and the steps on the page. Each gets a picture and an accessibility check. */
import type { Facts, Reader } from '../readers.ts';
import { NOTICE_PATH, ORDER_PATH, sold } from './admin-commerce.ts';
import { failing, forStrangers, ordering, orderWaiting, paying, planned } from './commerce.ts';
import { announced, answered, delivering, feeding, noticed, stopped } from './inbox.ts';
import { banner, installing } from './manners.ts';
import {
	authenticator,
	confirmation,
	outage,
	pause,
	reportForStrangers,
	reportForTraders,
	reportForVisitors,
	type Step,
	spent,
	starred,
	take,
	uploaded,
	waiting,
	written,
} from './staged.ts';
import { applied, both, COUNT, chosen, EXPLAIN, find, PICKER, press, tab, turn, verify, walkChart } from './steps.ts';

export interface Screen {
	name: string;
	path: string | ((facts: Facts) => string);
	as: Reader;
	/** Prepares what the page will encounter. */
	before?: Step;
	/** Opens the subject of the screen, and waits for it. */
	prepare?: Step;
	/** The window instead of the whole page: for overlays. */
	windowOnly?: boolean;
	/** Only on small screens. */
	narrowOnly?: boolean;
}

const PUBLIC: readonly Screen[] = [
	{ name: 'landing', path: '/', as: 'visitor' },
	{ name: 'landing-free', path: '/?tabType=free&page=2', as: 'visitor' },
	{ name: 'main-visitor-explained', path: '/main?tabType=free', as: 'visitor', prepare: EXPLAIN },
	{ name: 'main-visitor', path: '/main', as: 'visitor' },
	{ name: 'main-visitor-notice', path: '/main?tabType=free&report=2026-06-26T19:00:00Z&filters.marketcap=mega_cap', as: 'visitor' },
	{ name: 'top', path: '/top', as: 'visitor' },
	{ name: 'top-hour', path: '/top?interval=hour&marketcap=mega_cap', as: 'visitor' },
	{ name: 'top-more', path: '/top?tables=high,low,deviation', as: 'visitor' },
	{ name: 'top-phone-high', path: '/top?tables=high,low,deviation', as: 'visitor', prepare: tab('Near high'), narrowOnly: true },
	{ name: 'top-phone-low', path: '/top?tables=high,low,deviation', as: 'visitor', prepare: tab('Near low'), narrowOnly: true },
	{ name: 'top-phone-deviation', path: '/top?tables=high,low,deviation', as: 'visitor', prepare: tab('Off the low'), narrowOnly: true },
	{ name: 'search-visitor', path: '/search', as: 'visitor' },
	{ name: 'ticker-visitor', path: ({ ticker }) => `/ticker/${ticker}`, as: 'visitor' },
	{ name: 'ticker-spent', path: '/main?tabType=free', as: 'visitor', ...spent },
	{ name: 'ticker-unknown', path: '/ticker/999999', as: 'visitor' },
	{ name: 'about', path: '/about', as: 'visitor' },
	{ name: 'prices', path: '/prices', as: 'visitor' },
	{ name: 'prices-sold', path: '/top', as: 'visitor', ...forStrangers },
	{ name: 'not-found', path: '/nowhere', as: 'visitor' },
];

const MANNERS: readonly Screen[] = [
	{ name: 'cookies', path: '/top', as: 'visitor', prepare: banner, windowOnly: true },
	{ name: 'cookies-choices', path: '/top', as: 'visitor', prepare: press('Cookies', '[role="switch"]'), windowOnly: true },
	{ name: 'contact', path: '/top', as: 'visitor', prepare: press('Contact', 'dialog[open]'), windowOnly: true },
	{
		name: 'wait-list-popup',
		path: '/top?grl=true',
		as: 'visitor',
		prepare: (page) => page.getByRole('dialog').waitFor(),
		windowOnly: true,
	},
	{ name: 'install', path: '/top', as: 'visitor', prepare: installing, windowOnly: true, narrowOnly: true },
];

const ACCOUNT: readonly Screen[] = [
	{ name: 'sign-in', path: '/auth/signin?redirectTo=/profile', as: 'visitor' },
	{ name: 'sign-up', path: '/auth/signup', as: 'visitor' },
	{ name: 'forgot-password', path: '/auth/forgot-password', as: 'visitor' },
	{ name: 'reset-password', path: '/auth/forgot-password?id=1&code=2', as: 'visitor' },
	{ name: 'confirm-failed', path: '/auth/confirm?id=1&code=2', as: 'visitor' },
	{ name: 'confirm-elsewhere', path: '/auth/confirm?id=1&code=2', as: 'visitor', ...confirmation(false) },
	{ name: 'confirm-done', path: '/auth/confirm?id=1&code=2', as: 'visitor', ...confirmation(true) },
	{ name: 'oauth-cancelled', path: '/oauth/google?error=access_denied', as: 'visitor' },
	{ name: 'second-step', path: '/auth/signin?step=code', as: 'visitor' },
	{ name: 'profile', path: '/profile', as: 'pro' },
	{ name: 'prices-planned', path: '/top', as: 'premium', ...planned },
	{ name: 'prices-order', path: '/top', as: 'premium', ...ordering, windowOnly: true },
	{ name: 'prices-waiting', path: '/top', as: 'basic', ...orderWaiting },
	{ name: 'profile-plan', path: '/top', as: 'premium', ...paying },
	{ name: 'profile-charge-failed', path: '/top', as: 'premium', ...failing },
	{ name: 'profile-passkeys', path: '/profile', as: 'pro', prepare: async (page) => page.getByText('Passkeys', { exact: true }).click() },
	{ name: 'profile-authenticator', path: '/profile', as: 'pro', ...authenticator(false) },
	{ name: 'profile-recovery', path: '/profile', as: 'pro', ...authenticator(true) },
	{ name: 'admin-health', path: '/admin', as: 'admin' },
	{ name: 'admin-data', path: '/admin/data', as: 'admin' },
	{ name: 'admin-data-history', path: '/admin/data?view=history', as: 'admin' },
	{ name: 'admin-data-splits', path: '/admin/data?view=splits', as: 'admin' },
	{ name: 'admin-data-quarantine', path: '/admin/data?view=quarantine', as: 'admin' },
	{ name: 'admin-data-tickers', path: '/admin/data?view=tickers', as: 'admin' },
	{ name: 'admin-data-ledger', path: '/admin/data?view=ledger', as: 'admin' },
	{ name: 'admin-jobs', path: '/admin/jobs', as: 'admin' },
	{ name: 'admin-data-import', path: '/admin/data?view=import', as: 'admin' },
	{ name: 'admin-data-holidays', path: '/admin/data?view=holidays&year=2026', as: 'admin' },
	{ name: 'admin-filters', path: '/admin/filters?tab=extreme_rise', as: 'admin' },
	{ name: 'admin-reports', path: '/admin/reports?date=2026-06-30', as: 'admin' },
	{ name: 'admin-timetable', path: '/admin/timetable?date=2026-07-01', as: 'admin' },
	{ name: 'admin-timetable-closed', path: '/admin/timetable?date=2026-07-04', as: 'admin' },
	{ name: 'admin-parameters', path: '/admin/parameters', as: 'admin' },
	{ name: 'admin-parameters-new', path: '/admin/parameters?view=changes&edit=new', as: 'admin' },
	{ name: 'admin-parameters-versions', path: '/admin/parameters?view=versions', as: 'admin' },
	{ name: 'admin-settings', path: '/admin/settings', as: 'admin' },
	{ name: 'admin-setup', path: '/admin/setup', as: 'admin', prepare: chosen('Data source', 'alpaca') },
	{ name: 'admin-users', path: '/admin/users', as: 'admin' },
	{ name: 'admin-user', path: '/admin/users', as: 'admin', prepare: press('New user', 'dialog[open]'), windowOnly: true },
	{
		name: 'admin-one-user',
		path: '/admin/users?q=pro%40demo',
		as: 'admin',
		prepare: async (page) => {
			await page.getByRole('link', { name: 'pro@demo.test' }).click();
			await page.getByRole('heading', { name: 'Sign-in sessions' }).waitFor();
		},
	},
	{ name: 'admin-audit', path: '/admin/audit', as: 'admin' },
	{ name: 'admin-plans', path: '/admin/plans', as: 'admin', before: sold },
	{ name: 'admin-plans-first', path: '/admin/plans', as: 'admin' },
	{
		name: 'admin-plan',
		path: '/admin/plans',
		as: 'admin',
		before: sold,
		prepare: press('Edit Premium, Monthly', 'dialog[open]'),
		windowOnly: true,
	},
	{
		name: 'admin-plan-prices',
		path: '/admin/plans',
		as: 'admin',
		before: sold,
		prepare: both(press('Prices of Premium, Monthly', 'dialog[open]'), press('Add currency')),
		windowOnly: true,
	},
	{ name: 'admin-orders', path: '/admin/orders', as: 'admin', before: sold },
	{ name: 'admin-order', path: ORDER_PATH, as: 'admin', before: sold },
	{
		name: 'admin-order-refund',
		path: ORDER_PATH,
		as: 'admin',
		before: sold,
		prepare: press('Refund payment 5009', 'dialog[open]'),
		windowOnly: true,
	},
	{ name: 'admin-order-none', path: '/admin/orders?order=NOBODYS', as: 'admin' },
	{ name: 'admin-subscriptions', path: '/admin/subscriptions', as: 'admin', before: sold },
	{ name: 'admin-notices', path: '/admin/payment-notices', as: 'admin', before: sold },
	{ name: 'admin-notices-none', path: '/admin/payment-notices', as: 'admin' },
	{ name: 'admin-notice', path: NOTICE_PATH, as: 'admin', before: sold },
	{ name: 'admin-wait-list', path: '/admin/wait-list', as: 'admin', before: waiting },
	{ name: 'admin-letters', path: '/admin/letters', as: 'admin', before: written },
	{
		name: 'admin-letter',
		path: '/admin/letters',
		as: 'admin',
		before: written,
		prepare: press(/^How is the rate made/, 'dialog[open]'),
		windowOnly: true,
	},
	{ name: 'admin-previews', path: '/admin/previews', as: 'admin', ...uploaded },
	{ name: 'admin-previews-upload', path: '/admin/previews', as: 'admin', prepare: press('Upload...', 'dialog[open]'), windowOnly: true },
	{ name: 'admin-announcements', path: '/admin/announcements', as: 'admin', before: announced },
	{
		name: 'admin-announce',
		path: '/admin/announcements',
		as: 'admin',
		prepare: press('New announcement', 'dialog[open]'),
		windowOnly: true,
	},
	{ name: 'admin-deliveries', path: '/admin/deliveries', as: 'admin', before: delivering },
	{ name: 'admin-outbox', path: '/admin/outbox', as: 'admin' },
	{
		name: 'admin-menu',
		path: '/admin/users',
		as: 'admin',
		prepare: press(/^Administration: /, 'nav[data-opened]'),
		windowOnly: true,
		narrowOnly: true,
	},
	{ name: 'admin-refused', path: '/admin', as: 'basic' },
];

/** An unsaved filter. */
const ASKED = '/main?tabType=free&filter.name=Loud+and+deep&filter.conditions=volume.one_hour.1,price_short.fifteen_minutes.1';

const DESK: readonly Screen[] = [
	{ name: 'main', path: '/main?strategyTimeframe=first', as: 'pro' },
	{ name: 'main-explained', path: '/main?tabType=free', as: 'pro', prepare: EXPLAIN },
	{ name: 'main-turned', path: '/main?tabType=free', as: 'pro', prepare: turn },
	{ name: 'main-fall', path: '/main?tabType=extreme_fall', as: 'pro' },
	{ name: 'main-free', path: '/main?tabType=free', as: 'pro' },
	{ name: 'main-empty', path: '/main?tabType=coiled_spring&filters.marketcap=nano_cap&filters.pne=more_than_one_thousand', as: 'pro' },
	{ name: 'main-starred', path: '/main?tabType=free', as: 'pro', ...starred, windowOnly: true },
	{ name: 'list-table', path: '/main?tabType=free&view=table', as: 'pro' },
	{
		name: 'list-table-columns',
		path: '/main?tabType=free&view=table&filters.column=change',
		as: 'pro',
		prepare: press('Columns', '[popover]:popover-open'),
	},
	{ name: 'main-refused', path: '/main?tabType=moon&page=two', as: 'pro' },
	{
		name: 'main-filter',
		path: '/main?tabType=free&filters.marketcap=mega_cap,large_cap',
		as: 'pro',
		prepare: press(/^Filter/, COUNT),
		windowOnly: true,
	},
	{ name: 'main-asked', path: ASKED, as: 'pro' },
	{ name: 'main-asked-filter', path: ASKED, as: 'pro', prepare: press(/^Filter/, COUNT), windowOnly: true },
	{ name: 'main-asked-newer', path: `${ASKED}&filter.version=2`, as: 'pro' },
	{ name: 'main-asked-visitor', path: ASKED, as: 'visitor' },
	{ name: 'main-picker', path: '/main?tabType=free', as: 'basic', prepare: PICKER, windowOnly: true },
	{ name: 'main-month', path: '/main?tabType=free', as: 'pro', prepare: both(PICKER, chosen('Month', '5')), windowOnly: true },
	{
		name: 'main-locked',
		path: '/main?tabType=free',
		as: 'basic',
		prepare: both(PICKER, press(/requires pro/, 'dialog[open]')),
		windowOnly: true,
	},
	{ name: 'main-export', path: '/main?tabType=free', as: 'pro', prepare: press('Export', '[role="dialog"]'), windowOnly: true },
	{ name: 'main-select', path: '/main?tabType=free', as: 'pro', prepare: press('Select', 'article input[type="checkbox"]') },
	{
		name: 'main-freeze',
		path: '/main?tabType=free',
		as: 'pro',
		prepare: both(press('Select', 'article input[type="checkbox"]'), press('Select this page'), press('Freeze …', 'dialog[open]')),
		windowOnly: true,
	},
	{
		name: 'main-viewer',
		path: '/main?tabType=free',
		as: 'pro',
		prepare: async (page) => page.locator('article').first().click({ button: 'right' }),
		windowOnly: true,
		narrowOnly: true,
	},
	{
		name: 'main-menu',
		path: '/main?tabType=free',
		as: 'admin',
		prepare: press('Open menu', '#menu:popover-open'),
		windowOnly: true,
		narrowOnly: true,
	},
	{
		name: 'main-menu-visitor',
		path: '/',
		as: 'visitor',
		prepare: press('Open menu', '#menu:popover-open'),
		windowOnly: true,
		narrowOnly: true,
	},
	{ name: 'main-keys', path: '/main?tabType=free', as: 'pro', prepare: async (page) => page.keyboard.press('?'), windowOnly: true },
	{ name: 'report', path: ({ report }) => `/reports/${report}?tabType=free`, as: 'pro' },
	{ name: 'report-counts', path: ({ report }) => `/reports/${report}?tabType=free&counts=true`, as: 'pro' },
	{ name: 'report-locked', path: ({ report }) => `/reports/${report.slice(0, 11)}14:15:00Z?tabType=free`, as: 'basic' },
	{ name: 'report-absent', path: '/reports/2026-06-27T15:45:00Z?tabType=free', as: 'pro' },
	{ name: 'reports', path: '/reports?tabType=free', as: 'pro' },
	{ name: 'targets', path: '/target', as: 'pro' },
	{ name: 'targets-apply', path: '/target', as: 'pro', prepare: applied },
	{ name: 'messages', path: '/messages', as: 'pro' },
	{ name: 'message-notice', path: '/top', as: 'pro', ...noticed },
	{ name: 'message-answer', path: '/top', as: 'pro', ...answered },
	{ name: 'message-stopped', path: '/top', as: 'pro', ...stopped, windowOnly: true },
	{ name: 'message-gone', path: '/messages/999999', as: 'pro' },
	{ name: 'top-mentions', path: '/top?tables=leaders,urgent', as: 'pro' },
	{ name: 'top-phone-leaders', path: '/top?tables=leaders,urgent', as: 'pro', prepare: tab('Mentions'), narrowOnly: true },
	{ name: 'top-phone-urgent', path: '/top?tables=leaders,urgent', as: 'pro', prepare: tab('Urgent'), narrowOnly: true },
	{ name: 'breadth', path: '/breadth', as: 'pro' },
	{ name: 'breadth-days', path: '/breadth?over=days&depth=2&key=volume-day-all-stocks', as: 'pro' },
	{
		name: 'breadth-table',
		path: '/breadth',
		as: 'pro',
		prepare: async (page) => {
			await page.getByText('Show as table').click();
			await page.getByRole('region', { name: /^Shares by report/ }).waitFor();
		},
	},
	{ name: 'breadth-absent', path: '/breadth?time=2026-06-27T15:45:00Z', as: 'pro' },
	{ name: 'breadth-admin', path: '/breadth', as: 'admin' },
	{ name: 'filters', path: '/filter-settings-list', as: 'pro' },
	{ name: 'filters-record', path: '/filter-settings-list', as: 'pro', prepare: press('What happened after it?', 'section table') },
	{ name: 'signal-search', path: '/signal-search?conditions=volume.one_hour.2,price_short.one_hour.1&from=2026-06-26', as: 'pro' },
	{
		name: 'signal-search-done',
		path: '/signal-search?conditions=volume.one_hour.1&sort=excess',
		as: 'pro',
		prepare: both(press('Start search'), async (page) => {
			await page.getByRole('table', { name: 'Occurrences' }).waitFor();
			await page
				.getByRole('link', { name: /path of/ })
				.first()
				.click();
			await page.getByRole('table', { name: /^Path of/ }).waitFor();
		}),
	},
	{ name: 'signal-search-gone', path: '/signal-search?task=999999', as: 'pro' },
	{ name: 'filters-feed', path: '/top', as: 'pro', ...feeding },
	{ name: 'filters-new', path: '/filter-settings-list', as: 'pro', prepare: press('New filter', COUNT), windowOnly: true },
	{ name: 'filters-house', path: '/filter-settings-list', as: 'pro', prepare: press('View', COUNT), windowOnly: true },
	{ name: 'filters-delete', path: '/filter-settings-list', as: 'pro', prepare: press('Delete', 'dialog[open]'), windowOnly: true },
	{ name: 'favourites', path: '/favourites', as: 'pro' },
	{ name: 'favourites-empty', path: '/favourites', as: 'basic' },
	{ name: 'favourites-unlicensed', path: '/favourites', as: 'admin' },
	{ name: 'frozen', path: '/frozen-list', as: 'pro' },
	{ name: 'frozen-filter', path: '/frozen-list?scope=filter', as: 'pro' },
	{ name: 'frozen-tab', path: '/frozen-list?scope=tab&tabType=free', as: 'pro' },
	{ name: 'frozen-empty', path: '/frozen-list', as: 'basic' },
	{ name: 'search', path: '/search?q=a', as: 'pro' },
	{ name: 'search-none', path: '/search?q=zzzzz', as: 'pro' },
	{ name: 'search-dialog', path: '/top', as: 'pro', prepare: find('a'), windowOnly: true },
];

/** Events while a page is open. */
const LIVE: readonly Screen[] = [
	{ name: 'live-pill', path: '/main?tabType=free', as: 'pro', ...reportForTraders(), windowOnly: true },
	{ name: 'live-order', path: '/main?tabType=free', as: 'pro', ...reportForTraders({ ordered: true }), windowOnly: true },
	{ name: 'live-paused', path: '/main?tabType=free', as: 'pro', ...reportForTraders({ after: pause }), windowOnly: true },
	{ name: 'live-new', path: '/main?tabType=free', as: 'pro', ...reportForTraders({ after: take }), windowOnly: true },
	{ name: 'live-ticker', path: ({ ticker }) => `/ticker/${ticker}?tabType=free`, as: 'pro', ...reportForTraders(), windowOnly: true },
	{ name: 'live-landing', path: '/?tabType=free', as: 'visitor', ...reportForStrangers(), windowOnly: true },
	{ name: 'live-landing-new', path: '/?tabType=free', as: 'visitor', ...reportForStrangers({ after: take }) },
	{ name: 'live-visitor', path: '/main?tabType=free', as: 'visitor', ...reportForVisitors(), windowOnly: true },
	{ name: 'live-visitor-ticker', path: ({ ticker }) => `/ticker/${ticker}`, as: 'visitor', ...reportForVisitors(), windowOnly: true },
	{ name: 'live-away', path: '/?tabType=free', as: 'pro', ...outage, windowOnly: true },
	{ name: 'live-away-ticker', path: ({ ticker }) => `/ticker/${ticker}?tabType=free`, as: 'pro', ...outage, windowOnly: true },
];

const TICKER: readonly Screen[] = [
	{ name: 'ticker', path: ({ riser }) => `/ticker/${riser}?order=1`, as: 'pro' },
	{
		name: 'ticker-embed',
		path: ({ riser }) => `/ticker/${riser}`,
		as: 'visitor',
		prepare: both(press('Embed', '[role="dialog"] textarea'), async (page) => {
			await page.waitForFunction(() => document.querySelector<HTMLImageElement>('[role="dialog"] img')?.naturalWidth);
		}),
		windowOnly: true,
	},
	{ name: 'ticker-six', path: ({ ticker }) => `/ticker/${ticker}?tabType=free&showSectors=6&timeframe=fifteen_minutes`, as: 'admin' },
	{ name: 'ticker-past', path: ({ ticker, report }) => `/ticker/${ticker}?tabType=free&report=${report}&initial=latest`, as: 'pro' },
	{ name: 'ticker-verified', path: ({ ticker }) => `/ticker/${ticker}?tabType=free`, as: 'pro', prepare: verify },
	{ name: 'ticker-compare', path: ({ ticker, report }) => `/ticker/${ticker}?tabType=free&against=${report}`, as: 'pro' },
	{
		name: 'ticker-range',
		path: ({ ticker }) => `/ticker/${ticker}?tabType=free&range=5d&timeframe=fifteen_minutes`,
		as: 'pro',
		prepare: walkChart,
	},
	{
		name: 'ticker-level',
		path: ({ ticker }) => `/ticker/${ticker}?tabType=free`,
		as: 'pro',
		prepare: both(press('Enter values...', 'dialog[open]'), async (page) => page.getByLabel('Trend line').check()),
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
	{ name: 'ticker-validation-few', path: ({ ticker }) => `/ticker/${ticker}/validation?tabType=extreme_rise&of=ticker`, as: 'pro' },
];

export const SCREENS: readonly Screen[] = [...PUBLIC, ...MANNERS, ...ACCOUNT, ...DESK, ...LIVE, ...TICKER];
