import type { AnswerOf } from '@sw/contract/base/define';
import { workspaceDetail } from '@sw/contract/base/list-schemas';
import type { Contract } from '@sw/contract/index';
import type { CallerAccount } from '@sw/domain/access/caller';
import { type FrozenEntry, selectActiveFreezes } from '@sw/domain/filters/frozen';
import { splitRatio } from '@sw/domain/prices/adjust';
import type { Ticker } from '@sw/domain/prices/ticker';
import { computeRowRate, countRows } from '@sw/domain/reports/list/ranking';
import { extractRow, rowOfTicker } from '@sw/domain/reports/list/row-mask';
import { type CellMargin, cellChanges, cellMargins, rowDepths, visibleTimeframes } from '@sw/domain/reports/present';
import type { RowDetail } from '@sw/domain/signals/engine/types';
import { Z_SERIES } from '@sw/domain/signals/report-table';
import { tabSectors } from '@sw/domain/signals/tabs';
import { isoSeconds } from '@sw/domain/time/format';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import { type TickerId, utcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { computeChangeAt, foldHourlyBars, type HourlyBars, readHourlyBars, toSessionPrices } from '../../../market/window/price-series.ts';
import { SLOT_SESSIONS } from '../../../market/window/price-window.ts';
import { createAnswerCache, createLastAnswers } from '../../../platform/cache/answer-caches.ts';
import { type MaybePromise, mapMaybePromise } from '../../../platform/concurrency/maybe-promise.ts';
import { notFound, unknownTicker } from '../../../platform/errors.ts';
import { type EncodedAnswer, encodeAnswer } from '../../answer.ts';
import { presentFilings } from '../../report-head.ts';
import type { OpenReport } from '../open-reports.ts';
import { presentBars, presentDetail } from '../present-detail.ts';
import type { QuestionQuery, ResolvedQuery } from '../reading.ts';
import { presentFreeze, presentWorkspaceHead } from './list-rows.ts';
import type { ReportQuery, Selection, SelectReport, WorkspaceTools } from './workspace-lists.ts';

export type WorkspaceDetail = AnswerOf<Contract['signals']['sectorChart']>;

/** Number of cached answers, of about 15 kB each. */
const CACHED_DETAILS = 1_000;

/** Answers with one ticker of a report and the explanation of the ticker's rank. */
export function createWorkspaceDetail({ parts, open: openReports }: WorkspaceTools, select: SelectReport) {
	const { directory, prices, source, parameters } = parts;
	const cache = createAnswerCache<string, EncodedAnswer<WorkspaceDetail>>({ max: CACHED_DETAILS });
	/** The last answer for each request object. */
	const lastAnswers = createLastAnswers<EncodedAnswer<WorkspaceDetail>>(CACHED_DETAILS);

	/** Returns the changes since the previous report; null if that report doesn't contain the ticker. */
	const presentChange = (
		previous: OpenReport | undefined,
		report: OpenReport,
		row: number,
		{ question }: ResolvedQuery,
	): WorkspaceDetail['change'] => {
		const id = report.table.tickerId[row]!;
		const pastRow = previous ? rowOfTicker(previous.table, id) : -1;
		if (!previous || pastRow === -1) return null;
		const timeframes = visibleTimeframes(question.strategy);
		const depths = (table: OpenReport['table'], at: number) => rowDepths(table, at, timeframes, question.tab);
		return {
			date: isoSeconds(previous.facts.time),
			weighted_sum: computeRowRate(previous.table, pastRow, question, parameters),
			listed: countRows(extractRow(previous.table, pastRow), question, parameters) > 0,
			cells: cellChanges(depths(previous.table, pastRow), depths(report.table, row), timeframes).map(({ timeframe, ...cell }) => ({
				...cell,
				timeframe: TIMEFRAMES[timeframe].name,
			})),
		};
	};

	const presentMargins = ({ table }: OpenReport, row: number, { question }: ResolvedQuery): WorkspaceDetail['margins'] => {
		const { tab, strategy, operation } = question;
		const sectors = question.sectors ?? tabSectors(tab, operation);
		return cellMargins(table, row, { tab, strategy, sectors }, parameters).map(({ timeframe, ...margin }) => ({
			...margin,
			z: roundZ(margin),
			timeframe: TIMEFRAMES[timeframe].name,
		}));
	};

	const buildDetail = (
		id: TickerId,
		ticker: Ticker,
		row: number,
		report: OpenReport,
		previous: OpenReport | undefined,
		bars: HourlyBars,
		selection: Selection,
	): Omit<WorkspaceDetail, 'cells'> => {
		const { resolvedQuery, lists } = selection;
		const { facts, table } = report;
		const priceRow = directory.rowOf(id);
		const detail = presentDetail(table, row, ticker, resolvedQuery.question, parameters);
		return {
			...detail,
			report: presentWorkspaceHead(report, source),
			filter: resolvedQuery.filter?.id ?? null,
			price_change: computeChangeAt(report.prices ?? prices, priceRow, facts.asOf, detail.price),
			favorite: lists.favorites.has(id),
			filings: presentFilings(parts.filings?.(id, facts)),
			frozen: activeFreezesOf(selection, id).map(presentFreeze),
			bars: presentBars(bars),
			allowance: null,
			change: presentChange(previous, report, row, resolvedQuery),
			margins: presentMargins(report, row, resolvedQuery),
		};
	};

	/** Returns the bars up to the report: from memory for the newest sessions, otherwise from the store. */
	const readBars = async (id: TickerId, { facts: { asOf } }: OpenReport): Promise<HourlyBars> => {
		const newest = prices.sessions.at(-1);
		const last = parts.calendar.lastOpened(asOf - 1);
		if (!newest || !last || last.date >= newest.session.date) return readHourlyBars(prices, directory.rowOf(id), asOf);
		const first = parts.calendar.sessionByOrdinal(Math.max(0, last.ordinal - SLOT_SESSIONS + 1)) ?? last;
		const sessions = parts.calendar.sessionsBetween(first.date, last.date);
		const storedBars = await parts.bars(id, first.open, utcMs(asOf));
		const laterSplits = splitRatio(storedBars.splits, last.date, newYorkDate(parts.now()));
		return { ...foldHourlyBars(toSessionPrices(sessions, storedBars, asOf), 0), laterSplits };
	};

	const activeFreezesOf = ({ lists }: Selection, id: TickerId): FrozenEntry[] =>
		selectActiveFreezes(lists.frozen, parts.freezeNow()).filter(({ tickerId }) => tickerId === id);

	const presentCells = ({ facts }: OpenReport, rowDetail: RowDetail | null): WorkspaceDetail['cells'] =>
		rowDetail === null
			? null
			: rowDetail.timeframes.flatMap((frame, t) =>
					Z_SERIES.map((series) => ({
						series,
						timeframe: (TIMEFRAMES[t] as (typeof TIMEFRAMES)[number]).name,
						...frame[series],
						reference: frame.referenceTime === null ? null : isoSeconds(frame.referenceTime),
						developing: frame.developing,
						received: isoSeconds(facts.asOf),
					})),
				);

	const loadDetail = async (
		{ licence }: CallerAccount,
		id: TickerId,
		selection: Selection,
		storeAnswer: (answer: EncodedAnswer<WorkspaceDetail>) => EncodedAnswer<WorkspaceDetail>,
	): Promise<EncodedAnswer<WorkspaceDetail>> => {
		const { report, resolvedQuery, lists } = selection;
		const ticker = directory.byId(id);
		const row = report ? rowOfTicker(report.table, id) : -1;
		if (!ticker) throw unknownTicker('id');
		if (!report || row === -1) throw notFound("This ticker isn't in this report.");
		const previous = await openReports.before(report, licence);
		const frozen = activeFreezesOf(selection, id);
		const userKey = `${lists.favorites.has(id)} ${frozen.length === 0 ? '' : JSON.stringify(frozen)}`;
		const key = `${id} ${report.key} ${previous?.key} ${prices.version()} ${resolvedQuery.filter?.id} ${resolvedQuery.key} ${userKey}`;
		const cached = cache.get(key);
		if (cached) return storeAnswer(cached);
		const [rowDetail, bars] = await Promise.all([parts.explain(report.facts, report.table, row), readBars(id, report)]);
		const answer = encodeAnswer(workspaceDetail, {
			...buildDetail(id, ticker, row, report, previous, bars, selection),
			cells: presentCells(report, rowDetail),
		});
		// An answer without cells isn't cached, so that the next call can include them.
		if (!rowDetail && report.facts.algo !== 'forecast') return answer;
		cache.set(key, answer);
		return storeAnswer(answer);
	};

	return (
		account: CallerAccount,
		params: { readonly id: TickerId },
		query: QuestionQuery & ReportQuery,
	): MaybePromise<EncodedAnswer<WorkspaceDetail>> =>
		mapMaybePromise(select(account, query, 404), (selection) => {
			const { report, resolvedQuery, lists } = selection;
			const dependencies = [
				resolvedQuery.key,
				resolvedQuery.filter?.id,
				lists.favorites.has(params.id),
				account.licence,
				report?.facts,
				report?.versionCount,
				parts.reports.changeCount(),
				prices.version(),
			];
			// Freezes can end at any time, so answers aren't reused if the user has any.
			const lastAnswer = lists.frozen.length === 0 ? lastAnswers.get(params, dependencies) : undefined;
			const storeAnswer = (answer: EncodedAnswer<WorkspaceDetail>) =>
				lists.frozen.length === 0 ? lastAnswers.store(params, dependencies, answer) : answer;
			return lastAnswer ?? loadDetail(account, params.id, selection, storeAnswer);
		});
}

/** Rounds z to three decimals, or to float32 precision if the rounded value would wrongly equal a threshold. */
function roundZ({ z, next, holds }: Pick<CellMargin, 'z' | 'next' | 'holds'>): number {
	const roundedZ = roundThousandths(z);
	return (roundedZ === next && z !== next) || (roundedZ === holds && z !== holds) ? Math.round(z * 1e7) / 1e7 : roundedZ;
}

function roundThousandths(z: number): number {
	return Math.round(z * 1000) / 1000;
}
