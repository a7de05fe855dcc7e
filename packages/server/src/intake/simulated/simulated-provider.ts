/**
 * The default market: 1,200 invented tickers, determined by a seed. History and live slots are the same function of (seed, session, slot), so a live slot
 * equals the same slot generated as history. Nothing is stored.
 */
import { preOpen } from '@sw/domain/prices/bar-session';
import { type BarBlock, createBarBlock, createDailyBlock, type DailyBlock, type MentionBlock, POST, PRE } from '@sw/domain/prices/blocks';
import type { Ticker } from '@sw/domain/prices/ticker';
import type { Calendar, Session } from '@sw/domain/time/calendar';
import { SLOT_MS } from '@sw/domain/time/slots';
import { type ExchangeDate, exchangeDate, SECOND, tickerId, type UtcMs, utcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { ListingChange, Provider, ProviderFilings, ProviderHistory, SessionData, SlotData } from '../provider.ts';
import { computeMentionRates, type HourRates, simulateMentions } from './attention.ts';
import { type Catalogue, createCatalogue, INDUSTRIES } from './catalogue.ts';
import { createDailyProcess, type DailyProcess, type Day } from './daily-process.ts';
import { exp } from './exact-math.ts';
import { createSimulatedFilings } from './filings.ts';
import { computeOpenToCloseVariance, type MarketVersion, NEWEST_MARKET_VERSION } from './market-model.ts';
import { exponential, normal, randomKey, STREAM, uniform } from './random.ts';
import { roundToTick, type SessionPath, simulateSession } from './session-path.ts';

/** Number of pre-market slots, from 04:00 to 09:30. */
const PRE_SLOTS = 22;

/** Number of post-market slots: four hours after the close, also after an early close, as on the exchange. */
const POST_SLOTS = 16;

/** Fraction of an overnight move that happens on the evening before. */
const EVENING_FRACTION = 0.35;

/** Random draws per slot. */
const DRAWS_PER_SLOT = 5;

/** Activity by extended slot, first pre-market, then post-market: it rises towards the open and fades after the close. */
const SLOT_ACTIVITY = Float64Array.from({ length: PRE_SLOTS + POST_SLOTS }, (_, s) =>
	s < PRE_SLOTS ? 0.15 + (0.85 * (s + 1)) / PRE_SLOTS : exp(-(s - PRE_SLOTS) / 5),
);

/** First date of daily bars. 15-minute bars begin SLOT_SESSIONS sessions before the session of HISTORY_END. */
const DAILY_FROM = exchangeDate('2024-06-24');
const SLOT_SESSIONS = 255;
/** End of history and start of the market clock: 2026-06-30 11:45 in New York, during a session. */
export const HISTORY_END: UtcMs = utcMs(Date.UTC(2026, 5, 30, 15, 45));
/** Number of sessions cached per kind of data. */
const CACHED_SESSIONS = 3;

export interface SimulatedProvider extends Provider {
	readonly history: Required<ProviderHistory>;
	slot(session: Session, slot: number): Promise<SlotData>;
	extended: NonNullable<Provider['extended']>;
	mentions(from: UtcMs, to: UtcMs): Promise<MentionBlock>;
	filings: ProviderFilings;
	splits: NonNullable<Provider['splits']>;
	listingChanges: NonNullable<Provider['listingChanges']>;
}

export interface SimulatedMarketOptions {
	readonly seed?: number;
	/** Version of the model. Default: the newest. */
	readonly version?: MarketVersion;
	/** The calendar by which the market is simulated. */
	readonly calendar: Calendar;
	/** First day of the market. Default: DAILY_FROM. */
	readonly dailyFrom?: ExchangeDate;
	/** Number of tickers; the data of a ticker do not depend on omitted tickers. Default: all. */
	readonly tickers?: number;
	/** The callers' calendar. It can have more closures; they do not change the data of other days. Default: `calendar`. */
	readonly siteCalendar?: Calendar;
}

/**
 * A market is a function of (seed, version, dailyFrom), because every day depends on the days before. A later `dailyFrom` gives another market that is ready
 * sooner. It must be before HISTORY_END.
 */
export function createSimulatedProvider({
	seed = 1,
	version = NEWEST_MARKET_VERSION,
	calendar,
	dailyFrom = DAILY_FROM,
	tickers,
	siteCalendar = calendar,
}: SimulatedMarketOptions): SimulatedProvider {
	const catalogue = createCatalogue(seed, tickers);
	const model = { seed, version };
	const { rows } = catalogue;
	const firstSession = calendar.sessionOn(dailyFrom) ?? (calendar.nextSession(dailyFrom) as Session);
	const historyEndSession = calendar.lastOpened(HISTORY_END) as Session;
	const dailyProcess = createDailyProcess(model, catalogue, firstSession, calendar);
	/** Computes the day by the market's own calendar. A session that closes early only in the callers' calendar is cut at its close. */
	const dayOf = (session: Session): Day => {
		const marketSession = calendar.sessionOn(session.date) as Session;
		const day = dailyProcess.getDay(marketSession);
		return marketSession.close === session.close ? day : { ...day, session };
	};
	const getNextDay = (session: Session): Day => dailyProcess.getDay(calendar.nextSession(session.date) as Session);
	/** Finds the date on which an event takes effect: if `date` is closed in the callers' calendar, the next open day. */
	const toEffectiveDate = (date: ExchangeDate): ExchangeDate =>
		siteCalendar.sessionOn(date) ? date : (siteCalendar.nextSession(date)?.date ?? date);
	const pathOf = cacheBySession((session): SessionPath => simulateSession(model, catalogue, dailyProcess, dayOf(session)));
	const ratesOf = cacheBySession((session): HourRates => {
		const mentionRates = computeMentionRates(model, catalogue, dayOf(session));
		return { mentionRates, isListed: (row) => dailyProcess.isListed(row, session.date) };
	});
	const extendedBarsOf = cacheBySession((session) =>
		simulateExtendedBars(seed, catalogue, dailyProcess, dayOf(session), getNextDay(session)),
	);

	const universe = (asOf: UtcMs): Ticker[] => {
		const today = newYorkDate(asOf);
		const lastOpened = calendar.lastOpened(asOf);
		// Before the market's first day, tickers are in the state of the first day.
		const day = dailyProcess.getDay(lastOpened && lastOpened.ordinal > firstSession.ordinal ? lastOpened : firstSession);
		const listings = new Map(dailyProcess.listings.map((l) => [l.row, l]));
		return catalogue.names.map(({ symbol, name }, row) => {
			const listing = listings.get(row);
			return {
				id: tickerId(row + 1),
				symbol,
				name,
				type: catalogue.isFund[row] ? 'etf' : 'stocks',
				industry: INDUSTRIES[catalogue.industry[row]!]?.name ?? null,
				shares: Math.round(catalogue.shares[row]! * day.shareFactor[row]!),
				listed: listing?.listed ?? null,
				delisted: listing?.delisted && listing.delisted < today ? listing.delisted : null,
			};
		});
	};
	const history: Required<ProviderHistory> = {
		slotsFrom: (calendar.sessionByOrdinal(Math.max(firstSession.ordinal, historyEndSession.ordinal - SLOT_SESSIONS)) as Session).date,
		dailyFrom: firstSession.date,
		session: async (session): Promise<SessionData> => ({ session, ...pathOf(session), extended: extendedBarsOf(session) }),
		daily: async (session) => simulateDailyBars(seed, catalogue, dailyProcess, dayOf(session)),
	};

	return {
		name: 'simulated',
		label: 'Simulated market',
		simulated: true,
		clock: { kind: 'runs', start: HISTORY_END },
		includesDelisted: async () => true,
		universe: async (asOf) => universe(asOf),
		history,
		slot: async (session, slot) => {
			const { matrix: m, halted } = pathOf(session);
			const start = slot * rows;
			const end = start + rows;
			return {
				rows,
				open: m.open.subarray(start, end),
				high: m.high.subarray(start, end),
				low: m.low.subarray(start, end),
				close: m.close.subarray(start, end),
				volume: m.volume.subarray(start, end),
				calls: m.calls.subarray(start, end),
				puts: m.puts.subarray(start, end),
				halted: halted.subarray(start, end),
			};
		},
		extended: async (from, to) => copyBarsBetween(siteCalendar, extendedBarsOf, from, to),
		mentions: async (from, to) => simulateMentions(seed, rows, from, to, (ms) => ratesOf(calendar.lastOpened(ms) ?? firstSession)),
		filings: createSimulatedFilings(model, catalogue, dailyProcess, calendar),
		splits: async (from, to) => {
			const lastSession = calendar.sessionsBetween(from, to).at(-1);
			if (lastSession && lastSession.ordinal >= firstSession.ordinal) dailyProcess.getDay(lastSession);
			return dailyProcess.splits
				.map((s) => ({ tickerId: tickerId(s.row + 1), date: toEffectiveDate(s.date), ratio: s.ratio }))
				.filter(({ date }) => date >= from && date <= to);
		},
		listingChanges: async (from, to) => {
			const changes: ListingChange[] = [];
			for (const { row, listed, delisted } of dailyProcess.listings) {
				const id = tickerId(row + 1);
				if (listed && listed >= from && listed <= to) changes.push({ tickerId: id, change: 'listed', date: listed });
				if (delisted && delisted >= from && delisted <= to) changes.push({ tickerId: id, change: 'delisted', date: delisted });
			}
			return changes.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.tickerId - b.tickerId));
		},
	};
}

