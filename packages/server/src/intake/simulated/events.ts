/**
 * Events of single companies: news jumps, surges of some hours, runs of some days, and waves of interest that move trading but not the price. A hash of (row,
 * session) decides whether an event begins, so only a few earlier sessions are needed to compute a session's events. An event moves price, volume, options and
 * attention together, so that several sectors of a ticker become deep simultaneously.
 */
import type { MarketModel } from './market-model.ts';
import { exponential, randomBelow, randomBits, randomKey, STREAM, uniform } from './random.ts';

const SLOTS = 26;
/** Number of sessions after its first one that an event can affect. */
export const EVENT_REACH = 6;

/** Probability per row and session that an event of the kind begins. */
const PROBABILITY = { jump: 0.01, surge: 0.014, run: 0.0035, interest: 0.02 };
/** Upper limit of an event's strength, so that even the strongest wheels are not full. */
const MAX_STRENGTH = 2.2;
const EVENT_PROBABILITY = PROBABILITY.jump + PROBABILITY.surge + PROBABILITY.run + PROBABILITY.interest;

/** Sums of the events that affect one session of one row, by slot. Reused from row to row; all zero unless `hasEvents`. */
export interface SessionEvents {
	hasEvents: boolean;
	/** Log return, in daily standard deviations of the row. */
	drift: Float64Array;
	/** Addition to the log of volume and of option contracts. */
	volume: Float64Array;
	options: Float64Array;
	/** Addition to the share of calls. */
	tilt: Float64Array;
	/** Log of the largest multiple of the row's typical attention in the session. */
	attention: number;
}

export function createSessionEvents(): SessionEvents {
	return {
		hasEvents: false,
		drift: new Float64Array(SLOTS),
		volume: new Float64Array(SLOTS),
		options: new Float64Array(SLOTS),
		tilt: new Float64Array(SLOTS),
		attention: 0,
	};
}

/** An event. Slots are counted from the open of the session in which it begins. */
interface EventShape {
	from: number;
	length: number;
	/** Total move in daily standard deviations, signed. */
	move: number;
	volume: number;
	options: number;
	tilt: number;
	/** Slots by which option trading precedes the price move; 0 for most events. */
	lead: number;
	/** Fraction of the move that reverses in the `reversalSlots` slots following the move. */
	giveBack: number;
	reversalSlots: number;
	/** Slots in which the additional trading halves once the move is over. */
	halfLife: number;
}

/**
 * Collects the events of `row` into `sessionEvents`. `dayNumbers`: days (since 1970) of the session and of up to EVENT_REACH sessions before it, newest
 * first.
 */
export function collectEvents(
	sessionEvents: SessionEvents,
	{ seed, version }: MarketModel,
	row: number,
	dayNumbers: readonly number[],
): void {
	if (sessionEvents.hasEvents) {
		sessionEvents.drift.fill(0);
		sessionEvents.volume.fill(0);
		sessionEvents.options.fill(0);
		sessionEvents.tilt.fill(0);
		sessionEvents.attention = 0;
		sessionEvents.hasEvents = false;
	}
	for (let lag = 0; lag < dayNumbers.length; lag++) {
		const key = randomKey(seed, STREAM.event, row, dayNumbers[lag]!);
		const shape = drawShape(key);
		if (!shape) continue;
		if (version > 1) {
			if (lag * SLOTS > shape.from + shape.length + 6 * shape.halfLife) continue;
			addVersion2Event(sessionEvents, shape, lag * SLOTS, key);
			sessionEvents.hasEvents = true;
			continue;
		}
		if (lag * SLOTS > shape.from + shape.lead + shape.length + Math.max(shape.reversalSlots, 6 * shape.halfLife)) continue;
		addVersion1Event(sessionEvents, shape, lag * SLOTS);
		sessionEvents.hasEvents = true;
	}
}

/** Finds the event that begins in a session and moves the price, and the event's first slot; undefined if there is none. */
export function findPriceEvent(seed: number, row: number, day: number): { kind: 'jump' | 'surge' | 'run'; slot: number } | undefined {
	const key = randomKey(seed, STREAM.event, row, day);
	const draw = uniform(key, 0);
	if (draw >= PROBABILITY.jump + PROBABILITY.surge + PROBABILITY.run) return undefined;
	const kind = draw < PROBABILITY.jump ? 'jump' : draw < PROBABILITY.jump + PROBABILITY.surge ? 'surge' : 'run';
	return { kind, slot: drawFirstSlot(key) };
}

