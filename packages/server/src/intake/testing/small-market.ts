import type { BarBlock, DailyBlock, MentionBlock } from '@sw/domain/prices/blocks';
import { type SessionMatrix, sessionMatrix } from '@sw/domain/prices/session-matrix';
import { nyse } from '@sw/domain/time/calendar';
import type { SimulatedProvider } from '../simulated/simulated-provider.ts';

/** The simulated market cut down to its first tickers and last sessions, so that a test starts in seconds. The cut changes no number. */
export const smallMarket = (market: SimulatedProvider, rows: number, sessions: number): SimulatedProvider => {
	const end = nyse.lastOpened(market.clock?.start ?? 0);
	const first = end && nyse.sessionNumber(end.ordinal - sessions);
	if (!first) throw new RangeError('The market has no such session.');
	const few = <B extends BarBlock | DailyBlock | MentionBlock>(block: B): B => {
		const columns = Object.values<unknown>({ ...block }).filter((column): column is Uint32Array => ArrayBuffer.isView(column));
		let kept = 0;
		for (let i = 0; i < block.count; i++) {
			if ((block.tickerId[i] as number) > rows) continue;
			for (const column of columns) column[kept] = column[i] as number;
			kept++;
		}
		return { ...block, count: kept };
	};
	const cut = (matrix: SessionMatrix, halted: Uint8Array | null): { matrix: SessionMatrix; halted: Uint8Array | null } => {
		const small = sessionMatrix(matrix.slots, rows);
		const stopped = halted && new Uint8Array(matrix.slots * rows);
		for (let slot = 0; slot < matrix.slots; slot++) {
			const [from, to] = [slot * matrix.rows, slot * rows];
			for (const column of ['open', 'high', 'low', 'close', 'volume', 'calls', 'puts'] as const)
				small[column].set(matrix[column].subarray(from, from + rows), to);
			stopped?.set((halted as Uint8Array).subarray(from, from + rows), to);
		}
		return { matrix: small, halted: stopped };
	};
	return {
		...market,
		universe: async (asOf) => (await market.universe(asOf)).slice(0, rows),
		history: {
			...market.history,
			slotsFrom: first.date,
			session: async (session) => {
				const data = await market.history.session(session);
				return { session, ...cut(data.matrix, data.halted), extended: few(structuredClone(data.extended)) };
			},
			daily: async (session) => few(await market.history.daily(session)),
		},
		slot: async (session, slot) => {
			const data = await market.slot(session, slot);
			const part = <C extends Float32Array | Float64Array | Uint8Array>(column: C): C => column.subarray(0, rows) as C;
			return {
				rows,
				open: part(data.open),
				high: part(data.high),
				low: part(data.low),
				close: part(data.close),
				volume: part(data.volume),
				calls: part(data.calls),
				puts: part(data.puts),
				halted: data.halted && part(data.halted),
			};
		},
		extended: async (from, to) => few(await market.extended(from, to)),
		mentions: async (from, to) => few(await market.mentions(from, to)),
		splits: async (from, to) => (await market.splits(from, to)).filter((split) => split.tickerId <= rows),
		listingChanges: async (from, to) => (await market.listingChanges(from, to)).filter((change) => change.tickerId <= rows),
	};
};
