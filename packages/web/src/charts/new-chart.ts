import { formatEt } from '@sw/domain/time/format';
import type { IChartApi, Time } from 'lightweight-charts';
import { etClock } from '../lib/format/times.ts';

type Library = typeof import('lightweight-charts');

interface ChartLook {
	readonly font: string;
	readonly text: string;
	readonly line: string;
}

/** A finger that moves up or down scrolls the page. */
export const SCROLLS = { mouseWheel: true, pressedMouseMove: true, horzTouchDrag: true, vertTouchDrag: false };

/** Charts of the drawing library: times are New York's. */
export function newChart({ createChart }: Library, host: HTMLElement, look: ChartLook): IChartApi {
	return createChart(host, {
		autoSize: true,
		layout: {
			// The library's logo brings an inline style that the page's policy forbids; the panel shows the attribution as a link.
			attributionLogo: false,
			fontFamily: look.font,
			textColor: look.text,
			background: { color: 'transparent' },
			panes: { separatorColor: look.line, separatorHoverColor: look.line },
		},
		grid: { vertLines: { visible: false }, horzLines: { color: look.line } },
		localization: { timeFormatter: (time: Time) => `${formatEt(seconds(time), 'datetime')} ET` },
		timeScale: {
			timeVisible: true,
			borderVisible: false,
			rightOffset: 2,
			// In full screen, the same bars are wider; no more are shown.
			lockVisibleTimeRangeOnResize: true,
			tickMarkFormatter: (time: Time, kind: number) =>
				kind >= 3 ? etClock(seconds(time)).slice(0, 5) : formatEt(seconds(time), 'date').slice(0, 5),
		},
		rightPriceScale: { borderVisible: false },
		handleScroll: SCROLLS,
	});
}

function seconds(time: Time): number {
	return typeof time === 'number' ? time * 1_000 : Number.NaN;
}

/**
 * Reads colours for a canvas, where custom properties don't work. `host` is given each colour for a moment: only as the colour of an element does a
 * token resolve to one value instead of one for light and one for dark.
 */
export function readTokens<N extends string>(host: HTMLElement, names: readonly N[]): Record<N, string> {
	const computed = getComputedStyle(host);
	const found = Object.fromEntries(
		names.map((name) => {
			host.style.color = `var(${name})`;
			return [name, computed.color];
		}),
	) as Record<N, string>;
	host.style.removeProperty('color');
	return found;
}
