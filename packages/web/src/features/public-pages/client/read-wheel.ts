import { nextCell } from '../../../charts/wheel/next-cell.ts';

const CELL_SELECTOR = '[data-wheel] [data-slice]';

/**
 * Shows the sentence of the cell that is hovered, touched or focused, on pages with an annotated wheel. Listens on the window, because a refresh may
 * replace the wheel.
 */
export function bindWheel(): void {
	if (!document.querySelector(CELL_SELECTOR)) return;
	addEventListener('pointerover', (event) => showCell(cellOf(event) ?? findFocusedCell()));
	// Focuses the cell explicitly, because a tap doesn't move the focus in every browser.
	addEventListener('click', (event) => cellOf(event)?.focus({ preventScroll: true }));
	addEventListener('keydown', onKeyDown);
	addEventListener('focusin', (event) => {
		const cell = cellOf(event);
		outlineCell(cell);
		showCell(cell);
		if (cell) setTabStop(cell);
	});
	addEventListener('focusout', () => {
		outlineCell(null);
		showCell(null);
	});
}

function cellOf({ target }: Event): SVGGElement | null {
	return target instanceof Element ? target.closest<SVGGElement>(CELL_SELECTOR) : null;
}

function onKeyDown(event: KeyboardEvent): void {
	const cell = cellOf(event);
	const cells = [...document.querySelectorAll<SVGGElement>(CELL_SELECTOR)];
	const lastCell = cells.at(-1);
	if (!cell || !lastCell || event.altKey || event.ctrlKey || event.metaKey) return;
	const { slice, ring } = positionOf(lastCell);
	const target = nextCell(event.key, positionOf(cell), slice + 1, ring + 1);
	if (!target) return;
	event.preventDefault();
	cells[target.slice * (ring + 1) + target.ring]?.focus();
}

function positionOf({ dataset }: SVGGElement) {
	return { slice: Number(dataset['slice']), ring: Number(dataset['ring']) };
}

/** Makes a cell the wheel's only tab stop. */
function setTabStop(cell: Element): void {
	for (const wheelCell of document.querySelectorAll(CELL_SELECTOR)) wheelCell.setAttribute('tabindex', wheelCell === cell ? '0' : '-1');
}

/** Outlines a cell; null removes the outline. A separate element draws the outline above all cells. */
function outlineCell(cell: Element | null): void {
	document.querySelector('[data-outline]')?.setAttribute('d', cell?.querySelector('path')?.getAttribute('d') ?? '');
}

/** Shows the sentence of a cell in the line below the wheel. Without a cell, the line explains how to select one. */
function showCell(cell: Element | null): void {
	const line = document.querySelector<HTMLElement>('[data-said]');
	const sentence = cell?.getAttribute('aria-label') ?? line?.dataset['said'] ?? '';
	if (line && line.textContent !== sentence) line.textContent = sentence;
}

function findFocusedCell(): Element | null {
	return document.activeElement?.closest(CELL_SELECTOR) ?? null;
}
