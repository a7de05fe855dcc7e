import type { IPrimitivePaneRenderer, ISeriesPrimitive, Logical, SeriesAttachedParameter, Time, UTCTimestamp } from 'lightweight-charts';

/** What a layer paints with: positions in CSS pixels, null outside the chart. */
export interface Brush {
	context: CanvasRenderingContext2D;
	width: number;
	height: number;
	x: (seconds: number) => number | null;
	y: (price: number) => number | null;
	/** Position on the time axis, also between and beyond bars. */
	at: (place: number) => number | null;
	/** Width of one bar. */
	step: number;
}

/** The library only converts whole positions; it places any other at the left edge. */
export function interpolatePosition(whole: (place: number) => number | null) {
	return (place: number): number | null => {
		const before = Math.floor(place);
		const [a, b] = [whole(before), whole(before + 1)];
		return a === null || b === null ? null : a + (b - a) * (place - before);
	};
}

/** A custom layer in a series' pane, below or above it. `range`: prices that the pane must include. */
export function paintedLayer(
	zOrder: 'bottom' | 'top',
	paint: (brush: Brush) => void,
	range?: { minValue: number; maxValue: number },
): ISeriesPrimitive<Time> & { redraw(): void } {
	let at: SeriesAttachedParameter<Time> | undefined;
	const renderer: IPrimitivePaneRenderer = {
		draw(target) {
			// biome-ignore lint/correctness/useHookAtTopLevel: the canvas library's word for a scope, no hook of React's
			target.useMediaCoordinateSpace(({ context, mediaSize }) => {
				if (!at) return;
				const { chart, series } = at;
				const scale = chart.timeScale();
				context.save();
				paint({
					context,
					...mediaSize,
					x: (seconds) => scale.timeToCoordinate(seconds as UTCTimestamp),
					at: interpolatePosition((place) => scale.logicalToCoordinate(place as Logical)),
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
			at = parameters;
		},
		detached() {
			at = undefined;
		},
		/** Its content has changed. */
		redraw: () => at?.requestUpdate(),
		paneViews: () => views,
		...(range ? { autoscaleInfo: () => ({ priceRange: range }) } : {}),
	};
}
