import type { Tab } from '@sw/domain/signals/sector';

/** Titles and descriptions of the lists, needed by a route before its page loads. */
export const listTitles = {
	/** The free tab has no candidates. */
	listTitle: (tab: Tab, label: string) => (tab === 'free' ? `${label}: all tickers, most unusual first` : `${label} candidates`),
	favouritesTitle: 'Favourites',
	favouritesDescription: 'Tickers you starred.',
	description: (tab: string) => `${tab}: tickers ranked by how extreme they are on several timeframes at once. Not advice.`,
	landingTitle: 'The market, measured every 15 minutes',
	landingDescription: 'Every 15 minutes: tickers ranked by how extreme they are on several timeframes at once.',
} as const;
