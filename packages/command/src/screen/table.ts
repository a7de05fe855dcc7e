/** A column of a text table that fits the width of a terminal. */
export interface Column {
	readonly head: string;
	readonly cells: readonly string[];
	readonly alignRight?: boolean;
	/** The column can be shortened to this many characters before other columns are left out. */
	readonly minWidth?: number;
	/** If the table does not fit, columns with the highest number are left out first. Default: the column is always shown. */
	readonly dropOrder?: number;
	/** Colours the text of a cell, already padded to the width of the column. */
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
		const padding = ' '.repeat(width - countCharacters(truncated));
		return alignRight ? `${padding}${truncated}` : `${truncated}${padding}`;
	};
	const formatLine = (getText: (column: Column) => string, row?: number): string => {
		let remainingWidth = maxWidth;
		const parts: string[] = [];
		for (const { column, width } of fittedColumns) {
			if (remainingWidth <= 0) break;
			const text = truncate(pad(column, width, getText(column)), remainingWidth);
			remainingWidth -= countCharacters(text) + GAP;
			parts.push(row === undefined ? text : (column.paint?.(text, row) ?? text));
		}
		return parts.join(' '.repeat(GAP)).trimEnd();
	};
	const rowCount = cleanColumns[0]?.cells.length ?? 0;
	return [
		formatLine(({ head }) => head),
		...Array.from({ length: rowCount }, (_, row) => formatLine(({ cells }) => cells[row] ?? '', row)),
	];
}

function countCharacters(text: string): number {
	return [...text].length;
}

/** Chooses the columns to show, and the width of each. */
function fitColumns(columns: readonly Column[], maxWidth: number): { column: Column; width: number }[] {
	const naturalColumns = columns.map((column) => ({ column, width: measureColumn(column) }));
	const excessWidth = naturalColumns.reduce((sum, { width }) => sum + width + GAP, -GAP) - maxWidth;
	if (excessWidth <= 0) return naturalColumns;
	const shrinkableEntry = naturalColumns.find(({ column, width }) => column.minWidth !== undefined && width > column.minWidth);
	if (shrinkableEntry) {
		const width = Math.max(shrinkableEntry.column.minWidth as number, shrinkableEntry.width - excessWidth);
		const narrowedColumns = naturalColumns.map((entry) => (entry === shrinkableEntry ? { ...entry, width } : entry));
		if (shrinkableEntry.width - width >= excessWidth) return narrowedColumns;
	}
	const highestDropOrder = Math.max(0, ...columns.map(({ dropOrder = 0 }) => dropOrder));
	if (highestDropOrder > 0)
		return fitColumns(
			columns.filter(({ dropOrder }) => dropOrder !== highestDropOrder),
			maxWidth,
		);
	return naturalColumns.map((entry) =>
		entry === shrinkableEntry ? { ...entry, width: shrinkableEntry.column.minWidth as number } : entry,
	);
}

function measureColumn({ head, cells }: Column): number {
	return Math.max(countCharacters(head), ...cells.map(countCharacters));
}

function truncate(text: string, width: number): string {
	return countCharacters(text) <= width ? text : `${[...text].slice(0, Math.max(0, width - 1)).join('')}…`;
}
