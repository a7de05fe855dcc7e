import type { MessageKind } from '@sw/domain/inbox/message';
import { formatCount } from '../../lib/format/numbers.ts';

function times(n: number, one: string, many: string): string {
	return `${formatCount(n)} ${n === 1 ? one : many}`;
}

/** Texts of the inbox. */
export const words = {
	kindsLabel: 'Message type',
	all: 'All',
	unread: 'Unread',
	counted: (label: string, n: number) => `${label} · ${formatCount(n)}`,
	kinds: { filter: 'Filters', order: 'Orders', house: 'News', answer: 'Replies', breadth: 'Breadth', alert: 'Alerts' } satisfies Record<
		MessageKind,
		string
	>,
	kind: {
		filter: 'Filter alert',
		order: 'Order',
		house: 'Announcement',
		answer: 'Reply to your message',
		breadth: 'Market breadth',
		alert: 'Ticker alert',
	} satisfies Record<MessageKind, string>,
	mark: { filter: 'filter', order: 'order', house: 'news', answer: 'reply', breadth: 'breadth', alert: 'alert' } satisfies Record<
		MessageKind,
		string
	>,
	alerts: 'Ticker alerts',
	delivery: 'Delivery',
	readAll: 'Mark all as read',
	readDone: (n: number) => `${times(n, 'message is', 'messages are')} marked as read.`,
	search: 'Search messages',
	searchHint: 'Text or ticker symbol',
	find: 'Find',
	list: 'Messages',
	message: 'Message',
	isUnread: 'unread',
	pages: 'Pages of messages',
	page: (from: number, to: number, of: number) => `${formatCount(from)}–${formatCount(to)} of ${formatCount(of)}`,
	empty: 'No results',
	emptyNext: 'No messages yet. Turn on alerts for a filter to get a message when its list changes.',
	emptySearch: 'No messages match.',
	showAll: 'Clear search',
	toFilters: 'Go to filters',
	choose: 'Select a message.',
	getFailed: 'Couldn’t load messages.',
	oneFailed: 'Couldn’t load the message.',
	gone: 'Message not found',
	goneNext: 'It was deleted or is older than 90 days.',
	actFailed: 'Something went wrong',
	back: '‹ Messages',
	newer: 'Newer message',
	older: 'Older message',
	delete: 'Delete',
	deleted: 'Message deleted',
	undo: 'Undo',
	makeUnread: 'Mark as unread',
	makeRead: 'Mark as read',
	retry: 'Try again',
	goThere: 'Open',
} as const;

/** Texts of a filter alert. */
export const alertWords = {
	/** 'Rise with volume: 3 entered, 2 left at 11:45 ET' */
	title: (subject: string, summary: string, at: string) => `${subject}: ${summary} at ${at}`,
	/** 'Filter notice · report 06/30/2026 11:45 AM ET · Extreme rise · 15m·30m·1h' */
	about: (kind: string, report: string, tab: string, timeframes: string) => `${kind} · report ${report} · ${tab} · ${timeframes}`,
	entered: 'Entered',
	left: 'Left',
	more: (n: number) => `${times(n, 'more ticker is', 'more tickers are')} not shown here.`,
	rate: 'rate',
	price: 'price',
	change: 'change',
	since: (at: string) => `listed since ${at}`,
	unreported: 'entered again: recently in the list',
	why: (why: string) => `left: ${why}`,
	matched: (matches: string, of: string) => `${matches} of ${of}`,
	matchedRest: (at: string, before: number, since: string) => `tickers at ${at}, ${formatCount(before)} at ${since}.`,
	matchedLead: 'The filter matched',
	asked: (conditions: string) => `Conditions: ${conditions}.`,
	askedAll: 'No conditions: all eligible tickers of the tab.',
	condition: (sector: string, timeframe: string, value: number) => `${sector} ${timeframe} ≥ ${value}`,
	and: ' and ',
	changedSince: 'The filter’s conditions have changed since.',
	filterGone: 'The filter was deleted. The list opens without it.',
	showList: (at: string) => `Show list at ${at}`,
	target: 'Open target list',
	edit: 'Edit filter',
	locked: 'Your licence no longer includes this report.',
	lost: 'The report of this alert is no longer stored.',
} as const;
