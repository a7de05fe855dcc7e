import { VISITOR_LIMIT_REACHED } from '@sw/domain/access/allowance';
import type { Caller } from '@sw/domain/access/caller';
import { type Operation, type Tab, tabOperation } from '@sw/domain/signals/sector';
import { type StrategyName, strategyNamed } from '@sw/domain/time/timeframe';
import type { TickerId } from '@sw/domain/time/units';
import { changeAt, hourlyBars } from '../../../market/window/price-series.ts';
import { notFound } from '../../../platform/errors.ts';
import { presentHead } from '../../report-head.ts';
import type { TickerDetail } from '../present.ts';
import { presentBars, presentDetail } from '../present-detail.ts';
import type { SignalsParts } from '../signals-parts.ts';
import type { Spent, VisitorAllowance } from './allowance.ts';
import { createVisitorRow } from './visitor-row.ts';

export interface DetailQuery {
	tab_type: Tab;
	operation?: Operation | undefined;
	timeframes: StrategyName;
	filter?: number | undefined;
}

/** One ticker of the newest basic report, for all callers, within a visitor's daily allowance. Throws not_found beyond it. */
export const createVisitorDetail = (parts: SignalsParts, allowance: VisitorAllowance) => {
	const { directory, prices, source, parameters } = parts;
	const find = createVisitorRow(parts);

	const spend = async (caller: Caller, id: TickerId): Promise<Exclude<Spent, 'spent'>> => {
		if (caller.account?.licence) return null;
		const spent = await allowance(caller.address, id);
		if (spent === 'spent') throw notFound(VISITOR_LIMIT_REACHED);
		return spent;
	};

	return async (id: TickerId, query: DetailQuery, caller: Caller): Promise<TickerDetail> => {
		// Saved filters belong to accounts, so a visitor who names one gets 404.
		const { facts, ticker, table, row } = await find(id, query.filter === undefined);
		// Counted last, so that a wrong address costs nothing.
		const left = await spend(caller, id);
		const { tab_type: tab, operation = tabOperation(tab) } = query;
		const question = { tab, operation, strategy: strategyNamed(query.timeframes) };
		const priced = directory.rowOf(id);
		const detail = presentDetail(table, row, ticker, question, parameters);
		return {
			...detail,
			report: presentHead(facts, source),
			price_change: changeAt(prices, priced, facts.asOf, detail.price),
			favorite: false,
			bars: presentBars(hourlyBars(prices, priced, facts.asOf)),
			allowance: left,
		};
	};
};
