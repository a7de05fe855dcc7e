import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import wheel from '../wheel/wheel.module.css';
import { type HeatPlace, type HeatRow, heatPaths, placeAt, ROW_HEIGHT, rowTops, walkHeat } from './geometry.ts';
import css from './heat-map.module.css';

interface Props {
	rows: readonly HeatRow[];
	/** Column names, oldest first. */
	columns: readonly string[];
	label: string;
	/** Keyboard help, shown below until a cell is pointed at. */
	help: string;
	/** Describes a cell. */
	describe: (place: HeatPlace) => string;
	/** Opens the report of a cell. */
	choose: (place: HeatPlace) => void;
}

/** The column names that fit below. */
const MOST_NAMES = 7;

/** Shares as shades: one tab stop, arrow keys move between cells; the current cell is described below. A table next to it has the same data. */
export function HeatMap({ rows, columns, label, help, describe, choose }: Props) {
	const id = useId();
	const [at, setAt] = useState<HeatPlace>();
	const { tops, height } = rowTops(rows);
	const width = Math.max(1, columns.length);
	const every = Math.ceil(columns.length / MOST_NAMES);
	const shown = at && at.row < rows.length && at.column < columns.length ? at : undefined;

	const onKeyDown = (event: KeyboardEvent): void => {
		const from = shown ?? { row: 0, column: columns.length - 1 };
		if (event.key === 'Enter' && shown) choose(shown);
		const to = walkHeat(event.key, from, rows.length, columns.length);
		if (!to) return;
		event.preventDefault();
		setAt(to);
	};
	const placeOf = (event: PointerEvent | React.MouseEvent): HeatPlace | undefined => {
		const box = event.currentTarget.getBoundingClientRect();
		return placeAt(rows, { x: event.clientX - box.left, y: event.clientY - box.top, width: box.width });
	};

	return (
		<figure className={css['figure']}>
			<div className={css['names']} aria-hidden="true">
				{rows.map((row, i) => (
					<span key={row.key} style={{ top: tops[i], height: ROW_HEIGHT }}>
						{rows[i - 1]?.group === row.group ? null : <b>{row.group}</b>}
						{row.name}
					</span>
				))}
			</div>
			<div className={css['field']}>
				{/* biome-ignore lint/a11y/useSemanticElements: a drawing that is walked by keys is no set of fields */}
				<div
					role="group"
					// biome-ignore lint/a11y/noNoninteractiveTabindex: its cells are walked by arrow keys
					tabIndex={0}
					className={css['cells']}
					aria-label={label}
					aria-describedby={`${id}said`}
					onKeyDown={onKeyDown}
					onFocus={() => setAt((now) => now ?? { row: 0, column: columns.length - 1 })}
					onPointerMove={(event) => setAt(placeOf(event))}
					onPointerLeave={() => setAt(undefined)}
					onClick={(event) => {
						const place = placeOf(event);
						if (place) choose(place);
					}}
				>
					<svg className={css['svg']} style={{ height }} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
						{rows.map((row, i) => (
							<rect key={row.key} className={css['track']} x={0} y={tops[i]} width={width} height={ROW_HEIGHT - 1} />
						))}
						{heatPaths(rows).map((paths, i) => {
							const row = rows[i] as HeatRow;
							return paths.map(({ depth, d }) => <path key={`${row.key}${depth}`} className={look(row, depth)} d={d} />);
						})}
						{shown ? <rect className={css['at']} x={shown.column} y={tops[shown.row]} width={1} height={ROW_HEIGHT - 1} /> : null}
					</svg>
				</div>
				<div className={css['columns']} aria-hidden="true">
					{columns.map((name, i) =>
						i % every === 0 ? (
							<span key={name} style={{ left: `${(i / width) * 100}%` }}>
								{name}
							</span>
						) : null,
					)}
				</div>
			</div>
			<figcaption id={`${id}said`} className={css['said']} aria-live="polite">
				{shown ? describe(shown) : help}
			</figcaption>
		</figure>
	);
}

function look({ tone }: HeatRow, step: number | null): string {
	return step === null ? (css['unknown'] ?? '') : `${wheel['lit']} ${wheel[tone]} ${wheel[`depth${step}`]}`;
}
