import { frameWords } from '../../ui/frame-words.ts';

/** Every word of the frame around the pages. */
export const words = {
	...frameWords,
	search: 'Search',
	searchKey: 'Ctrl K',
	accountLabel: 'Account',
	signOut: 'Sign out',
	messages: (unread: number) => (unread === 0 ? 'Messages' : `Messages, ${unread} unread`),
	licence: 'licence',
	admin: 'Admin',
	/** What readers notice of what is wrong; what only administrators mend is not told here. */
	degraded: {
		market: 'No market is loaded yet.',
		database: 'Accounts, filters and past reports are away for the moment. It is being tried again.',
		series: 'Past reports and histories are away for the moment. It is being tried again.',
		damage: 'Stored market data is damaged: no new reports until it is restored.',
		lead: 'No new report comes out for the moment: what is shown is not new.',
		disk: 'New reports cannot be kept for the moment.',
		publishing: 'No new report has come out for longer than a quarter of an hour.',
		source: 'The source of the data cannot be reached: what is shown is not new. It is being tried again.',
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
	keys: 'Keyboard shortcuts',
	charts: 'Price charts by',
	chartsName: 'TradingView Lightweight Charts™',
	chartsCopyright: 'Copyright © 2025 TradingView, Inc.',
	chartsUrl: 'https://www.tradingview.com/',
	crashed: 'Something went wrong',
	crashedDetail: 'This page could not be shown.',
	reload: 'Load it again',
} as const;
