/**
 * The default market: 1,200 invented tickers, deterministic from a seed. History and live slots are one function of (seed, session, slot), so a live slot
 * equals the same slot generated as history. Nothing is stored.
 */
import { type BarBlock, barBlock, type MentionBlock } from '@sw/domain/prices/blocks';
import type { Ticker } from '@sw/domain/prices/ticker';
import type { Calendar, Session } from '@sw/domain/time/calendar';
import { type ExchangeDate, exchangeDate, SECOND, tickerId, type UtcMs, utcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { ListingChange, Provider, ProviderFilings, ProviderHistory, SessionData, SlotData } from '../provider.ts';
import { attentionOf, type HourRates, mentionsBetween } from './attention.ts';
import { createCatalogue } from './catalogue.ts';
import { dailyBars } from './daily-bars.ts';
import { createDailyProcess, type Day } from './daily-process.ts';
import { extendedBars } from './extended-hours.ts';
import { simulatedFilings } from './filings.ts';
import { type MarketVersion, NEWEST_MARKET } from './market-model.ts';
import { INDUSTRIES } from './sectors.ts';
import { type SessionPath, sessionPath } from './session-path.ts';

/** Daily bars begin here; slots begin SLOT_SESSIONS sessions before the one in which history ends. */
const DAILY_FROM = exchangeDate('2024-06-24');
const SLOT_SESSIONS = 255;
/** 2026-06-30 11:45 in New York, in the middle of a session. The market clock starts here. */
export const HISTORY_END: UtcMs = utcMs(Date.UTC(2026, 5, 30, 15, 45));
const CACHED = 3;

export interface SimulatedProvider extends Provider {
	readonly history: Required<ProviderHistory>;
	slot(session: Session, slot: number): Promise<SlotData>;
	extended: NonNullable<Provider['extended']>;
	mentions(from: UtcMs, to: UtcMs): Promise<MentionBlock>;
	filings: ProviderFilings;
	splits: NonNullable<Provider['splits']>;
	listingChanges: NonNullable<Provider['listingChanges']>;
}

export interface SimulatedMarket {
	readonly seed?: number;
	/** Its model. Default: the newest. */
	readonly version?: MarketVersion;
	/** The calendar of the market itself. */
	readonly calendar: Calendar;
	/** Its first day. */
	readonly dailyFrom?: ExchangeDate;
	/** Only the first tickers: their numbers do not depend on the others. */
	readonly tickers?: number;
	/** The calendar of the callers: it may have more closures, which do not change the days around them. */
	readonly open?: Calendar;
}

/**
 * A market is one function of (seed, version, dailyFrom): every day follows from those before it. A shorter past gives another market, which is ready sooner; it must
 * begin before HISTORY_END.
 */
export function createSimulatedProvider({
	seed = 1,
	version = NEWEST_MARKET,
	calendar,
	dailyFrom = DAILY_FROM,
	tickers,
	open = calendar,
}: SimulatedMarket): SimulatedProvider {
	const catalogue = createCatalogue(seed, tickers);
	const model = { seed, version };
	const { rows } = catalogue;
	const first = calendar.sessionOn(dailyFrom) ?? (calendar.nextSession(dailyFrom) as Session);
	const last = calendar.lastOpened(HISTORY_END) as Session;
	const process = createDailyProcess(model, catalogue, first, calendar);
	/** Days follow from each other by the market's own calendar; a session shortened by `open` is cut at its close. */
	const dayOf = (session: Session): Day => {
		const own = calendar.sessionOn(session.date) as Session;
		const day = process.day(own);
		return own.close === session.close ? day : { ...day, session };
	};
	const nextDay = (session: Session): Day => process.day(calendar.nextSession(session.date) as Session);
	/** Events of a closed day take effect on the next open one. */
	const tradedOn = (date: ExchangeDate): ExchangeDate => (open.sessionOn(date) ? date : (open.nextSession(date)?.date ?? date));
	const path = remember((session): SessionPath => sessionPath(model, catalogue, process, dayOf(session)));
	const rates = remember((session): HourRates => {
		const rate = attentionOf(model, catalogue, dayOf(session));
		return { rate, lively: (row) => process.trades(row, session.date) };
	});
	const evening = remember((session) => extendedBars(seed, catalogue, process, dayOf(session), nextDay(session)));

	const universe = (asOf: UtcMs): Ticker[] => {
		const today = newYorkDate(asOf);
		const opened = calendar.lastOpened(asOf);
		// Before its first day, the market is as on that day.
		const day = process.day(opened && opened.ordinal > first.ordinal ? opened : first);
		const fates = new Map(process.listings.map((l) => [l.row, l]));
		return catalogue.named.map(({ symbol, name }, row) => {
			const fate = fates.get(row);
			return {
				id: tickerId(row + 1),
				symbol,
				name,
				type: catalogue.isFund[row] ? 'etf' : 'stocks',
				industry: INDUSTRIES[catalogue.industry[row] as number]?.name ?? null,
				shares: Math.round((catalogue.shares[row] as number) * (day.shareFactor[row] as number)),
				listed: fate?.listed ?? null,
				delisted: fate?.delisted && fate.delisted < today ? fate.delisted : null,
			};
		});
	};
	const history: Required<ProviderHistory> = {
		slotsFrom: (calendar.sessionNumber(Math.max(first.ordinal, last.ordinal - SLOT_SESSIONS)) as Session).date,
		dailyFrom: first.date,
		session: async (session): Promise<SessionData> => ({ session, ...path(session), extended: evening(session) }),
		daily: async (session) => dailyBars(seed, catalogue, process, dayOf(session)),
	};

	return {
		name: 'simulated',
		label: 'Simulated market',
		simulated: true,
		clock: { kind: 'runs', start: HISTORY_END },
		universe: async (asOf) => universe(asOf),
		history,
		slot: async (session, slot) => {
			const { matrix: m, halted } = path(session);
			const from = slot * rows;
			const to = from + rows;
			return {
				rows,
				open: m.open.subarray(from, to),
				high: m.high.subarray(from, to),
				low: m.low.subarray(from, to),
				close: m.close.subarray(from, to),
				volume: m.volume.subarray(from, to),
				calls: m.calls.subarray(from, to),
				puts: m.puts.subarray(from, to),
				halted: halted.subarray(from, to),
			};
		},
		extended: async (from, to) => barsBetween(open, evening, from, to),
		mentions: async (from, to) => mentionsBetween(seed, rows, from, to, (ms) => rates(calendar.lastOpened(ms) ?? first)),
		filings: simulatedFilings(model, catalogue, process, calendar),
		splits: async (from, to) => {
			const until = calendar.sessionsBetween(from, to).at(-1);
			if (until && until.ordinal >= first.ordinal) process.day(until);
			return process.splits
				.map((s) => ({ tickerId: tickerId(s.row + 1), date: tradedOn(s.date), ratio: s.ratio }))
				.filter(({ date }) => date >= from && date <= to);
		},
		listingChanges: async (from, to) => {
			const changes: ListingChange[] = [];
			for (const { row, listed, delisted } of process.listings) {
				const id = tickerId(row + 1);
				if (listed && listed >= from && listed <= to) changes.push({ tickerId: id, change: 'listed', date: listed });
				if (delisted && delisted >= from && delisted <= to) changes.push({ tickerId: id, change: 'delisted', date: delisted });
			}
			return changes.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.tickerId - b.tickerId));
		},
	};
}

