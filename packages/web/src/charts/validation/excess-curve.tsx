import css from './validation.module.css';

export interface ExcessPoint {
	/** UTC milliseconds. */
	time: number;
	sum: number;
	low: number;
	high: number;
}

const WIDTH = 400;
const HEIGHT = 140;

/** Shows a running sum with its band and a line at zero. An image with `label` as its description. Points are oldest first. */
export function ExcessCurve({ points, label }: { points: readonly ExcessPoint[]; label: string }) {
	const [first, last] = [points[0], points.at(-1)];
	if (!first || !last) return null;
	const lowest = Math.min(0, ...points.map(({ low }) => low));
	const highest = Math.max(0, ...points.map(({ high }) => high));
	const x = (time: number): number => round((WIDTH * (time - first.time)) / Math.max(1, last.time - first.time));
	const y = (value: number): number => round(2 + ((HEIGHT - 4) * (highest - value)) / (highest - lowest || 1));
	const toPath = (read: (point: ExcessPoint) => number, orderedPoints = points): string =>
		orderedPoints.map((point) => `${x(point.time)} ${y(read(point))}`).join('L');
	return (
		<svg className={css['curve']} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
			<path className={css['band']} d={`M${toPath(({ high }) => high)}L${toPath(({ low }) => low, points.toReversed())}Z`} />
			<path className={css['zero']} d={`M0 ${y(0)}H${WIDTH}`} />
			<path className={css['sum']} d={`M${toPath(({ sum }) => sum)}`} />
		</svg>
	);
}

function round(value: number): number {
	return Math.round(value * 10) / 10;
}
