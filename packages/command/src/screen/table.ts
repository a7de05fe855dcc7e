/** A column of a text table that fits the width of a terminal. */
export interface Column {
	readonly head: string;
	readonly cells: readonly string[];
	readonly alignRight?: boolean;
	/** The column can be shortened to this many characters before other columns are left out. */
	readonly minWidth?: number;
	/** If the table does not fit, columns with the highest number are left out first. Default: the column is always shown. */
	readonly dropOrder?: number;
	/** Colours a cell after it has been padded. */
	readonly paint?: (text: string, row: number) => string;
}

const GAP = 2;

/** Replaces control characters in external text by spaces, so that it can't move the cursor or change the writing direction. */
export function replaceControls(text: string): string {
	return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ');
}

/** Formats a table as lines of at most `maxWidth` characters, headings first. Control characters are replaced. */
export function formatTable(columns: readonly Column[], maxWidth = Number.POSITIVE_INFINITY): string[] {
	const cleanColumns = columns.map((column) => ({ ...column, cells: column.cells.map(replaceControls) }));
	const fittedColumns = fitColumns(cleanColumns, maxWidth);
	const pad = ({ alignRight }: Column, width: number, text: string): string => {
		const truncated = truncate(text, width);
		const space = ' '.repeat(width - lengthOf(truncated));
		return alignRight ? `${space}${truncated}` : `${truncated}${space}`;
	};
	const formatLine = (textOf: (column: Column) => string, row?: number): string => {
		let remaining = maxWidth;
		const parts: string[] = [];
		for (const { column, width } of fittedColumns) {
			if (remaining <= 0) break;
			const text = truncate(pad(column, width, textOf(column)), remaining);
			remaining -= lengthOf(text) + GAP;
			parts.push(row === undefined ? text : (column.paint?.(text, row) ?? text));
		}
		return parts.join(' '.repeat(GAP)).trimEnd();
	};
	const rows = cleanColumns[0]?.cells.length ?? 0;
	return [formatLine(({ head }) => head), ...Array.from({ length: rows }, (_, row) => formatLine(({ cells }) => cells[row] ?? '', row))];
}

function lengthOf(text: string): number {
	return [...text].length;
}

/** Chooses the columns to show, and the width of each. */
function fitColumns(columns: readonly Column[], maxWidth: number): { column: Column; width: number }[] {
	const natural = columns.map((column) => ({ column, width: columnWidth(column) }));
	const excess = natural.reduce((sum, { width }) => sum + width + GAP, -GAP) - maxWidth;
	if (excess <= 0) return natural;
	const shrinkable = natural.find(({ column, width }) => column.minWidth !== undefined && width > column.minWidth);
	if (shrinkable) {
		const width = Math.max(shrinkable.column.minWidth as number, shrinkable.width - excess);
		const narrowed = natural.map((entry) => (entry === shrinkable ? { ...entry, width } : entry));
		if (shrinkable.width - width >= excess) return narrowed;
	}
	const highestDropOrder = Math.max(0, ...columns.map(({ dropOrder = 0 }) => dropOrder));
	if (highestDropOrder > 0)
		return fitColumns(
			columns.filter(({ dropOrder }) => dropOrder !== highestDropOrder),
			maxWidth,
		);
	return natural.map((entry) => (entry === shrinkable ? { ...entry, width: shrinkable.column.minWidth as number } : entry));
}

function columnWidth({ head, cells }: Column): number {
	return Math.max(lengthOf(head), ...cells.map(lengthOf));
}

function truncate(text: string, width: number): string {
	return lengthOf(text) <= width ? text : `${[...text].slice(0, Math.max(0, width - 1)).join('')}…`;
}
