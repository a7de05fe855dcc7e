import type { AnswerOf } from '@sw/contract/define';
import type { publicPrices } from '@sw/contract/prices';
import type { Licence } from '@sw/domain/reports/licence';
import { rowOfTicker } from '@sw/domain/reports/row-mask';
import type { TickerId } from '@sw/domain/time/units';
import { presentHead } from '../report-head.ts';
import { closesOf, leaningOf, signalsIn, wheelOf } from './beside.ts';
import type { PublicTableParts } from './public-table.ts';

type TopTickers = AnswerOf<(typeof publicPrices)['topTickers']>;

/** What stands beside the rows of top tables; a licence reads of sources that the public may not see. */
export const createTopTickers =
	({ directory, prices, source, reports, parameters }: Omit<PublicTableParts, 'tops' | 'now'>) =>
	async (ids: readonly TickerId[], licence: Licence | null): Promise<TopTickers> => {
		if (!source.isPublic && licence === null) return { report: null, items: [] };
		const facts = reports.latest(licence);
		const table = facts && (await reports.table(facts));
		const signalOf = table && signalsIn(table, parameters);
		const closes = closesOf(prices);
		return {
			report: table ? presentHead(facts, source) : null,
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
