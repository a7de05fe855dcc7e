import { listFiles } from './archives/import-entries.ts';
import { completeLines, lineAt } from './bytes/byte-lines.ts';
import { type OpenOptions, openEntries } from './survey.ts';

/** Longer lines are cut off. */
const LONGEST_SHOWN = 300;

/** Lines of a table below a path, by their numbers from 1, and how many it has; `wanted` is asked for each. Nothing where there is no such table. */
export async function readLines(
	path: string,
	table: string,
	wanted: (line: number) => boolean,
	options: OpenOptions,
): Promise<{ lines: { line: number; text: string }[]; total: number }> {
	for (const file of await listFiles(path)) {
		const held = await openEntries(file, options);
		try {
			const entry = held.entries.tables.find(({ name }) => name === table);
			if (!entry) continue;
			const lines: { line: number; text: string }[] = [];
			const span: [number, number] = [0, 0];
			let total = 0;
			for await (const chunk of completeLines(entry.content()))
				for (let at = 0; at < chunk.length; at = span[1]) {
					lineAt(chunk, at, span);
					total++;
					if (wanted(total)) lines.push({ line: total, text: chunk.toString('utf8', at, Math.min(span[0], at + LONGEST_SHOWN)) });
				}
			return { lines, total };
		} finally {
			await held.close();
		}
	}
	return { lines: [], total: 0 };
}
