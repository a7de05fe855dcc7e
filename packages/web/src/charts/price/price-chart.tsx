import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import { useWasNearWindow } from '../../lib/use-was-near-window.ts';
import { useLookVersion } from '../use-look.ts';
import { barAfterKey } from './chart-data.ts';
import type { Drawing, PriceChartHandle } from './draw.ts';
import type { PaneHeights } from './indicators.ts';
import type { DrawnLevel } from './paint.ts';
import css from './price-chart.module.css';

interface Props extends Omit<Drawing, 'onPoint'> {
	/** Accessible name of the chart, including its keyboard help. */
	label: string;
	levels: readonly DrawnLevel[];
	/** Called with the index of the selected bar. `byKeyboard`: whether the keyboard selected the bar, which must then be announced. */
	onPoint: (bar: number | undefined, byKeyboard: boolean) => void;
	/** Called after any press on the chart, because the press can have resized the panes. */
	saveHeights: (heights: Partial<PaneHeights>) => void;
	/** True: a click draws a point, and the cursor shows this. 'drag': a pressed pointer drags a price. */
	drawMode: boolean | 'drag';
	/** Called when a right click, a long press or a key requests the price menu. Undefined: the browser opens its own menu. */
	onPriceMenu?: ((request: PriceMenuRequest) => void) | undefined;
}

/** Price for which a menu was requested, and its position in the window in CSS pixels. */
export interface PriceMenuRequest {
	price: number;
	x: number;
	y: number;
}

/** A chart is drawn once it is in the window: drawing blocks a phone for a third of a second, and there the chart is below the first screen. */
const DRAW_MARGIN = '0px';

/** Distance in pixels from the chart's corner to a menu that a key opened. */
const MENU_INSET = 16;

/** Factor for the number of visible bars, by key. Undefined shows all bars. */
const ZOOMS: Readonly<Record<string, number | undefined>> = { '+': 0.8, '=': 0.8, '-': 1.25, '0': undefined };

/**
 * Candles with their layers and panes. The drawing code loads only in the browser; a text next to the chart has the same data. Arrow keys move
 * between bars; + and − zoom; 0 shows all bars; `a` opens the price menu at the bar's close.
 */
export function PriceChartView(props: Props) {
	const { chart, fan, report, filings, indicators, gapLines, names, label, levels, saveHeights, drawMode, onPriceMenu } = props;
	const box = useRef<HTMLDivElement>(null);
	const handle = useRef<PriceChartHandle>(undefined);
	const bar = useRef<number>(undefined);
	const look = useLookVersion();
	const wasNear = useWasNearWindow(box, DRAW_MARGIN);
	const { time, label: reportLabel } = report;
	// In a ref, so that changed callbacks, levels and dragged pane heights don't redraw the chart.
	const latest = useRef(props);
	latest.current = props;
	// biome-ignore lint/correctness/useExhaustiveDependencies: a changed appearance requires a redraw
	useEffect(() => {
		const host = box.current;
		if (!host || !wasNear) return undefined;
		let isUnmounted = false;
		const selectBar = (index: number | undefined): void => {
			bar.current = index;
			latest.current.onPoint(index, false);
		};
		void import('./draw.ts')
			.then(({ drawPriceChart }) =>
				drawPriceChart(host, {
					chart,
					fan,
					report: { time, label: reportLabel },
					filings,
					indicators,
					gapLines,
					heights: latest.current.heights,
					names,
					onPoint: selectBar,
					onPick: (picked) => latest.current.onPick(picked),
					onDrag: (...args) => latest.current.onDrag(...args),
				}),
			)
			.then((newHandle) => {
				if (isUnmounted) return newHandle.remove();
				handle.current = newHandle;
				newHandle.setLevels(latest.current.levels);
				newHandle.setDragMode(latest.current.drawMode === 'drag');
				host.dataset['drawn'] = '';
			});
		return () => {
			isUnmounted = true;
			handle.current?.remove();
			handle.current = undefined;
			delete host.dataset['drawn'];
		};
	}, [wasNear, chart, fan, time, reportLabel, filings, indicators, gapLines, names, look]);
	useEffect(() => handle.current?.setLevels(levels), [levels]);
	useEffect(() => handle.current?.setDragMode(drawMode === 'drag'), [drawMode]);
	/** Opens the price menu at the close of the selected bar, or of the newest bar without a selection. */
	const openMenuByKey = (): void => {
		const price = chart.close[bar.current ?? chart.close.length - 1];
		const { left, top } = box.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
		if (price != null) onPriceMenu?.({ price, x: left + MENU_INSET, y: top + MENU_INSET });
	};
	const onContextMenu = (event: MouseEvent): void => {
		const host = box.current;
		if (!onPriceMenu || !host) return;
		// For the menu key and Shift F10, the event's target is the focused region itself.
		if (!host.contains(event.target as Node)) {
			event.preventDefault();
			openMenuByKey();
			return;
		}
		const price = handle.current?.priceAt(event.clientY - host.getBoundingClientRect().top);
		if (price === undefined) return;
		event.preventDefault();
		const request = { price, x: event.clientX, y: event.clientY };
		// Waits until the button is released, because releasing it would close the menu.
		if (event.buttons === 0) onPriceMenu(request);
		else addEventListener('pointerup', () => setTimeout(onPriceMenu, 0, request), { once: true });
	};
	const onKeyDown = (event: KeyboardEvent): void => {
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		if (event.key in ZOOMS) {
			event.preventDefault();
			handle.current?.zoom(ZOOMS[event.key]);
			return;
		}
		if (event.key === 'a' && onPriceMenu) {
			event.preventDefault();
			openMenuByKey();
			return;
		}
		const next = barAfterKey(event.key, bar.current, chart.time.length);
		if (next === undefined) return;
		event.preventDefault();
		bar.current = next;
		handle.current?.moveCrosshair(next);
		latest.current.onPoint(next, true);
	};
	return (
		// biome-ignore lint/a11y/useSemanticElements: a chart navigated by keys isn't a set of form fields
		<div
			role="group"
			aria-label={label}
			// biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard moves between its bars
			tabIndex={0}
			data-walks=""
			className={`${css['region']} needs-script`}
			onKeyDown={onKeyDown}
			onContextMenu={onContextMenu}
		>
			<div
				ref={box}
				className={css['chart']}
				data-panes={indicators.length}
				data-drawing={drawMode === 'drag' ? drawMode : drawMode ? '' : undefined}
				aria-hidden="true"
				onPointerUp={() => {
					if (handle.current) saveHeights(handle.current.paneHeights());
				}}
			/>
		</div>
	);
}
