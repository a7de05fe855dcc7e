import { LICENCES } from '@sw/domain/reports/licence';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import { type DraftSlot, formatClock, type SessionTimes } from './draft.ts';
import { type Area, type Cell, isIncluded, isWithin, listQuarterHourEnds, normalizeArea, paint } from './paint.ts';
import css from './paint-grid.module.css';
import { timetableWords as words } from './words.ts';

interface Props {
	session: SessionTimes;
	slots: readonly DraftSlot[];
	onChange(slots: DraftSlot[]): void;
}

/** A drag over cells. `startSlots`: the slots at its start. `from`: the first cell. `isOpen`: whether the drag opens the cells instead of closing them. */
interface Stroke {
	readonly startSlots: readonly DraftSlot[];
	readonly from: Cell;
	readonly isOpen: boolean;
}

/** Shows a grid of licences by quarter-hours. Single cells or areas can be switched on and off with the mouse, a finger or the keyboard. */
export function PaintGrid({ session, slots, onChange }: Props) {
	const quarterHourEnds = listQuarterHourEnds(session);
	const grid = useRef<HTMLTableElement>(null);
	const stroke = useRef<Stroke>(null);
	/** Whether the next click belongs to a finished stroke and must be ignored. */
	const endsStroke = useRef(false);
	const [area, setArea] = useState<Area>({ from: { quarter: 0, licence: 0 }, to: { quarter: 0, licence: 0 } });
	const [announcement, setAnnouncement] = useState('');
	const hasSelection = !isSame(area.from, area.to);
	const isOpenAt = ({ quarter, licence }: Cell): boolean => {
		const at = quarterHourEnds[quarter];
		return at !== undefined && isIncluded(slots, at, licence);
	};
	const announce = (paintedArea: Area, isOpen: boolean): void => {
		const { from, to } = normalizeArea(paintedArea);
		const [first, last] = [
			formatClock(quarterHourEnds[from.quarter] ?? session.open),
			formatClock(quarterHourEnds[to.quarter] ?? session.close),
		];
		setAnnouncement(words.painted(LICENCES[isOpen ? from.licence : to.licence] ?? '', isOpen, first, last));
	};
	const apply = (paintedArea: Area): void => {
		const isOpen = !isOpenAt(paintedArea.from);
		onChange(paint(slots, session, paintedArea, isOpen));
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
		onChange(paint(slots, session, { from: cell, to: cell }, isOpen));
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
		onChange(paint(startSlots, session, { from, to }, isOpen));
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
		const paintedArea = hasSelection && isWithin(area, cell) ? area : { from: cell, to: cell };
		setArea(paintedArea);
		apply(paintedArea);
	};
	const onKeyDown = (event: KeyboardEvent): void => {
		if (event.key === 'Escape' && hasSelection) {
			event.preventDefault();
			setArea({ from: area.to, to: area.to });
			return;
		}
		const to = nextCell(area.to, event.key, quarterHourEnds.length);
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
				{/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table in which the arrow keys move the focus */}
				<table ref={grid} role="grid" className={css['grid']} aria-label={words.grid} aria-describedby="paint-help" aria-multiselectable>
					<thead>
						<tr>
							<th scope="col">{words.licence}</th>
							{quarterHourEnds.map((at) => (
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
								{quarterHourEnds.map((at, quarterIndex) => {
									const isCurrent = isSame(area.to, { quarter: quarterIndex, licence });
									return (
										// biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid can be selected
										<td key={at} aria-selected={hasSelection && isWithin(area, { quarter: quarterIndex, licence })}>
											<button
												type="button"
												aria-label={words.cell(name, formatClock(at))}
												aria-pressed={isIncluded(slots, at, licence)}
												tabIndex={isCurrent ? 0 : -1}
												data-slot={quarterIndex}
												data-licence={licence}
												onFocus={() =>
													setArea((current) =>
														isSame(current.to, { quarter: quarterIndex, licence })
															? current
															: { from: { quarter: quarterIndex, licence }, to: { quarter: quarterIndex, licence } },
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
function nextCell({ quarter, licence }: Cell, key: string, quarterCount: number): Cell | undefined {
	const last = quarterCount - 1;
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
