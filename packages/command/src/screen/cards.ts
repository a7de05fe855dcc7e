import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { formatTopShare } from '@sw/domain/signals/rate-words';
import { candidateLabel, SECTORS, TABS } from '@sw/domain/signals/sector';
import type { World } from '../shell/world.ts';
import { createPaint } from './print.ts';
import { type Column, formatTable } from './table.ts';
import {
	describeSource,
	formatCount,
	formatDepths,
	formatEasternTime,
	formatPrice,
	formatSignedPercent,
	formatTimeframes,
	UNKNOWN_VALUE,
} from './values.ts';

export type ListAnswer = AnswerOf<Contract['signals']['sectorCharts']>;
export type Card = ListAnswer['items'][number];

/** Formats a title such as 'Extreme rise, candidate to fall back · 15m·30m·1h·4h·1d · 06/30/2026 11:45 AM ET · simulated market'. */
export function formatListTitle({ tab_type, operation, timeframes, report }: ListAnswer): string {
	return [
		`${TABS.find(({ name }) => name === tab_type)?.label}, ${candidateLabel(tab_type, operation)}`,
		formatTimeframes(timeframes),
		...(report
			? [
					formatEasternTime(report.time),
					...(report.versions > 1 ? [`version ${report.version} of ${report.versions}`] : []),
					...(report.reconstructed ? ['reconstructed'] : []),
					describeSource(report),
				]
			: ['no report yet']),
	].join(' · ');
}

export function formatCards(cards: readonly Card[], world: World, firstRank?: number): string[] {
	const [headingLine = '', ...rowLines] = formatTable(
		createColumns(cards, world, firstRank),
		world.out.isTerminal ? world.out.width : undefined,
	);
	return [createPaint(world).dim(headingLine), ...rowLines];
}

/** Creates the columns of a list. Ranks start at `firstRank`; without it there is no rank column, because the cards aren't consecutive in their list. */
function createColumns(cards: readonly Card[], world: World, firstRank?: number): Column[] {
	const { rise, fall } = createPaint(world);
	const colourBySign = (text: string, row: number): string => {
		const change = cards[row]?.price_change ?? 0;
		return change > 0 ? rise(text) : change < 0 ? fall(text) : text;
	};
	const visibleSectors = SECTORS.filter(({ key }) => cards[0]?.sectors.some((sector) => sector.key === key));
	return [
		...(firstRank === undefined
			? []
			: [{ head: '#', alignRight: true, cells: cards.map((_, at) => String(firstRank + at)), dropOrder: 6 }]),
		{ head: 'Ticker', cells: cards.map(({ ticker }) => ticker) },
		{ head: 'Name', cells: cards.map(({ name }) => name), minWidth: 12, dropOrder: 4 },
		{ head: 'Cap', cells: cards.map(formatCapTier), dropOrder: 5 },
		{ head: 'Price', alignRight: true, cells: cards.map((card) => formatPrice(card.price)), dropOrder: 2 },
		{
			head: 'Change',
			alignRight: true,
			cells: cards.map((card) => formatSignedPercent(card.price_change)),
			dropOrder: 1,
			paint: colourBySign,
		},
		{ head: 'Rate', alignRight: true, cells: cards.map(({ weighted_sum, rate_scale }) => `${weighted_sum} of ${rate_scale.highest}`) },
		{ head: 'Top', alignRight: true, cells: cards.map(({ rate_scale }) => formatTopShare(rate_scale.share)), dropOrder: 2 },
		...visibleSectors.map(({ key, label }) => ({
			head: label,
			cells: cards.map(({ sectors }) => formatDepths(sectors.find((sector) => sector.key === key)?.intersections ?? [])),
			dropOrder: 3,
		})),
	];
}

function formatCapTier(card: Card): string {
	return card.marketcap === 'undefined' ? UNKNOWN_VALUE : card.marketcap.replace('_cap', '');
}

export function describePage(totalCount: number, skippedCount: number, shownCount: number): string {
	return shownCount === totalCount
		? `${formatCount(totalCount)} tickers.`
		: `${formatCount(skippedCount + 1)} to ${formatCount(skippedCount + shownCount)} of ${formatCount(totalCount)} tickers.`;
}
