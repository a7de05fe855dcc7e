import { contract } from '@sw/contract/index';
import { CONNECTION_OPTIONS, connect, findReportTime } from '../calls/connect.ts';
import { validateParameters } from '../calls/validate-parameters.ts';
import { describePage, formatCards, formatListTitle, type ListAnswer } from '../screen/cards.ts';
import { printJson, printLines } from '../screen/print.ts';
import { EXIT } from '../shell/exit.ts';
import type { Command, Options } from '../shell/options.ts';
import { LIST_OPTIONS, REPORT_OPTIONS } from './list-options.ts';

/** Makes a query valid before its date is known. */
const PLACEHOLDER_DATE = '2026-01-02T15:00:00Z';
/** The largest page that the server allows. */
const MAX_PAGE_SIZE = 100;

const options: Options = {
	...LIST_OPTIONS,
	...REPORT_OPTIONS,
	max: { type: 'string', short: 'n', valuePlaceholder: 'number', parameter: 'max', about: 'Page size (1-100, default 20).' },
	skip: { type: 'string', valuePlaceholder: 'number', parameter: 'skip', about: 'Number of tickers to skip.' },
	all: { type: 'boolean', short: 'a', about: 'Print the whole list.' },
	...CONNECTION_OPTIONS,
};

/** Fetches all pages of one report's list, even if a newer report is published between two pages. */
async function fetchWholeList(fetchPage: (query: Readonly<Record<string, unknown>>) => Promise<ListAnswer>): Promise<ListAnswer> {
	const firstPage = await fetchPage({ max: MAX_PAGE_SIZE });
	const items = [...firstPage.items];
	while (items.length < firstPage.total_count && firstPage.time) {
		const nextPage = await fetchPage({ max: MAX_PAGE_SIZE, skip: items.length, date: firstPage.time });
		if (nextPage.items.length === 0) break;
		items.push(...nextPage.items);
	}
	return { ...firstPage, items };
}

export const list: Command = {
	name: 'list',
	about: 'Show a ranked list, current or from a past report',
	usage: ['signalwheel list [--tab <tab>] [--cap <tier>,...] [--filter <number>] [--date <date> [--slot <HH:MM>]]'],
	paragraphs: [
		'Prints the tickers of a list in order, with the rate out of the highest possible one, the share of the report that has at least this rate (Top, to 50 %), and the depth of each sector on the timeframes named in the first line ("-": not measurable).',
		'Listed tickers are candidates, never advice. The exit code is 1 if the list is empty.',
	],
	options,
	examples: [
		['signalwheel list --tab extreme_rise --cap mega_cap', 'very large companies with the most unusual rises'],
		['signalwheel list --filter 12 --date 2026-03-04 --slot 10:45', 'what a saved filter matched at that time'],
		["signalwheel list --all --json | jq -r '.items[].ticker'", 'the symbols of the whole list'],
	],
	run: async (args, world) => {
		const { date: _date, ...parameters } = args.parameters;
		const { sectorCharts, sectorChartHistory } = contract.signals;
		const values: Record<string, unknown> = { max: '20', ...parameters };
		// Validate the options before sending anything; the date does not matter.
		validateParameters(sectorChartHistory.query, { date: PLACEHOLDER_DATE, ...values }, options);
		const { api } = await connect(args, world);
		const date = await findReportTime(args, api);
		const fetchPage = (pageQuery: Readonly<Record<string, unknown>>): Promise<ListAnswer> => {
			const query = { ...values, ...(date === undefined ? {} : { date }), ...pageQuery };
			return 'date' in query
				? api.signals.sectorChartHistory({ query: validateParameters(sectorChartHistory.query, query, options) })
				: api.signals.sectorCharts({ query: validateParameters(sectorCharts.query, query, options) });
		};
		const answer = args.hasFlag('all') ? await fetchWholeList(fetchPage) : await fetchPage({});
		if (args.hasFlag('json')) printJson(world.out, answer);
		else {
			const skip = args.hasFlag('all') ? 0 : Number(values['skip'] ?? 0);
			const { items, total_count } = answer;
			printLines(world.out, [
				formatListTitle(answer),
				...(items.length > 0 ? ['', ...formatCards(items, world, skip + 1), ''] : []),
				items.length > 0
					? describePage(total_count, skip, items.length)
					: total_count > 0
						? `The list has only ${total_count} tickers.`
						: 'No tickers.',
			]);
		}
		return answer.items.length > 0 ? EXIT.success : EXIT.notFound;
	},
};
