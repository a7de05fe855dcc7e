import css from './validation.module.css';

export interface ReliabilityPoint {
	predicted: number;
	observed: number;
	n: number;
}

const SIZE = 200;
const EDGE = 24;
/** Minimum span of the axes. Otherwise the axes fit the data, because hit rates are close to one half. */
const MIN_SPAN = 0.1;

/** Shows predicted rates (x) against observed rates (y), with a diagonal where both are equal. Dots grow with the sample size. */
export function Reliability({ points, label }: { points: readonly ReliabilityPoint[]; label: string }) {
	if (points.length === 0) return null;
	const { low, high } = spanOf(points);
	const toPosition = (rate: number): number => EDGE + ((rate - low) / (high - low)) * (SIZE - EDGE - 6);
	const largest = Math.max(...points.map(({ n }) => n));
	return (
		<svg className={css['reliability']} viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={label}>
			<path className={css['axis']} d={`M${EDGE} 6V${SIZE - EDGE}H${SIZE - 6}`} />
			<path className={css['agree']} d={`M${toPosition(low)} ${SIZE - toPosition(low)}L${toPosition(high)} ${SIZE - toPosition(high)}`} />
			{points.map(({ predicted, observed, n }) => (
				<circle
					key={`${predicted} ${observed}`}
					className={css['dot']}
					cx={toPosition(predicted)}
					cy={SIZE - toPosition(observed)}
					r={2.5 + 4 * Math.sqrt(n / largest)}
				/>
			))}
			{[low, high].map((rate) => (
				<g key={rate} className={css['tick']}>
					<text x={toPosition(rate)} y={SIZE - 8} textAnchor="middle">
						{formatPercent(rate)}
					</text>
					<text x={EDGE - 4} y={SIZE - toPosition(rate) + 4} textAnchor="end">
						{formatPercent(rate)}
					</text>
				</g>
			))}
		</svg>
	);
}

function formatPercent(fraction: number): string {
	return `${Math.round(fraction * 100)}`;
}

/** Returns the range of both axes: from the lowest to the highest rate, with some margin. */
function spanOf(points: readonly ReliabilityPoint[]): { low: number; high: number } {
	const rates = points.flatMap(({ predicted, observed }) => [predicted, observed]);
	const [low, high] = [Math.min(...rates), Math.max(...rates)];
	const padding = Math.max(0.01, (MIN_SPAN - (high - low)) / 2);
	return { low: Math.max(0, low - padding), high: Math.min(1, high + padding) };
}
