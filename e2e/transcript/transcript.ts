import { connectAssistant } from '../assistant.ts';
import type { RunningProduct } from '../fixtures.ts';
import { addKey } from '../personal-key.ts';

// Ten common first questions, the tool that answers each, and the sentence that an honest assistant derives from the answer.

interface Card {
	ticker: string;
	ticker_id: number;
	weighted_sum: number;
	name: string;
}

interface RatePart {
	key: string;
	timeframe: string;
	points: number;
}

interface HorizonResult {
	horizon: number;
	n: number;
	hit_rate: number;
	interval: [number, number];
	base_rate: number;
}

/** The fields that the sentences use. */
interface Answers {
	sectorCharts: { total_count: number; items: Card[] };
	sectorChartChanges: { since: string; entered: number[]; left: number[] };
	sectorChartHistory: { total_count: number; items: Card[] };
	tickers: { items: { name: string; ticker_id: number; industry: string; marketcap: string }[] };
	sectorChart: { ticker: string; weighted_sum: number; why: RatePart[] };
	sectorChartTrail: { time: string[]; weighted_sum: number[]; listed: boolean[] };
	validateMultiple: { main: number; results: HorizonResult[]; reports: number; question: { timeframe: string } };
	analyticsUrgent: {
		tested: number;
		expected: number;
		total_count: number;
		items: { ticker: string; mentions: number; threshold: number }[];
	};
	sectorAnalysisCheck: { share: number; measured: number; usual: { days: number; mean: number } };
	messages: { detail: string };
}

type DatedAnswers = { readonly [K in keyof Answers]: Answers[K] & { readonly as_of: string } };

/** A ticker in the simulated market's list at the instant of the transcript. */
const SYMBOL = 'SALE';

const TICKER_ID = 96;

interface Question {
	readonly question: string;
	readonly tool: keyof Answers;
	readonly args: Readonly<Record<string, unknown>>;
	/** Summarizes the answer; the parameter holds all answers so far, with the instants of their data. */
	readonly summarize: (answers: DatedAnswers) => string;
}

const QUESTIONS: readonly Question[] = [
	{
		question: 'Which tickers are in the extreme-rise list now?',
		tool: 'sectorCharts',
		args: { tab_type: 'extreme_rise' },
		summarize: ({ sectorCharts: { as_of, total_count: total, items } }) =>
			`As of ${as_of}, ${formatCount(total, 'ticker')} with their rates: ${formatCards(items)}. They are candidates, not advice.`,
	},
	{
		question: 'What has changed since the previous report?',
		tool: 'sectorChartChanges',
		args: { tab_type: 'extreme_rise' },
		summarize: ({ sectorCharts: { items }, sectorChartChanges: { since, entered, left } }) => {
			const symbols = entered.map((id) => items.find(({ ticker_id: tickerId }) => tickerId === id)?.ticker ?? `number ${id}`);
			return `Since the report of ${since}: entered ${symbols.join(', ') || 'none'}, left ${left.length === 0 ? 'none' : left.join(', ')}.`;
		},
	},
	{
		question: "What was in the list at yesterday's close?",
		tool: 'sectorChartHistory',
		args: { date: '2026-06-29T20:00:00Z', tab_type: 'extreme_rise' },
		summarize: ({ sectorChartHistory: { as_of, total_count: total, items } }) =>
			`As of ${as_of}, ${formatCount(total, 'ticker')}: ${formatCards(items)}.`,
	},
	{
		question: `What is ${SYMBOL}?`,
		tool: 'tickers',
		args: { part: SYMBOL, max: 1 },
		summarize: ({ tickers: { items } }) => {
			const [first] = items;
			return first ? `${first.name}, ${first.industry}, ${first.marketcap}; its permanent number is ${first.ticker_id}.` : 'Not known.';
		},
	},
	{
		question: 'Why is it in the list?',
		tool: 'sectorChart',
		args: { id: TICKER_ID, tab_type: 'extreme_rise' },
		summarize: ({ sectorChart: { ticker, weighted_sum: points, why } }) =>
			`${ticker} has ${points} points: ${why.map((part) => `${part.points} by ${part.key} on ${part.timeframe}`).join(', ')}.`,
	},
	{
		question: 'How has its rate changed today?',
		tool: 'sectorChartTrail',
		args: { id: TICKER_ID, tab_type: 'extreme_rise', from: '2026-06-30', to: '2026-06-30' },
		summarize: ({ sectorChartTrail: { time, weighted_sum: points, listed } }) =>
			`${time.map((at, i) => `${at.slice(11, 16)} ${points[i]}${listed[i] ? '' : ' (not listed)'}`).join(', ')}; times in UTC.`,
	},
	{
		question: 'What happened after prices reached depth 2 upwards on 1h?',
		tool: 'validateMultiple',
		args: { filters: [{ sector: 'price_short', timeframe: 'one_hour', value: 2 }] },
		summarize: ({ validateMultiple: { main, results, reports, question } }) => {
			const { horizon, n, hit_rate: rate, interval, base_rate: base } = results[main] as HorizonResult;
			return `Hypothetical, over ${reports} past reports: ${formatPercent(rate)} hit after ${horizon} bars of ${question.timeframe} (n = ${n}, 95 % interval ${interval.map(formatPercent).join(' to ')}); random picks hit ${formatPercent(base)}.`;
		},
	},
	{
		question: 'Which tickers have unusually many mentions?',
		tool: 'analyticsUrgent',
		args: {},
		summarize: ({ analyticsUrgent: { as_of, tested, expected, total_count: total, items } }) =>
			`As of ${as_of}, ${total} of ${tested} tickers have unusually many mentions (by chance ${expected}): ${items.map(({ ticker, mentions, threshold }) => `${ticker} ${mentions} mentions (${threshold})`).join(', ')}.`,
	},
	{
		question: 'How broad is the move?',
		tool: 'sectorAnalysisCheck',
		args: { category: 'price_short', interval: 'one_hour' },
		summarize: ({ sectorAnalysisCheck: { share, measured, usual } }) =>
			`${formatPercent(share)} of ${measured} measured tickers are at depth 1 or more upwards on 1h; usual at this time of day is ${formatPercent(usual.mean)} (${formatCount(usual.days, 'session')}).`,
	},
	{
		question: 'What is in my inbox?',
		tool: 'messages',
		args: {},
		summarize: ({ messages: { detail } }) => `I may not read it. ${detail}.`,
	},
];

