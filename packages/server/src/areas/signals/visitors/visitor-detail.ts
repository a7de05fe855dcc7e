import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { VISITOR_LIMIT_REACHED } from '@sw/domain/access/allowance';
import type { Caller } from '@sw/domain/access/caller';
import { computeRowRate, countRows } from '@sw/domain/reports/list/ranking';
import { extractRow, rowOfTicker } from '@sw/domain/reports/list/row-mask';
import { presentCard, timeframeNames } from '@sw/domain/reports/present';
import { type Operation, type Tab, tabOperation } from '@sw/domain/signals/sector';
import { tabSectors } from '@sw/domain/signals/tabs';
import { type StrategyName, strategyNamed } from '@sw/domain/time/timeframe';
import type { TickerId } from '@sw/domain/time/units';
import { computeChangeAt, readHourlyBars } from '../../../market/window/price-series.ts';
import type { MaybePromise } from '../../../platform/concurrency/maybe-promise.ts';
import { notFound, unknownFilter, unknownTicker } from '../../../platform/errors.ts';
import { presentFilings, presentHead } from '../../report-head.ts';
import type { SavedFilter, SignalsParts } from '../ports.ts';
import { presentBars, presentDetail, type TickerDetail } from '../present-detail.ts';
import { type QuestionQuery, resolveQuery } from '../reading.ts';

export type DetailQuery = Pick<QuestionQuery, 'tab_type' | 'operation' | 'timeframes' | 'filter'>;

/** Finds a filter that the caller can use: a built-in one, or one of the caller's own. */
export type FindFilter = (account: Caller['account'], id: number) => MaybePromise<SavedFilter | undefined>;

/** Answers with one ticker of the newest public report. Without a licence, 404 beyond the daily allowance. */
export function createVisitorDetail(parts: SignalsParts, allowance: VisitorAllowance, findFilter: FindFilter) {
	const { directory, prices, source, parameters } = parts;
	const findRow = createVisitorRowFinder(parts);

	const useAllowance = async (caller: Caller, id: TickerId): Promise<Exclude<AllowanceUse, 'spent'>> => {
		if (caller.account?.licence) return null;
		const usage = await allowance(caller.ipBucket, id);
		if (usage === 'spent') throw notFound(VISITOR_LIMIT_REACHED);
		return usage;
	};

	return async (id: TickerId, query: DetailQuery, caller: Caller): Promise<TickerDetail> => {
		const { facts, ticker, table, row } = await findRow(id);
		const filter = query.filter === undefined ? undefined : await findFilter(caller.account, query.filter);
		const { question } = resolveQuery(query, { filter: () => filter }, directory, () => unknownFilter('filter'));
		// Counted last, so that invalid requests don't use up the allowance.
		const remainingAllowance = await useAllowance(caller, id);
		const priceRow = directory.rowOf(id);
		const detail = presentDetail(table, row, ticker, question, parameters);
		return {
			...detail,
			report: presentHead(facts, source),
			price_change: computeChangeAt(prices, priceRow, facts.asOf, detail.price),
			favorite: false,
			filings: presentFilings(parts.filings?.(id, facts)),
			bars: presentBars(readHourlyBars(prices, priceRow, facts.asOf)),
			allowance: remainingAllowance,
		};
	};
}

/** A visitor's allowance for today; 'spent' if this ticker would exceed it, null if there is no limit. */
type AllowanceUse = { limit: number; left: number } | 'spent' | null;

/** Counts a ticker whose details an IP address opens on a New York day; repeats are free. Implemented by the accounts area. */
export type VisitorAllowance = (ipBucket: string, ticker: TickerId) => AllowanceUse | Promise<AllowanceUse>;

export const unlimitedAllowance: VisitorAllowance = () => null;

type Outline = AnswerOf<Contract['signals']['landingOutline']>;

interface OutlineQuery {
	tab_type: Tab;
	operation?: Operation | undefined;
	timeframes: StrategyName;
}

/** Answers with the public part of a ticker. It is identical for all readers and doesn't count towards the daily allowance. */
export function createVisitorOutline(parts: SignalsParts) {
	const findRow = createVisitorRowFinder(parts);
	return async (id: TickerId, { tab_type: tab, operation = tabOperation(tab), timeframes }: OutlineQuery): Promise<Outline> => {
		const { facts, ticker, table, row } = await findRow(id);
		const strategy = strategyNamed(timeframes);
		const { rated } = strategy;
		const question = { tab, operation, strategy };
		const rate = computeRowRate(table, row, question, parts.parameters);
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
			listed: countRows(extractRow(table, row), question, parts.parameters) > 0,
			timeframes: timeframeNames(rated),
			sectors: card.sectors.map((sector) => ({ ...sector, intersections: sector.intersections.slice(0, rated.length) })),
		};
	};
}

/** Finds a ticker's row in the newest public report; 404 with the reason. */
export function createVisitorRowFinder({ reports, directory, source }: Pick<SignalsParts, 'reports' | 'directory' | 'source'>) {
	return async (id: TickerId) => {
		const facts = source.isPublic ? reports.latest(null) : undefined;
		const ticker = directory.byId(id);
		if (!ticker) throw unknownTicker('id');
		const table = facts ? await reports.table(facts) : undefined;
		const row = table ? rowOfTicker(table, id) : -1;
		if (!facts || !table || row === -1) throw notFound("This ticker isn't in this report.");
		return { facts, ticker, table, row };
	};
}
