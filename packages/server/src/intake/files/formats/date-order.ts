/** Whether dates with their year last have the day or the month first: one date with a day above 12 shows it for the whole table. */
import type { ImportEntry } from '../archives/import-entries.ts';
import { createFields, splitFields } from '../bytes/byte-fields.ts';
import { completeLines, lineAt } from '../bytes/byte-lines.ts';
import { type TimeKind, timeKindOf } from '../bytes/byte-time.ts';
import { ImportError } from '../faults/import-error.ts';
import type { Layout } from './layout.ts';

const YEAR_LAST: ReadonlySet<TimeKind> = new Set(['month-first', 'day-first', 'year-last']);

/** The layout with the order of its dates. ImportError where no date shows it, or where dates show both. */
export async function settleDateOrder(layout: Layout, entry: ImportEntry): Promise<Layout> {
	if (!YEAR_LAST.has(layout.timeKind)) return layout;
	const found = new Map<TimeKind, string>();
	const fields = createFields();
	const span: [number, number] = [0, 0];
	let lines = 0;
	for await (const chunk of completeLines(entry.content())) {
		for (let at = 0; at < chunk.length; at = span[1]) {
			lineAt(chunk, at, span);
			if (span[0] === at || lines++ < layout.headerLines) continue;
			splitFields(chunk, at, span[0], layout.separator, fields);
			if (layout.time >= fields.count) continue;
			const text = chunk.toString('latin1', fields.from[layout.time], fields.to[layout.time]);
			const kind = timeKindOf(text);
			if (kind && YEAR_LAST.has(kind) && !found.has(kind)) found.set(kind, text);
		}
	}
	const [monthFirst, dayFirst, either] = [found.get('month-first'), found.get('day-first'), found.get('year-last')];
	if (monthFirst !== undefined && dayFirst !== undefined)
		throw new ImportError(
			'refused',
			`Its dates have the month first in ${monthFirst} and the day first in ${dayFirst}: write the year first, 2024-12-31.`,
		);
	if (monthFirst === undefined && dayFirst === undefined)
		throw new ImportError(
			'refused',
			`Its dates are written like ${either ?? ''}, and none has a day above 12 that would show whether the day or the month comes first: write the year first, 2024-12-31.`,
		);
	return { ...layout, timeKind: monthFirst === undefined ? 'day-first' : 'month-first' };
}