/** Adds an event of market version 1; `firstSlot` is the session's first slot, counted from the event's session. */
function addVersion1Event(sessionEvents: SessionEvents, shape: EventShape, firstSlot: number): void {
	const start = shape.from + shape.lead;
	const end = start + shape.length;
	for (let slot = 0; slot < SLOTS; slot++) {
		const at = firstSlot + slot;
		if (at < shape.from) continue;
		const slotsAfterEnd = at - end;
		const priceFade = slotsAfterEnd < 0 ? (at < start ? 0 : 1) : 0.5 ** (slotsAfterEnd / shape.halfLife);
		const optionFade = slotsAfterEnd < 0 ? 1 : priceFade;
		if (at >= start && slotsAfterEnd < 0) sessionEvents.drift[slot] = sessionEvents.drift[slot]! + shape.move / shape.length;
		else if (slotsAfterEnd >= 0 && slotsAfterEnd < shape.reversalSlots)
			sessionEvents.drift[slot] = sessionEvents.drift[slot]! - (shape.move * shape.giveBack) / shape.reversalSlots;
		sessionEvents.volume[slot] = sessionEvents.volume[slot]! + shape.volume * priceFade;
		sessionEvents.options[slot] = sessionEvents.options[slot]! + shape.options * optionFade;
		sessionEvents.tilt[slot] = sessionEvents.tilt[slot]! + shape.tilt * optionFade;
		sessionEvents.attention = Math.max(sessionEvents.attention, shape.options * 1.2 * optionFade);
	}
}

/** Index of the first draw for the signs of an event's slots. */
const FIRST_SIGN_DRAW = 40;
/** Factor on an event's effect on the share of calls: in version 2, most call depths come from option-interest.ts. */
const TILT_FACTOR = 0.3;

/**
 * Adds an event of market version 2, whose steps cannot be predicted: each slot rises or falls at random, options change with the price or after it, and
 * nothing reverses. The root mean square of the whole move is the shape's move.
 */
function addVersion2Event(sessionEvents: SessionEvents, shape: EventShape, firstSlot: number, key: number): void {
	const end = shape.from + shape.length;
	const step = Math.abs(shape.move) / Math.sqrt(shape.length);
	let totalMove = 0;
	for (let at = shape.from; at < firstSlot + SLOTS; at++) {
		const change = at >= end ? 0 : randomBits(key, FIRST_SIGN_DRAW + at - shape.from) < 0 ? -step : step;
		totalMove += change;
		const slot = at - firstSlot;
		if (slot < 0) continue;
		const fade = at < end ? 1 : 0.5 ** ((at - end) / shape.halfLife);
		const sign = step === 0 ? 1 : Math.sign(totalMove);
		sessionEvents.drift[slot] = sessionEvents.drift[slot]! + change;
		sessionEvents.volume[slot] = sessionEvents.volume[slot]! + shape.volume * fade;
		sessionEvents.options[slot] = sessionEvents.options[slot]! + shape.options * fade;
		sessionEvents.tilt[slot] = sessionEvents.tilt[slot]! + TILT_FACTOR * sign * (step === 0 ? shape.tilt : Math.abs(shape.tilt)) * fade;
		sessionEvents.attention = Math.max(sessionEvents.attention, shape.options * 1.2 * fade);
	}
}

function drawFirstSlot(key: number): number {
	return randomBelow(key, 3, SLOTS);
}

function drawShape(key: number): EventShape | undefined {
	const draw = uniform(key, 0);
	if (draw >= EVENT_PROBABILITY) return undefined;
	const sign = randomBits(key, 1) < 0 ? -1 : 1;
	const strength = Math.min(exponential(key, 2), MAX_STRENGTH);
	const from = drawFirstSlot(key);
	const lead = uniform(key, 4) < 0.35 ? 2 + randomBelow(key, 5, 7) : 0;
	const giveBack = uniform(key, 6) < 0.5 ? 0.3 + 0.4 * uniform(key, 7) : 0;
	const common = { from, lead, giveBack, tilt: sign * (0.12 + 0.22 * uniform(key, 8)), reversalSlots: 6 + randomBelow(key, 9, 20) };
	if (draw < PROBABILITY.jump) {
		const move = sign * (0.5 + 0.75 * strength);
		return {
			...common,
			length: 1 + randomBelow(key, 10, 2),
			move,
			volume: 0.9 + 0.45 * strength,
			options: 1 + 0.5 * strength,
			halfLife: 3,
		};
	}
	if (draw < PROBABILITY.jump + PROBABILITY.surge) {
		const length = 6 + randomBelow(key, 10, 30);
		const move = sign * (0.9 + 1.5 * strength) * Math.sqrt(length / 20);
		return { ...common, length, move, volume: 0.5 + 0.4 * strength, options: 0.7 + 0.45 * strength, halfLife: 4 };
	}
	if (draw < PROBABILITY.jump + PROBABILITY.surge + PROBABILITY.run) {
		const length = 70 + randomBelow(key, 10, 60);
		const move = sign * (1.8 + 2.2 * strength);
		const runBase = { ...common, lead: 0, giveBack: 0, tilt: common.tilt * 0.4 };
		return { ...runBase, length, move, volume: 0.3 + 0.2 * strength, options: 0.35 + 0.25 * strength, halfLife: 8 };
	}
	const interestBase = { ...common, giveBack: 0, move: 0, tilt: common.tilt * 0.7 };
	return {
		...interestBase,
		length: 8 + randomBelow(key, 10, 30),
		volume: 0.45 + 0.4 * strength,
		options: 0.6 + 0.5 * strength,
		halfLife: 5,
	};
}
