import type { Contract } from './index.ts';

/** The subject of each area's calls, in the order of the documentation. */
export const AREA_DESCRIPTIONS: Readonly<Record<keyof Contract, { readonly title: string; readonly about: string }>> = {
	signals: { title: 'Lists and tickers', about: 'Ranked lists, tickers and their history, and the parameters of the calculation.' },
	reports: { title: 'Reports', about: 'The schedule of reports and the licence each one requires.' },
	prices: { title: 'Prices', about: 'Bars, top tables, the exchange and its holidays.' },
	attention: { title: 'Attention and breadth', about: 'Ticker mentions and market breadth.' },
	research: { title: 'Research', about: 'What happened after past signals: searches, validations and forecasts.' },
	filters: { title: 'Filters', about: "A user's saved filters, frozen tickers, favourites and settings." },
	inbox: { title: 'Messages', about: 'Messages, feeds and delivery channels.' },
	accounts: { title: 'Accounts', about: "Sign-up, sign-in, the user's profile and user management." },
	billing: { title: 'Plans and payments', about: 'Plans, orders, subscriptions and payment notifications.' },
	outreach: { title: 'Wait-list and contact messages', about: 'Wait-list sign-ups and messages from the contact form.' },
	previews: {
		title: 'Link cards and embeds',
		about: 'Content for other sites: link-card pictures and videos, and embedded tickers.',
	},
	operations: { title: 'Operations', about: 'Health, settings, jobs, imports and corrections.' },
	hub: { title: 'Live', about: 'Live connections: SignalR over long polling, for the client @microsoft/signalr.' },
};
