import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { countRows, rateOf } from '@sw/domain/reports/list/ranking';
import { singleRow } from '@sw/domain/reports/list/row-mask';
import { presentCard, timeframeNames } from '@sw/domain/reports/present';
import { type Operation, type Tab, tabOperation } from '@sw/domain/signals/sector';
import { tabSectors } from '@sw/domain/signals/tabs';
import { type StrategyName, strategyNamed } from '@sw/domain/time/timeframe';
import type { TickerId } from '@sw/domain/time/units';
import { presentHead } from '../../report-head.ts';
import type { SignalsParts } from '../signals-parts.ts';
import { createVisitorRow } from './visitor-row.ts';

type Outline = AnswerOf<Contract['signals']['landingOutline']>;

interface OutlineQuery {
	tab_type: Tab;
	operation?: Operation | undefined;
	timeframes: StrategyName;
}

/** The public part of a ticker: independent of the daily allowance, and identical for all readers. */
export function createVisitorOutline(parts: SignalsParts) {
	const find = createVisitorRow(parts);
	return async (id: TickerId, { tab_type: tab, operation = tabOperation(tab), timeframes }: OutlineQuery): Promise<Outline> => {
		const { facts, ticker, table, row } = await find(id);
		const strategy = strategyNamed(timeframes);
		const { slots } = strategy;
		const question = { tab, operation, strategy };
		const rate = rateOf(table, row, question, parts.parameters);
		const card = presentCard(table, row, { symbol: ticker.symbol, rate, tab, strategy, visible: tabSectors(tab, operation) });
		return {
			report: presentHead(facts, parts.source),
			ticker: card.ticker,
			ticker_id: card.ticker_id,
			name: ticker.name,
			tab_type: tab,
			operation,
			weighted_sum: card.weighted_sum,
			date: card.date,
			listed: countRows(singleRow(table, row), question, parts.parameters) > 0,
			timeframes: timeframeNames(slots),
			sectors: card.sectors.map((one) => ({ ...one, intersections: one.intersections.slice(0, slots.length) })),
		};
	};
}