/** Caches the last few results of a function of a session. */
function cacheBySession<T>(compute: (session: Session) => T): (session: Session) => T {
	const cache = new Map<UtcMs, T>();
	return (session) => {
		const cached = cache.get(session.close);
		if (cached !== undefined) return cached;
		const result = compute(session);
		cache.set(session.close, result);
		if (cache.size > CACHED_SESSIONS) cache.delete(cache.keys().next().value as UtcMs);
		return result;
	};
}

/** Copies the bars that start in [from, to) from the blocks of all sessions concerned. */
function copyBarsBetween(calendar: Calendar, bars: (session: Session) => BarBlock, from: UtcMs, to: UtcMs): BarBlock {
	const blocks = calendar.sessionsBetween(newYorkDate(from), newYorkDate(to)).map(bars);
	const merged = createBarBlock(blocks.reduce((sum, b) => sum + b.count, 0));
	for (const b of blocks) {
		for (let i = 0; i < b.count; i++) {
			const time = b.time[i]!;
			if (time * SECOND < from || time * SECOND >= to) continue;
			const n = merged.count++;
			merged.tickerId[n] = b.tickerId[i]!;
			merged.time[n] = time;
			merged.session[n] = b.session[i]!;
			merged.open[n] = b.open[i]!;
			merged.high[n] = b.high[i]!;
			merged.low[n] = b.low[i]!;
			merged.close[n] = b.close[i]!;
			merged.volume[n] = b.volume[i]!;
		}
	}
	return merged;
}

