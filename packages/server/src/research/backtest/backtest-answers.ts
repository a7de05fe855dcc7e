import type { AnswerOf } from '@sw/contract/base/define';
import type { research } from '@sw/contract/research/research';
import { CAPS, type CapPlace } from '@sw/domain/prices/cap';
import { type ClosedExcess, type MeanRecord, meanRecord } from '@sw/domain/research/backtest/backtest-record';
import { EXITS } from '@sw/domain/research/backtest/exit-rule';
import { excessCurve, LEAST_FOR_CURVE } from '@sw/domain/research/excess-curve';
import { cleanNumber } from '@sw/domain/statistics/clean-number';
import { isoSeconds } from '@sw/domain/time/format';
import { newYorkDate } from '@sw/domain/time/zone';
import { fourDecimals, NOTICE, questionAnswer, sixDecimals } from '../search/search-answers.ts';
import { curvePoints } from '../validation/curve-answer.ts';
import type { BacktestPosition, MeasuredBacktest } from './measure-backtest.ts';

export type BacktestAnswer = AnswerOf<(typeof research)['backtest']>;
export type PositionAnswer = BacktestAnswer['positions'][number];
type RecordAnswer = BacktestAnswer['record'];

export function backtestAnswer(
	{ question, rule, reports, positions }: MeasuredBacktest,
	trials: number,
	shown: PositionAnswer[],
): BacktestAnswer {
	const closed = positions.filter(({ result }) => result !== null);
	const record = recordAnswer(meanRecord(closedOf(closed), trials));
	const [first, last] = [reports[0], reports.at(-1)];
	const parts = <K>(keyOf: (position: BacktestPosition) => K): [K, RecordAnswer][] =>
		[...Map.groupBy(closed, keyOf)].map(([key, members]) => [key, recordAnswer(meanRecord(closedOf(members), trials))]);
	const yearOf = ({ time }: BacktestPosition): number => Number(newYorkDate(time).slice(0, 4));
	return {
		question: questionAnswer(question),
		rule,
		reports: reports.length,
		first: first === undefined ? null : isoSeconds(first),
		last: last === undefined ? null : isoSeconds(last),
		record,
		open: positions.length - closed.length,
		exits: EXITS.flatMap((how) => {
			const members = closed.filter(({ result }) => result?.how === how);
			return members.length === 0 ? [] : [{ how, record: recordAnswer(meanRecord(closedOf(members), trials)) }];
		}),
		curve:
			record.n_eff < LEAST_FOR_CURVE
				? null
				: curvePoints(excessCurve(closed.map(({ exit, block, result }) => ({ exit, block, excess: result?.excess as number })))),
		years: parts(yearOf)
			.sort(([a], [b]) => a - b)
			.map(([year, own]) => ({ year, record: own })),
		tiers: parts(({ tier }) => tier)
			.sort(([a], [b]) => a - b)
			.map(([tier, own]) => ({ tier: placeOf(tier), record: own })),
		position_count: positions.length,
		positions: shown,
		notice: NOTICE,
	};
}

export function closedOf(positions: readonly BacktestPosition[]): ClosedExcess[] {
	return positions.flatMap(({ result, block }) => (result ? [{ excess: result.excess, block }] : []));
}

function placeOf(tier: number): CapPlace {
	return CAPS[tier]?.name as CapPlace;
}

function recordAnswer({ luck, interval, mean, detectable, p_value, ...counts }: MeanRecord): RecordAnswer {
	const decimals = (value: number | null): number | null => (value === null ? null : sixDecimals(value));
	return {
		...counts,
		deff: fourDecimals(counts.deff),
		n_eff: fourDecimals(counts.n_eff),
		mean: decimals(mean),
		interval: interval && [sixDecimals(interval[0]), sixDecimals(interval[1])],
		detectable: decimals(detectable),
		luck: { ...luck, line: decimals(luck.line) },
		p_value: decimals(p_value),
		hypothetical: true,
	};
}

export function positionAnswer(position: BacktestPosition, symbolOf: (tickerId: number) => string): PositionAnswer {
	const { tickerId, time, rate, reconstructed, entry, exit, tier, result, ratio } = position;
	const trade = result?.trade;
	const decimals = (value: number | undefined): number | null => (value === undefined ? null : sixDecimals(value));
	return {
		ticker_id: tickerId,
		ticker: symbolOf(tickerId),
		time: isoSeconds(time),
		rate,
		tier: result ? placeOf(tier) : null,
		entry: isoSeconds(entry),
		entry_price: trade ? cleanNumber(trade.entryPrice / ratio) : null,
		exit: isoSeconds(exit),
		exit_price: trade ? cleanNumber(trade.exitPrice / ratio) : null,
		exit_reason: result?.how ?? null,
		own_return: decimals(trade?.own),
		peer_return: decimals(trade?.peers),
		cost: decimals(trade?.cost),
		cost_source: trade?.costSource ?? null,
		excess: decimals(result?.excess),
		best: decimals(trade?.best),
		worst: decimals(trade?.worst),
		reconstructed,
	};
}
