import type { ISeriesApi, SeriesMarker, Time, UTCTimestamp } from 'lightweight-charts';
import type { Chart, Fan } from '../../lib/api/types.ts';
import { createBaseChart, readTokens, SCROLL_OPTIONS } from '../new-chart.ts';
import { type FilingMark, mentionBars, optionBars, type TimedValue } from './chart-data.ts';
import {
	barOfReport,
	candlesOf,
	depthMarks,
	emptyTimes,
	extendedSpans,
	type FanPoint,
	fanPoints,
	gapTimes,
	lastRegularBar,
	shadedSpans,
	volumeBars,
} from './chart-layers.ts';
import type { Indicator, Pane, PaneHeights } from './indicators.ts';
import { createLayer, type DrawnLevel, gripAt, paintFan, paintLevels, paintLines, paintName, paintReport, paintSpans } from './paint.ts';
import { type DragListener, watchDrags, watchPresses } from './presses.ts';

export interface Drawing {
	chart: Chart;
	fan: Fan | undefined;
	report: { time: number; label: string };
	filings: readonly FilingMark[];
	indicators: readonly Indicator[];
	/** Vertical lines at gaps without trades. */
	gapLines: boolean;
	heights: PaneHeights;
	/** Names of the panes below the price. */
	names: Readonly<Record<Exclude<Pane, 'price'>, string>>;
	/** Called with the index of the bar under the pointer; undefined if there is none. */
	onPoint: (bar: number | undefined) => void;
	/** Called with the position of a click in the price pane. */
	onPick: (point: ChartPoint) => void;
	/** Called with the price under a pointer that drags in the price pane. In drag mode `grip` is undefined; otherwise, it identifies the dragged line. */
	onDrag: (price: number, released: boolean, grip?: number) => void;
}

/** A point in the chart. `time`: start of its bar, in UTC seconds. */
export interface ChartPoint {
	time: number;
	price: number;
}

/** Number of visible bars at the closest zoom. */
const MIN_BARS = 5;
/** Pixels that the pointer must move before a pressed line follows it. */
const MIN_MOVE_PX = 3;

/** Opacity of the shade behind bars outside regular hours. */
const EXTENDED_OPACITY = 0.12;

/** Controls of a drawn chart. */
export interface PriceChartHandle {
	/** Multiplies the number of visible bars by `factor`; undefined shows all bars. */
	zoom: (factor: number | undefined) => void;
	/** Returns the panes' stretch factors, which the reader changes by resizing. */
	paneHeights: () => Partial<PaneHeights>;
	/** Moves the crosshair to a bar and scrolls it into view; undefined hides it. */
	moveCrosshair: (bar: number | undefined) => void;
	/** Switches drag mode, in which a pressed pointer drags a price instead of scrolling the chart. */
	setDragMode: (isOn: boolean) => void;
	/** Returns the price at a height in pixels from the top; undefined outside the price pane. */
	priceAt: (y: number) => number | undefined;
	/** Replaces the drawn levels. */
	setLevels: (levels: readonly DrawnLevel[]) => void;
	remove: () => void;
}

function readColours(host: HTMLElement) {
	const tokens = readTokens(host, ['--muted', '--line', '--raised', '--up', '--down', '--volume', '--sum', '--accent', '--ink', '--blue']);
	return {
		text: tokens['--muted'],
		line: tokens['--line'],
		shade: tokens['--raised'],
		up: tokens['--up'],
		down: tokens['--down'],
		volume: tokens['--volume'],
		sum: tokens['--sum'],
		level: tokens['--accent'],
		ink: tokens['--ink'],
		fan: tokens['--blue'],
		font: getComputedStyle(host).fontFamily,
	};
}

type Colours = ReturnType<typeof readColours>;

type Library = typeof import('lightweight-charts');

interface Histogram {
	items: readonly (TimedValue & { color?: string })[];
	colour: string;
}