/**
 * Computes the daily bars of a session without its slots. Open and close equal those of the slots; high and low are drawn from the distribution of a Brownian
 * bridge, and volume follows the day's activity.
 */
function simulateDailyBars(seed: number, c: Catalogue, dailyProcess: DailyProcess, day: Day): DailyBlock {
	const block = createDailyBlock(c.rows);
	const variance = computeOpenToCloseVariance(day.session.slots);
	let n = 0;
	for (let row = 0; row < c.rows; row++) {
		if (!dailyProcess.isListed(row, day.session.date)) continue;
		const key = randomKey(seed, STREAM.day, row, day.dayNumbers[0]!);
		const open = exp(day.open[row]!);
		const move = day.close[row]! - day.open[row]!;
		const rangeVariance = (day.sigma[row]! ** 2 + (0.0085 * c.betaMarket[row]!) ** 2) * variance;
		const up = (Math.sqrt(move * move + 2 * rangeVariance * exponential(key, 30)) + move) / 2;
		const down = (Math.sqrt(move * move + 2 * rangeVariance * exponential(key, 31)) - move) / 2;
		const averageVolume = c.advShares[row]! * day.shareFactor[row]! * (day.session.early ? 0.5 : 1);
		block.tickerId[n] = row + 1;
		block.day[n] = day.dayNumbers[0]!;
		block.open[n] = roundToTick(open);
		block.high[n] = roundToTick(open * exp(up));
		block.low[n] = roundToTick(open * exp(-down));
		block.close[n] = roundToTick(exp(day.close[row]!));
		block.volume[n++] = Math.max(1, Math.round(averageVolume * exp(day.activity[row]! + 0.12 * normal(key, 32))));
	}
	block.count = n;
	return block;
}

