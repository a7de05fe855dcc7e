import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { topText } from '@sw/domain/signals/rate-words';
import { candidateWords, SECTORS, TABS } from '@sw/domain/signals/sector';
import type { World } from '../shell/world.ts';
import { createPaint } from './print.ts';
import { type Column, table } from './table.ts';
import { changed, count, eastern, framesText, NOT_KNOWN, price, rings, sourceText } from './values.ts';

export type ListAnswer = AnswerOf<Contract['signals']['sectorCharts']>;
export type Card = ListAnswer['items'][number];

/** A line such as 'Extreme rise, candidate to fall back · 15m·30m·1h·4h·1d · 06/30/2026 11:45 AM ET · simulated market'. */
export function listTitle({ tab_type, operation, timeframes, report }: ListAnswer): string {
	return [
		`${TABS.find(({ name }) => name === tab_type)?.label}, ${candidateWords(tab_type, operation)}`,
		framesText(timeframes),
		...(report
			? [
					eastern(report.time),
					...(report.versions > 1 ? [`version ${report.version} of ${report.versions}`] : []),
					...(report.reconstructed ? ['reconstructed'] : []),
					sourceText(report),
				]
			: ['no report yet']),
	].join(' · ');
}

export function cardLines(cards: readonly Card[], world: World, first?: number): string[] {
	const [head = '', ...rows] = table(columnsOf(cards, world, first), world.out.isTerminal ? world.out.width : undefined);
	return [createPaint(world).dim(head), ...rows];
}

/** `first`: rank of the first card; undefined if the cards are not consecutive in the list, which leaves out the ranks. */
function columnsOf(cards: readonly Card[], world: World, first?: number): Column[] {
	const { rise, fall } = createPaint(world);
	const tint = (text: string, row: number): string => {
		const change = cards[row]?.price_change ?? 0;
		return change > 0 ? rise(text) : change < 0 ? fall(text) : text;
	};
	const shown = SECTORS.filter(({ key }) => cards[0]?.sectors.some((sector) => sector.key === key));
	return [
		...(first === undefined ? [] : [{ head: '#', right: true, cells: cards.map((_, at) => String(first + at)), leave: 6 }]),
		{ head: 'Ticker', cells: cards.map(({ ticker }) => ticker) },
		{ head: 'Name', cells: cards.map(({ name }) => name), minWidth: 12, leave: 4 },
		{ head: 'Cap', cells: cards.map(tierOf), leave: 5 },
		{ head: 'Price', right: true, cells: cards.map((card) => price(card.price)), leave: 2 },
		{ head: 'Change', right: true, cells: cards.map((card) => changed(card.price_change)), leave: 1, paint: tint },
		{ head: 'Rate', right: true, cells: cards.map(({ weighted_sum, rate_scale }) => `${weighted_sum} of ${rate_scale.highest}`) },
		{ head: 'Top', right: true, cells: cards.map(({ rate_scale }) => topText(rate_scale.share)), leave: 2 },
		...shown.map(({ key, label }) => ({
			head: label,
			cells: cards.map(({ sectors }) => rings(sectors.find((sector) => sector.key === key)?.intersections ?? [])),
			leave: 3,
		})),
	];
}

function tierOf(card: Card): string {
	return card.marketcap === 'undefined' ? NOT_KNOWN : card.marketcap.replace('_cap', '');
}

export function shownOf(total: number, skip: number, shown: number): string {
	return shown === total ? `${count(total)} tickers.` : `${count(skip + 1)} to ${count(skip + shown)} of ${count(total)} tickers.`;
}
