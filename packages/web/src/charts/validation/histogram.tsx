import css from './validation.module.css';

export interface HistogramColumn {
	from: number;
	to: number;
	/** Height relative to the highest column, 0 to 1. */
	share: number;
	/** Whether the column is on the gains side of zero. */
	won: boolean;
}

const HEIGHT = 66;

/** Shows a distribution around zero: losses in gray, gains in color, and a line between them. An image with `label` as its description. */
export function Histogram({ columns, label }: { columns: readonly HistogramColumn[]; label: string }) {
	const zero = columns.filter(({ won }) => !won).length;
	return (
		<svg
			className={css['histogram']}
			viewBox={`0 0 ${Math.max(1, columns.length)} ${HEIGHT}`}
			preserveAspectRatio="none"
			role="img"
			aria-label={label}
		>
			{columns.map(({ from, share, won }, i) => (
				<rect
					key={from}
					className={css[won ? 'won' : 'lost']}
					x={i + 0.06}
					width={0.88}
					y={HEIGHT - share * (HEIGHT - 2)}
					height={share * (HEIGHT - 2)}
				/>
			))}
			{zero > 0 && zero < columns.length ? <path className={css['zero']} d={`M${zero} 0V${HEIGHT}`} /> : null}
			<path className={css['floor']} d={`M0 ${HEIGHT}H${columns.length}`} />
		</svg>
	);
}
