import { nyse } from '@sw/domain/time/calendar';
import {
	createSimulatedProvider,
	HISTORY_END,
	type SimulatedMarketOptions,
	type SimulatedProvider,
} from '../simulated/simulated-provider.ts';

/**
 * The simulated market with only its first tickers and last sessions, so that a test starts in seconds; their data equal those of the whole market. Uses
 * version 1, whose numbers tests quote; planted-effects.test.ts examines the newest.
 */
export function smallMarket(tickers: number, sessions: number, market: Partial<SimulatedMarketOptions> = {}): SimulatedProvider {
	const end = nyse.lastOpened(HISTORY_END);
	const first = end && nyse.sessionByOrdinal(end.ordinal - sessions);
	if (!first) throw new RangeError('The market has no such session.');
	const small = createSimulatedProvider({ version: 1, calendar: nyse, ...market, tickers });
	return { ...small, history: { ...small.history, slotsFrom: first.date } };
}
