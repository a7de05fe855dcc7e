import type { Level } from '@sw/domain/prices/level';
import type { IPrimitivePaneRenderer, ISeriesPrimitive, Logical, SeriesAttachedParameter, Time, UTCTimestamp } from 'lightweight-charts';
import type { FanPoint, Span } from './chart-layers.ts';

/** Canvas and coordinate conversions for painting a layer. Positions are in CSS pixels; null means outside the chart. */
export interface Brush {
	context: CanvasRenderingContext2D;
	width: number;
	height: number;
	x: (seconds: number) => number | null;
	y: (price: number) => number | null;
	/** Converts a position on the time axis, counted in bars, to pixels. A fraction is a position between two bars. */
	at: (position: number) => number | null;
	/** Distance between two bars. */
	step: number;
}

/** Adds fractional positions to a conversion of whole ones. The library would paint fractional positions at the left edge. */
export function interpolatePosition(convert: (position: number) => number | null) {
	return (position: number): number | null => {
		const lower = Math.floor(position);
		const [a, b] = [convert(lower), convert(lower + 1)];
		return a === null || b === null ? null : a + (b - a) * (position - lower);
	};
}

/** Creates a layer that is painted below or above a series. `range`: prices that the pane must include. */
export function createLayer(
	zOrder: 'bottom' | 'top',
	paint: (brush: Brush) => void,
	range?: { minValue: number; maxValue: number },
): ISeriesPrimitive<Time> & { redraw(): void } {
	let attachment: SeriesAttachedParameter<Time> | undefined;
	const renderer: IPrimitivePaneRenderer = {
		draw(target) {
			// biome-ignore lint/correctness/useHookAtTopLevel: a method of the canvas library, not a React hook
			target.useMediaCoordinateSpace(({ context, mediaSize }) => {
				if (!attachment) return;
				const { chart, series } = attachment;
				const scale = chart.timeScale();
				context.save();
				paint({
					context,
					...mediaSize,
					x: (seconds) => scale.timeToCoordinate(seconds as UTCTimestamp),
					at: interpolatePosition((position) => scale.logicalToCoordinate(position as Logical)),
					y: (price) => series.priceToCoordinate(price),
					step: scale.options().barSpacing,
				});
				context.restore();
			});
		},
	};
	const views = [{ zOrder: () => zOrder, renderer: () => renderer }];
	return {
		attached(parameters) {
			attachment = parameters;
		},
		detached() {
			attachment = undefined;
		},
		/** Must be called when the content has changed. */
		redraw: () => attachment?.requestUpdate(),
		paneViews: () => views,
		...(range ? { autoscaleInfo: () => ({ priceRange: range }) } : {}),
	};
}

/** Opacities of the 50, 80 and 95 % bands. Each band is painted over the next wider one. */
const BAND_OPACITIES = [0.3, 0.24, 0.16];

export function paintSpans({ context, height, x, step }: Brush, spans: readonly Span[], colour: string): void {
	context.fillStyle = colour;
	for (const span of spans) {
		const [from, to] = [x(span.from), x(span.to)];
		if (from !== null && to !== null) context.fillRect(from - step / 2, 0, to - from + step, height);
	}
}

export function paintLines(brush: Brush, times: readonly number[], colour: string): void {
	for (const time of times) {
		const x = brush.x(time);
		if (x !== null) paintDashedLine(brush, x, colour);
	}
}

function paintDashedLine({ context, height }: Brush, x: number, colour: string): void {
	context.strokeStyle = colour;
	context.lineWidth = 1;
	context.setLineDash([2, 3]);
	context.beginPath();
	context.moveTo(x, 0);
	context.lineTo(x, height);
	context.stroke();
	context.setLineDash([]);
}

/** Paints the bands, widest first, and the center as a dashed line. */
export function paintFan({ context, x, y }: Brush, points: readonly FanPoint[], colour: string): void {
	const positions = points.flatMap((point) => {
		const at = x(point.time);
		return at === null ? [] : [{ at, point }];
	});
	if (positions.length < 2) return;
	const edge = (band: number, side: 0 | 1) =>
		positions.map(({ at, point }) => ({ x: at, y: y(point.bands[band]?.[side] ?? point.centre) ?? 0 }));
	context.fillStyle = colour;
	for (let band = BAND_OPACITIES.length - 1; band >= 0; band--) {
		context.globalAlpha = BAND_OPACITIES[band]!;
		context.beginPath();
		for (const corner of [...edge(band, 1), ...edge(band, 0).reverse()]) context.lineTo(corner.x, corner.y);
		context.fill();
	}
	context.globalAlpha = 1;
	context.strokeStyle = colour;
	context.setLineDash([4, 3]);
	context.beginPath();
	for (const { at, point } of positions) context.lineTo(at, y(point.centre) ?? 0);
	context.stroke();
	context.setLineDash([]);
}

