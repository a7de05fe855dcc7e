import css from './comparison-chart.module.css';
import { HEIGHT, type Line, linePath, scaleOf, yOf } from './geometry.ts';

interface Props {
	line: Line;
	/** Drawn as a dashed line. */
	middle: Line;
	/** Drawn as a dotted line; empty if there is none. */
	other: Line;
	/** Sessions on the time axis, past and future. `slots`: length in quarter-hours. */
	sessions: readonly { slots: number; label: string }[];
	/** Formats a fraction as a percentage, for the scale. `decimals`: number of decimals. */
	tick: (fraction: number, decimals: number) => string;
	/** One sentence describing the chart. */
	label: string;
}

/** Shows percentage lines since the open of the first session, and marks the end of `line`. An image with `label` as its description. */
export function ComparisonChart({ line, middle, other, sessions, tick, label }: Props) {
	const width = sessions.reduce((sum, { slots }) => sum + slots, 0);
	const scale = scaleOf([line, middle, other]);
	const end = line.length;
	const last = line.at(-1);
	const toPercent = (at: number): string => `${(at / width) * 100}%`;
	const starts = sessions.map((_, i) => sessions.slice(0, i).reduce((sum, { slots }) => sum + slots, 0));
	return (
		<div className={css['chart']} role="img" aria-label={label}>
			<div className={css['plot']}>
				<svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
					{sessions.map(({ slots, label: name }, i) =>
						i % 2 === 1 ? <rect key={name} className={css['session']} x={starts[i]} y={0} width={slots} height={HEIGHT} /> : null,
					)}
					<path className={css['grid']} d={scale.ticks.map((value) => `M0 ${yOf(value, scale)}H${width}`).join('')} />
					<path className={css['end']} d={`M${end} 0V${HEIGHT}`} />
					<path className={css['middle']} d={linePath(middle, scale)} />
					<path className={css['other']} d={linePath(other, scale)} />
					<path className={css['line']} d={linePath(line, scale)} />
				</svg>
				{typeof last === 'number' ? (
					<i className={css['dot']} style={{ left: toPercent(end), top: `${(yOf(last, scale) / HEIGHT) * 100}%` }} />
				) : null}
				{scale.ticks.map((value) => (
					<span key={value} className={css['tick']} style={{ top: `${(yOf(value, scale) / HEIGHT) * 100}%` }}>
						{tick(value, scale.decimals)}
					</span>
				))}
			</div>
			<div className={css['dates']}>
				{sessions.map(({ slots, label: name }, i) => (
					<span key={name} style={{ left: toPercent((starts[i] ?? 0) + slots / 2) }}>
						{name}
					</span>
				))}
			</div>
		</div>
	);
}
