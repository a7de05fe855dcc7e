/** Draws small plots as SVG in neutral colours, readable on white and on black. */

interface Line {
	label: string;
	points: readonly (readonly [number, number])[];
	dashed?: boolean;
	/** Index of the colour; lines that belong together share one. Default: the line's own index. */
	colour?: number;
}

export interface Plot {
	title: string;
	x: { label: string; from: number; to: number; ticks: readonly number[]; log?: boolean };
	y: { label: string; from: number; to: number; ticks: readonly number[]; log?: boolean };
	lines?: readonly Line[];
	/** One bar per value, at x = its index. */
	bars?: readonly number[];
	/** Horizontal levels with labels. */
	levels?: readonly { at: number; label: string }[];
}

const WIDTH = 560;

const HEIGHT = 260;

const MARGINS = { left: 60, right: 130, top: 30, bottom: 40 };

const INK = '#808890';

const COLOURS = ['#2f7fd1', '#d1762f', '#3f9f6b', '#9a5fc0'];

export function drawPlot({ title, x, y, lines = [], bars = [], levels = [] }: Plot): string {
	const [right, bottom] = [WIDTH - MARGINS.right, HEIGHT - MARGINS.bottom];
	const scaleX = createScale(x, MARGINS.left, right);
	const scaleY = createScale(y, bottom, MARGINS.top);
	const clampedY = (value: number): number => Math.max(MARGINS.top, Math.min(bottom, scaleY(value)));
	const parts = [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="11" role="img" aria-label="${escapeXml(title)}">`,
		drawText(MARGINS.left, 18, title, 'start'),
		`<path d="M${MARGINS.left} ${MARGINS.top}V${bottom}H${right}" fill="none" stroke="${INK}"/>`,
		...x.ticks.map((tick) => drawText(scaleX(tick), bottom + 14, formatTick(tick), 'middle')),
		...y.ticks.map((tick) => drawText(MARGINS.left - 6, scaleY(tick) + 4, formatTick(tick), 'end')),
		drawText((MARGINS.left + right) / 2, HEIGHT - 8, x.label, 'middle'),
		`<text transform="translate(14 ${formatDecimal((MARGINS.top + bottom) / 2)}) rotate(-90)" text-anchor="middle" fill="${INK}">${escapeXml(y.label)}</text>`,
		...bars.map((value, at) => {
			const barWidth = (scaleX(1) - scaleX(0)) * 0.7;
			return `<rect x="${formatDecimal(scaleX(at) - barWidth / 2)}" y="${formatDecimal(clampedY(value))}" width="${formatDecimal(barWidth)}" height="${formatDecimal(bottom - clampedY(value))}" fill="${COLOURS[0]}"/>`;
		}),
		...levels.flatMap(({ at, label }) => [
			`<path d="M${MARGINS.left} ${formatDecimal(scaleY(at))}H${right}" stroke="${INK}" stroke-dasharray="2 4"/>`,
			drawText(right + 6, scaleY(at) + 4, label, 'start'),
		]),
		...lines.flatMap(({ label, points, dashed, colour: colourIndex }, at) => {
			const colour = COLOURS[(colourIndex ?? at) % COLOURS.length]!;
			const path = points
				.map(([px, py], i) => `${i === 0 ? 'M' : 'L'}${formatDecimal(scaleX(px))} ${formatDecimal(clampedY(py))}`)
				.join('');
			const end = points.at(-1) as readonly [number, number];
			return [
				`<path d="${path}" fill="none" stroke="${colour}" stroke-width="1.8"${dashed ? ' stroke-dasharray="6 4"' : ''}/>`,
				drawText(right + 6, clampedY(end[1]) + 4, label, 'start', colour),
			];
		}),
		'</svg>',
		'',
	];
	return parts.join('\n');
}

function escapeXml(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function drawText(x: number, y: number, words: string, anchor: 'start' | 'middle' | 'end', colour = INK): string {
	return `<text x="${formatDecimal(x)}" y="${formatDecimal(y)}" text-anchor="${anchor}" fill="${colour}">${escapeXml(words)}</text>`;
}

function formatDecimal(value: number): string {
	return Number.isFinite(value) ? value.toFixed(1) : '0';
}

/** Returns a function that maps a value of the axis to a position between `first` and `last`. */
function createScale({ from, to, log }: Plot['x'], first: number, last: number): (value: number) => number {
	const axisValue = (value: number): number => (log ? Math.log(value) : value);
	return (value) => first + ((axisValue(value) - axisValue(from)) / (axisValue(to) - axisValue(from))) * (last - first);
}

function formatTick(value: number): string {
	return String(Math.round(value * 100) / 100);
}
