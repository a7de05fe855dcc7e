/** What the pages may weigh. A page that is not named here has the budget of all others. */
export interface Budget {
	/** Bytes of all scripts together, compressed by gzip. */
	scripts: number;
	/** Script files. */
	files: number;
	/** Style sheets. */
	sheets: number;
}

export const OTHERS = '*';

export const BUDGETS: Readonly<Record<string, Budget>> = {
	'/main': { scripts: 160_000, files: 12, sheets: 4 },
	// With what comes right after it, the live connection and the breadth of the market, 175 kB: the part `weight` of the benchmarks.
	'/main for traders': { scripts: 170_000, files: 12, sheets: 5 },
	'/ for traders': { scripts: 175_000, files: 12, sheets: 5 },
	'/ticker/$id': { scripts: 177_500, files: 12, sheets: 5 },
	// The application's own 175 kB in 12 files, and the consent and PWA scripts, which were not weighed.
	[OTHERS]: { scripts: 179_500, files: 13, sheets: 6 },
};

/** What the words of another language may add: German ones are longer, by 1 to 2 % of a page. */
const LONGER_WORDS = 1.02;
export const TRANSLATED_BUDGETS: Readonly<Record<string, Budget>> = Object.fromEntries(
	Object.entries(BUDGETS).map(([page, budget]) => [page, { ...budget, scripts: budget.scripts * LONGER_WORDS }]),
);

/** Scripts beside the application's own on each of its pages: consent and PWA. */
export const EVERYWHERE: readonly string[] = ['/manners.js'];

const DESK = 'packages/web/src/pages/desk-page.tsx';

/** Modules that some readers of a page load at once, each weighed with the page as one of its own: '/ for traders'. */
export const AT_ONCE: Readonly<Record<string, { readers: string; module: string }>> = {
	'/': { readers: 'traders', module: DESK },
	'/main': { readers: 'traders', module: DESK },
};

/** Modules that are in the scripts of these pages only; elsewhere they are loaded when needed. */
export const KEPT_FOR: readonly { modules: RegExp; pages: RegExp }[] = [
	{ modules: /^node_modules\/(?:lightweight-charts|uqr|@simplewebauthn)\//, pages: /^$/ },
	{ modules: /^packages\/web\/src\/(?:features\/price|charts\/price)\//, pages: /^\/ticker\/\$id$/ },
	{
		modules: /^packages\/web\/src\/(?:features\/(?:history|validation|why)\/.*\.tsx|charts\/(?:trail|validation)\/)/,
		pages: /^\/ticker\//,
	},
	{ modules: /^packages\/web\/src\/features\/admin.*\.tsx/, pages: /^\/admin\/\$$/ },
	{ modules: /^packages\/web\/src\/features\/accounts\/.*\.tsx/, pages: /^\/(?:auth\/|oauth\/|profile$)/ },
	{ modules: /^packages\/web\/src\/features\/plans\/.*\.tsx/, pages: /^\/(?:profile|prices)$/ },
	{ modules: /^packages\/web\/src\/features\/filters\/editor\.tsx/, pages: /^\/(?:filter-settings-list|signal-search)$/ },
	{ modules: /^packages\/web\/src\/charts\/wheel\/detail-/, pages: /^\/ticker\// },
	{ modules: /^packages\/web\/src\/charts\/(?:wheel\/annotated-|comparison\/)/, pages: /^$/ },
	{
		modules: /^packages\/web\/src\/features\/(?:signals\/(?:export-list|explained|selection-bar|freeze-dialog)|reports\/picker-panel)/,
		pages: /^$/,
	},
];
