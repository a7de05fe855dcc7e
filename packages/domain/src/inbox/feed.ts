import type { AccountState } from '../access/account.ts';
import type { UtcMs } from '../time/units.ts';
import type { Message } from './message.ts';

/** Feed formats of a filter's alerts. */
export const FEED_FORMATS = ['atom', 'json'] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];
/** Number of alerts in a feed. */
export const FEED_ITEMS = 50;

/** The filter of a feed address, and the filter's owner. */
export interface FeedOwner {
	readonly filterId: number;
	readonly name: string;
	readonly userId: string;
	readonly account: AccountState;
	readonly createdAt: UtcMs;
}

export interface FeedAddress {
	readonly filterId: number;
	readonly createdAt: UtcMs;
}

/** An alert in a feed: only the names of the filter and the tickers, because vendors' prices must not be published. */
export interface FeedItem {
	readonly id: number;
	readonly at: UtcMs;
	readonly title: string;
	readonly text: string;
}

/** Creates a feed item. `displayedTime`: the report's time. */
export function createFeedItem(
	{ id, subject, createdAt, notice: alert }: Message & { notice: object },
	symbolOf: (id: number) => string,
	displayedTime: string,
): FeedItem {
	const entered = alert.entered.map(symbolOf).sort();
	const left = alert.left.map(symbolOf).sort();
	return {
		id,
		at: createdAt,
		title: `${subject}: ${changeSummary(entered.length, left.length)} at ${displayedTime}`,
		text: [symbolsSentence('Entered', entered), symbolsSentence('Left', left)].filter((line) => line !== '').join(' '),
	};
}

function symbolsSentence(label: string, symbols: readonly string[]): string {
	return symbols.length === 0 ? '' : `${label}: ${symbols.join(', ')}.`;
}

/** Describes a change: '3 entered, 2 left' */
export function changeSummary(entered: number, left: number): string {
	return [entered > 0 ? `${entered} entered` : '', left > 0 ? `${left} left` : ''].filter((words) => words !== '').join(', ');
}
