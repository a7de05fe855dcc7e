/** Simulates a regular session of every row, slot by slot, from the day's entry: prices, volume, options and halts. */
import { createSessionMatrix, type SessionMatrix } from '@sw/domain/prices/session-matrix';
import type { Catalogue } from './catalogue.ts';
import { type DailyProcess, type Day, FACTOR_COUNT, FACTOR_SIGMA } from './daily-process.ts';
import { collectEvents, createSessionEvents, type SessionEvents } from './events.ts';
import { exp } from './exact-math.ts';
import { computeOpenToCloseVariance, type MarketModel, type MarketVersion, SLOT_VARIANCE, SLOT_VOLUME } from './market-model.ts';
import { drawOptionInterest, FIRST_SESSION_DRAW } from './option-interest.ts';
import { exponential, normal, randomBelow, randomKey, STREAM, uniform } from './random.ts';

const SLOTS = 26;
/** Draws per slot of a row's key: log volatility, own noise, high, low, volume, whether the slot is empty, contracts, share of calls. */
const DRAWS_PER_SLOT = 8;
const HALT_PROBABILITY = 0.0012;
/** Persistence and noise deviation of a slot's log volatility, an autoregressive process that also moves volume. */
const LOG_VOL_PERSISTENCE = 0.78;
const LOG_VOL_DEVIATION = 0.3;
/** Factor on the catalogue's option contracts per day. */
const CONTRACT_FACTOR: Record<MarketVersion, number> = { 1: 1, 2: 6 };
/** Variance of the share of calls between slots. Small in version 2, so that a session's demand shows in its first slots. */
const CALL_SHARE_VARIANCE: Record<MarketVersion, number> = { 1: 0.0036, 2: 0.0009 };

export interface SessionPath {
	matrix: SessionMatrix;
	halted: Uint8Array;
}

/** Rounds to the tick: a cent, or a hundredth of one below a dollar. */
export function roundToTick(price: number): number {
	return price >= 1 ? Math.round(price * 100) / 100 : Math.max(0.0001, Math.round(price * 10_000) / 10_000);
}

/** Buffers of one row's session, reused from row to row. */
const logVol = new Float64Array(SLOTS);
const variance = new Float64Array(SLOTS);
const steps = new Float64Array(SLOTS);

interface RowPath extends MarketModel {
	row: number;
	key: number;
	sigma: number;
	factors: Float64Array;
	events: SessionEvents;
	haltFrom: number;
	haltTo: number;
}

/** Simulates a whole session; takes about ten milliseconds for 1,200 rows. */
export function simulateSession(model: MarketModel, c: Catalogue, dailyProcess: DailyProcess, day: Day): SessionPath {
	const { seed } = model;
	const { session } = day;
	const matrix = createSessionMatrix(session.slots, c.rows);
	const out: SessionPath = { matrix, halted: new Uint8Array(session.slots * c.rows) };
	matrix.halted = out.halted;
	const factors = simulateFactorSteps(model, day);
	const events = createSessionEvents();
	for (let row = 0; row < c.rows; row++) {
		if (!dailyProcess.isListed(row, session.date)) continue;
		const key = randomKey(seed, STREAM.path, row, day.dayNumbers[0]!);
		const sigma = day.sigma[row]!;
		fillNoiseSteps(key, session.slots, sigma, day.ownMove[row]!);
		collectEvents(events, model, row, day.dayNumbers);
		const [haltFrom, haltTo] = drawHalt(seed, row, day);
		fillRow(out, c, day, { ...model, row, key, sigma, factors, events, haltFrom, haltTo });
	}
	return out;
}

function fillRow(out: SessionPath, c: Catalogue, day: Day, rowPath: RowPath): void {
	const { row, key, events } = rowPath;
	const { matrix: m, halted } = out;
	const { slots } = day.session;
	const baseSigma = c.sigma[row]!;
	const marketBeta = c.betaMarket[row]!;
	const industry = c.industry[row]!;
	const industryBeta = industry === 255 ? 0 : c.betaIndustry[row]!;
	const industryOffset = industry === 255 ? 0 : (1 + industry) * SLOTS;
	const factorVariance = (0.0078 * marketBeta) ** 2 + (0.005 * industryBeta) ** 2;
	const activity = day.activity[row]!;
	const adv = c.advShares[row]! * day.shareFactor[row]!;
	const interest = drawOptionInterest(rowPath, key);
	const contracts =
		CONTRACT_FACTOR[rowPath.version] *
		c.advContracts[row]! *
		exp(0.7 * activity + 0.2 * exponential(key, FIRST_SESSION_DRAW + 1) - 0.2 + interest.lift);
	const callShare = c.callFraction[row]! + interest.callSkew;
	const callShareVariance = CALL_SHARE_VARIANCE[rowPath.version];
	const tradesPerSlot = c.tradesPerSlot[row]!;
	let logPrice = day.open[row]!;
	let price = exp(logPrice);
	for (let s = 0; s < slots; s++) {
		const cell = s * m.rows + row;
		const lift = events.hasEvents ? events.volume[s]! : 0;
		const drift = events.hasEvents ? baseSigma * events.drift[s]! : 0;
		const factorReturn = marketBeta * rowPath.factors[s]! + industryBeta * rowPath.factors[industryOffset + s]!;
		const previousLogPrice = logPrice;
		const open = price;
		logPrice += steps[s]! + factorReturn + drift;
		price = exp(logPrice);
		if (contracts > 0) {
			const surge = events.hasEvents ? events.options[s]! : 0;
			const tilt = (events.hasEvents ? events.tilt[s]! : 0) + 0.02 * Math.max(-2, Math.min(2, (logPrice - previousLogPrice) / baseSigma));
			const expected = contracts * SLOT_VOLUME[s]! * exp(0.4 * logVol[s]! + surge);
			drawSlotOptions(m, cell, { key, slot: s, expected, callShare: callShare + tilt, shareVariance: callShareVariance });
		}
		if (s >= rowPath.haltFrom && s < rowPath.haltTo) {
			halted[cell] = 1;
			if (contracts > 0) m.calls[cell] = m.puts[cell] = 0;
			continue;
		}
		const volumeFraction = SLOT_VOLUME[s]! * exp(activity + 0.5 * logVol[s]! + lift + drawSkewedNoise(key, DRAWS_PER_SLOT * s + 4, 0.24));
		const trades = tradesPerSlot * SLOTS * volumeFraction;
		const volume = Math.round(adv * volumeFraction);
		if (volume < 1 || (trades < 12 && uniform(key, DRAWS_PER_SLOT * s + 5) < exp(-trades))) continue;
		const rangeVariance = baseSigma * baseSigma * variance[s]! + factorVariance * SLOT_VARIANCE[s]!;
		const move = logPrice - previousLogPrice;
		const up = (Math.sqrt(move * move + 2 * rangeVariance * exponential(key, DRAWS_PER_SLOT * s + 2)) + move) / 2;
		const down = (Math.sqrt(move * move + 2 * rangeVariance * exponential(key, DRAWS_PER_SLOT * s + 3)) - move) / 2;
		m.open[cell] = roundToTick(open);
		m.high[cell] = roundToTick(open * exp(up));
		m.low[cell] = roundToTick(open * exp(-down));
		m.close[cell] = roundToTick(price);
		m.volume[cell] = volume;
	}
}

