/** Layers and panes that the reader can switch on and off. The price pane is always shown. */
export const INDICATORS = ['depths', 'forecast', 'volume', 'options', 'mentions'] as const;
export type Indicator = (typeof INDICATORS)[number];

export const PANES = ['price', 'volume', 'options', 'mentions'] as const;
export type Pane = (typeof PANES)[number];

/** Weights of the panes' heights, used as stretch factors by the drawing library. */
export type PaneHeights = Readonly<Record<Pane, number>>;
export const PANE_HEIGHTS: PaneHeights = { price: 5, volume: 1, options: 1.4, mentions: 1 };

/** Parses stored indicators and leaves out unknown ones; undefined if nothing valid is stored. */
export function readIndicators(value: unknown): Indicator[] | undefined {
	return Array.isArray(value) ? INDICATORS.filter((name) => value.includes(name)) : undefined;
}

/** Stored heights must be less than this. */
const MAX_HEIGHT = 1_000;

/** Parses stored pane heights. Missing or invalid heights get their default; undefined if nothing valid is stored. */
export function readHeights(value: unknown): PaneHeights | undefined {
	if (!isObject(value)) return undefined;
	const validHeight = (pane: Pane): number => {
		const height = value[pane];
		return typeof height === 'number' && height > 0 && height < MAX_HEIGHT ? height : PANE_HEIGHTS[pane];
	};
	return { price: validHeight('price'), volume: validHeight('volume'), options: validHeight('options'), mentions: validHeight('mentions') };
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}