/** Draws a chart into `host` and follows the size of `host`. Times are shown in Eastern Time. */
export async function drawPriceChart(host: HTMLElement, drawing: Drawing): Promise<PriceChartHandle> {
	const library = await import('lightweight-charts');
	const { chart: data, indicators, names, report } = drawing;
	const colours = readColours(host);
	const chart = createBaseChart(library, host, colours);
	const panes: Pane[] = ['price'];

	const candles = candlesOf(data);
	const fan = drawing.fan && indicators.includes('forecast') ? fanPoints(drawing.fan, lastRegularBar(data)) : [];
	const gaps = drawing.gapLines ? gapTimes(data) : [];
	const price = chart.addSeries(library.CandlestickSeries, {
		borderVisible: false,
		upColor: colours.up,
		downColor: colours.down,
		wickUpColor: colours.up,
		wickDownColor: colours.down,
		priceLineVisible: false,
	});
	const emptyPoints = emptyTimes(candles, gaps, fan).map((time) => ({ time }));
	const points = [...candles, ...emptyPoints].sort((a, b) => a.time - b.time);
	price.setData(withTimestamps(points));
	const times = points.map(({ time }) => time);
	let levels: readonly DrawnLevel[] = [];
	const levelLayer = createLayer('top', (brush) => paintLevels(brush, levels, times, colours));
	price.attachPrimitive(levelLayer);
	const [shadedSessions, spansOutsideHours] = [shadedSpans(data), extendedSpans(data)];
	const addShades = (series: ISeriesApi<'Candlestick' | 'Histogram'>): void =>
		series.attachPrimitive(
			createLayer('bottom', (brush) => {
				paintSpans(brush, shadedSessions, colours.shade);
				brush.context.globalAlpha = EXTENDED_OPACITY;
				paintSpans(brush, spansOutsideHours, colours.level);
			}),
		);
	addShades(price);
	price.attachPrimitive(createLayer('bottom', (brush) => paintLines(brush, gaps, colours.text)));
	price.attachPrimitive(createLayer('bottom', (brush) => paintFan(brush, fan, colours.fan), findPriceRange(fan)));
	const reportBar = barOfReport(candles, report.time);
	if (reportBar !== undefined) {
		price.attachPrimitive(createLayer('top', (brush) => paintReport(brush, reportBar, report.label, colours.text, colours.font)));
	}
	markBars(library, price, [
		...(indicators.includes('depths') ? depthMarkers(data, colours) : []),
		...filingMarkers(drawing.filings, colours),
	]);

	const addPane = (pane: Exclude<Pane, 'price'>, histograms: readonly Histogram[]): void => {
		const paneIndex = panes.push(pane) - 1;
		histograms.forEach(({ items, colour }, i) => {
			const options = { color: colour, priceLineVisible: false, lastValueVisible: false, priceFormat: { type: 'volume' as const } };
			const series = chart.addSeries(library.HistogramSeries, options, paneIndex);
			series.setData(withTimestamps(items));
			if (i > 0) return;
			addShades(series);
			if (pane === 'options') {
				const zero = { price: 0, color: colours.text, lineWidth: 1 as const, lineStyle: library.LineStyle.Solid, axisLabelVisible: false };
				series.createPriceLine(zero);
			}
			series.attachPrimitive(createLayer('top', (brush) => paintName(brush, names[pane], colours.text, colours.font)));
		});
	};
	if (indicators.includes('volume')) {
		const items = volumeBars(data).map(({ rose, ...bar }) => ({ ...bar, color: rose ? colours.up : colours.down }));
		addPane('volume', [{ items, colour: colours.volume }]);
	}
	const options = optionBars(data);
	if (options && indicators.includes('options')) {
		addPane('options', [
			{ items: options.calls, colour: colours.up },
			{ items: options.puts, colour: colours.down },
		]);
	}
	const mentions = mentionBars(data);
	if (mentions && indicators.includes('mentions')) addPane('mentions', [{ items: mentions, colour: colours.sum }]);

	panes.forEach((pane, i) => {
		chart.panes()[i]?.setStretchFactor(drawing.heights[pane]);
	});
	// The library's own fit leaves out times without a candle, such as forecast bars.
	const showAll = (): void => chart.timeScale().setVisibleLogicalRange({ from: -0.5, to: candles.length + emptyPoints.length + 0.5 });
	showAll();
	const barByTime = new Map(candles.map(({ time }, bar) => [time, bar]));
	const barAt = (time: Time | undefined): number | undefined => (typeof time === 'number' ? barByTime.get(time) : undefined);
	chart.subscribeCrosshairMove(({ time, sourceEvent }) => {
		// A crosshair moved by keyboard fires no pointer event.
		if (sourceEvent || time === undefined) drawing.onPoint(barAt(time));
	});
	const paneHeight = (): number => chart.panes()[0]?.getHeight() ?? 0;
	const priceAt = (y: number): number | undefined => (y >= 0 && y <= paneHeight() ? (price.coordinateToPrice(y) ?? undefined) : undefined);
	const pickPoint = (x: number, y: number): void => {
		const [time, pickedPrice] = [chart.timeScale().coordinateToTime(x), priceAt(y)];
		if (x >= 0 && typeof time === 'number' && pickedPrice !== undefined) drawing.onPick({ time, price: pickedPrice });
	};
	let isDragMode = false;
	/** The chart must not scroll or zoom while a pointer drags a price. */
	const lockScroll = (isLocked: boolean): void =>
		chart.applyOptions({ handleScroll: isLocked ? false : SCROLL_OPTIONS, handleScale: !isLocked });
	/** The dragged level line. `y`: the height in pixels where the pointer was pressed. */
	let draggedLine: { grip: number; y: number; moved: boolean } | undefined;
	const gripUnder = (y: number): number | undefined =>
		isDragMode ? undefined : gripAt(levels, y, (edgePrice) => (y <= paneHeight() ? price.priceToCoordinate(edgePrice) : null));
	const tryStartDrag = (y: number, isMouse: boolean): boolean => {
		const grip = isMouse ? gripUnder(y) : undefined;
		draggedLine = grip === undefined ? undefined : { grip, y, moved: false };
		if (draggedLine) lockScroll(true);
		return isDragMode || draggedLine !== undefined;
	};
	const dragLine = (line: NonNullable<typeof draggedLine>, y: number, released: boolean): void => {
		line.moved ||= Math.abs(y - line.y) >= MIN_MOVE_PX;
		if (released) {
			draggedLine = undefined;
			lockScroll(isDragMode);
		}
		// When the pointer leaves the pane, the line stays at the pane's edge.
		const draggedPrice = priceAt(Math.min(Math.max(y, 0), paneHeight()));
		if (line.moved && draggedPrice !== undefined) drawing.onDrag(draggedPrice, released, line.grip);
	};
	const onDragMove: DragListener = (_, y, released) => {
		if (draggedLine) return dragLine(draggedLine, y, released);
		const draggedPrice = priceAt(y);
		if (draggedPrice !== undefined) drawing.onDrag(draggedPrice, released);
	};
	const unwatchDrags = watchDrags(host, tryStartDrag, onDragMove);
	const onHover = ({ clientY, pointerType, buttons }: PointerEvent): void => {
		if (pointerType !== 'mouse' || buttons > 0) return;
		if (gripUnder(clientY - host.getBoundingClientRect().top) === undefined) delete host.dataset['grip'];
		else host.dataset['grip'] = '';
	};
	host.addEventListener('pointermove', onHover);
	chart.subscribeClick(({ time }) => {
		const bar = barAt(time);
		if (bar !== undefined) drawing.onPoint(bar);
	});
	const unwatchPresses = watchPresses(host, pickPoint);
	const scrollIntoView = (position: number): void => {
		const visible = chart.timeScale().getVisibleLogicalRange();
		if (!visible || (position >= visible.from && position <= visible.to)) return;
		const shift = position < visible.from ? position - visible.from - 1 : position - visible.to + 1;
		chart.timeScale().setVisibleLogicalRange({ from: visible.from + shift, to: visible.to + shift });
	};
	const zoom = (factor: number): void => {
		const visible = chart.timeScale().getVisibleLogicalRange();
		if (!visible) return;
		const half = Math.max(MIN_BARS, (visible.to - visible.from) * factor) / 2;
		const middle = (visible.from + visible.to) / 2;
		chart.timeScale().setVisibleLogicalRange({ from: middle - half, to: middle + half });
	};
	return {
		zoom: (factor) => (factor === undefined ? showAll() : zoom(factor)),
		moveCrosshair: (bar) => {
			const candle = bar === undefined ? undefined : candles[bar];
			if (!candle) return chart.clearCrosshairPosition();
			scrollIntoView(times.indexOf(candle.time));
			chart.setCrosshairPosition(candle.close, candle.time as UTCTimestamp, price);
		},
		setDragMode: (isOn) => {
			isDragMode = isOn;
			lockScroll(isOn);
		},
		priceAt,
		setLevels: (next) => {
			levels = next;
			levelLayer.redraw();
		},
		paneHeights: () => Object.fromEntries(chart.panes().map((pane, i) => [panes[i], pane.getStretchFactor()])),
		remove: () => {
			unwatchPresses();
			unwatchDrags();
			host.removeEventListener('pointermove', onHover);
			chart.remove();
		},
	};
}