/** Draws noise of log volume with mean 0, skewed because busy slots deviate more than quiet ones: a normal part plus an exponential part. */
function drawSkewedNoise(key: number, index: number, size: number): number {
	return size * (normal(key, index) + exponential(key, index + DRAWS_PER_SLOT * 2 * SLOTS) - 1);
}

interface SlotOptions {
	key: number;
	slot: number;
	/** Expected contracts at this time of day, given the row's state and events. */
	expected: number;
	/** Expected share of calls, and its variance between slots in addition to that of drawing contracts. */
	callShare: number;
	shareVariance: number;
}

/** Draws the calls and puts of a slot into the matrix. */
function drawSlotOptions(m: SessionMatrix, cell: number, { key, slot, expected, callShare, shareVariance }: SlotOptions): void {
	const contracts = Math.floor(
		expected * exp(drawSkewedNoise(key, DRAWS_PER_SLOT * slot + 6, 0.33)) + uniform(key, DRAWS_PER_SLOT * SLOTS + 1 + slot),
	);
	const share = Math.min(0.97, Math.max(0.03, callShare));
	const spread = Math.sqrt((share * (1 - share)) / Math.max(contracts, 1) + shareVariance);
	const callCount = Math.round(contracts * (share + spread * normal(key, DRAWS_PER_SLOT * slot + 7)));
	m.calls[cell] = Math.min(contracts, Math.max(0, callCount));
	m.puts[cell] = contracts - m.calls[cell]!;
}

/** Returns the halted slots [first, end); an empty range on nearly all days. */
function drawHalt(seed: number, row: number, day: Day): [number, number] {
	const key = randomKey(seed, STREAM.halt, row, day.dayNumbers[0]!);
	if (uniform(key, 0) >= HALT_PROBABILITY) return [SLOTS, SLOTS];
	const firstHalted = 1 + randomBelow(key, 1, SLOTS - 4);
	return [firstHalted, firstHalted + 2 + randomBelow(key, 2, 6)];
}

/**
 * Fills `steps` with Gaussian steps that sum to `move` (a Brownian bridge), `variance` with each slot's variance in units of sigma squared, and `logVol` with
 * the log volatility of each slot.
 */
function fillNoiseSteps(key: number, slots: number, sigma: number, move: number): void {
	let slotLogVol = 0.45 * normal(key, DRAWS_PER_SLOT * SLOTS);
	let totalVariance = 0;
	for (let s = 0; s < slots; s++) {
		slotLogVol = LOG_VOL_PERSISTENCE * slotLogVol + LOG_VOL_DEVIATION * normal(key, DRAWS_PER_SLOT * s);
		logVol[s] = slotLogVol;
		const v = SLOT_VARIANCE[s]! * exp(2 * slotLogVol);
		variance[s] = v;
		totalVariance += v;
	}
	const scale = computeOpenToCloseVariance(slots) / totalVariance;
	let sum = 0;
	for (let s = 0; s < slots; s++) {
		const v = variance[s]! * scale;
		variance[s] = v;
		const step = sigma * Math.sqrt(v) * normal(key, DRAWS_PER_SLOT * s + 1);
		steps[s] = step;
		sum += step;
	}
	const excess = (sum - move) / computeOpenToCloseVariance(slots);
	for (let s = 0; s < slots; s++) steps[s] = steps[s]! - variance[s]! * excess;
}

/** Computes the log return of each factor in each slot, at index factor * SLOTS + slot. */
function simulateFactorSteps({ seed, version }: MarketModel, day: Day): Float64Array {
	const path = new Float64Array(FACTOR_COUNT * SLOTS);
	for (let f = 0; f < FACTOR_COUNT; f++) {
		fillNoiseSteps(
			randomKey(seed, STREAM.factorPath, f, day.dayNumbers[0]!),
			day.session.slots,
			(version > 1 ? day.factorSigma[f] : FACTOR_SIGMA[f]) as number,
			day.factorMove[f]!,
		);
		path.set(steps, f * SLOTS);
	}
	return path;
}
