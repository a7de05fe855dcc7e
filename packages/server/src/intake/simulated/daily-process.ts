/**
 * Simulates the market day by day: each row's move overnight and from open to close. The state advances session by session; everything within a day is
 * derived from that day's entry alone. A day takes about half a millisecond and 45 KB.
 */
import type { Calendar, Session } from '@sw/domain/time/calendar';
import type { ExchangeDate } from '@sw/domain/time/units';
import { dayNumber } from '@sw/domain/time/zone';
import { type Catalogue, INDUSTRIES } from './catalogue.ts';
import { collectEvents, createSessionEvents, EVENT_REACH } from './events.ts';
import { exp, log } from './exact-math.ts';
import { computeOpenToCloseVariance, GAP_SHARE, type MarketModel, SLOT_VOLUME } from './market-model.ts';
import { drawOptionInterest } from './option-interest.ts';
import { createPlantedDrift } from './planted-effects.ts';
import { inverseNormal, normal, randomBelow, randomKey, STREAM, uniform } from './random.ts';

/** Number of sessions over which listings and delistings are spread: the history and the first half year of the running market. */
const LISTING_PERIOD_SESSIONS = 640;

/** First and last sessions of a row that is not listed throughout. */
interface Listing {
	row: number;
	listed: ExchangeDate | null;
	/** Last session; null if the row stays listed. */
	delisted: ExchangeDate | null;
}

/** Factor 0 is the market, factor 1 + i is industry i. */
export const FACTOR_COUNT = 1 + INDUSTRIES.length;
/** Typical daily standard deviations of the factors. */
export const FACTOR_SIGMA: readonly number[] = [0.0078, ...INDUSTRIES.map(() => 0.005)];
/** Sessions between quarterly results. */
const EARNINGS_INTERVAL_SESSIONS = 63;
/** Length of the blocks of sessions that can contain a calm stretch. */
const CALM_BLOCK_SESSIONS = 22;

export interface Day {
	session: Session;
	/** Day numbers of this session and of up to EVENT_REACH sessions before it, newest first. */
	dayNumbers: readonly number[];
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
	getDay(session: Session): Day;
	/** Splits of the days computed so far, by date. */
	splits: readonly DailySplit[];
	listings: readonly Listing[];
	/** Whether the row is listed on the date. */
	isListed(row: number, date: ExchangeDate): boolean;
}

