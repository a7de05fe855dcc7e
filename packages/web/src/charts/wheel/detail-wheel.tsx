import { HUB_LINE, wheelGeometry } from '@sw/domain/signals/wheel/geometry';
import type { WheelModel } from '@sw/domain/signals/wheel/model';
import { cellSentence } from '@sw/domain/signals/wheel/words';
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { DetailCell, DetailLabels } from './detail-cell.tsx';
import { type CellPosition, nextCell } from './next-cell.ts';
import css from './wheel.module.css';

const VIEW_BOX = '-122 -106 244 212';

interface Props {
	wheel: WheelModel;
	/** The rate, shown in the center. */
	centre: string;
	label: string;
	/** Keyboard help, shown below the wheel while no cell is selected. */
	help: string;
}

/** The large wheel, with a digit in every cell. It is one tab stop, and arrow keys move between cells. A text below describes the current cell. */
export function DetailWheel({ wheel, centre, label, help }: Props) {
	const { slices, rings } = wheel;
	const [lastFocused, setLastFocused] = useState<CellPosition>({ slice: 0, ring: 0 });
	const [describedCell, setDescribedCell] = useState<CellPosition>();
	const [outlinedCell, setOutlinedCell] = useState<CellPosition>();
	const svg = useRef<SVGSVGElement>(null);
	// The wheel can show fewer sectors than when a cell was last selected.
	const tabStop = { slice: Math.min(lastFocused.slice, slices.length - 1), ring: Math.min(lastFocused.ring, rings.length - 1) };

	const onKeyDown = (event: KeyboardEvent): void => {
		const target = nextCell(event.key, positionOf(event) ?? tabStop, slices.length, rings.length);
		if (!target) return;
		event.preventDefault();
		svg.current?.querySelector<SVGGElement>(`[data-slice="${target.slice}"][data-ring="${target.ring}"]`)?.focus();
	};
	const onFocus = (event: FocusEvent): void => {
		const position = positionOf(event);
		if (!position) return;
		setLastFocused(position);
		setDescribedCell(position);
		setOutlinedCell(event.target.matches(':focus-visible') ? position : undefined);
	};
	const onBlur = (): void => {
		setDescribedCell(undefined);
		setOutlinedCell(undefined);
	};
	const outline =
		outlinedCell &&
		wheelGeometry(
			slices.length,
			rings.map((ring) => ring.isRated),
		).cells[outlinedCell.slice]?.[outlinedCell.ring];

	return (
		<figure className={css['figure']}>
			<svg
				ref={svg}
				className={css['wheel']}
				viewBox={VIEW_BOX}
				aria-label={label}
				onKeyDown={onKeyDown}
				onFocus={onFocus}
				onBlur={onBlur}
				onPointerOver={(event) => setDescribedCell(positionOf(event))}
				onPointerLeave={() => setDescribedCell(undefined)}
			>
				{slices.map((slice, s) =>
					rings.map((ring, r) => (
						<DetailCell
							key={`${slice.key} ${ring.label}`}
							wheel={wheel}
							position={{ slice: s, ring: r }}
							isTabStop={s === tabStop.slice && r === tabStop.ring}
						/>
					)),
				)}
				{/* Drawn after all cells, so that no neighbour covers it. The outline is solid even where the cell's edge is dashed. */}
				{outline ? <path className={css['outline']} d={outline} /> : null}
				<circle className={css['hub']} r={HUB_LINE} />
				<text className={css['rate']}>{centre}</text>
				<DetailLabels wheel={wheel} />
			</svg>
			<figcaption className={css['said']}>{(describedCell && sentenceAt(wheel, describedCell)) ?? help}</figcaption>
		</figure>
	);
}

function sentenceAt({ slices, rings }: WheelModel, { slice, ring }: CellPosition): string | undefined {
	const wheelSlice = slices[slice];
	const label = rings[ring]?.label;
	return wheelSlice && label ? cellSentence(wheelSlice, label, wheelSlice.depths[ring] ?? null) : undefined;
}

function positionOf(event: { target: EventTarget }): CellPosition | undefined {
	const cell = event.target instanceof Element ? event.target.closest<SVGGElement>('[data-slice]') : null;
	return cell ? { slice: Number(cell.dataset['slice']), ring: Number(cell.dataset['ring']) } : undefined;
}
