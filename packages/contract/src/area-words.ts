import type { Contract } from './index.ts';

/** What the calls of each area are about, in the order in which a reader meets them. */
export const AREA_WORDS: Readonly<Record<keyof Contract, { readonly title: string; readonly about: string }>> = {
	signals: { title: 'Lists and tickers', about: 'Ranked lists, tickers and their past, and the parameters by which they are measured.' },
	reports: { title: 'Reports', about: 'The timetable of reports, and what each needs to be opened.' },
	prices: { title: 'Prices', about: 'Bars, top tables, the exchange and its holidays.' },
	attention: { title: 'Attention and breadth', about: 'Whom the crowd talks about, and how wide a move is.' },
	research: { title: 'Research', about: 'What really happened after signals: searches, validations and forecasts.' },
	filters: { title: 'Filters', about: 'Saved filters, frozen tickers, stars and settings of an account.' },
	inbox: { title: 'Messages', about: 'Messages, feeds, and by which ways they are delivered.' },
	accounts: { title: 'Accounts', about: 'Signing up and in, the own profile, and accounts for administrators.' },
	billing: { title: 'Plans and payments', about: 'Plans, orders, subscriptions and the notices of the payment provider.' },
	outreach: { title: 'Wait-list and letters', about: 'What people outside ask for.' },
	previews: {
		title: 'Link cards and embeds',
		about: 'What other sites show of pages: pictures and videos for cards of links, and tickers in frames.',
	},
	operations: { title: 'Operations', about: 'Health, settings, jobs, imports and corrections.' },
	hub: { title: 'Live', about: 'Live connections: SignalR over long polling, for the client @microsoft/signalr.' },
};
