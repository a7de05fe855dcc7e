import type { AnswerOf } from '@sw/contract/define';
import type { Contract } from '@sw/contract/index';
import type { CallerAccount } from '@sw/domain/access/caller';
import type { Algo } from '@sw/domain/reports/licence';
import { may } from '@sw/domain/reports/licence-gate';
import { rowDepths, timeframeNames, visibleTimeframes } from '@sw/domain/reports/present';
import { rateOf } from '@sw/domain/reports/ranking';
import { memberRows } from '@sw/domain/reports/ranking-members';
import type { TickerHistory } from '@sw/domain/reports/ticker-history';
import { type ReportTable, Z_PER_ROW } from '@sw/domain/signals/report-table';
import { SECTORS } from '@sw/domain/signals/sector';
import { isoSeconds } from '@sw/domain/time/format';
import { DAY, type ExchangeDate, SECOND, type TickerId, utcMs } from '@sw/domain/time/units';
import { newYorkDate, newYorkToUtc } from '@sw/domain/time/zone';
import { notFound } from '../../../platform/errors.ts';
import type { DeskParts } from '../ports.ts';
import { type ReadingQuery, readingOf } from '../reading.ts';
import { exchangeDateOf, spanOf } from './desk-dates.ts';
import type { DeskTools } from './desk-lists.ts';

type Trail = AnswerOf<Contract['signals']['sectorChartTrail']>;

export interface TrailQuery extends ReadingQuery {
	from?: string | undefined;
	to?: string | undefined;
	algo: Algo;
}

const SESSIONS = 60;

/** One ticker's reports as if they were the rows of one report, so that the rules of lists read them. */
const asTable = (id: number, { count, words, price, cap, mentions, flags }: TickerHistory, algo: Algo): ReportTable => ({
	time: utcMs(0),
	algo,
	count,
	tickerId: new Uint32Array(count).fill(id),
	words,
	z: new Float32Array(Z_PER_ROW * count).fill(Number.NaN),
	price,
	cap,
	mentions,
	flags,
});

const firstOf = ({ calendar }: DeskParts, to: ExchangeDate): ExchangeDate => {
	const last = calendar.sessionOn(to) ?? calendar.previousSession(to);
	return (last && calendar.sessionNumber(Math.max(0, last.ordinal - SESSIONS + 1))?.date) ?? to;
};

/** One ticker over many reports, those that the caller's licence may open. */
export const createDeskTrail =
	({ parts }: Pick<DeskTools, 'parts'>) =>
	async ({ id: userId, licence }: CallerAccount, id: TickerId, query: TrailQuery): Promise<Trail> => {
		const ticker = parts.directory.byId(id);
		if (!ticker) throw notFound('There is no such ticker.');
		const { question } = readingOf(query, await parts.lists(userId), () => notFound('There is no such filter'));
		const last = query.to === undefined ? newYorkDate(parts.now()) : exchangeDateOf(query.to);
		const span = spanOf(query.from ?? firstOf(parts, last), query.to ?? last);
		const from = newYorkToUtc(span.from, 0, 0);
		const to = utcMs(newYorkToUtc(span.to, 0, 0) + DAY);
		const history = await parts.history(id, { from, to, algo: query.algo });
		const table = asTable(id, history, query.algo);
		const open = Array.from(history.time.subarray(0, history.count), (seconds, row) => {
			const facts = parts.reports.at(seconds * SECOND);
			return facts && may(licence, facts, facts.first) ? row : -1;
		}).filter((row) => row !== -1);
		const members = new Set(memberRows(table, question, parts.parameters));
		const visible = visibleTimeframes(question.strategy);
		const depths = open.map((row) => rowDepths(table, row, visible, question.tab));
		return {
			ticker: ticker.symbol,
			ticker_id: ticker.id,
			tab_type: question.tab,
			operation: question.operation,
			algo: query.algo,
			timeframes: timeframeNames(visible),
			locked: history.count - open.length,
			time: open.map((row) => isoSeconds((history.time[row] as number) * SECOND)),
			price: open.map((row) => (table.price[row] as number) / 10_000),
			weighted_sum: open.map((row) => rateOf(table, row, question, parts.parameters)),
			listed: open.map((row) => members.has(row)),
			sectors: SECTORS.map(({ key }) => ({ key, intersections: depths.map((cells) => [...(cells[key] ?? [])]) })),
		};
	};
