import type { IPrimitivePaneRenderer, ISeriesPrimitive, SeriesAttachedParameter, Time, UTCTimestamp } from 'lightweight-charts';

/** What a layer paints with: places in CSS pixels, null for what lies outside the drawing. */
export interface Brush {
	context: CanvasRenderingContext2D;
	width: number;
	height: number;
	x: (seconds: number) => number | null;
	y: (price: number) => number | null;
	/** Width of one bar. */
	step: number;
}

/** A layer of our own in the pane of a series, below or above it. `range` are prices that the pane must have room for. */
export const paintedLayer = (
	zOrder: 'bottom' | 'top',
	paint: (brush: Brush) => void,
	range?: { minValue: number; maxValue: number },
): ISeriesPrimitive<Time> => {
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
					y: (price) => series.priceToCoordinate(price),
					step: scale.options().barSpacing,
				});
				context.restore();
			});
		},
	};
	const views = [{ zOrder: () => zOrder, renderer: () => renderer }];
	return {
		attached(given) {
			at = given;
		},
		detached() {
			at = undefined;
		},
		paneViews: () => views,
		...(range ? { autoscaleInfo: () => ({ priceRange: range }) } : {}),
	};
};
