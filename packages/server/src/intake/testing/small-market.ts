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
export function createSmallMarket(
	tickerCount: number,
	sessionCount: number,
	market: Partial<SimulatedMarketOptions> = {},
): SimulatedProvider {
	const lastSession = nyse.lastOpened(HISTORY_END);
	const firstSession = lastSession && nyse.sessionByOrdinal(lastSession.ordinal - sessionCount);
	if (!firstSession) throw new RangeError('The market has no such session.');
	const provider = createSimulatedProvider({ version: 1, calendar: nyse, ...market, tickers: tickerCount });
	return { ...provider, history: { ...provider.history, slotsFrom: firstSession.date } };
}
