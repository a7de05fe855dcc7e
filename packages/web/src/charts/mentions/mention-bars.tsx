import { HEIGHT, type MentionBar, mentionShapes, type Projection } from './geometry.ts';
import css from './mention-bars.module.css';

interface Props {
	bars: readonly MentionBar[];
	/** Projection of the last bar. */
	projection: Projection | undefined;
	/** Labels of the time axis. `at`: index of the labeled bar. */
	names: readonly { at: number; label: string }[];
	/** One sentence describing the chart. */
	label: string;
	/** Formats the number at the top of the scale. */
	topLabel: (top: number) => string;
}

/** Shows mentions per interval over the usual range. An image; the table next to it has the same data. */
export function MentionBars({ bars, projection, names, label, topLabel }: Props) {
	const width = Math.max(1, bars.length);
	const shapes = mentionShapes(bars, projection);
	return (
		<div className={css['chart']}>
			<span className={css['top']} aria-hidden="true">
				{topLabel(shapes.top)}
			</span>
			<svg className={css['svg']} viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
				<path className={css['band']} d={shapes.band} />
				<path className={css['bars']} d={shapes.bars} />
				<path className={css['absent']} d={shapes.uncounted} />
				<path className={css['mean']} d={shapes.mean} />
				<path className={css['rest']} d={shapes.projected} />
				<path className={css['whisker']} d={shapes.whisker} />
			</svg>
			<div className={css['names']} aria-hidden="true">
				{names.map(({ at, label: name }) => (
					<span key={at} style={{ left: `${(at / width) * 100}%` }}>
						{name}
					</span>
				))}
			</div>
		</div>
	);
}
