import type { Operation, SectorKey } from '../sector.ts';
import { DEEPEST, type Depth, type WheelModel, type WheelSlice } from './model.ts';

const NAMES = {
	price_short: 'Price',
	price_long: 'Price',
	call_with_put: 'Calls + puts',
	volume: 'Volume',
	call_without_put_long: 'Calls − puts',
	call_without_put_short: 'Calls − puts',
} as const satisfies Record<SectorKey, string>;

const SHORT_NAMES = {
	price_short: 'Price',
	price_long: 'Price',
	call_with_put: 'C+P',
	volume: 'Vol',
	call_without_put_long: 'C−P',
	call_without_put_short: 'C−P',
} as const satisfies Record<SectorKey, string>;

const SQUEEZE = 'Squeeze';
/** Converts a noun for use within a sentence; in German it stays capitalized. */
const NOUNS = 'small' as 'small' | 'capital';
export const NOT_AVAILABLE = 'n/a';

/** The arrow is the candidate's direction: short down, long up. */
const arrow = (operation: Operation | null): string => (operation === 'short' ? ' ↓' : operation === 'long' ? ' ↑' : '');
const spoken = (operation: Operation | null): string => (operation ? `, ${operation} side` : '');

/** 'Price', 'C+P', 'Vol', 'C−P': next to the small wheel, where the colour and the card's direction give the side. */
export const shortName = (slice: WheelSlice): string => (slice.squeeze ? SQUEEZE : SHORT_NAMES[slice.key]);

/** 'Price ↓': in the large wheel and its table. */
export const sliceName = (slice: WheelSlice): string => `${slice.squeeze ? SQUEEZE : NAMES[slice.key]}${arrow(slice.operation)}`;

/** 'C−P ↓': next to the large wheel. */
export const sliceMark = (slice: WheelSlice): string =>
	`${slice.squeeze ? SQUEEZE : slice.key === 'volume' ? NAMES.volume : SHORT_NAMES[slice.key]}${arrow(slice.operation)}`;

export const depthText = (depth: Depth): string => (depth === null ? NOT_AVAILABLE : String(depth));

/** 'Price, short side, on 1h: depth 4 of 5' */
export const cellSentence = (slice: WheelSlice, ring: string, depth: Depth): string => {
	const what = `${slice.squeeze ? SQUEEZE : NAMES[slice.key]}${spoken(slice.operation)}, on ${ring}`;
	return depth === null ? `${what}: not measurable` : `${what}: depth ${depth} of ${DEEPEST}`;
};

export interface WheelTitle {
	ticker: string;
	/** What it is a candidate for: 'candidate to fall'. */
	candidate: string;
	rate: number;
}

export const wheelTitle = ({ ticker, candidate, rate }: WheelTitle): string => `${ticker}, ${candidate}, rate ${rate}`;

/** 'AVLN, candidate to fall, rate 96: price depth 4 of 5 on 1h, calls + puts 3, volume 4, calls − puts 5.' */
export const wheelSentence = (title: WheelTitle, wheel: WheelModel, active: string): string => {
	const at = Math.max(
		0,
		wheel.rings.findIndex((r) => r.label === active),
	);
	const ring = wheel.rings[at]?.label ?? active;
	const parts = wheel.slices.map((slice, i) => {
		const depth = slice.depths[at] ?? null;
		const named = slice.squeeze ? SQUEEZE : NAMES[slice.key];
		const name = NOUNS === 'capital' ? named : named.toLowerCase();
		if (depth === null) return `${name} not measurable`;
		return i === 0 ? `${name} depth ${depth} of ${DEEPEST} on ${ring}` : `${name} ${depth}`;
	});
	return `${wheelTitle(title)}: ${parts.join(', ')}.`;
};
