/** Size budget of a page. Pages without their own entry in BUDGETS have that of OTHER_PAGES. */
export interface Budget {
	/** Bytes of all scripts together, compressed by gzip. */
	scripts: number;
	/** Number of script files. */
	files: number;
	/** Number of style sheets. */
	sheets: number;
}

export const OTHER_PAGES = '*';

export const BUDGETS: Readonly<Record<string, Budget>> = {
	'/main': { scripts: 160_000, files: 12, sheets: 4 },
	// 175 kB with everything that loads right after it (the live connection and market breadth), as measured by the benchmark `weight`.
	'/main for traders': { scripts: 170_000, files: 12, sheets: 5 },
	'/ for traders': { scripts: 175_000, files: 12, sheets: 5 },
	'/ticker/$id': { scripts: 177_500, files: 12, sheets: 5 },
	// 175 kB of the application in 13 files (one with the groups of filters, which few pages show), plus the consent and PWA scripts.
	[OTHER_PAGES]: { scripts: 179_500, files: 14, sheets: 6 },
};

/** Allowance for other languages: German texts add 0.5 to 1.1 % to a page. */
const TRANSLATION_FACTOR = 1.012;
export const TRANSLATED_BUDGETS: Readonly<Record<string, Budget>> = Object.fromEntries(
	Object.entries(BUDGETS).map(([page, budget]) => [page, { ...budget, scripts: budget.scripts * TRANSLATION_FACTOR }]),
);

/** Scripts besides the application's own on each of its pages: consent and PWA. */
export const EVERY_PAGE: readonly string[] = ['/site.js'];

const WORKSPACE = 'packages/web/src/pages/workspace-page.tsx';

/** Modules that some readers of a page load immediately. What they load is measured as a separate page, such as '/ for traders'. */
export const LOADED_IMMEDIATELY: Readonly<Record<string, { readers: string; module: string }>> = {
	'/': { readers: 'traders', module: WORKSPACE },
	'/main': { readers: 'traders', module: WORKSPACE },
};

/** Modules that only these pages may include in their scripts; other pages load them on demand. */
export const ALLOWED_PAGES: readonly { modules: RegExp; pages: RegExp }[] = [
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
		modules:
			/^packages\/web\/src\/features\/(?:signals\/(?:export\/export-list|card\/explained|selection\/(?:selection-bar|freeze-dialog))|reports\/picker-panel)/,
		pages: /^$/,
	},
];
