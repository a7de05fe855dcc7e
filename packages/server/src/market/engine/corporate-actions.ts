import type { Dividend, Split } from '@sw/domain/prices/ticker';
import type { RowSession, SessionAdjustments } from '@sw/domain/signals/engine/engine-session';
import type { Session } from '@sw/domain/time/calendar';
import type { ExchangeDate } from '@sw/domain/time/units';
import { readSessionMatrices } from '@sw/store/clickhouse/session-matrices';
import type { Stores } from '@sw/store/open';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import { dividendsOf, saveDividends, saveSplits, splitsOf } from '@sw/store/postgres/records/tickers/corporate-actions';
import type { Provider } from '../../intake/provider.ts';
import type { Universe } from './universe.ts';

/** Splits and dividends, by the session in which they take effect. */
export interface CorporateActions {
	splitsOn(date: ExchangeDate): readonly Split[];
	/** Adjustments for the engine, by row instead of ticker id. */
	adjustmentsOn(date: ExchangeDate): SessionAdjustments;
	/** Fetches the provider's splits and dividends in [from, to], records and loads them. */
	refresh(from: ExchangeDate, to: ExchangeDate): Promise<void>;
}

export async function createCorporateActions({ records }: Stores, provider: Provider, universe: Universe): Promise<CorporateActions> {
	let splits = new Map<ExchangeDate, Split[]>();
	let dividends = new Map<ExchangeDate, Dividend[]>();
	const load = async (): Promise<void> => {
		splits = Map.groupBy(await splitsOf(records.db, provider.name), (split) => split.date);
		dividends = Map.groupBy(await dividendsOf(records.db, provider.name), (dividend) => dividend.exDate);
	};
	await load();
	return {
		splitsOn: (date) => splits.get(date) ?? [],
		adjustmentsOn: (date) => ({
			splits: (splits.get(date) ?? [])
				.map(({ tickerId, ratio }) => ({ row: universe.rowOf(tickerId), ratio }))
				.filter(({ row }) => row >= 0),
			dividends: (dividends.get(date) ?? [])
				.map(({ tickerId, amount }) => ({ row: universe.rowOf(tickerId), amount }))
				.filter(({ row }) => row >= 0),
		}),
		refresh: async (from, to) => {
			const newSplits = (await provider.splits?.(from, to)) ?? [];
			const newDividends = (await provider.dividends?.(from, to)) ?? [];
			if (newSplits.length > 0) await saveSplits(records.db, provider.name, newSplits);
			if (newDividends.length > 0) await saveDividends(records.db, provider.name, newDividends);
			if (newSplits.length + newDividends.length > 0) await load();
		},
	};
}

/** Reads a row's stored sessions with unadjusted prices, and its splits and dividends. From these, the engine recomputes a split ticker. */
export async function loadRowHistory(
	{ records, series }: Stores,
	universe: Universe,
	actions: CorporateActions,
	row: number,
	sessions: readonly Session[],
): Promise<RowSession[]> {
	const history: RowSession[] = [];
	const ids = universe.ids.slice(row, row + 1);
	await readSessionMatrices(series, sessions, ids, await visibleBatches(records.db), (session, matrix) => {
		const { splits = [], dividends = [] } = actions.adjustmentsOn(session.date);
		history.push({
			date: session.date,
			matrix,
			split: splits.find((s) => s.row === row)?.ratio,
			dividend: dividends.find((d) => d.row === row)?.amount,
		});
	});
	return history;
}
