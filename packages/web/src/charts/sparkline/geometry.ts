/** Points of a polyline in a box of `width` x `height`, oldest first; empty below two values. A flat line is drawn in the middle. */
export function sparklinePoints(values: readonly number[], width: number, height: number): string {
	if (values.length < 2) return '';
	const low = Math.min(...values);
	const span = Math.max(...values) - low;
	const step = width / (values.length - 1);
	const y = (value: number): number => (span > 0 ? height - ((value - low) / span) * height : height / 2);
	return values.map((value, i) => `${(i * step).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
}
