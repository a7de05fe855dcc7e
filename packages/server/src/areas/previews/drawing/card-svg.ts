import { escapeXml } from '@sw/domain/previews/markup';
import type { WheelModel } from '@sw/domain/signals/wheel/model';
import { formatEt } from '@sw/domain/time/format';
import { COLOURS } from './colours.ts';
import { drawWheel, fitText } from './svg-parts.ts';

/** Pixels; the usual size of link previews. */
export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;
/** Maximum rows that fit. */
export const CARD_ROWS = 5;

const EDGE = 64;
const RIGHT = CARD_WIDTH - EDGE;
const FIRST_ROW_Y = 282;
const ROW_HEIGHT = 60;
/** Left edge of the name column, and width of the change column. */
const NAME_X = EDGE + 170;
const CHANGE_WIDTH = 190;
const WHEEL = { x: 900, y: 345, scale: 2.35 };

interface TextStyle {
	readonly size: number;
	readonly fill: string;
	readonly bold?: boolean;
	readonly end?: boolean;
	readonly maxWidth?: number;
}

/** Draws the preview picture as an SVG of 1200x630 pixels. Equal cards give equal text, so that pictures can be cached. */
export function drawCard({ title, subtitle, asOf, source, rows, wheel, message, site }: PreviewCard): string {
	// The text of a ticker must not overlap its wheel.
	const maxTextWidth = (wheel ? WHEEL.x - 260 : RIGHT) - EDGE;
	const footer = asOf === null ? source : `As of ${formatEt(asOf, 'datetime')} ET · ${source}`;
	const body = wheel
		? `<g transform="translate(${WHEEL.x} ${WHEEL.y}) scale(${WHEEL.scale})">${drawWheel(wheel.model, String(wheel.rate))}</g>`
		: rows.slice(0, CARD_ROWS).map(drawRow).join('');
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}" viewBox="0 0 ${CARD_WIDTH} ${CARD_HEIGHT}" font-family="Inter">`,
		`<rect width="${CARD_WIDTH}" height="${CARD_HEIGHT}" fill="${COLOURS.page}"/>`,
		`<rect width="${CARD_WIDTH}" height="8" fill="${COLOURS.accent}"/>`,
		drawText(EDGE, 74, 'Signalwheel', { size: 30, fill: COLOURS.accent, bold: true }),
		drawText(RIGHT, 74, site, { size: 24, fill: COLOURS.muted, end: true, maxWidth: 600 }),
		drawText(EDGE, 154, title, { size: 60, fill: COLOURS.ink, bold: true, maxWidth: maxTextWidth }),
		drawText(EDGE, 204, subtitle, { size: 30, fill: COLOURS.ink, maxWidth: maxTextWidth }),
		body,
		rows.length === 0 || wheel ? drawText(EDGE, FIRST_ROW_Y + 20, message, { size: 30, fill: COLOURS.muted, maxWidth: maxTextWidth }) : '',
		drawText(EDGE, CARD_HEIGHT - 36, footer, { size: 24, fill: COLOURS.muted, maxWidth: RIGHT - EDGE }),
		'</svg>',
	].join('');
}

function drawText(x: number, y: number, text: string, { size, fill, bold = false, end = false, maxWidth }: TextStyle): string {
	return `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}"${bold ? ' font-weight="700"' : ''}${end ? ' text-anchor="end"' : ''}>${escapeXml(maxWidth === undefined ? text : fitText(text, size, maxWidth))}</text>`;
}

function drawRow({ symbol, name, change }: CardRow, at: number): string {
	const y = FIRST_ROW_Y + at * ROW_HEIGHT;
	return [
		`<line x1="${EDGE}" x2="${RIGHT}" y1="${y + 20}" y2="${y + 20}" stroke="${COLOURS.line}"/>`,
		drawText(EDGE, y, symbol, { size: 34, fill: COLOURS.ink, bold: true, maxWidth: NAME_X - EDGE - 16 }),
		drawText(NAME_X, y, name, { size: 28, fill: COLOURS.muted, maxWidth: RIGHT - CHANGE_WIDTH - NAME_X }),
		drawText(RIGHT, y, formatChange(change), { size: 34, fill: change < 0 ? COLOURS.red : COLOURS.green, bold: true, end: true }),
	].join('');
}

/** Formats a change, such as '+4.2%' or '−12%'. */
function formatChange(change: number): string {
	const percent = Math.abs(change) * 100;
	return `${change < 0 ? '−' : '+'}${percent.toFixed(percent < 99.95 ? 1 : 0)}%`;
}

interface CardRow {
	readonly symbol: string;
	readonly name: string;
	/** A fraction: 0.05 is +5 %. */
	readonly change: number;
}

/** Content of a picture for link previews; absent parts are not drawn. */
export interface PreviewCard {
	readonly title: string;
	/** Below the title: what the numbers refer to. */
	readonly subtitle: string;
	/** Milliseconds since 1970; null if there is no data yet. */
	readonly asOf: number | null;
	/** Name of the data source, such as 'Simulated market'. */
	readonly source: string;
	readonly rows: readonly CardRow[];
	readonly wheel?: { readonly model: WheelModel; readonly rate: number } | undefined;
	/** Text below the subtitle, drawn if there are no rows or there is a wheel. */
	readonly message: string;
	/** Host name of this service. */
	readonly site: string;
}
