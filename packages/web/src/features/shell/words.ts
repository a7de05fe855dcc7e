import { frameWords } from '../../ui/words.ts';

/** Texts of the frame around the pages. */
export const words = {
	...frameWords,
	search: 'Search',
	searchKey: 'Ctrl K',
	accountLabel: 'Account',
	signOut: 'Sign out',
	messages: (unread: number) => (unread === 0 ? 'Messages' : `Messages, ${unread} unread`),
	licence: 'licence',
	admin: 'Admin',
	/** Problems that affect readers. Problems that only administrators can fix have no text here. */
	degraded: {
		market: 'No market is loaded yet.',
		database: 'Accounts, filters and past reports are temporarily unavailable. Retrying...',
		series: 'Past reports are temporarily unavailable. Retrying...',
		damage: 'Stored market data is damaged. No new reports until it is restored.',
		lead: 'New reports are paused. You see the last report.',
		disk: 'New reports can’t be saved at the moment.',
		publishing: 'No new report for more than 15 minutes.',
		source: 'The data source can’t be reached. You see the last data. Retrying...',
	},
	/** '11:47 ET · 20×' */
	atSpeed: (clock: string, speed: number) => `${clock} · ${speed}×`,
	open: (clock: string) => `NYSE open · ${clock}`,
	preMarket: (clock: string) => `NYSE pre-market · ${clock}`,
	afterHours: (clock: string) => `NYSE after hours · ${clock}`,
	closed: (clock: string) => `NYSE closed · ${clock}`,
	holiday: (name: string, clock: string) => `NYSE closed · ${name} · ${clock}`,
	plans: 'Plans',
	signalSearch: 'Signal search',
	targets: 'Target lists',
	charts: 'Price charts by',
	chartsName: 'TradingView Lightweight Charts™',
	chartsCopyright: 'Copyright © 2025 TradingView, Inc.',
	chartsUrl: 'https://www.tradingview.com/',
	crashedDetail: 'This page couldn’t be loaded. Check your connection, then reload.',
	reload: 'Reload',
	unanswered: 'The server hasn’t responded. Check your connection, then try again.',
} as const;
