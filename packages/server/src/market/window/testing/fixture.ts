import { preOpen } from '@sw/domain/prices/bar-session';
import { createBarBlock, POST, PRE } from '@sw/domain/prices/blocks';
import { type ExtendedPart, sumExtendedVolumes } from '@sw/domain/prices/extended-volumes';
import { createSessionMatrix, type SessionMatrix } from '@sw/domain/prices/session-matrix';
import type { Ticker } from '@sw/domain/prices/ticker';
import { type Depths, packWord } from '@sw/domain/signals/packed';
import { createReportTable, FLAG_ELIGIBLE, FLAG_STALE, type ReportTable } from '@sw/domain/signals/report-table';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { SLOT_MS, slotEnd } from '@sw/domain/time/slots';
import { exchangeDate, type ReportTime, tickerId, type UtcMs } from '@sw/domain/time/units';
import { createHotReports, type ReportFacts } from '../../../reports/hot-reports.ts';
import { createAttentionWindow } from '../attention-window.ts';
import { createDirectory } from '../directory.ts';
import { createPriceWindow, type PriceWindow } from '../price-window.ts';
import type { Source } from '../source.ts';
import { createTopSource } from '../top-source.ts';

const TICKERS = [
	['AAA', 'Alpha Mega', 'stocks', 3e9],
	['BBB', 'Beta Large', 'stocks', 5e8],
	['CCC', 'Gamma Small', 'stocks', 1e7],
	['DDD', 'Delta Unknown', 'stocks', null],
	['EEE', 'Epsilon Fund', 'etf', 1e9],
	['FFF', 'Zeta Quiet', 'stocks', 2e9],
] as const;

/** Six tickers, ids 10 to 60. */
export const tickers: readonly Ticker[] = TICKERS.map(([symbol, name, type, shares], at) => ({
	id: tickerId((at + 1) * 10),
	symbol,
	name,
	type,
	industry: at === 0 ? 'Technology' : null,
	shares,
	listed: null,
	delisted: null,
}));

export const sessions: readonly Session[] = nyse.sessionsBetween(exchangeDate('2024-04-15'), exchangeDate('2024-05-01'));
export const lastSession = sessions.at(-1) as Session;
/** 11:45 New York time of 2024-05-01: nine slots have ended. */
export const SLOT = 8;
export const NOW = slotEnd(lastSession, SLOT) as UtcMs;
/** 11:00, the newest basic report; that of 11:30 needs premium. */
export const BASIC_TIME = slotEnd(lastSession, 5) as ReportTime;

/** Price of a row: 100, 110 ...; row 0 rises, row 1 falls slot by slot; row 5 never trades in the last session. */
export function priceAt(row: number, session: number, slot: number): number {
	const step = session * 26 + slot;
	return 100 + row * 10 + (row === 0 ? step / 10 : row === 1 ? -step / 50 : (step % 3) / 10);
}

export function createMatrix(session: number, slots: number, filledSlots: number): SessionMatrix {
	const matrix = createSessionMatrix(slots, tickers.length);
	for (let slot = 0; slot < filledSlots; slot++) {
		for (let row = 0; row < tickers.length; row++) {
			if (row === 5 && session === sessions.length - 1) continue;
			const cell = slot * tickers.length + row;
			const price = priceAt(row, session, slot);
			matrix.open[cell] = price;
			matrix.high[cell] = price + 0.5;
			matrix.low[cell] = price - 0.5;
			matrix.close[cell] = price;
			matrix.volume[cell] = (row + 1) * 1000;
		}
	}
	return matrix;
}

/** Extended-hours trading: a number of shares at 100 dollars in a slot of the part. */
type ExtendedTrade = readonly [row: number, part: ExtendedPart, slot: number, shares: number];

