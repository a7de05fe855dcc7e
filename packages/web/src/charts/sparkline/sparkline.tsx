const WIDTH = 84;
const HEIGHT = 14;
/** Margin for half the line width. */
const MARGIN = 1;

interface Props {
	values: readonly number[];
	className?: string | undefined;
}

/** Shows a price curve without a scale, as decoration next to its numbers. Values are oldest first. */
export function Sparkline({ values, className }: Props) {
	return (
		<svg
			className={className}
			viewBox={`${-MARGIN} ${-MARGIN} ${WIDTH + 2 * MARGIN} ${HEIGHT + 2 * MARGIN}`}
			width={WIDTH}
			height={HEIGHT + 2 * MARGIN}
			aria-hidden="true"
		>
			<polyline
				points={sparklinePoints(values, WIDTH, HEIGHT)}
				fill="none"
				stroke="currentColor"
				strokeWidth="1.2"
				strokeLinejoin="round"
			/>
		</svg>
	);
}

/** Returns the points of a polyline in a box of `width` x `height`; empty for fewer than two values. A flat line is drawn in the middle. */
export function sparklinePoints(values: readonly number[], width: number, height: number): string {
	if (values.length < 2) return '';
	const low = Math.min(...values);
	const span = Math.max(...values) - low;
	const step = width / (values.length - 1);
	const y = (value: number): number => (span > 0 ? height - ((value - low) / span) * height : height / 2);
	return values.map((value, i) => `${(i * step).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
}
