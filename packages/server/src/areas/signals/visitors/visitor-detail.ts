import { VISITOR_LIMIT_REACHED } from '@sw/domain/access/allowance';
import type { Caller } from '@sw/domain/access/caller';
import type { TickerId } from '@sw/domain/time/units';
import { changeAt, hourlyBars } from '../../../market/window/price-series.ts';
import type { MaybePromise } from '../../../platform/concurrency/maybe-promise.ts';
import { notFound } from '../../../platform/errors.ts';
import { unknownFilter } from '../../../platform/unknown-values.ts';
import { presentFilings } from '../../present-filings.ts';
import { presentHead } from '../../report-head.ts';
import type { SavedFilter } from '../ports.ts';
import type { TickerDetail } from '../present.ts';
import { presentBars, presentDetail } from '../present-detail.ts';
import { type ReadingQuery, readingOf } from '../reading.ts';
import type { SignalsParts } from '../signals-parts.ts';
import type { AllowanceUse, VisitorAllowance } from './allowance.ts';
import { createVisitorRow } from './visitor-row.ts';

export type DetailQuery = Pick<ReadingQuery, 'tab_type' | 'operation' | 'timeframes' | 'filter'>;

/** A filter that the caller may use: a built-in one, and an account's own. */
export type FilterOf = (account: Caller['account'], id: number) => MaybePromise<SavedFilter | undefined>;

/** One ticker of the newest basic report, for all callers, within a visitor's daily allowance. Throws not_found beyond it. */
export function createVisitorDetail(parts: SignalsParts, allowance: VisitorAllowance, filterOf: FilterOf) {
	const { directory, prices, source, parameters } = parts;
	const find = createVisitorRow(parts);

	const spend = async (caller: Caller, id: TickerId): Promise<Exclude<AllowanceUse, 'spent'>> => {
		if (caller.account?.licence) return null;
		const spent = await allowance(caller.address, id);
		if (spent === 'spent') throw notFound(VISITOR_LIMIT_REACHED);
		return spent;
	};

	return async (id: TickerId, query: DetailQuery, caller: Caller): Promise<TickerDetail> => {
		const { facts, ticker, table, row } = await find(id);
		const filter = query.filter === undefined ? undefined : await filterOf(caller.account, query.filter);
		const { question } = readingOf(query, { filter: () => filter }, directory, () => unknownFilter('filter'));
		// Counted last, so that a wrong address costs nothing.
		const left = await spend(caller, id);
		const priced = directory.rowOf(id);
		const detail = presentDetail(table, row, ticker, question, parameters);
		return {
			...detail,
			report: presentHead(facts, source),
			price_change: changeAt(prices, priced, facts.asOf, detail.price),
			favorite: false,
			filings: presentFilings(parts.filings?.(id, facts)),
			bars: presentBars(hourlyBars(prices, priced, facts.asOf)),
			allowance: left,
		};
	};
}
