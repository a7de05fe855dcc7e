/**
 * Simulates the market day by day: each row's move overnight and from open to close. This state advances from the first session on; everything within a day is
 * derived from that day's entry alone. A day takes about half a millisecond and 45 KB.
 */
import type { Calendar, Session } from '@sw/domain/time/calendar';
import type { ExchangeDate } from '@sw/domain/time/units';
import { dayNumber } from '@sw/domain/time/zone';
import { type Catalogue, INDUSTRIES } from './catalogue.ts';
import { collectEvents, createSessionEvents, EVENT_REACH } from './events.ts';
import { exp, log } from './exact-math.ts';
import { GAP_SHARE, type MarketModel, openToCloseVariance, SLOT_VOLUME } from './market-model.ts';
import { drawOptionInterest } from './option-interest.ts';
import { createPlantedDrift } from './planted-effects.ts';
import { inverseNormal, normal, randomBelow, randomKey, STREAM, uniform } from './random.ts';

/** Number of sessions over which listings and delistings are spread: the history and the first half year of the running market. */
const LISTING_SPAN = 640;

/** First and last sessions of a row that is not listed throughout. */
interface Listing {
	row: number;
	listed: ExchangeDate | null;
	/** Last session; null if the row stays listed. */
	delisted: ExchangeDate | null;
}

/** Factor 0 is the market, factor 1 + i is industry i. */
export const FACTORS = 1 + INDUSTRIES.length;
/** Typical daily standard deviations of the factors. */
export const FACTOR_SIGMA: readonly number[] = [0.0078, ...INDUSTRIES.map(() => 0.005)];
/** Sessions between quarterly results. */
const EARNINGS_EVERY = 63;
/** Length of the blocks of sessions that can contain a calm stretch. */
const CALM_SESSIONS = 22;

export interface Day {
	session: Session;
	/** Day numbers of this session and of up to EVENT_REACH sessions before it, newest first. */
	days: readonly number[];
	/** Log returns of the factors: overnight, and from open to close. */
	factorGap: Float64Array;
	factorMove: Float64Array;
	/** Daily standard deviations of the factors today. */
	factorSigma: Float64Array;
	/** Log prices: the last close (on this day's share basis), the open and the close. */
	previousClose: Float64Array;
	open: Float64Array;
	close: Float64Array;
	/** The row's own log return from open to close, without factors and events. */
	ownMove: Float64Array;
	/** Daily standard deviation of the row's own noise today. */
	sigma: Float32Array;
	/** Log of today's trading activity relative to its average. */
	activity: Float32Array;
	/** Number of today's shares per share of the first session. */
	shareFactor: Float32Array;
}

export interface DailySplit {
	row: number;
	date: ExchangeDate;
	ratio: number;
}

export interface DailyProcess {
	/** Returns the entry of a session, after computing all days up to it. Throws RangeError before the first session. */
	day(session: Session): Day;
	/** Splits of the days computed so far, by date. */
	splits: readonly DailySplit[];
	listings: readonly Listing[];
	/** Whether the row is listed on the date. */
	isListed(row: number, date: ExchangeDate): boolean;
}

/** Log prices beyond which a company may split its shares. */
const SPLIT_FROM = { tenfold: log(900), several: log(420), double: log(230), reverse: log(0.9) };

