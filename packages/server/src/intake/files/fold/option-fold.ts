/** Sums option volume and open interest over an underlying's contracts: by slot for the store, by day for the checks. */
import { createOptionBlock, type OptionBlock } from '@sw/domain/prices/blocks';
import type { Calendar, Session } from '@sw/domain/time/calendar';
import { slotOf, slotStart } from '@sw/domain/time/slots';
import { type ExchangeDate, SECOND } from '@sw/domain/time/units';
import { dayNumber } from '@sw/domain/time/zone';
import { NO_RENAMES, type SymbolHistory } from '../names/symbol-history.ts';
import type { OptionDay, SymbolBlock } from './symbol-block.ts';

interface SessionSums {
	session: Session;
	calls: Float64Array;
	puts: Float64Array;
}

export interface OptionFold {
	/** Whether the symbol belonged to the imported company on that day; otherwise its contracts must be rejected. */
	isSameCompany(underlying: string, date: ExchangeDate): boolean;
	/** Adds traded call or put contracts of a row that starts at `ms`; `date` is the row's day in New York. Rows outside the regular session are ignored. */
	addTrade(underlying: string, date: ExchangeDate, ms: number, isCall: boolean, volume: number): void;
	/** Adds one contract's total of a day; to be called once per contract, day and measure. */
	addDay(underlying: string, date: ExchangeDate, measure: OptionDay['measure'], isCall: boolean, total: number): void;
	/** Returns a block for each underlying. */
	takeBlocks(): SymbolBlock[];
}

export function createOptionFold(calendar: Calendar, history: SymbolHistory = NO_RENAMES): OptionFold {
	const sumsBySymbol = new Map<string, Map<ExchangeDate, SessionSums>>();
	const daysBySymbol = new Map<string, Map<string, OptionDay>>();

	const getUnderlyingMap = <V>(map: Map<string, Map<string, V>>, underlying: string, date: ExchangeDate): Map<string, V> => {
		const symbol = history.findPermanentSymbol(underlying, dayNumber(date)) ?? underlying;
		const existing = map.get(symbol);
		if (existing) return existing;
		const created = new Map<string, V>();
		map.set(symbol, created);
		return created;
	};
	return {
		isSameCompany: (underlying, date) => history.findPermanentSymbol(underlying, dayNumber(date)) !== undefined,
		addTrade(underlying, date, ms, isCall, volume) {
			const sumsByDate = getUnderlyingMap(sumsBySymbol, underlying, date);
			let sums = sumsByDate.get(date);
			if (!sums) {
				const session = calendar.sessionOn(date);
				if (!session) return;
				sums = { session, calls: new Float64Array(session.slots), puts: new Float64Array(session.slots) };
				sumsByDate.set(date, sums);
			}
			const slot = slotOf(sums.session, ms);
			if (slot < 0) return;
			const slotVolumes = isCall ? sums.calls : sums.puts;
			slotVolumes[slot] = slotVolumes[slot]! + volume;
		},
		addDay(underlying, date, measure, isCall, total) {
			const daysByKey = getUnderlyingMap(daysBySymbol, underlying, date);
			const key = `${date} ${measure}`;
			const day = daysByKey.get(key) ?? { date, measure, calls: { contracts: 0, total: 0 }, puts: { contracts: 0, total: 0 } };
			const optionSide = isCall ? day.calls : day.puts;
			optionSide.contracts++;
			optionSide.total += total;
			daysByKey.set(key, day);
		},
		takeBlocks: () =>
			[...new Set([...sumsBySymbol.keys(), ...daysBySymbol.keys()])].map((symbol) => {
				const sessions = [...(sumsBySymbol.get(symbol)?.values() ?? [])].sort((a, b) => a.session.ordinal - b.session.ordinal);
				const block: SymbolBlock = { symbol, bars: null, daily: null, optionDays: [...(daysBySymbol.get(symbol)?.values() ?? [])] };
				return sessions.length > 0 ? { ...block, options: createBlock(sessions) } : block;
			}),
	};
}

function createBlock(sessions: readonly SessionSums[]): OptionBlock {
	const block = createOptionBlock(sessions.reduce((sum, { session }) => sum + session.slots, 0));
	for (const { session, calls, puts } of sessions)
		for (let slot = 0; slot < session.slots; slot++) {
			const n = block.count++;
			block.time[n] = slotStart(session, slot) / SECOND;
			block.calls[n] = calls[slot]!;
			block.puts[n] = puts[slot]!;
		}
	return block;
}
