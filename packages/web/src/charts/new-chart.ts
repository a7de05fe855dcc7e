import { formatEt } from '@sw/domain/time/format';
import type { IChartApi, Time } from 'lightweight-charts';
import { etClock } from '../lib/format/times.ts';

type Library = typeof import('lightweight-charts');

interface ChartLook {
	readonly font: string;
	readonly text: string;
	readonly line: string;
}

/** Scroll options of a chart. Vertical finger movements scroll the page instead. */
export const SCROLL_OPTIONS = { mouseWheel: true, pressedMouseMove: true, horzTouchDrag: true, vertTouchDrag: false };

/** Creates a chart of the drawing library. Times are shown in Eastern Time. */
export function createBaseChart({ createChart }: Library, host: HTMLElement, look: ChartLook): IChartApi {
	return createChart(host, {
		autoSize: true,
		layout: {
			// No logo, because its inline style would violate the page's content security policy. The panel shows the attribution as a link.
			attributionLogo: false,
			fontFamily: look.font,
			textColor: look.text,
			background: { color: 'transparent' },
			panes: { separatorColor: look.line, separatorHoverColor: look.line },
		},
		grid: { vertLines: { visible: false }, horzLines: { color: look.line } },
		localization: { timeFormatter: (time: Time) => `${formatEt(toMs(time), 'datetime')} ET` },
		timeScale: {
			timeVisible: true,
			borderVisible: false,
			rightOffset: 2,
			// A larger chart (full screen) shows the same bars, but wider.
			lockVisibleTimeRangeOnResize: true,
			tickMarkFormatter: (time: Time, kind: number) =>
				kind >= 3 ? etClock(toMs(time)).slice(0, 5) : formatEt(toMs(time), 'date').slice(0, 5),
		},
		rightPriceScale: { borderVisible: false },
		handleScroll: SCROLL_OPTIONS,
	});
}

function toMs(time: Time): number {
	return typeof time === 'number' ? time * 1_000 : Number.NaN;
}

/**
 * Resolves color tokens for a canvas, which can't read custom properties. Each token is briefly set as the color of `host`. Only then does it
 * resolve to a single color: the token itself contains a light and a dark one.
 */
export function readTokens<N extends string>(host: HTMLElement, names: readonly N[]): Record<N, string> {
	const computed = getComputedStyle(host);
	const colors = Object.fromEntries(
		names.map((name) => {
			host.style.color = `var(${name})`;
			return [name, computed.color];
		}),
	) as Record<N, string>;
	host.style.removeProperty('color');
	return colors;
}
