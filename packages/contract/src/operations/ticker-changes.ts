import { calendarDate, integer, LARGEST_ID, strictObject, text } from '../base/common.ts';
import type { Area } from '../base/define.ts';
import { job } from './jobs.ts';

/** What administrators change about imported tickers as a whole. */
export const tickerChangeCalls = {
	removeTicker: {
		method: 'POST',
		path: '/api/tickers/{id}/remove',
		access: 'admin',
		summary:
			"Remove an imported ticker with its rows, splits, dividends and users' favourites, frozen entries and chart levels of it, and engine parameters, and rebuild the reports that it entered. Superseded versions keep its number. This can't be undone; import its files again instead. 409 if a vendor lists the tickers",
		params: strictObject({ id: integer(1, LARGEST_ID) }),
		/** `confirm`: the ticker's symbol. */
		body: strictObject({ confirm: text(20) }),
		answers: { 200: job },
		errors: [400, 401, 403, 404, 409],
	},
	renameTicker: {
		method: 'POST',
		path: '/api/tickers/rename',
		access: 'admin',
		summary:
			"Record that a company's symbol changed: `from` until `date`, the first session under `to`. One ticker gets the whole history, and files of either symbol belong to it. If both are tickers, the rows of `from` become those of `to` and the reports are rebuilt; 409 if both have rows of the same day, or a vendor lists the tickers",
		body: strictObject({
			from: text(20).meta({ description: 'Symbol before the change.', examples: ['ABCD'] }),
			to: text(20).meta({ description: 'Symbol since the change.', examples: ['EFGH'] }),
			date: calendarDate.describe('The first session under the new symbol.'),
		}),
		answers: { 200: job },
		errors: [400, 401, 403, 409],
	},
} as const satisfies Area;
