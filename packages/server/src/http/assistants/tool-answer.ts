import { HYPOTHETICAL } from '@sw/contract/tool-descriptions';
import type { Health } from '../../areas/operations/handlers.ts';
import { type Json, shorten } from './shorten.ts';

/** Characters of an answer's text, without the notes. */
const MOST = 8_000;

/** An answer for an assistant, with its time, market and notes. */
export interface ToolAnswer {
	/** The time of the data in the answer, in UTC. */
	readonly as_of: string;
	/** The market clock, the newest report and the name of the market. */
	readonly market: { readonly name: string; readonly now: string; readonly newest_report: string | null };
	/** Notes that must be repeated with the answer. */
	readonly notes: readonly string[];
	readonly answer: Json;
}

export const HYPOTHETICAL_NOTE =
	'Hypothetical: computed from past reports, or a range of what may come; not real trades. State n, interval and base rate with each rate.';
export const SIMULATED_NOTE = 'Simulated market: tickers, prices and reports are invented.';
export const TOO_LONG = 'The response is too long: request fewer items (max), one ticker or a shorter date range.';

/** The shortened answer with its notes; undefined where it is too long even when shortened. */
export function toolAnswerOf(name: string, whole: Json, health: Health): ToolAnswer | undefined {
	const shortened = shorten(whole, MOST);
	if (!shortened) return undefined;
	const { provider, degraded, now, last_report: last } = health;
	return {
		as_of: standOf(whole, health),
		market: { name: provider.label, now, newest_report: last?.time ?? null },
		notes: [
			...(provider.simulated ? [SIMULATED_NOTE] : []),
			...degraded.map(({ detail, since }) => `Stale or incomplete${since === null ? '' : ` since ${since}`}: ${detail}`),
			...(HYPOTHETICAL.has(name) ? [HYPOTHETICAL_NOTE] : []),
			...(whole === null ? ['There is nothing to report.'] : []),
			...(shortened.cuts.length > 0 ? [`Shortened: ${shortened.cuts.join('; ')}.`] : []),
		],
		answer: shortened.value,
	};
}

/** The time that the answer states, otherwise the market clock. */
function standOf(answer: Json, { now }: Health): string {
	const report = typeof answer === 'object' && answer !== null ? (answer as { report?: Json }).report : undefined;
	return textIn(report, ['as_of', 'time']) ?? textIn(answer, ['as_of', 'time', 'report', 'now', 'last', 'scanned_until']) ?? now;
}

function textIn(node: Json | undefined, keys: readonly string[]): string | undefined {
	if (typeof node !== 'object' || node === null || Array.isArray(node)) return undefined;
	const fields = node as Readonly<Record<string, Json>>;
	const found = keys.map((key) => fields[key]).find((value) => typeof value === 'string');
	return found as string | undefined;
}
