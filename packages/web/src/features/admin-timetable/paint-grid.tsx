import { LICENCES } from '@sw/domain/reports/licence';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import { type Day, type DraftSlot, formatClock } from './draft.ts';
import { type Area, type Cell, isIncluded, isWithin, normalizeArea, paint, quartersOf } from './paint.ts';
import css from './paint-grid.module.css';
import { timetableWords as words } from './words.ts';

interface Props {
	day: Day;
	slots: readonly DraftSlot[];
	onChange(slots: DraftSlot[]): void;
}

/** A drag over cells. `startSlots`: the slots at its start. `from`: the first cell. `isOpen`: whether the drag opens the cells instead of closing them. */
interface Stroke {
	readonly startSlots: readonly DraftSlot[];
	readonly from: Cell;
	readonly isOpen: boolean;
}

/** Paints the quarter-hours of a day for each licence, by mouse, finger or keyboard. */
export function PaintGrid({ day, slots, onChange }: Props) {
	const quarters = quartersOf(day);
	const grid = useRef<HTMLTableElement>(null);
	const stroke = useRef<Stroke>(null);
	/** Whether the next click belongs to a finished stroke and must be ignored. */
	const endsStroke = useRef(false);
	const [area, setArea] = useState<Area>({ from: { quarter: 0, licence: 0 }, to: { quarter: 0, licence: 0 } });
	const [announcement, setAnnouncement] = useState('');
	const isSelection = !isSame(area.from, area.to);
	const isOpenAt = ({ quarter, licence }: Cell): boolean => {
		const at = quarters[quarter];
		return at !== undefined && isIncluded(slots, at, licence);
	};
	const announce = (paintedArea: Area, isOpen: boolean): void => {
		const { from, to } = normalizeArea(paintedArea);
		const [first, last] = [formatClock(quarters[from.quarter] ?? day.open), formatClock(quarters[to.quarter] ?? day.close)];
		setAnnouncement(words.painted(LICENCES[isOpen ? from.licence : to.licence] ?? '', isOpen, first, last));
	};
	const apply = (paintedArea: Area): void => {
		const isOpen = !isOpenAt(paintedArea.from);
		onChange(paint(slots, day, paintedArea, isOpen));
		announce(paintedArea, isOpen);
	};

	const onPointerDown = (event: PointerEvent<HTMLTableSectionElement>): void => {
		const cell = cellOf(event.target);
		if (!cell || event.button !== 0 || !event.isPrimary) return;
		const isOpen = !isOpenAt(cell);
		stroke.current = { startSlots: slots, from: cell, isOpen };
		endsStroke.current = true;
		event.currentTarget.setPointerCapture(event.pointerId);
		setArea({ from: cell, to: cell });
		onChange(paint(slots, day, { from: cell, to: cell }, isOpen));
	};
	const onPointerMove = ({ clientX, clientY }: PointerEvent): void => {
		if (!stroke.current) return;
		const { startSlots, from, isOpen } = stroke.current;
		const element = document.elementFromPoint(clientX, clientY);
		const to = cellOf(element);
		if (!to || isSame(to, area.to)) return;
		// Scrolls hidden cells into view, so that a stroke can continue there.
		element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
		setArea({ from, to });
		onChange(paint(startSlots, day, { from, to }, isOpen));
	};
	const onPointerUp = (): void => {
		if (stroke.current) announce(area, stroke.current.isOpen);
		stroke.current = null;
		setArea({ from: area.to, to: area.to });
	};
	/** Undoes the stroke, because the finger turned out to scroll the page. */
	const onPointerCancel = (): void => {
		if (stroke.current) onChange([...stroke.current.startSlots]);
		stroke.current = null;
		endsStroke.current = false;
	};
	const onClick = (event: MouseEvent): void => {
		const belongsToStroke = event.detail !== 0 && endsStroke.current;
		endsStroke.current = false;
		const cell = cellOf(event.target);
		if (!cell || belongsToStroke) return;
		const paintedArea = isSelection && isWithin(area, cell) ? area : { from: cell, to: cell };
		setArea(paintedArea);
		apply(paintedArea);
	};
	const onKeyDown = (event: KeyboardEvent): void => {
		if (event.key === 'Escape' && isSelection) {
			event.preventDefault();
			setArea({ from: area.to, to: area.to });
			return;
		}
		const to = nextCell(area.to, event.key, quarters.length);
		if (!to || event.altKey || event.ctrlKey || event.metaKey) return;
		event.preventDefault();
		setArea({ from: event.shiftKey ? area.from : to, to });
		grid.current?.querySelector<HTMLElement>(`[data-slot="${to.quarter}"][data-licence="${to.licence}"]`)?.focus();
	};

	return (
		<section className={css['section']} aria-label={words.grid}>
			<p id="paint-help" className={css['note']}>
				{words.gridNote}
			</p>
			<ScrollBox className={css['scroll']} label={words.gridScrolls}>
				{/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table that is walked with the arrow keys */}
				<table ref={grid} role="grid" className={css['grid']} aria-label={words.grid} aria-describedby="paint-help" aria-multiselectable>
					<thead>
						<tr>
							<th scope="col">{words.licence}</th>
							{quarters.map((at) => (
								<th key={at} scope="col">
									{formatClock(at)}
								</th>
							))}
						</tr>
					</thead>
					<tbody
						onPointerDown={onPointerDown}
						onPointerMove={onPointerMove}
						onPointerUp={onPointerUp}
						onPointerCancel={onPointerCancel}
						onClick={onClick}
						onKeyDown={onKeyDown}
					>
						{LICENCES.map((name, licence) => (
							<tr key={name}>
								<th scope="row">{name}</th>
								{quarters.map((at, slot) => {
									const isCurrent = isSame(area.to, { quarter: slot, licence });
									return (
										// biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid can be selected
										<td key={at} aria-selected={isSelection && isWithin(area, { quarter: slot, licence })}>
											<button
												type="button"
												aria-label={words.cell(name, formatClock(at))}
												aria-pressed={isIncluded(slots, at, licence)}
												tabIndex={isCurrent ? 0 : -1}
												data-slot={slot}
												data-licence={licence}
												onFocus={() =>
													setArea((current) =>
														isSame(current.to, { quarter: slot, licence })
															? current
															: { from: { quarter: slot, licence }, to: { quarter: slot, licence } },
													)
												}
											/>
										</td>
									);
								})}
							</tr>
						))}
					</tbody>
				</table>
			</ScrollBox>
			<p role="status" className="visually-hidden">
				{announcement}
			</p>
		</section>
	);
}

function isSame(a: Cell, b: Cell): boolean {
	return a.quarter === b.quarter && a.licence === b.licence;
}

function cellOf(target: EventTarget | null): Cell | undefined {
	const button = target instanceof Element ? target.closest<HTMLElement>('[data-slot]') : null;
	return button ? { quarter: Number(button.dataset['slot']), licence: Number(button.dataset['licence']) } : undefined;
}

/** Returns the cell that a key moves to; undefined for other keys. */
function nextCell({ quarter, licence }: Cell, key: string, quarters: number): Cell | undefined {
	const last = quarters - 1;
	switch (key) {
		case 'ArrowLeft':
			return { quarter: Math.max(0, quarter - 1), licence };
		case 'ArrowRight':
			return { quarter: Math.min(last, quarter + 1), licence };
		case 'ArrowUp':
			return { quarter, licence: Math.max(0, licence - 1) };
		case 'ArrowDown':
			return { quarter, licence: Math.min(LICENCES.length - 1, licence + 1) };
		case 'Home':
			return { quarter: 0, licence };
		case 'End':
			return { quarter: last, licence };
		default:
			return undefined;
	}
}
