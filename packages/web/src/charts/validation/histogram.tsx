import css from './validation.module.css';

export interface HistogramColumn {
	from: number;
	to: number;
	/** Height relative to the highest column, 0 to 1. */
	height: number;
	/** Whether the column is on the gains side of zero. */
	isGain: boolean;
}

const HEIGHT = 66;

/** Shows a distribution around zero: losses in gray, gains in color, and a line between them. An image with `label` as its description. */
export function Histogram({ columns, label }: { columns: readonly HistogramColumn[]; label: string }) {
	const zeroIndex = columns.filter(({ isGain }) => !isGain).length;
	return (
		<svg
			className={css['histogram']}
			viewBox={`0 0 ${Math.max(1, columns.length)} ${HEIGHT}`}
			preserveAspectRatio="none"
			role="img"
			aria-label={label}
		>
			{columns.map(({ from, height, isGain }, i) => (
				<rect
					key={from}
					className={css[isGain ? 'won' : 'lost']}
					x={i + 0.06}
					width={0.88}
					y={HEIGHT - height * (HEIGHT - 2)}
					height={height * (HEIGHT - 2)}
				/>
			))}
			{zeroIndex > 0 && zeroIndex < columns.length ? <path className={css['zero']} d={`M${zeroIndex} 0V${HEIGHT}`} /> : null}
			<path className={css['floor']} d={`M0 ${HEIGHT}H${columns.length}`} />
		</svg>
	);
}
