import { SLOT_MS } from '@sw/domain/time/slots';
import { DAY, utcMs } from '@sw/domain/time/units';
import { addDays, newYorkDate } from '@sw/domain/time/zone';
import { inParallel } from '../../../platform/in-parallel.ts';
import type { VendorBar } from '../bars.ts';
import { advice, warnOfOtherSessions } from '../compare-calendar.ts';
import { onceADay } from '../once-a-day.ts';
import type { OptionVolumes, VendorMarket, VendorMarketOptions, VendorTicker } from '../vendor-market.ts';
import type { AlpacaClient } from './client.ts';
import type { AlpacaStream } from './stream.ts';

export interface AlpacaMarketOptions extends VendorMarketOptions {
	client: AlpacaClient;
	/** Live bars for plans that have them; asked first for a slot. */
	stream?: AlpacaStream | undefined;
}

/** Sessions are backfilled a few at a time, to keep what waits in memory small. */
const WINDOW_SESSIONS = 5;
/** The engine's memory and sixty sessions of reports, in calendar days. */
const HISTORY_DAYS = 380;
const AT_ONCE = 4;

export const createAlpacaMarket = (options: AlpacaMarketOptions): VendorMarket => {
	const { client, stream, wall, calendar, delay, symbols, most, chains, warn } = options;
	const actionsOf = onceADay(wall, (from, to) => client.actions(from, to));
	/** The most traded of the last session, by dollars. */
	const ranked = async (tickers: readonly VendorTicker[]): Promise<VendorTicker[]> => {
		const last = calendar.previousSession(newYorkDate(wall.now()));
		if (!last || tickers.length <= most) return [...tickers];
		const days = await client.bars(tickers.map((t) => t.symbol), '1Day', utcMs(last.open - DAY / 2), utcMs(last.close)); // biome-ignore format: one call
		const dollars = (symbol: string): number => {
			const bar = days.get(symbol)?.at(-1);
			return bar ? bar.close * bar.volume : 0;
		};
		return [...tickers].sort((a, b) => dollars(b.symbol) - dollars(a.symbol)).slice(0, most);
	};

	const chosen = async (): Promise<VendorTicker[]> => {
		await advice(warn, async () => {
			const today = newYorkDate(wall.now());
			warnOfOtherSessions(calendar, await client.calendar(today, addDays(today, 30)), today, addDays(today, 30), warn);
		});
		const assets = await client.assets();
		if (symbols.length === 0) return ranked(assets);
		const known = new Map(assets.map((asset) => [asset.symbol, asset]));
		for (const symbol of symbols) if (!known.has(symbol)) warn(`Alpaca does not know ${symbol}.`);
		return symbols.flatMap((symbol) => known.get(symbol) ?? []);
	};

	return {
		name: 'alpaca',
		label: 'Alpaca',
		delay,
		windowSessions: WINDOW_SESSIONS,
		historyFrom: (now) => {
			const from = addDays(newYorkDate(now), -HISTORY_DAYS);
			return { slots: from, daily: from };
		},
		tickers: async () => {
			const tickers = await chosen();
			stream?.follow(tickers.map(({ symbol }) => symbol));
			return tickers;
		},
		bars: async (wanted, from, to) => {
			const live = to - from === SLOT_MS ? stream?.slot(from) : undefined;
			if (!live) return client.bars(wanted, '15Min', from, to);
			return new Map(
				wanted.flatMap((symbol): [string, VendorBar[]][] => (live.has(symbol) ? [[symbol, [live.get(symbol) as VendorBar]]] : [])),
			);
		},
		optionVolumes: async (wanted) => {
			const date = newYorkDate(wall.now() - delay);
			const sums = await inParallel(wanted.slice(0, chains), AT_ONCE, async (symbol): Promise<[string, OptionVolumes]> => [symbol, await client.chain(symbol, date)]); // biome-ignore format: one call
			return new Map(sums);
		},
		splits: async (_symbols, from, to) => (await actionsOf(from, to)).splits,
		dividends: async (_symbols, from, to) => (await actionsOf(from, to)).dividends,
	} satisfies VendorMarket;
};
