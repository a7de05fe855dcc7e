import type { Endpoint } from './define.ts';

/**
 * Which calls assistants are handed as tools. A call of a reading scope that answers JSON is one, unless it stands here with its reason: a new call becomes a
 * tool by its own words, and a test asks that no name here is without a call.
 */
export const NO_TOOLS: Readonly<Record<string, string>> = {
	analysisAll: 'analysis tells one interval and size at a time',
	analyticsTime: 'each answer about mentions tells it',
	defaultFilter: 'filters tells those of the house',
	holiday: 'holidays tells it',
	levels: 'what was drawn into a chart',
	listSettings: 'how screens were left',
	negotiate: 'opens a live connection',
	order: 'what somebody pays',
	orders: 'what somebody pays',
	parametersAnalysis: 'the parameters of analysis tell it',
	parametersWindow: 'how screens are drawn',
	product: 'what somebody pays',
	products: 'what somebody pays',
	sectorAnalysis: 'sectorAnalysisCheck tells one breadth at a time',
	sectorChartComparison: 'the lines of a picture',
	sectorChartDictionary: 'the columns of a file',
	sectorChartGroups: 'sectorCharts tells one list at a time',
	subscription: 'what somebody pays',
	unreadMessages: 'messages tells it',
	validateSingle: 'validateMultiple asks the same with one condition',
	validationOccurrences: 'its counts of hits stand without interval and base rate, which validateMultiple tells beside them',
	validationProgress: 'about an answer that is waited for',
	verifyReport: 'sets a computation going',
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
