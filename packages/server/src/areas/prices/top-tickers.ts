import type { AnswerOf } from '@sw/contract/base/define';
import { publicPrices } from '@sw/contract/prices/prices';
import type { Licence } from '@sw/domain/reports/licence';
import { isOpenTo } from '@sw/domain/reports/licence-gate';
import { rowOfTicker } from '@sw/domain/reports/list/row-mask';
import type { ReportTable } from '@sw/domain/signals/report-table';
import type { TickerId } from '@sw/domain/time/units';
import { createLastAnswers } from '../../platform/cache/last-answers.ts';
import { type MaybePromise, mapMaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import type { ReportFacts } from '../../reports/hot-reports.ts';
import { type Encoded, encoded } from '../answer.ts';
import { presentHead } from '../report-head.ts';
import type { PublicTableParts } from './public-table.ts';
import { closesOf, leaningOf, signalsIn, wheelOf } from './row-charts.ts';

type TopTickers = AnswerOf<(typeof publicPrices)['topTickers']>;

/** Most readers request the same tables. */
const KEPT = 100;
const NOTHING: TopTickers = { report: null, items: [] };

/** Sparkline and signal of top-table rows. With a licence also for sources that are not public. Cached by query until prices or reports change. */
export function createTopTickers({ directory, prices, source, reports, parameters }: Omit<PublicTableParts, 'tops' | 'now'>) {
	const kept = createLastAnswers<Encoded<TopTickers>>(KEPT);

	const build = (ids: readonly TickerId[], facts: ReportFacts | undefined, table: ReportTable | undefined): TopTickers => {
		const signalOf = table && signalsIn(table, parameters);
		const closes = closesOf(prices);
		return {
			report: facts && table ? presentHead(facts, source) : null,
			items: ids.flatMap((id) => {
				const ticker = directory.byId(id);
				if (!ticker) return [];
				const row = table ? rowOfTicker(table, id) : -1;
				const signal = row === -1 ? null : (signalOf?.(row) ?? null);
				const sectors = table && row !== -1 ? wheelOf(table, row, signal?.tab_type ?? leaningOf(table, row, parameters)) : [];
				return [{ ticker: ticker.symbol, ticker_id: id, closes: closes(directory.rowOf(id)), sectors, signal }];
			}),
		};
	};

	const answer = (ids: readonly TickerId[], facts: ReportFacts | undefined, table: ReportTable | undefined): Encoded<TopTickers> => {
		const dependsOn = [prices.version(), facts, table !== undefined];
		return kept.get(ids, dependsOn) ?? kept.keep(ids, dependsOn, encoded(publicPrices.topTickers.answers[200], build(ids, facts, table)));
	};

	const latestUntil = (until: number, licence: Licence | null): ReportFacts | undefined =>
		reports.newestBetween(0, until, (facts) => facts.algo === 'reverse' && isOpenTo(licence ?? 'basic', facts, facts.first));

	return (ids: readonly TickerId[], licence: Licence | null, until?: number): MaybePromise<TopTickers | Encoded<TopTickers>> => {
		if (!source.isPublic && licence === null) return NOTHING;
		const facts = until === undefined ? reports.latest(licence) : latestUntil(until, licence);
		return facts ? mapMaybePromise(reports.table(facts), (table) => answer(ids, facts, table)) : answer(ids, undefined, undefined);
	};
}
