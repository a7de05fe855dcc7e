import { formatCount } from '../../lib/format/numbers.ts';

/** Ids of the tickers that entered and left a list, and of the list's favourites with a changed rate. */
export interface Changes {
	entered: readonly number[];
	left: readonly number[];
	moved: readonly number[];
}

/** Whether no ticker entered or left. */
export function hasSameTickers({ entered, left }: Changes): boolean {
	return entered.length === 0 && left.length === 0;
}

/** Whether two pages of a list show the same tickers in the same sequence. */
export function hasSameOrder(previous: readonly { ticker_id: number }[], current: readonly { ticker_id: number }[]): boolean {
	return previous.length === current.length && previous.every(({ ticker_id }, i) => ticker_id === current[i]?.ticker_id);
}

/**
 * Describes the changes: '6 entered, 4 left, 1 favourite moved', or 'same tickers, new order'. `isSameOrder`: whether the open page keeps its
 * sequence. Undefined if unknown or if no page is open.
 */
export function formatChanges(changes: Changes, isSameOrder?: boolean): string {
	const { entered, left, moved } = changes;
	const orderText = isSameOrder === undefined ? 'the same tickers' : isSameOrder ? 'same tickers, same order' : 'same tickers, new order';
	const parts = [
		...(hasSameTickers(changes) && (isSameOrder !== undefined || moved.length === 0) ? [orderText] : []),
		...(entered.length > 0 ? [`${formatCount(entered.length)} entered`] : []),
		...(left.length > 0 ? [`${formatCount(left.length)} left`] : []),
		...(moved.length > 0 ? [`${formatCount(moved.length)} ${moved.length === 1 ? 'favourite' : 'favourites'} moved`] : []),
	];
	return parts.join(', ');
}

/** Returns the changes between two visitors' lists. `moved` is empty, because visitors have no favourites. */
export function changesBetween(previous: readonly { ticker_id: number }[], current: readonly { ticker_id: number }[]): Changes {
	const [oldIds, newIds] = [previous, current].map((items) => new Set(items.map((item) => item.ticker_id))) as [Set<number>, Set<number>];
	return { entered: [...newIds].filter((id) => !oldIds.has(id)), left: [...oldIds].filter((id) => !newIds.has(id)), moved: [] };
}
