/** The golden market: twelve tickers of the simulated market over 48 sessions, as files ready for import. `npm run golden` writes them. */

import { nyse, type Session } from '@sw/domain/time/calendar';
import { slotStart } from '@sw/domain/time/slots';
import { exchangeDate } from '@sw/domain/time/units';
import { createSimulatedProvider, HISTORY_END } from '../../simulated/simulated-provider.ts';

/** The market's first day; it has no data before. */
const FIRST_DATE = exchangeDate('2026-03-02');
const SESSION_COUNT = 48;
/**
 * Rows of the catalogue: two liquid ones, a fund, an illiquid one, two with options, one below a dollar, a halted one, one that is listed and one that is
 * delisted in the period, one that splits on the second-to-last day, and a ten-to-one reverse split.
 */
const CATALOGUE_ROWS = [0, 4, 7, 8, 9, 12, 63, 358, 446, 482, 900, 1042];

/** Text of each file, by name. */
export async function makeMarket(): Promise<Record<'bars.csv' | 'options.csv', string>> {
	const market = createSimulatedProvider({ version: 1, calendar: nyse, dailyFrom: FIRST_DATE });
	const symbols = (await market.universe(HISTORY_END)).map(({ symbol }) => symbol);
	const lastOrdinal = (nyse.lastOpened(HISTORY_END) as Session).ordinal - 1;
	const bars = ['timestamp_utc,symbol,open,high,low,close,volume'];
	const options = ['timestamp_utc,symbol,calls,puts'];
	for (let ordinal = lastOrdinal - SESSION_COUNT + 1; ordinal <= lastOrdinal; ordinal++) {
		const session = nyse.sessionByOrdinal(ordinal) as Session;
		const { matrix } = await market.history.session(session);
		for (let slot = 0; slot < matrix.slots; slot++) {
			const time = new Date(slotStart(session, slot)).toISOString().slice(0, 19);
			for (const row of CATALOGUE_ROWS) {
				const cell = slot * matrix.rows + row;
				const key = `${time},${symbols[row]}`;
				const prices = [matrix.open[cell], matrix.high[cell], matrix.low[cell], matrix.close[cell]] as number[];
				if (!prices.some(Number.isNaN)) bars.push(`${key},${prices.map(formatFloat).join()},${matrix.volume[cell]}`);
				if (!Number.isNaN(matrix.calls[cell])) options.push(`${key},${matrix.calls[cell]},${matrix.puts[cell]}`);
			}
		}
	}
	return { 'bars.csv': `${bars.join('\n')}\n`, 'options.csv': `${options.join('\n')}\n` };
}

/** Shortest decimal that identifies a float32. */
function formatFloat(value: number): string {
	return String(Number(value.toPrecision(7)));
}
