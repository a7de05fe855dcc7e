import { SECTORS, SQUEEZE_LABEL, sectorLabel } from '../sector.ts';
import { type Depth, MAX_DEPTH, type WheelModel, type WheelSlice } from './model.ts';

export const NOT_AVAILABLE = 'n/a';
/** Maximum number of sectors named in a wheel's sentence. */
const MAX_NAMED_SECTORS = 3;

/** Returns the short name for labels next to a wheel: 'Volume'. */
export function shortName(slice: Pick<WheelSlice, 'key' | 'squeeze'>): string {
	return slice.squeeze ? SQUEEZE_LABEL : (SECTORS.find(({ key }) => key === slice.key) as (typeof SECTORS)[number]).mark;
}

/** Returns the label, which says what happened: 'Volume busy'. */
export function sliceName(slice: Pick<WheelSlice, 'key' | 'squeeze'>): string {
	return slice.squeeze ? SQUEEZE_LABEL : sectorLabel(slice.key);
}

export function depthText(depth: Depth): string {
	return depth === null ? NOT_AVAILABLE : String(depth);
}

/** Describes a cell: 'Rose on 1h: depth 4 of 5' */
export function cellSentence(slice: WheelSlice, ring: string, depth: Depth): string {
	const subject = `${sliceName(slice)} on ${ring}`;
	return depth === null ? `${subject}: not measurable` : `${subject}: depth ${depth} of ${MAX_DEPTH}`;
}

export interface WheelTitle {
	ticker: string;
	/** For example 'candidate to fall back'. */
	candidate: string;
	/** The number, or a text that includes the highest possible rate. */
	rate: number | string;
}

export function wheelTitle({ ticker, candidate, rate }: WheelTitle): string {
	return `${ticker}, ${candidate}, rate ${rate}`;
}

/**
 * Describes a wheel by its deepest cells:
 * 'AVLN, candidate to fall back, rate 96: Call-heavy on 15m, 30m: depth 5 of 5; Rose on 30m, 1h: 4; Volume busy on 1h: 4.'
 */
export function wheelSentence(title: WheelTitle, { slices, rings }: WheelModel): string {
	const deepest = slices.map((slice) => ({ slice, depth: Math.max(0, ...slice.depths.map((depth) => depth ?? 0)) }));
	const lit = deepest.filter(({ depth }) => depth > 0).sort((a, b) => b.depth - a.depth);
	const parts = lit.slice(0, MAX_NAMED_SECTORS).map(({ slice, depth }, at) => {
		const name = sliceName(slice);
		const on = rings.flatMap(({ label }, ring) => (slice.depths[ring] === depth ? [label] : [])).join(', ');
		return at === 0 ? `${name} on ${on}: depth ${depth} of ${MAX_DEPTH}` : `${name} on ${on}: ${depth}`;
	});
	const isMeasured = slices.some(({ depths }) => depths.some((depth) => depth !== null));
	const description = parts.length > 0 ? parts.join('; ') : isMeasured ? 'nothing unusual' : 'not measurable';
	return `${wheelTitle(title)}: ${description}.`;
}
