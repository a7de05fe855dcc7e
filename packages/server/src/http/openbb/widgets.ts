/** widgets.json and apps.json of OpenBB Workspace: what it can show, and a first page of it. */
import { TOPS } from '@sw/domain/prices/top-categories';
import { TABS } from '@sw/domain/signals/sector';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';

interface Option {
	label: string;
	value: string;
}

interface Column {
	field: string;
	headerName: string;
	cellDataType: 'text' | 'number' | 'dateString';
	formatterFn?: 'int' | 'normalizedPercent' | 'none';
	renderFn?: 'greenRed';
	pinned?: 'left';
}

const text = (field: string, headerName: string): Column => ({ field, headerName, cellDataType: 'text' });
const time = (field: string, headerName: string): Column => ({ field, headerName, cellDataType: 'dateString' });
const number = (field: string, headerName: string): Column => ({ field, headerName, cellDataType: 'number' });
const share = (field: string, headerName: string): Column => ({ ...number(field, headerName), formatterFn: 'normalizedPercent' });
const change = (field: string, headerName: string): Column => ({ ...share(field, headerName), renderFn: 'greenRed' });

const options = (list: readonly { name: string; label: string }[]): Option[] => list.map(({ name, label }) => ({ label, value: name }));
const choice = (paramName: string, label: string, description: string, of: readonly { name: string; label: string }[], value: string) => ({
	...{ paramName, label, description, value },
	type: 'text',
	options: options(of),
});

const SYMBOL: Column = { ...text('ticker', 'Ticker'), pinned: 'left' };
const SHARED = { category: 'Signalwheel', source: ['Signalwheel'], refetchInterval: 60_000, staleTime: 30_000 };
const table = (columnsDefs: Column[]) => ({ table: { showAll: true, columnsDefs } });

export const WIDGETS = {
	signalwheel_list: {
		...SHARED,
		name: 'Ranked list',
		description: 'Tickers in unusual situations at the newest report, by rate. Candidates, never advice to buy or sell.',
		endpoint: 'list',
		type: 'table',
		gridData: { w: 40, h: 14 },
		params: [choice('tab', 'Tab', 'Which list', TABS, 'extreme_rise')],
		data: table([
			SYMBOL,
			text('name', 'Name'),
			{ ...number('rate', 'Rate'), formatterFn: 'int' },
			{ ...number('price', 'Price, $'), formatterFn: 'none' },
			change('change', 'Change'),
			text('marketcap', 'Market cap'),
			{ ...number('mentions', 'Mentions, 24 h'), formatterFn: 'int' },
			time('listed', 'Listed since'),
			time('report', 'Report'),
		]),
	},
	signalwheel_table: {
		...SHARED,
		name: 'Top table',
		description: 'The top tickers of the last hour by one measure.',
		endpoint: 'table',
		type: 'table',
		gridData: { w: 20, h: 12 },
		params: [choice('category', 'Category', 'What the table ranks by', TOPS, 'gainers')],
		data: table([
			SYMBOL,
			text('name', 'Name'),
			{ ...number('price', 'Price, $'), formatterFn: 'none' },
			change('change', 'Change'),
			{ ...number('volume', 'Volume'), formatterFn: 'int' },
			time('time', 'As of'),
		]),
	},
	signalwheel_chart: {
		...SHARED,
		name: 'Price chart',
		description: 'Bars of a ticker.',
		endpoint: 'chart',
		type: 'chart',
		gridData: { w: 20, h: 12 },
		params: [
			{ paramName: 'symbol', label: 'Ticker', description: 'Symbol of the ticker', type: 'ticker', value: 'AAPL' },
			choice('timeframe', 'Timeframe', 'Length of a bar', TIMEFRAMES, 'day'),
		],
	},
	signalwheel_record: {
		...SHARED,
		name: 'Record of a filter',
		description:
			'What followed past matches of a saved filter: sample size, hit rate with its 95 % interval and the base rate. Hypothetical, after costs.',
		endpoint: 'record',
		type: 'table',
		gridData: { w: 40, h: 8 },
		params: [
			{ paramName: 'filter', label: 'Filter', description: 'One of your saved filters', type: 'endpoint', optionsEndpoint: 'filters' },
		],
		data: table([
			{ ...number('horizon', 'Horizon, bars'), formatterFn: 'int' },
			{ ...number('n', 'Sample'), formatterFn: 'int' },
			{ ...number('n_eff', 'Effective sample'), formatterFn: 'int' },
			share('hit_rate', 'Hit rate'),
			share('low', '95 % from'),
			share('high', '95 % to'),
			share('base_rate', 'Base rate'),
			text('verdict', 'Verdict'),
		]),
	},
} as const;

const place = (i: keyof typeof WIDGETS, x: number, y: number) => ({ i, x, y, ...WIDGETS[i].gridData });

export function appsOf(origin: string) {
	return [
		{
			name: 'Signalwheel',
			description: 'Lists of tickers in unusual situations, top tables, charts and the records of your filters.',
			img: `${origin}/icon-512.png`,
			allowCustomization: true,
			tabs: {
				market: {
					id: 'market',
					name: 'Market',
					layout: [place('signalwheel_list', 0, 2), place('signalwheel_table', 0, 16), place('signalwheel_chart', 20, 16)],
				},
				record: { id: 'record', name: 'Record', layout: [place('signalwheel_record', 0, 2)] },
			},
			groups: [],
		},
	];
}
