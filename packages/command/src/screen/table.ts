/** A column of a text table that fits the width of a terminal. */
export interface Column {
	readonly head: string;
	readonly cells: readonly string[];
	readonly right?: boolean;
	/** The column is shortened before others are left out, but to no fewer characters than this. */
	readonly minWidth?: number;
	/** If the table does not fit, columns with the highest number are left out first. Default: the column is always shown. */
	readonly leave?: number;
	/** Colours a cell after it has been padded. */
	readonly paint?: (text: string, row: number) => string;
}

const GAP = 2;

/** Replaces control characters in external text by spaces, so that it can't move the cursor or change the writing direction. */
export function plain(text: string): string {
	return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ');
}

/** Lines of a table, headings first, none longer than `room` characters. Cells are cleaned of control characters. */
export function table(columns: readonly Column[], room = Number.POSITIVE_INFINITY): string[] {
	const clean = columns.map((column) => ({ ...column, cells: column.cells.map(plain) }));
	const shown = fitted(clean, room);
	const padded = ({ right }: Column, width: number, text: string): string => {
		const short = cut(text, width);
		const space = ' '.repeat(width - lengthOf(short));
		return right ? `${space}${short}` : `${short}${space}`;
	};
	const line = (textOf: (column: Column) => string, row?: number): string => {
		let left = room;
		const parts: string[] = [];
		for (const { column, width } of shown) {
			if (left <= 0) break;
			const text = cut(padded(column, width, textOf(column)), left);
			left -= lengthOf(text) + GAP;
			parts.push(row === undefined ? text : (column.paint?.(text, row) ?? text));
		}
		return parts.join(' '.repeat(GAP)).trimEnd();
	};
	const rows = clean[0]?.cells.length ?? 0;
	return [line(({ head }) => head), ...Array.from({ length: rows }, (_, row) => line(({ cells }) => cells[row] ?? '', row))];
}

function lengthOf(text: string): number {
	return [...text].length;
}

/** The columns to show, and the width of each. */
function fitted(columns: readonly Column[], room: number): { column: Column; width: number }[] {
	const wanted = columns.map((column) => ({ column, width: widest(column) }));
	const over = wanted.reduce((sum, { width }) => sum + width + GAP, -GAP) - room;
	if (over <= 0) return wanted;
	const soft = wanted.find(({ column, width }) => column.minWidth !== undefined && width > column.minWidth);
	if (soft) {
		const width = Math.max(soft.column.minWidth as number, soft.width - over);
		const narrowed = wanted.map((one) => (one === soft ? { ...one, width } : one));
		if (soft.width - width >= over) return narrowed;
	}
	const lowest = Math.max(0, ...columns.map(({ leave = 0 }) => leave));
	if (lowest > 0)
		return fitted(
			columns.filter(({ leave }) => leave !== lowest),
			room,
		);
	return wanted.map((one) => (one === soft ? { ...one, width: soft.column.minWidth as number } : one));
}

function widest({ head, cells }: Column): number {
	return Math.max(lengthOf(head), ...cells.map(lengthOf));
}

function cut(text: string, width: number): string {
	return lengthOf(text) <= width ? text : `${[...text].slice(0, Math.max(0, width - 1)).join('')}…`;
}