/**
 * Generates sparse bars before the open and after the close, by time, then ticker. Morning prices end at the open of `day`; evening prices move towards the
 * open of `nextDay`, the following session.
 */
function simulateExtendedBars(seed: number, c: Catalogue, dailyProcess: DailyProcess, day: Day, nextDay: Day): BarBlock {
	const { session } = day;
	const keys = Int32Array.from({ length: c.rows }, (_, row) => randomKey(seed, STREAM.extended, row, day.dayNumbers[0]!));
	const cells = findTradingCells(c, keys, (row) => dailyProcess.isListed(row, session.date));
	const block = createBarBlock(cells.length);
	block.count = cells.length;
	for (let n = 0; n < cells.length; n++) {
		const cell = cells[n]!;
		const s = Math.floor(cell / c.rows);
		const row = cell - s * c.rows;
		const key = keys[row]!;
		const isPre = s < PRE_SLOTS;
		const start = isPre ? preOpen(session) + s * SLOT_MS : session.close + (s - PRE_SLOTS) * SLOT_MS;
		const gap = isPre ? day.open[row]! - day.previousClose[row]! : nextDay.open[row]! - nextDay.previousClose[row]!;
		const gapFraction = isPre
			? EVENING_FRACTION + ((1 - EVENING_FRACTION) * s) / PRE_SLOTS
			: (EVENING_FRACTION * Math.min(4, s - PRE_SLOTS)) / 4;
		const startLogPrice = (isPre ? day.previousClose[row]! : day.close[row]!) + gap * gapFraction;
		const sigma = day.sigma[row]!;
		const open = exp(startLogPrice + 0.03 * sigma * normal(key, DRAWS_PER_SLOT * s + 1));
		const close = open * exp(0.06 * sigma * normal(key, DRAWS_PER_SLOT * s + 2) + (isPre ? gap * ((1 - EVENING_FRACTION) / PRE_SLOTS) : 0));
		const rangeFactor = 1 + 0.02 * sigma * exponential(key, DRAWS_PER_SLOT * s + 3);
		const expectedVolume = c.advShares[row]! * day.shareFactor[row]! * 0.0012 * SLOT_ACTIVITY[s]!;
		block.tickerId[n] = row + 1;
		block.time[n] = start / SECOND;
		block.session[n] = isPre ? PRE : POST;
		block.open[n] = roundToTick(open);
		block.high[n] = roundToTick(Math.max(open, close) * rangeFactor);
		block.low[n] = roundToTick(Math.min(open, close) / rangeFactor);
		block.close[n] = roundToTick(close);
		block.volume[n] = 1 + Math.floor(expectedVolume * exp(0.8 * normal(key, DRAWS_PER_SLOT * s + 4) + day.activity[row]!));
	}
	return block;
}

/** Finds the extended cells that trade. Returns their indexes slot * rows + row, ascending. */
function findTradingCells(c: Catalogue, keys: Int32Array, isListed: (row: number) => boolean): Uint32Array {
	const cells = new Uint32Array(SLOT_ACTIVITY.length * c.rows);
	let n = 0;
	for (let s = 0; s < SLOT_ACTIVITY.length; s++) {
		for (let row = 0; row < c.rows; row++) {
			const probability = c.extendedProbability[row]! * SLOT_ACTIVITY[s]!;
			if (uniform(keys[row]!, DRAWS_PER_SLOT * s) < probability && isListed(row)) cells[n++] = s * c.rows + row;
		}
	}
	return cells.subarray(0, n);
}
