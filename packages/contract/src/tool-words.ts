import type { Endpoint } from './define.ts';

/**
 * Which calls assistants are handed as tools. A call of a reading scope that answers JSON is one, unless it stands here with its reason: a new call becomes a
 * tool by its own words, and a test asks that no name here is without a call.
 */
export const NO_TOOLS: Readonly<Record<string, string>> = {
	analysisAll: 'analysis answers this one interval and size at a time',
	analyticsTime: 'included in each answer about mentions',
	defaultFilter: 'filters includes the built-in ones',
	holiday: 'included in holidays',
	levels: 'drawings on a chart',
	listSettings: 'screen state',
	negotiate: 'opens a live connection',
	order: 'billing',
	orders: 'billing',
	parametersAnalysis: 'included in the parameters of analysis',
	parametersWindow: 'screen layout',
	product: 'billing',
	products: 'billing',
	sectorAnalysis: 'sectorAnalysisCheck answers this one breadth at a time',
	sectorChartComparison: 'data of a drawing',
	sectorChartDictionary: 'columns of a file',
	sectorChartGroups: 'sectorCharts answers this one list at a time',
	subscription: 'billing',
	unreadMessages: 'included in messages',
	validateSingle: 'validateMultiple answers this with one condition',
	validationOccurrences: 'has hits without interval and base rate; validateMultiple has both',
	validationProgress: 'progress of another call',
	verifyReport: 'starts a computation',
};

/** Whether assistants may ask it. */
export const isTool = (name: string, { scope, produces }: Endpoint): boolean =>
	scope?.endsWith(':read') === true && produces === undefined && !Object.hasOwn(NO_TOOLS, name);

/** What is drawn or proved with, and says nothing in words. */
export const DRAWN: ReadonlySet<string> = new Set(['sparkline', 'bars', 'histogram', 'hash']);

/** Tools that answer with what followed in the past, or with what may come. */
export const HYPOTHETICAL: ReadonlySet<string> = new Set([
	'analyticsFollowed',
	'forecast',
	'forecastAt',
	'searchPart',
	'searchParts',
	'searchTask',
	'searchTasks',
	'validateMultiple',
]);