export function createDailyProcess(model: MarketModel, catalogue: Catalogue, first: Session, calendar: Calendar): DailyProcess {
	const { seed, version } = model;
	const { rows } = catalogue;
	const history: Day[] = [];
	const splits: DailySplit[] = [];
	const listings = createListings(seed, catalogue, first, calendar);
	const listedFrom: (ExchangeDate | null)[] = new Array(rows).fill(null);
	const listedTo: (ExchangeDate | null)[] = new Array(rows).fill(null);
	for (const l of listings) {
		if (l.listed) listedFrom[l.row] = l.listed;
		if (l.delisted) listedTo[l.row] = l.delisted;
	}
	const isListedOn = (row: number, date: ExchangeDate): boolean => {
		const from = listedFrom[row] as ExchangeDate | null;
		const to = listedTo[row] as ExchangeDate | null;
		return (from === null || date >= from) && (to === null || date <= to);
	};

	// State that advances by session: log volatility of factors and rows, log trading activity of rows, log price, share basis.
	const factorLogVol = new Float64Array(FACTORS);
	const rowLogVol = new Float64Array(rows);
	const rowActivity = new Float64Array(rows);
	const price = Float64Array.from(catalogue.logPrice);
	const shareBasis = new Float64Array(rows).fill(1);
	const events = createSessionEvents();
	const plantedDrift = version > 1 ? createPlantedDrift(catalogue, { market: FACTOR_SIGMA[0]!, industry: FACTOR_SIGMA[1]! }) : null;

	const stepFactors = (day: Day, move: number): void => {
		for (let f = 0; f < FACTORS; f++) {
			const key = randomKey(seed, STREAM.market, f, day.days[0]!);
			const logVol = 0.965 * factorLogVol[f]! + 0.09 * normal(key, 0);
			factorLogVol[f] = logVol;
			const sigma = FACTOR_SIGMA[f]! * exp(logVol);
			day.factorSigma[f] = sigma;
			day.factorGap[f] = sigma * Math.sqrt(GAP_SHARE) * inverseNormal(uniform(key, 1)) + (f === 0 ? 0.0001 : 0);
			day.factorMove[f] = sigma * Math.sqrt(move) * inverseNormal(uniform(key, 2)) + (f === 0 ? 0.0002 : 0);
		}
	};

	const stepRow = (day: Day, row: number, moveVariance: number): void => {
		const { session } = day;
		const key = randomKey(seed, STREAM.day, row, day.days[0]!);
		const logVol = 0.94 * rowLogVol[row]! + 0.13 * normal(key, 0);
		rowLogVol[row] = logVol;
		const activity = 0.72 * rowActivity[row]! + 0.2 * normal(key, 1);
		rowActivity[row] = activity;
		const base = catalogue.sigma[row]!;
		const sigma = base * exp(logVol - 0.07) * calmFactor(seed, row, session.ordinal);
		const earningsAge = catalogue.isFund[row] ? EARNINGS_EVERY : sessionsSinceEarnings(row, session);
		const isEarningsDay = earningsAge === 0;
		const tail = uniform(key, 4) < 0.03 ? 2.6 : 0.95;
		const surprise = isEarningsDay ? base * 2.6 * normal(key, 5) : 0;

		let last = price[row]!;
		const ratio = history.length > 0 && isListedOn(row, session.date) ? splitRatio(key, last) : 1;
		if (ratio !== 1) {
			last -= log(ratio);
			shareBasis[row] = shareBasis[row]! * ratio;
			splits.push({ row, date: session.date, ratio });
		}
		const industry = catalogue.industry[row]!;
		const marketBeta = catalogue.betaMarket[row]!;
		const industryBeta = industry === 255 ? 0 : catalogue.betaIndustry[row]!;
		const factor = industry === 255 ? 0 : 1 + industry;
		const ownGap = sigma * Math.sqrt(GAP_SHARE) * tail * normal(key, 2) + surprise;
		const gap = marketBeta * day.factorGap[0]! + industryBeta * day.factorGap[factor]! + ownGap;
		const optionDemand =
			plantedDrift && catalogue.advContracts[row] ? drawOptionInterest(model, randomKey(seed, STREAM.path, row, day.days[0]!)).demand : 0;
		const ownMove =
			sigma * Math.sqrt(moveVariance) * normal(key, 3) * (isEarningsDay ? 1.6 : 1) + (plantedDrift?.driftOf(row, optionDemand) ?? 0);
		let move = marketBeta * day.factorMove[0]! + industryBeta * day.factorMove[factor]! + ownMove;
		collectEvents(events, model, row, day.days);
		if (events.hasEvents) for (let slot = 0; slot < session.slots; slot++) move += base * events.drift[slot]!;

		day.previousClose[row] = last;
		day.open[row] = last + gap;
		day.ownMove[row] = ownMove;
		day.close[row] = last + gap + move;
		day.sigma[row] = sigma * (isEarningsDay ? 1.6 : 1);
		day.activity[row] = activity + 0.5 * logVol + (isEarningsDay ? 0.9 : earningsAge === 1 ? 0.45 : 0);
		day.shareFactor[row] = shareBasis[row]!;
		price[row] = last + gap + move;
		plantedDrift?.observe(row, {
			move: gap + move,
			volume: day.activity[row]! + (events.hasEvents ? meanOverSlots(events.volume) : 0),
			optionDemand,
		});
	};

	const advanceDay = (session: Session): void => {
		const days = [dayNumber(session.date), ...(history.at(-1)?.days.slice(0, EVENT_REACH) ?? [])];
		const day = createDay(session, days, rows);
		const moveVariance = openToCloseVariance(session.slots);
		stepFactors(day, moveVariance);
		for (let row = 0; row < rows; row++) stepRow(day, row, moveVariance);
		history.push(day);
	};

	return {
		day(session) {
			const index = session.ordinal - first.ordinal;
			if (index < 0) throw new RangeError(`The simulated market begins on ${first.date}, after ${session.date}`);
			while (history.length <= index) {
				const next = calendar.sessionByOrdinal(first.ordinal + history.length);
				if (!next) throw new RangeError(`The calendar ends before ${session.date}`);
				advanceDay(next);
			}
			return history[index] as Day;
		},
		splits,
		listings,
		isListed: isListedOn,
	};
}

