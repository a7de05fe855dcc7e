import { type Strategy, TIMEFRAMES, type TimeframeIndex } from '../../time/timeframe.ts';
import { type Operation, SECTORS, type SectorKey } from '../sector.ts';

/** The meanings of the wheel's colors: the candidate's direction, no direction ('either'), or a sector that never has one. Palettes define the colors. */
export const TONES = ['short', 'long', 'either', 'volume', 'sum'] as const;
export type Tone = (typeof TONES)[number];

/** Depth, 0 to 5; null when not measurable. */
export type Depth = number | null;
export const MAX_DEPTH = 5;

/** One sector of an API answer. */
export interface SectorDepths {
	sector: string;
	operation: Operation | null;
	/** Depths of the rated timeframes, then of the higher ones. */
	intersections: readonly Depth[];
	measure?: string | undefined;
}

export interface WheelRing {
	timeframe: TimeframeIndex;
	label: string;
	/** Whether the timeframe is rated; rings of other timeframes are drawn thinner. */
	isRated: boolean;
}

export interface WheelSlice {
	key: SectorKey;
	tone: Tone;
	operation: Operation | null;
	/** Whether the price slice shows squeeze, as for a coiled spring. */
	squeeze: boolean;
	/** One per ring, innermost first. */
	depths: readonly Depth[];
}

/** A wheel as data: slices clockwise from the top, rings from the inside. */
export interface WheelModel {
	slices: readonly WheelSlice[];
	rings: readonly WheelRing[];
}

/**
 * Converts the sectors of an API answer to a wheel. Rings are ordered by timeframe, shortest inside; slices are in the specification's order. Unknown sectors
 * are left out, and answers with only the three rated depths give three rings. `candidate` is the candidate's direction; it colors the wheel if the price has
 * moved.
 */
export function createWheelModel(sectors: readonly SectorDepths[], strategy: Strategy, candidate: Operation | null = null): WheelModel {
	const depthCount = Math.max(0, ...sectors.map((s) => s.intersections.length));
	const timeframes: readonly TimeframeIndex[] = [...strategy.rated, ...strategy.higher].slice(0, depthCount);
	const ringOrder = timeframes.map((timeframe, at) => ({ timeframe, at })).sort((a, b) => a.timeframe - b.timeframe);
	const rated: readonly number[] = strategy.rated;
	const sectorsInOrder = sectors.map((s) => ({ s, place: findSectorIndex(s) })).filter(({ place }) => place >= 0);
	sectorsInOrder.sort((a, b) => a.place - b.place);
	const hasPriceMove = ({ sector, measure, intersections }: SectorDepths): boolean =>
		sector === 'price' && measure === undefined && intersections.some((depth) => depth !== null && depth > 0);
	const direction = sectors.some(hasPriceMove) ? candidate : null;
	return {
		rings: ringOrder.map(({ timeframe }) => ({ timeframe, label: TIMEFRAMES[timeframe].label, isRated: rated.includes(timeframe) })),
		slices: sectorsInOrder.map(({ s, place }) => {
			const key = (SECTORS[place] as (typeof SECTORS)[number]).key;
			const depths = ringOrder.map(({ at }) => s.intersections[at] ?? null);
			return { key, tone: toneOf(key, direction), operation: s.operation, squeeze: s.measure === 'squeeze', depths };
		}),
	};
}

function findSectorIndex(s: SectorDepths): number {
	const exact = SECTORS.findIndex((entry) => entry.sector === s.sector && entry.operation === s.operation);
	return exact >= 0 ? exact : SECTORS.findIndex((entry) => entry.sector === s.sector);
}

function toneOf(key: SectorKey, candidate: Operation | null): Tone {
	return key === 'volume' ? 'volume' : key === 'call_with_put' ? 'sum' : (candidate ?? 'either');
}

/** Keeps the slices that pass the test. */
export function keepSlices(wheel: WheelModel, isKept: (slice: WheelSlice) => boolean): WheelModel {
	return {
		...wheel,
		slices: wheel.slices.filter(isKept),
	};
}
