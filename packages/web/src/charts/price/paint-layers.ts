import type { FanPoint, Span } from './layers.ts';
import type { Brush } from './paint.ts';

/** Opacity of the 50, 80 and 95 % bands, each painted over the wider one. */
const BAND_STRENGTH = [0.3, 0.24, 0.16];

export function paintSpans({ context, height, x, step }: Brush, spans: readonly Span[], colour: string): void {
	context.fillStyle = colour;
	for (const span of spans) {
		const [from, to] = [x(span.from), x(span.to)];
		if (from !== null && to !== null) context.fillRect(from - step / 2, 0, to - from + step, height);
	}
}

export function paintLines(brush: Brush, times: readonly number[], colour: string): void {
	for (const time of times) {
		const at = brush.x(time);
		if (at !== null) dashedLine(brush, at, colour);
	}
}

function dashedLine({ context, height }: Brush, at: number, colour: string): void {
	context.strokeStyle = colour;
	context.lineWidth = 1;
	context.setLineDash([2, 3]);
	context.beginPath();
	context.moveTo(at, 0);
	context.lineTo(at, height);
	context.stroke();
	context.setLineDash([]);
}

/** The bands, widest first, and the centre as a dashed line. */
export function paintFan({ context, x, y }: Brush, points: readonly FanPoint[], colour: string): void {
	const placed = points.flatMap((point) => {
		const at = x(point.time);
		return at === null ? [] : [{ at, point }];
	});
	if (placed.length < 2) return;
	const edge = (band: number, side: 0 | 1) =>
		placed.map(({ at, point }) => ({ x: at, y: y(point.bands[band]?.[side] ?? point.centre) ?? 0 }));
	context.fillStyle = colour;
	for (let band = BAND_STRENGTH.length - 1; band >= 0; band--) {
		context.globalAlpha = BAND_STRENGTH[band]!;
		context.beginPath();
		for (const corner of [...edge(band, 1), ...edge(band, 0).reverse()]) context.lineTo(corner.x, corner.y);
		context.fill();
	}
	context.globalAlpha = 1;
	context.strokeStyle = colour;
	context.setLineDash([4, 3]);
	context.beginPath();
	for (const { at, point } of placed) context.lineTo(at, y(point.centre) ?? 0);
	context.stroke();
	context.setLineDash([]);
}

/** A pane's name in its corner. */
export function paintName({ context }: Brush, name: string, colour: string, font: string): void {
	context.font = `600 12px ${font}`;
	context.fillStyle = colour;
	context.fillText(name, 2, 14);
}

/** A dashed line at the report with its label next to it, on the left if there is no room. */
export function paintReport(brush: Brush, time: number, label: string, colour: string, font: string): void {
	const { context, width, x, step } = brush;
	const at = x(time);
	if (at === null) return;
	const edge = at + step / 2;
	dashedLine(brush, edge, colour);
	context.font = `11px ${font}`;
	context.fillStyle = colour;
	const room = context.measureText(label).width + 6;
	context.fillText(label, edge + room > width ? edge - room : edge + 6, 12);
}
