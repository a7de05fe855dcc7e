import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import { cellAfterKey, cellAt, type HeatCell, type HeatRow, heatPaths, ROW_HEIGHT, rowTops, STEPS } from './geometry.ts';
import css from './heat-map.module.css';

interface Props {
	/** `figures`: the row's numbers as text, one for each heading in `heads`. */
	rows: readonly (HeatRow & { figures: readonly string[] })[];
	/** Headings of the figures. */
	heads: readonly string[];
	/** Labels for the ends and the middle of the legend. */
	scale: { below: string; usual: string; above: string };
	/** Column names, oldest first. */
	columns: readonly string[];
	label: string;
	/** Keyboard help, shown below the map while no cell is selected. */
	help: string;
	describe: (cell: HeatCell) => string;
	/** Opens the report of a cell. */
	choose: (cell: HeatCell) => void;
}

/** Maximum number of column names that fit below the map. */
const MAX_NAMES = 7;

/** STEPS in percentage points. */
const POINTS = STEPS.map((step) => step * 100);

/**
 * Shows the distances from the usual share as shades, with numbers next to them. The map is one tab stop, and arrow keys move between cells. A
 * text below the map describes the current cell; a table has the same data.
 */
export function HeatMap({ rows, heads, scale, columns, label, help, describe, choose }: Props) {
	const id = useId();
	const [cell, setCell] = useState<HeatCell>();
	const { tops, height } = rowTops(rows);
	const width = Math.max(1, columns.length);
	const labelStep = Math.ceil(columns.length / MAX_NAMES);
	const current = cell && cell.row < rows.length && cell.column < columns.length ? cell : undefined;

	const onKeyDown = (event: KeyboardEvent): void => {
		const start = current ?? { row: 0, column: columns.length - 1 };
		if (event.key === 'Enter' && current) choose(current);
		const target = cellAfterKey(event.key, start, rows.length, columns.length);
		if (!target) return;
		event.preventDefault();
		setCell(target);
	};
	const cellOf = (event: PointerEvent | React.MouseEvent): HeatCell | undefined => {
		const box = event.currentTarget.getBoundingClientRect();
		return cellAt(rows, { x: event.clientX - box.left, y: event.clientY - box.top, width: box.width });
	};

	return (
		<figure className={css['figure']}>
			<div className={`${css['names']} ${css['heads']}`} aria-hidden="true">
				{heads.map((head) => (
					<i key={head}>{head}</i>
				))}
			</div>
			<Legend scale={scale} />
			<div className={css['names']} aria-hidden="true">
				{rows.map((row, i) => (
					<span key={row.key} style={{ top: tops[i], height: ROW_HEIGHT }}>
						{rows[i - 1]?.group === row.group ? null : <b>{row.group}</b>}
						{row.name}
						{row.figures.map((figure, at) => (
							<i key={heads[at]}>{figure}</i>
						))}
					</span>
				))}
			</div>
			<div className={css['field']}>
				{/* biome-ignore lint/a11y/useSemanticElements: a drawing navigated by keys isn't a set of form fields */}
				<div
					role="group"
					// biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move between its cells
					tabIndex={0}
					className={css['cells']}
					aria-label={label}
					aria-describedby={`${id}said`}
					onKeyDown={onKeyDown}
					onFocus={() => setCell((previous) => previous ?? { row: 0, column: columns.length - 1 })}
					onPointerMove={(event) => setCell(cellOf(event))}
					onPointerLeave={() => setCell(undefined)}
					onClick={(event) => {
						const cell = cellOf(event);
						if (cell) choose(cell);
					}}
				>
					<svg className={css['svg']} style={{ height }} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
						{rows.map((row, i) => (
							<rect key={row.key} className={css['track']} x={0} y={tops[i]} width={width} height={ROW_HEIGHT - 1} />
						))}
						{heatPaths(rows).map((paths, i) => {
							const { key } = rows[i] as HeatRow;
							return paths.map(({ depth, d }) => <path key={`${key}${depth}`} className={shadeClass(depth)} d={d} />);
						})}
						{current ? <rect className={css['at']} x={current.column} y={tops[current.row]} width={1} height={ROW_HEIGHT - 1} /> : null}
					</svg>
				</div>
				<div className={css['columns']} aria-hidden="true">
					{columns.map((name, i) =>
						i % labelStep === 0 ? (
							<span key={name} style={{ left: `${(i / width) * 100}%` }}>
								{name}
							</span>
						) : null,
					)}
				</div>
			</div>
			<figcaption id={`${id}said`} className={css['said']} aria-live="polite">
				{current ? describe(current) : help}
			</figcaption>
		</figure>
	);
}

/** Explains the shades: the distance in percentage points at which each begins. */
function Legend({ scale: { below, usual, above } }: Pick<Props, 'scale'>) {
	return (
		<p className={css['legend']}>
			{below}
			{POINTS.map((points, i) => <Shade key={points} step={-i - 1} text={`−${points}`} />).reverse()}
			<Shade step={0} text={usual} />
			{POINTS.map((points, i) => (
				<Shade key={points} step={i + 1} text={`+${points}`} />
			))}
			{above}
		</p>
	);
}

function Shade({ step, text }: { step: number; text: string }) {
	return (
		<span>
			<svg width="22" height="10" aria-hidden="true">
				<rect className={css['track']} width="22" height="10" />
				{step === 0 ? null : <rect className={shadeClass(step)} width="22" height="10" />}
			</svg>
			{text}
		</span>
	);
}

function shadeClass(step: number | null): string {
	return step === null ? (css['unknown'] ?? '') : `${css['lit']} ${css[step > 0 ? 'above' : 'below']} ${css[`step${Math.abs(step)}`]}`;
}