/** Paints a pane's name in its top left corner. */
export function paintName({ context }: Brush, name: string, colour: string, font: string): void {
	context.font = `600 12px ${font}`;
	context.fillStyle = colour;
	context.fillText(name, 2, 14);
}

/**
 * Paints a dashed line at the right edge of the report's bar. The label is on the right if it fits there, otherwise on the left. `time`: start of the bar.
 */
export function paintReport(brush: Brush, time: number, label: string, colour: string, font: string): void {
	const { context, width, x, step } = brush;
	const center = x(time);
	if (center === null) return;
	const edge = center + step / 2;
	paintDashedLine(brush, edge, colour);
	context.font = `11px ${font}`;
	context.fillStyle = colour;
	const labelWidth = context.measureText(label).width + 6;
	context.fillText(label, edge + labelWidth > width ? edge - labelWidth : edge + 6, 12);
}

export interface DrawnLevel {
	level: Level;
	label: string;
	dashed?: boolean;
	/** Id that `onDrag` receives when the mouse drags this line. Undefined: the line is fixed. */
	grip?: number | undefined;
}

/** Distance in pixels within which the mouse can grab a line. */
const GRAB_DISTANCE = 4;

/** Returns the grip of the line nearest to a height in pixels; undefined if none is close enough. `yOf` converts a price to a height. */
export function gripAt(levels: readonly DrawnLevel[], y: number, yOf: (price: number) => number | null): number | undefined {
	const candidates = levels.flatMap(({ level, grip }) => {
		const height = level.kind === 'line' && grip !== undefined ? yOf(level.price) : null;
		return height === null || Math.abs(height - y) > GRAB_DISTANCE ? [] : [{ grip, distance: Math.abs(height - y) }];
	});
	return candidates.sort((a, b) => a.distance - b.distance)[0]?.grip;
}

/**
 * Converts an instant to a position on the time axis, in bars; undefined if the axis is empty. Beyond `times`, the ascending times of the
 * axis, it continues by the mean step.
 */
export function positionOfTime(times: readonly number[], time: number): number | undefined {
	const [first, last] = [times[0], times.at(-1)];
	if (first === undefined || last === undefined) return undefined;
	const step = times.length > 1 ? (last - first) / (times.length - 1) : 1;
	if (time <= first) return (time - first) / step;
	if (time >= last) return times.length - 1 + (time - last) / step;
	let [low, high] = [0, times.length - 1];
	while (high - low > 1) {
		const middle = (low + high) >> 1;
		if (times[middle]! <= time) low = middle;
		else high = middle;
	}
	const [previousTime, nextTime] = [times[low]!, times[high]!];
	return low + (time - previousTime) / (nextTime - previousTime);
}

interface Look {
	level: string;
	ink: string;
	font: string;
}

interface Point {
	x: number;
	y: number;
}

/** Returns the ends of a level in pixels. A horizontal line crosses the pane; a trend line extends to the right edge. */
export function endsOf(
	{ level }: DrawnLevel,
	times: readonly number[],
	{ at, y, width }: Pick<Brush, 'at' | 'y' | 'width'>,
): [Point, Point] | undefined {
	if (level.kind === 'line') {
		const height = y(level.price);
		return height === null
			? undefined
			: [
					{ x: 0, y: height },
					{ x: width, y: height },
				];
	}
	const [a, b] = [level.from, level.to].map(({ time, price }) => {
		const position = positionOfTime(times, time);
		const [left, top] = [position === undefined ? null : at(position), y(price)];
		return left === null || top === null ? undefined : { x: left, y: top };
	});
	if (!a || !b || a.x === b.x) return undefined;
	const slope = (b.y - a.y) / (b.x - a.x);
	return b.x < width ? [a, { x: width, y: a.y + slope * (width - a.x) }] : [a, b];
}

export function paintLevels(brush: Brush, levels: readonly DrawnLevel[], times: readonly number[], look: Look): void {
	const { context, width } = brush;
	for (const drawnLevel of levels) {
		const ends = endsOf(drawnLevel, times, brush);
		if (!ends) continue;
		const [from, to] = ends;
		context.strokeStyle = look.level;
		context.lineWidth = 1.5;
		context.setLineDash(drawnLevel.dashed ? [5, 4] : []);
		context.beginPath();
		context.moveTo(from.x, from.y);
		context.lineTo(to.x, to.y);
		context.stroke();
		context.setLineDash([]);
		context.font = `11px ${look.font}`;
		context.fillStyle = look.ink;
		const left = drawnLevel.level.kind === 'line' ? 4 : Math.max(4, Math.min(from.x + 4, width - 60));
		context.fillText(drawnLevel.label, left, Math.max(24, from.y - 4));
	}
}
