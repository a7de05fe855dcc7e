import { CAPS } from '@sw/domain/prices/cap';
import { TOPS } from '@sw/domain/prices/top-categories';
import { INTERVALS } from '@sw/domain/prices/top-lists';
import type { Preview } from './queries.ts';
import { previewWords as words } from './words.ts';

export const categoryLabel = (name: string): string => TOPS.find((top) => top.name === name)?.label ?? name;
export const intervalLabel = (name: string): string => INTERVALS.find((interval) => interval.name === name)?.label ?? name;
export const capLabel = (name: string): string => CAPS.find((cap) => cap.name === name)?.label ?? name;

/** The page that a preview is for, as text: 'Top Gainers · Day', 'AZO', 'Landing page'. */
export const pageText = ({
	category,
	interval,
	ticker,
	marketcap,
}: Pick<Preview, 'category' | 'interval' | 'ticker' | 'marketcap'>): string => {
	const parts = [
		...(ticker === null ? [] : [ticker]),
		...(category === null ? [] : [categoryLabel(category)]),
		...(interval === null ? [] : [intervalLabel(interval)]),
		...marketcap.map(capLabel),
	];
	return parts.length === 0 ? words.landing : parts.join(' · ');
};
