/** Compares the built pages with their size budgets, and checks that some modules are loaded only by certain pages. */
import { ALLOWED_PAGES, BUDGETS, type Budget, OTHER_PAGES } from '../weight/budget.ts';
import type { BuiltPage, SizedFile } from '../weight/built-pages.ts';

/** One line per page above its budget, per module loaded too early, and per budget of a page that does not exist. */
export function checkWeights(
	pages: readonly BuiltPage[],
	budgets: Readonly<Record<string, Budget>> = BUDGETS,
	allowedPages: typeof ALLOWED_PAGES = ALLOWED_PAGES,
): string[] {
	const pageNames = new Set([OTHER_PAGES, ...pages.map(({ page }) => page)]);
	return [
		...Object.keys(budgets)
			.filter((page) => !pageNames.has(page))
			.map((page) => `scripts/weight/budget.ts: there is no page ${page}`),
		...pages.flatMap(({ page, scripts, sheets, modules }) => {
			const budget = budgets[page] ?? budgets[OTHER_PAGES];
			if (!budget) return [`${page}: no budget`];
			const bytes = sumBytes(scripts);
			return [
				...(bytes > budget.scripts ? [`${page}: ${formatKb(bytes)} of scripts, at most ${formatKb(budget.scripts)}`] : []),
				...(scripts.length > budget.files ? [`${page}: ${scripts.length} script files, at most ${budget.files}`] : []),
				...(sheets.length > budget.sheets ? [`${page}: ${sheets.length} style sheets, at most ${budget.sheets}`] : []),
				...allowedPages
					.filter((rule) => !rule.pages.test(page))
					.flatMap((rule) => modules.filter((module) => rule.modules.test(module)).slice(0, 1))
					.map((module) => `${page}: loads ${module} before it is needed`),
			];
		}),
	];
}

function formatKb(bytes: number): string {
	return `${(bytes / 1000).toFixed(1)} kB`;
}

function sumBytes(files: readonly SizedFile[]): number {
	return files.reduce((total, { bytes }) => total + bytes, 0);
}