/** Counts the sessions since a company's last results; 0 in the session that opens with them. */
export function sessionsSinceEarnings(row: number, session: Session): number {
	return (session.ordinal + row * 7) % EARNINGS_EVERY;
}

/**
 * Returns the factor on a row's volatility: about half in calm stretches, for coiled springs. One of eight blocks has such a stretch; blocks of different rows
 * are offset.
 */
function calmFactor(seed: number, row: number, ordinal: number): number {
	const shifted = ordinal + (row % CALM_SESSIONS);
	const key = randomKey(seed, STREAM.calm, row, Math.floor(shifted / CALM_SESSIONS));
	if (uniform(key, 0) > 0.13) return 1;
	return shifted % CALM_SESSIONS < 8 + randomBelow(key, 1, 10) ? 0.48 : 1;
}

/** Decides the split ratio (new shares per old share) at this log price; 1 for none. */
function splitRatio(key: number, logPrice: number): number {
	const draw = uniform(key, 20);
	if (logPrice > SPLIT_FROM.tenfold) return draw < 0.006 ? 10 : 1;
	if (logPrice > SPLIT_FROM.several) return draw < 0.004 ? 3 + randomBelow(key, 21, 2) : 1;
	if (logPrice > SPLIT_FROM.double) return draw < 0.0012 ? 2 : 1;
	if (logPrice < SPLIT_FROM.reverse) return draw < 0.008 ? 0.1 : 1;
	return 1;
}

/** Computes the mean over the slots of a session, weighted by volume. */
function meanOverSlots(values: Float64Array): number {
	return SLOT_VOLUME.reduce((sum, share, slot) => sum + share * values[slot]!, 0);
}

function createDay(session: Session, days: readonly number[], rows: number): Day {
	return {
		session,
		days,
		factorGap: new Float64Array(FACTORS),
		factorMove: new Float64Array(FACTORS),
		factorSigma: new Float64Array(FACTORS),
		previousClose: new Float64Array(rows),
		open: new Float64Array(rows),
		close: new Float64Array(rows),
		ownMove: new Float64Array(rows),
		sigma: new Float32Array(rows),
		activity: new Float32Array(rows),
		shareFactor: new Float32Array(rows),
	};
}

/** Chooses the rows that are listed or delisted within LISTING_SPAN sessions; the two largest tiers have none. */
function createListings(seed: number, catalogue: Catalogue, first: Session, calendar: Calendar): Listing[] {
	const listings: Listing[] = [];
	const dateAt = (offset: number): ExchangeDate | null => calendar.sessionByOrdinal(first.ordinal + offset)?.date ?? null;
	for (let row = 0; row < catalogue.rows; row++) {
		if (catalogue.tier[row]! < 2) continue;
		const key = randomKey(seed, STREAM.catalogue, row, 3);
		const draw = uniform(key, 0);
		if (draw < 0.045) listings.push({ row, listed: dateAt(20 + randomBelow(key, 1, LISTING_SPAN - 20)), delisted: null });
		else if (draw < 0.08) listings.push({ row, listed: null, delisted: dateAt(20 + randomBelow(key, 1, LISTING_SPAN - 20)) });
	}
	return listings;
}
