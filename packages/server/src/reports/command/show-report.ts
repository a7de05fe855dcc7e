import { tabColumn } from '@sw/domain/reports/list/list-columns';
import { rankPage, symbolRanks } from '@sw/domain/reports/list/ranking';
import { presentCard, visibleTimeframes } from '@sw/domain/reports/present';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { type Operation, type Tab, tabOperation } from '@sw/domain/signals/sector';
import { tabSectors } from '@sw/domain/signals/tabs';
import { type StrategyName, strategyNamed, TIMEFRAMES } from '@sw/domain/time/timeframe';

export interface ListChoice {
	tab: Tab;
	operation?: Operation | undefined;
	strategy: StrategyName;
	max: number;
}

/** A report's ranked list as lines of text: rank, symbol, rate, price, market capitalisation, and the rings of the tab's four sectors. */
export function listLines(
	table: ReportTable,
	symbolOf: (id: number) => string,
	{ tab, operation = tabOperation(tab), strategy: name, max }: ListChoice,
	parameters: ParameterSet,
): string[] {
	const strategy = strategyNamed(name);
	const visible = tabSectors(tab, operation);
	const symbols = Array.from(table.tickerId, symbolOf);
	const page = rankPage(table, symbolRanks(symbols), { tab, operation, strategy, sortColumn: tabColumn(tab) }, parameters, {
		skip: 0,
		max,
	});
	const labels = visibleTimeframes(strategy).map((tf) => TIMEFRAMES[tf].label);
	const width = Math.max(...visible.map((key) => key.length), 2 * labels.length) + 2;
	const head = `${right('#', 4)}  ${'ticker'.padEnd(8)}${right('rate', 5)}${right('price', 12)}  ${'cap'.padEnd(10)}`;
	const rows = Array.from(page.rows, (row, at) => {
		const card = presentCard(table, row, { symbol: symbols[row]!, rate: page.rates[at]!, tab, strategy, visible });
		// The sectors of a card come in the specification's order, the heads in the tab's.
		const cells = visible.map((key) =>
			(card.sectors.find((sector) => sector.key === key)?.intersections ?? []).map((depth) => depth ?? '-').join(' '),
		);
		const start = `${right(String(at + 1), 4)}  ${card.ticker.padEnd(8)}${right(String(card.weighted_sum), 5)}`;
		const middle = `${right(card.price.toFixed(2), 12)}  ${card.marketcap.padEnd(10)}`;
		return `${start}${middle}${cells.map((cell) => cell.padEnd(width)).join('')}`.trimEnd();
	});
	return [
		`${tab} ${operation} ${strategy.label}: ${page.total} tickers; depths on ${labels.join(' ')}`,
		`${head}${visible.map((key) => key.padEnd(width)).join('')}`.trimEnd(),
		...rows,
	];
}

function right(text: string, width: number): string {
	return text.padStart(width);
}
