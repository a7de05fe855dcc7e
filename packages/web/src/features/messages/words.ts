import type { MessageKind } from '@sw/domain/inbox/message';
import { formatCount } from '../../lib/format/numbers.ts';

const times = (n: number, one: string, many: string): string => `${formatCount(n)} ${n === 1 ? one : many}`;

/** Words of the inbox. */
export const words = {
	kindsLabel: 'Which messages',
	all: 'All',
	unread: 'Unread',
	counted: (label: string, n: number) => `${label} · ${formatCount(n)}`,
	kinds: { filter: 'Filters', order: 'Orders', house: 'House', answer: 'Answers', breadth: 'Breadth' } satisfies Record<
		MessageKind,
		string
	>,
	kind: {
		filter: 'Filter notice',
		order: 'Order',
		house: 'Announcement of the house',
		answer: 'Answer to your letter',
		breadth: 'Breadth of the market',
	} satisfies Record<MessageKind, string>,
	mark: { filter: 'filter', order: 'order', house: 'house', answer: 'answer', breadth: 'breadth' } satisfies Record<MessageKind, string>,
	delivery: 'Delivery',
	readAll: 'Mark all as read',
	readDone: (n: number) => `${times(n, 'message is', 'messages are')} marked as read.`,
	search: 'Search messages',
	searchHint: 'Words, or a ticker’s symbol',
	find: 'Find',
	list: 'Messages',
	message: 'The message',
	isUnread: 'unread',
	pages: 'Pages of messages',
	page: (from: number, to: number, of: number) => `${formatCount(from)}–${formatCount(to)} of ${formatCount(of)}`,
	empty: 'No results',
	emptyNext: 'There is no message yet. Switch on notices of a filter, and each report that changes its list is told here.',
	emptySearch: 'No message is like that.',
	showAll: 'Show all messages',
	toFilters: 'To the filters',
	choose: 'Choose a message.',
	getFailed: 'The messages did not arrive.',
	oneFailed: 'The message did not arrive.',
	gone: 'This message does not exist',
	goneNext: 'It was deleted, or it is older than 90 days.',
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
	goThere: 'Go there',
} as const;

/** Words of a filter's notice. */
export const noticeWords = {
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
	since: (at: string) => `in since ${at}`,
	untold: 'not sent: it was in the list a short while ago',
	why: (why: string) => `left: ${why}`,
	matched: (matches: string, of: string) => `${matches} of ${of}`,
	matchedRest: (at: string, before: number, since: string) => `tickers at ${at}, ${formatCount(before)} at ${since}.`,
	matchedLead: 'The filter matched',
	asked: (conditions: string) => `It asked for ${conditions}.`,
	askedAll: 'It had no conditions: every eligible ticker of its tab.',
	condition: (sector: string, timeframe: string, value: number) => `${sector} ${timeframe} ≥ ${value}`,
	and: ' and ',
	changedSince: 'The filter asks something else by now.',
	filterGone: 'The filter is gone: the list opens without it.',
	showList: (at: string) => `Show list at ${at}`,
	target: 'Open target list',
	edit: 'Edit filter',
	locked: 'Your licence does not open this report any more.',
	lost: 'The report of this notice is not stored any more.',
} as const;
