import type { AnswerOf } from '@sw/contract/define';
import type { sectorChartCalls } from '@sw/contract/sector-charts';
import type { CallerAccount } from '@sw/domain/access/caller';
import type { RankedPage } from '@sw/domain/reports/ranking';
import { isoSeconds } from '@sw/domain/time/format';
import type { ReportTime } from '@sw/domain/time/units';
import type { HotReport } from '../../../reports/hot-reports.ts';
import type { DeskLists, ListQuery, ReportQuery } from './desk-lists.ts';

type Changes = AnswerOf<(typeof sectorChartCalls)['sectorChartChanges']>;
type Found = Awaited<ReturnType<DeskLists['whole']>>;

/** Rates by ticker id, in the order of the list. */
export const ratesOf = (
	{ table }: Pick<HotReport, 'table'>,
	{ rows, rates }: Pick<RankedPage, 'rows' | 'rates'>,
): ReadonlyMap<number, number> => new Map(Array.from(rows, (row, at) => [table.tickerId[row] as number, rates[at] as number]));

const ratesIn = ({ selection: { open }, page }: Found): ReadonlyMap<number, number> => (open ? ratesOf(open, page) : new Map());

const timeOf = ({ selection: { open } }: Found): string | null => (open ? isoSeconds(open.facts.time) : null);

/** What became of a reader's list from one report to another. */
export const createDeskChanges =
	(lists: Pick<DeskLists, 'whole'>) =>
	async (
		account: CallerAccount,
		{ since, ...query }: Omit<ListQuery, 'skip' | 'max'> & ReportQuery & { since: ReportTime },
	): Promise<Changes> => {
		const [later, earlier] = await Promise.all([
			lists.whole(account, query),
			lists.whole(account, { ...query, date: since, version: undefined }),
		]);
		const [now, before] = [ratesIn(later), ratesIn(earlier)];
		const { favorites } = later.selection.lists;
		return {
			time: timeOf(later),
			since: timeOf(earlier),
			entered: [...now.keys()].filter((id) => !before.has(id)),
			left: [...before.keys()].filter((id) => !now.has(id)),
			moved: [...now].filter(([id, rate]) => favorites.has(id) && before.has(id) && before.get(id) !== rate).map(([id]) => id),
		};
	};
