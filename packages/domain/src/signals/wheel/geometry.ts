/** Radii in units of the view box; the wheel is centered on 0, 0. */
export const RIM = 88;
export const HUB = 21;
export const HUB_LINE = 16;
/** Spacing of a wheel, in units of the view box. */
interface WheelSpacing {
	/** Radius of the hub. */
	readonly hub: number;
	readonly ringGap: number;
	/** Gap between slices at the rim. */
	readonly sliceGap: number;
}
const SPACINGS = { card: { hub: HUB, ringGap: 2, sliceGap: 6 }, glyph: { hub: 20, ringGap: 5, sliceGap: 12 } } as const satisfies Record<
	string,
	WheelSpacing
>;
/** 'card': large and medium wheels; 'glyph': the smallest ones, in table rows. */
export type WheelSize = keyof typeof SPACINGS;
/** Relative width of the rings of timeframes that aren't rated. */
const THIN_RING_WIDTH = 0.72;

export interface Band {
	inner: number;
	outer: number;
}

/** Computes the radii of the rings, innermost first. The rings and their gaps fill the space from hub to rim. `ratedFlags`: whether each ring is rated. */
export function ringBands(ratedFlags: readonly boolean[], { hub, ringGap }: WheelSpacing = SPACINGS.card): Band[] {
	const ringWidths = ratedFlags.map((isRated) => (isRated ? 1 : THIN_RING_WIDTH));
	const totalWidth = ringWidths.reduce((sum, ringWidth) => sum + ringWidth, 0);
	const availableWidth = RIM - hub - ringGap * (ratedFlags.length - 1);
	let inner = hub;
	return ringWidths.map((ringWidth) => {
		const outer = inner + (availableWidth * ringWidth) / totalWidth;
		const band = { inner, outer };
		inner = outer + ringGap;
		return band;
	});
}

/** Returns the angles of a slice in radians, clockwise from 12 o'clock. The first slice is centered on the top. */
export function sliceAngles(slice: number, slices: number): { start: number; middle: number; end: number } {
	const step = (2 * Math.PI) / slices;
	return { start: (slice - 0.5) * step, middle: slice * step, end: (slice + 0.5) * step };
}

/** Returns the point at `radius` in the direction of `angle` (clockwise from the top). */
export function pointAt(angle: number, radius: number): { x: number; y: number } {
	return {
		x: roundToTenth(Math.sin(angle) * radius),
		y: roundToTenth(-Math.cos(angle) * radius),
	};
}

/** Rounds to tenths of a unit: finer than a device pixel at every displayed size, with half the path length. */
function roundToTenth(n: number): number {
	return Math.round(n * 10) / 10 + 0;
}

/** Draws the SVG path of one cell: an annular sector with sides parallel to the neighbours' sides. */
export function cellPath({ inner, outer }: Band, slice: number, slices: number, { sliceGap }: WheelSpacing = SPACINGS.card): string {
	const { start, end } = sliceAngles(slice, slices);
	const point = (angle: number, radius: number): string => {
		const { x, y } = pointAt(angle, radius);
		return `${x},${y}`;
	};
	const arc = (radius: number, from: number, to: number): string =>
		`A${roundToTenth(radius)},${roundToTenth(radius)},0,${Math.abs(to - from) >= Math.PI ? 1 : 0},${to > from ? 1 : 0},${point(to, radius)}`;
	const [outerGapAngle, innerGapAngle] = [gapAngle(outer, sliceGap), gapAngle(inner, sliceGap)];
	return [
		`M${point(start + outerGapAngle, outer)}`,
		arc(outer, start + outerGapAngle, end - outerGapAngle),
		`L${point(end - innerGapAngle, inner)}`,
		arc(inner, end - innerGapAngle, start + innerGapAngle),
		'Z',
	].join('');
}

/** Returns the angle by which a side is offset at `radius`, so that the gap is as wide as at the rim. */
function gapAngle(radius: number, sliceGap: number): number {
	return Math.asin((RIM / radius) * Math.sin(sliceGap / RIM / 2));
}

/** Paths of all cells, [slice][ring]. */
export interface WheelGeometry {
	bands: readonly Band[];
	cells: readonly (readonly string[])[];
}

const geometryCache = new Map<string, WheelGeometry>();

/** Returns the geometry of a layout. Cached, because a hundred cards share a handful of layouts. */
export function wheelGeometry(slices: number, ratedFlags: readonly boolean[], size: WheelSize = 'card'): WheelGeometry {
	const key = `${size}:${slices}:${ratedFlags.map(Number).join('')}`;
	const cached = geometryCache.get(key);
	if (cached) return cached;
	const bands = ringBands(ratedFlags, SPACINGS[size]);
	const cells = Array.from({ length: slices }, (_, slice) => bands.map((band) => cellPath(band, slice, slices, SPACINGS[size])));
	const geometry = { bands, cells };
	geometryCache.set(key, geometry);
	return geometry;
}

/** Returns the text anchor of a label at an x coordinate: outward from the wheel. */
export function anchorAt(x: number): 'start' | 'middle' | 'end' {
	return x > 1 ? 'start' : x < -1 ? 'end' : 'middle';
}
