import type { Endpoint } from './base/define.ts';

/**
 * Calls that are not offered to assistants as tools. A call with a read scope that returns JSON is a tool unless it is listed here with a reason. New
 * calls become tools automatically; a test checks that every name here is a call.
 */
export const EXCLUDED_CALLS: Readonly<Record<string, string>> = {
	analysisAll: 'analysis answers this one interval and size at a time',
	analyticsTime: 'included in each answer about mentions',
	backtest: 'each rule tried raises the luck line; validateMultiple says what happened',
	decisions: 'private notes',
	defaultFilter: 'filters includes the built-in ones',
	filterWitnesses: 'for the screen that offers the proof',
	holiday: 'included in holidays',
	levels: 'drawings on a chart',
	listMails: 'settings of mails',
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

/** Returns whether assistants can use the call as a tool. */
export function isTool(name: string, { scope, produces }: Endpoint): boolean {
	return scope?.endsWith(':read') === true && produces === undefined && !Object.hasOwn(EXCLUDED_CALLS, name);
}

/** Fields for drawings or proofs, left out of tool results because they are of no use as text. */
export const OMITTED_FIELDS: ReadonlySet<string> = new Set(['sparkline', 'bars', 'histogram', 'curve', 'hash']);

/** Tools that return past results or forecasts. */
export const HYPOTHETICAL_TOOLS: ReadonlySet<string> = new Set([
	'analyticsFollowed',
	'forecast',
	'forecastAt',
	'searchPart',
	'searchParts',
	'searchTask',
	'searchTasks',
	'validateMultiple',
]);