/** Adds extended-hours trading of a session to the window, as the live market does. */
export function addExtendedTrades(window: PriceWindow, session: Session, traded: readonly ExtendedTrade[]): void {
	const block = createBarBlock(traded.length);
	block.count = traded.length;
	traded.forEach(([row, part, slot, shares], i) => {
		block.tickerId[i] = (row + 1) * 10;
		block.time[i] = ((part === PRE ? preOpen(session) : session.close) + slot * SLOT_MS) / 1000;
		block.session[i] = part;
		for (const field of ['open', 'high', 'low', 'close'] as const) block[field][i] = 100;
		block.volume[i] = shares;
	});
	for (const part of [PRE, POST] as const) {
		const volumes = sumExtendedVolumes(session, part, block, { rows: tickers.length, rowOf: (id) => id / 10 - 1 });
		if (volumes) window.addVolumes(volumes);
	}
	window.addExtended(block);
}

/** Depths of a row on all timeframes, in nibble order: price up, price down, option sum, volume, put-heavy, call-heavy, squeeze. */
const DEPTHS: readonly Depths[] = [
	[4, 0, 2, 3, 0, 2, 0],
	[0, 3, 1, 1, 2, 0, 0],
	[2, 0, 0, 5, 0, 0, 0],
	[1, 0, null, 0, null, null, 0],
	[0, 0, 0, 0, 0, 0, 4],
	[5, 0, 5, 5, 0, 5, 0],
];

/** A hand-made report: row 5 is stale, all others are eligible. Caps are shares x price. */
export function createReport(time: ReportTime): ReportTable {
	const table = createReportTable(time, 'reverse', tickers.length);
	table.z.fill(1.25);
	tickers.forEach((ticker, row) => {
		table.tickerId[row] = ticker.id;
		for (const words of table.words) words[row] = packWord(DEPTHS[row] as Depths);
		table.price[row] = (100 + row * 10) * 10_000;
		table.cap[row] = (ticker.shares ?? Number.NaN) * (100 + row * 10);
		table.mentions[row] = row === 1 ? -1 : row * 7;
		table.flags[row] = row === 5 ? FLAG_STALE : FLAG_ELIGIBLE;
	});
	table.z[0] = Number.NaN;
	return table;
}

export function createFacts(time: ReportTime, overrides: Partial<ReportFacts> = {}): ReportFacts {
	return {
		time,
		algo: 'reverse',
		report: 'basic',
		first: false,
		version: 1,
		asOf: time,
		published: (time + 12_000) as UtcMs,
		lag: 12_000,
		hash: `hash of ${time}`,
		tickers: tickers.length,
		reconstructed: false,
		parameters: 1,
		...overrides,
	};
}

export const SOURCE: Source = { name: 'simulated', label: 'Simulated market', simulated: true, isPublic: true };

/** Everything that the public areas read, in memory; it is 11:45 of 2024-05-01. */
export function smallWorld(overrides: { source?: Source; empty?: boolean } = {}) {
	const source = overrides.source ?? SOURCE;
	const directory = createDirectory(tickers);
	const reports = createHotReports({ maxTables: 4, load: async () => undefined });
	const prices = overrides.empty ? createPriceWindow(tickers.length) : createFilledWindow();
	const tops = createTopSource(prices, directory, nyse);
	if (!overrides.empty) {
		reports.add(createFacts(BASIC_TIME), createReport(BASIC_TIME));
		const premium = slotEnd(lastSession, 7) as ReportTime;
		reports.add(createFacts(premium, { report: 'premium' }), createReport(premium));
	}
	return {
		source,
		directory,
		reports,
		prices,
		tops,
		attention: createAttentionWindow(tickers.length, directory.rowOf),
		calendar: nyse,
		now: () => NOW,
	};
}

function createFilledWindow(): PriceWindow {
	const window = createPriceWindow(tickers.length);
	sessions.forEach((session, at) => {
		const filledSlots = at === sessions.length - 1 ? SLOT + 1 : session.slots;
		window.open(session, createMatrix(at, session.slots, filledSlots), [], filledSlots);
	});
	return window;
}
