import type { Tone } from '@sw/domain/signals/wheel/model';
import { depthPaths } from '../runs/geometry.ts';
import wheel from '../wheel/wheel.module.css';
import css from './trail.module.css';

export interface TrailRow {
	key: string;
	name: string;
	tone: Tone;
	depths: readonly (number | null)[];
}

interface Props {
	rates: readonly number[];
	/** Whether the ticker was in the list, for each report. */
	listed: readonly boolean[];
	rows: readonly TrailRow[];
	/** `at`: index of the first report of a day; `label`: the day's name. */
	days: readonly { at: number; label: string }[];
	/** First and last index of the reports listed below the strip; undefined if none are listed. */
	shownReports?: { from: number; to: number } | undefined;
	rateName: string;
	/** One sentence describing the strip. */
	label: string;
}

// Heights in units of the view box: the rate's bars and the gap below them, one row, and the gap between rows.
const RATE_HEIGHT = 44;
const ROW_HEIGHT = 10;
const GAP = 2;
/** CSS pixels of one unit of height. */
const SCALE = 2;
/** Maximum number of day names; more would overlap. */
const MAX_NAMES = 8;

/** Shows the rate of each report, and below it the depths of each sector, oldest on the left. An image; the table next to it has the same data. */
export function TrailStrip({ rates, listed, rows, days, shownReports, rateName, label }: Props) {
	const width = Math.max(1, rates.length);
	const height = RATE_HEIGHT + rows.length * (ROW_HEIGHT + GAP);
	const labelStep = Math.ceil(days.length / MAX_NAMES);
	return (
		<figure className={css['strip']}>
			<div className={css['names']} aria-hidden="true">
				<span className={css['rateName']}>{rateName}</span>
				{rows.map((row) => (
					<span key={row.key}>{row.name}</span>
				))}
			</div>
			<div className={css['field']}>
				<svg
					className={css['svg']}
					style={{ height: height * SCALE }}
					viewBox={`0 0 ${width} ${height}`}
					preserveAspectRatio="none"
					role="img"
					aria-label={label}
				>
					{shownReports ? (
						<rect className={css['marked']} x={shownReports.from} y={0} width={shownReports.to - shownReports.from + 1} height={height} />
					) : null}
					{days.map(({ at }) => (at === 0 ? null : <path key={at} className={css['day']} d={`M${at} 0V${height}`} />))}
					<path
						className={css['rate']}
						d={ratePath(
							rates,
							RATE_HEIGHT - GAP,
							listed.map((isListed) => !isListed),
						)}
					/>
					<path className={css['inList']} d={ratePath(rates, RATE_HEIGHT - GAP, listed)} />
					{rows.map((row, i) => (
						<g key={row.key} className={css['row']}>
							<rect className={css['track']} x={0} y={RATE_HEIGHT + i * (ROW_HEIGHT + GAP)} width={width} height={ROW_HEIGHT} />
							{depthPaths(row.depths, RATE_HEIGHT + i * (ROW_HEIGHT + GAP), ROW_HEIGHT).map(({ depth, d }) => (
								<path key={depth} className={cellClass(row.tone, depth)} d={d} />
							))}
						</g>
					))}
				</svg>
				<div className={css['dates']} aria-hidden="true">
					{days.map(({ at, label: name }, i) =>
						i % labelStep === 0 ? (
							<span key={at} style={{ left: `${(at / width) * 100}%` }}>
								{name}
							</span>
						) : null,
					)}
				</div>
			</div>
		</figure>
	);
}

/** Returns the SVG path of the rate bars. Each bar is one unit wide, and the highest is `height` units high. `mask` selects the bars. */
export function ratePath(rates: readonly number[], height: number, mask: readonly boolean[]): string {
	const highest = Math.max(1, ...rates);
	return rates
		.map((rate, i) => {
			const barHeight = Math.round((rate / highest) * height * 100) / 100;
			return mask[i] && barHeight > 0 ? `M${i} ${height}h0.8v${-barHeight}h-0.8z` : '';
		})
		.join('');
}

function cellClass(tone: Tone, depth: number | null): string {
	return depth === null ? (css['unknown'] ?? '') : `${wheel['lit']} ${wheel[tone]} ${wheel[`depth${depth}`]}`;
}