/** Returns the price range of the fan's widest band; undefined without a fan. */
function findPriceRange(fan: readonly FanPoint[]) {
	const ends = fan.flatMap(({ bands }) => bands.flat());
	return ends.length > 0 ? { minValue: Math.min(...ends), maxValue: Math.max(...ends) } : undefined;
}

function withTimestamps<T extends { time: number }>(items: readonly T[]) {
	return items.map((item) => ({ ...item, time: item.time as UTCTimestamp }));
}

type Marker = SeriesMarker<UTCTimestamp>;

/** Sets all markers in one call, because the library stacks markers of one bar only within a call. */
function markBars(library: Library, series: ISeriesApi<'Candlestick'>, markers: readonly Marker[]): void {
	if (markers.length > 0) library.createSeriesMarkers(series, [...markers].sort((a, b) => a.time - b.time) as SeriesMarker<Time>[]);
}

/** Creates the depth markers. Their color is neutral, because depths don't depend on the list or its direction. */
function depthMarkers(chart: Chart, colours: Colours): Marker[] {
	return withTimestamps(depthMarks(chart)).map(({ time, side, depth }) => ({
		time,
		position: side === 'short' ? 'aboveBar' : 'belowBar',
		shape: 'circle',
		size: 0.6,
		color: colours.text,
		text: String(depth),
	}));
}

/** Maximum number of filings with labels, because more would overlap. A text outside the chart names the other forms. */
const MAX_LABELLED_FILINGS = 12;

function filingMarkers(marks: readonly FilingMark[], colours: Colours): Marker[] {
	return withTimestamps(marks).map(({ time, forms }) => ({
		time,
		position: 'belowBar',
		shape: 'square',
		size: 0.6,
		color: colours.ink,
		...(marks.length <= MAX_LABELLED_FILINGS ? { text: forms } : {}),
	}));
}
