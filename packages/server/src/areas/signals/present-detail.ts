import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import type { Ticker } from '@sw/domain/prices/ticker';
import type { ListQuestion } from '@sw/domain/reports/list/list-question';
import { computeRowRate, countRows, createRateScale } from '@sw/domain/reports/list/ranking';
import { extractRow } from '@sw/domain/reports/list/row-mask';
import { presentCard, rowDepths, rowZ, timeframeNames, visibleTimeframes } from '@sw/domain/reports/present';
import { type Cells, sumVisibleDepths } from '@sw/domain/signals/cells';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import { FLAG_ELIGIBLE, FLAG_QUARANTINE, FLAG_STALE, type ReportTable } from '@sw/domain/signals/report-table';
import { SECTORS, type SectorKey } from '@sw/domain/signals/sector';
import { tabSectors } from '@sw/domain/signals/tabs';
import { isoSeconds } from '@sw/domain/time/format';
import { TIMEFRAMES, type TimeframeIndex } from '@sw/domain/time/timeframe';
import type { HourlyBars } from '../../market/window/price-series.ts';

const ALL_SECTORS = SECTORS.map((s) => s.key);

export function presentBars(bars: HourlyBars): TickerDetail['bars'] {
	return {
		timeframe: 'one_hour',
		time: bars.time.map(isoSeconds),
		open: bars.open,
		high: bars.high,
		low: bars.low,
		close: bars.close,
		volume: bars.volume,
		gaps: bars.gaps.map(isoSeconds),
		sessions: bars.sessions.map((s) => ({ date: s.date, open: isoSeconds(s.open), close: isoSeconds(s.close), early_close: s.early })),
		later_splits: bars.laterSplits,
	};
}

/** Presents everything that a report has about one ticker for the given question: all sectors with depth and z, and the terms of the rate. */
export function presentDetail(table: ReportTable, row: number, ticker: Ticker, question: ListQuestion, parameters: ParameterSet) {
	const { tab, operation, strategy } = question;
	const shownTimeframes = visibleTimeframes(strategy);
	const ratedSectors = question.sectors ?? tabSectors(tab, operation);
	const depths = rowDepths(table, row, shownTimeframes, tab);
	const z = rowZ(table, row, shownTimeframes, tab);
	const shownDepth = sumVisibleDepths(depths, ratedSectors);
	const mentions = table.mentions[row]!;
	const rate = computeRowRate(table, row, question, parameters);
	const card = presentCard(table, row, { symbol: ticker.symbol, rate, tab, strategy, visible: ALL_SECTORS });
	return {
		...card,
		rate_scale: createRateScale(table, question, parameters)(rate),
		name: ticker.name,
		type: ticker.type,
		industry: ticker.industry,
		tab_type: tab,
		operation,
		listed: countRows(extractRow(table, row), question, parameters) > 0,
		status: statusOf(table.flags[row]!),
		visible_depth: { depth: shownDepth.depth, not_available: shownDepth.missing },
		mentions: mentions < 0 ? null : mentions,
		timeframes: timeframeNames(shownTimeframes),
		sectors: card.sectors.map((sector) => ({ ...sector, z: (z[sector.key] ?? []).map(roundZ), rated: ratedSectors.includes(sector.key) })),
		why: computeRateTerms(depths, ratedSectors, strategy.rated, parameters.slotWeights),
	};
}

/** Rounds to three decimals, the precision of stored values. */
function roundZ(z: number | null): number | null {
	return z === null ? null : Math.round(z * 1000) / 1000;
}

/** Returns the non-zero terms of a rate, largest first. */
function computeRateTerms(
	depths: Cells,
	ratedSectors: readonly SectorKey[],
	timeframeIndices: readonly TimeframeIndex[],
	weights: readonly number[],
): TickerDetail['why'] {
	return ratedSectors
		.flatMap((key) =>
			timeframeIndices.map((tf, at) => {
				const depth = depths[key]?.[at] ?? 0;
				const weight = weights[at]!;
				return { key, timeframe: TIMEFRAMES[tf].name, depth, weight, points: depth * weight };
			}),
		)
		.filter(({ points }) => points > 0)
		.sort((a, b) => b.points - a.points);
}

function statusOf(flags: number): TickerDetail['status'] {
	if (flags & FLAG_QUARANTINE) return 'quarantine';
	if (flags & FLAG_STALE) return 'stale';
	return flags & FLAG_ELIGIBLE ? 'ok' : 'not_eligible';
}

export type VisitorListAnswer = AnswerOf<Contract['signals']['landingSectorCharts']>;
export type TickerDetail = AnswerOf<Contract['signals']['landingSectorChart']>;