/** Caches the newest few results of a function of a session. */
function remember<T>(make: (session: Session) => T): (session: Session) => T {
	const kept = new Map<UtcMs, T>();
	return (session) => {
		const known = kept.get(session.close);
		if (known !== undefined) return known;
		const made = make(session);
		kept.set(session.close, made);
		if (kept.size > CACHED) kept.delete(kept.keys().next().value as UtcMs);
		return made;
	};
}

/** Bars that start in [from, to). */
function barsBetween(calendar: Calendar, bars: (session: Session) => BarBlock, from: UtcMs, to: UtcMs): BarBlock {
	const blocks = calendar.sessionsBetween(newYorkDate(from), newYorkDate(to)).map(bars);
	const all = barBlock(blocks.reduce((sum, b) => sum + b.count, 0));
	for (const b of blocks) {
		for (let i = 0; i < b.count; i++) {
			const time = b.time[i] as number;
			if (time * SECOND < from || time * SECOND >= to) continue;
			const n = all.count++;
			all.tickerId[n] = b.tickerId[i] as number;
			all.time[n] = time;
			all.session[n] = b.session[i] as number;
			all.open[n] = b.open[i] as number;
			all.high[n] = b.high[i] as number;
			all.low[n] = b.low[i] as number;
			all.close[n] = b.close[i] as number;
			all.volume[n] = b.volume[i] as number;
		}
	}
	return all;
}