/** Markers around the transcript in docs/generated/assistant-questions.md. */
export const BEGIN = '<!-- transcript -->';
export const END = '<!-- end of the transcript -->';

/** Maximum characters shown of an answer. */
const MAX_EXCERPT_LENGTH = 400;

/** Ten questions by the official client with a key that reads lists, as Markdown. */
export async function createTranscript(running: RunningProduct): Promise<string> {
	const assistant = await connectAssistant(
		running.url,
		await addKey(running.product.stores.records.pool, 'pro@demo.test', 'A program', ['lists:read']),
	);
	const answers: Record<string, unknown> = {};
	const sections: string[] = [];
	for (const { question, tool, args, summarize } of QUESTIONS) {
		const { text } = await assistant.ask(tool, args);
		const { as_of, answer = {}, ...refusal } = JSON.parse(text) as { as_of?: string; answer?: object };
		answers[tool] = { ...refusal, ...answer, as_of };
		sections.push(
			`### ${question}`,
			`\`${tool} ${JSON.stringify(args)}\``,
			['```json', excerpt(text), '```'].join('\n'),
			`> ${summarize(answers as DatedAnswers)}`,
		);
	}
	await assistant.close();
	return sections.join('\n\n');
}

function excerpt(text: string): string {
	return text.length <= MAX_EXCERPT_LENGTH ? text : `${text.slice(0, MAX_EXCERPT_LENGTH)} ...`;
}

/** The page with its transcript replaced. */
export function replaceTranscript(page: string, text: string): string {
	const [before, afterBegin] = page.split(BEGIN);
	const [, after] = afterBegin?.split(END) ?? [];
	if (before === undefined || after === undefined) throw new Error(`The page has no ${BEGIN} and ${END}.`);
	return `${before}${BEGIN}\n\n${text}\n\n${END}${after}`;
}

function formatPercent(fraction: number): string {
	return `${(fraction * 100).toFixed(1)} %`;
}

function formatCards(items: readonly Card[]): string {
	return items.length === 0 ? 'none' : items.map(({ ticker, weighted_sum: points }) => `${ticker} (${points})`).join(', ');
}

function formatCount(n: number, word: string): string {
	return `${n} ${word}${n === 1 ? '' : 's'}`;
}