/** Log prices beyond which a company may split its shares. */
const SPLIT_LOG_PRICES = { tenfold: log(900), several: log(420), double: log(230), reverse: log(0.9) };

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
	const factorLogVol = new Float64Array(FACTOR_COUNT);
	const rowLogVol = new Float64Array(rows);
	const rowActivity = new Float64Array(rows);
	const price = Float64Array.from(catalogue.logPrice);
	const shareBasis = new Float64Array(rows).fill(1);
	const events = createSessionEvents();
	const plantedDrift = version > 1 ? createPlantedDrift(catalogue, { market: FACTOR_SIGMA[0]!, industry: FACTOR_SIGMA[1]! }) : null;

	const stepFactors = (day: Day, moveVariance: number): void => {
		for (let f = 0; f < FACTOR_COUNT; f++) {
			const key = randomKey(seed, STREAM.market, f, day.dayNumbers[0]!);
			const logVol = 0.965 * factorLogVol[f]! + 0.09 * normal(key, 0);
			factorLogVol[f] = logVol;
			const sigma = FACTOR_SIGMA[f]! * exp(logVol);
			day.factorSigma[f] = sigma;
			day.factorGap[f] = sigma * Math.sqrt(GAP_SHARE) * inverseNormal(uniform(key, 1)) + (f === 0 ? 0.0001 : 0);
			day.factorMove[f] = sigma * Math.sqrt(moveVariance) * inverseNormal(uniform(key, 2)) + (f === 0 ? 0.0002 : 0);
		}
	};

	const stepRow = (day: Day, row: number, moveVariance: number): void => {
		const { session } = day;
		const key = randomKey(seed, STREAM.day, row, day.dayNumbers[0]!);
		const logVol = 0.94 * rowLogVol[row]! + 0.13 * normal(key, 0);
		rowLogVol[row] = logVol;
		const activity = 0.72 * rowActivity[row]! + 0.2 * normal(key, 1);
		rowActivity[row] = activity;
		const baseSigma = catalogue.sigma[row]!;
		const sigma = baseSigma * exp(logVol - 0.07) * computeCalmFactor(seed, row, session.ordinal);
		const earningsAgeSessions = catalogue.isFund[row] ? EARNINGS_INTERVAL_SESSIONS : sessionsSinceEarnings(row, session);
		const isEarningsDay = earningsAgeSessions === 0;
		const tail = uniform(key, 4) < 0.03 ? 2.6 : 0.95;
		const surprise = isEarningsDay ? baseSigma * 2.6 * normal(key, 5) : 0;

		let lastClose = price[row]!;
		const ratio = history.length > 0 && isListedOn(row, session.date) ? drawSplitRatio(key, lastClose) : 1;
		if (ratio !== 1) {
			lastClose -= log(ratio);
			shareBasis[row] = shareBasis[row]! * ratio;
			splits.push({ row, date: session.date, ratio });
		}
		const industry = catalogue.industry[row]!;
		const marketBeta = catalogue.betaMarket[row]!;
		const industryBeta = industry === 255 ? 0 : catalogue.betaIndustry[row]!;
		const industryFactor = industry === 255 ? 0 : 1 + industry;
		const ownGap = sigma * Math.sqrt(GAP_SHARE) * tail * normal(key, 2) + surprise;
		const gap = marketBeta * day.factorGap[0]! + industryBeta * day.factorGap[industryFactor]! + ownGap;
		const optionDemand =
			plantedDrift && catalogue.advContracts[row]
				? drawOptionInterest(model, randomKey(seed, STREAM.path, row, day.dayNumbers[0]!)).demand
				: 0;
		const ownMove =
			sigma * Math.sqrt(moveVariance) * normal(key, 3) * (isEarningsDay ? 1.6 : 1) + (plantedDrift?.computeDrift(row, optionDemand) ?? 0);
		let move = marketBeta * day.factorMove[0]! + industryBeta * day.factorMove[industryFactor]! + ownMove;
		collectEvents(events, model, row, day.dayNumbers);
		if (events.hasEvents) for (let slot = 0; slot < session.slots; slot++) move += baseSigma * events.drift[slot]!;

		day.previousClose[row] = lastClose;
		day.open[row] = lastClose + gap;
		day.ownMove[row] = ownMove;
		day.close[row] = lastClose + gap + move;
		day.sigma[row] = sigma * (isEarningsDay ? 1.6 : 1);
		day.activity[row] = activity + 0.5 * logVol + (isEarningsDay ? 0.9 : earningsAgeSessions === 1 ? 0.45 : 0);
		day.shareFactor[row] = shareBasis[row]!;
		price[row] = lastClose + gap + move;
		plantedDrift?.recordSession(row, {
			move: gap + move,
			volume: day.activity[row]! + (events.hasEvents ? meanOverSlots(events.volume) : 0),
			optionDemand,
		});
	};

	const advanceDay = (session: Session): void => {
		const dayNumbers = [dayNumber(session.date), ...(history.at(-1)?.dayNumbers.slice(0, EVENT_REACH) ?? [])];
		const day = createDay(session, dayNumbers, rows);
		const moveVariance = computeOpenToCloseVariance(session.slots);
		stepFactors(day, moveVariance);
		for (let row = 0; row < rows; row++) stepRow(day, row, moveVariance);
		history.push(day);
	};

	return {
		getDay(session) {
			const index = session.ordinal - first.ordinal;
			if (index < 0) throw new RangeError(`The simulated market begins on ${first.date}, after ${session.date}`);
			while (history.length <= index) {
				const nextSession = calendar.sessionByOrdinal(first.ordinal + history.length);
				if (!nextSession) throw new RangeError(`The calendar ends before ${session.date}`);
				advanceDay(nextSession);
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
	return (session.ordinal + row * 7) % EARNINGS_INTERVAL_SESSIONS;
}

/**
 * Returns the factor on a row's volatility: about half in calm stretches, for coiled springs. One of eight blocks has such a stretch; blocks of different rows
 * are offset.
 */
function computeCalmFactor(seed: number, row: number, ordinal: number): number {
	const shiftedOrdinal = ordinal + (row % CALM_BLOCK_SESSIONS);
	const key = randomKey(seed, STREAM.calm, row, Math.floor(shiftedOrdinal / CALM_BLOCK_SESSIONS));
	if (uniform(key, 0) > 0.13) return 1;
	return shiftedOrdinal % CALM_BLOCK_SESSIONS < 8 + randomBelow(key, 1, 10) ? 0.48 : 1;
}

/** Decides the split ratio (new shares per old share) at this log price; 1 for none. */
function drawSplitRatio(key: number, logPrice: number): number {
	const draw = uniform(key, 20);
	if (logPrice > SPLIT_LOG_PRICES.tenfold) return draw < 0.006 ? 10 : 1;
	if (logPrice > SPLIT_LOG_PRICES.several) return draw < 0.004 ? 3 + randomBelow(key, 21, 2) : 1;
	if (logPrice > SPLIT_LOG_PRICES.double) return draw < 0.0012 ? 2 : 1;
	if (logPrice < SPLIT_LOG_PRICES.reverse) return draw < 0.008 ? 0.1 : 1;
	return 1;
}

/** Computes the mean over the slots of a session, weighted by volume. */
function meanOverSlots(values: Float64Array): number {
	return SLOT_VOLUME.reduce((sum, share, slot) => sum + share * values[slot]!, 0);
}

function createDay(session: Session, dayNumbers: readonly number[], rows: number): Day {
	return {
		session,
		dayNumbers,
		factorGap: new Float64Array(FACTOR_COUNT),
		factorMove: new Float64Array(FACTOR_COUNT),
		factorSigma: new Float64Array(FACTOR_COUNT),
		previousClose: new Float64Array(rows),
		open: new Float64Array(rows),
		close: new Float64Array(rows),
		ownMove: new Float64Array(rows),
		sigma: new Float32Array(rows),
		activity: new Float32Array(rows),
		shareFactor: new Float32Array(rows),
	};
}

/** Chooses the rows that are listed or delisted within LISTING_PERIOD_SESSIONS; the two largest tiers have none. */
function createListings(seed: number, catalogue: Catalogue, first: Session, calendar: Calendar): Listing[] {
	const listings: Listing[] = [];
	const dateAt = (offset: number): ExchangeDate | null => calendar.sessionByOrdinal(first.ordinal + offset)?.date ?? null;
	for (let row = 0; row < catalogue.rows; row++) {
		if (catalogue.tier[row]! < 2) continue;
		const key = randomKey(seed, STREAM.catalogue, row, 3);
		const draw = uniform(key, 0);
		if (draw < 0.045) listings.push({ row, listed: dateAt(20 + randomBelow(key, 1, LISTING_PERIOD_SESSIONS - 20)), delisted: null });
		else if (draw < 0.08) listings.push({ row, listed: null, delisted: dateAt(20 + randomBelow(key, 1, LISTING_PERIOD_SESSIONS - 20)) });
	}
	return listings;
}
