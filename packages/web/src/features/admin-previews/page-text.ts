import { CAPS } from '@sw/domain/prices/buckets';
import { INTERVALS, TOPS } from '@sw/domain/prices/top-lists';
import type { Preview } from './queries.ts';
import { previewWords as words } from './words.ts';

export function categoryLabel(name: string): string {
	return TOPS.find((top) => top.name === name)?.label ?? name;
}

export function intervalLabel(name: string): string {
	return INTERVALS.find((interval) => interval.name === name)?.label ?? name;
}

export function capLabel(name: string): string {
	return CAPS.find((cap) => cap.name === name)?.label ?? name;
}

/** Names the page of a preview: 'Top Gainers · Day', 'AZO', 'Landing page'. */
export function formatPage({
	category,
	interval,
	ticker,
	marketcap,
}: Pick<Preview, 'category' | 'interval' | 'ticker' | 'marketcap'>): string {
	const parts = [
		...(ticker === null ? [] : [ticker]),
		...(category === null ? [] : [categoryLabel(category)]),
		...(interval === null ? [] : [intervalLabel(interval)]),
		...marketcap.map(capLabel),
	];
	return parts.length === 0 ? words.landing : parts.join(' · ');
}
