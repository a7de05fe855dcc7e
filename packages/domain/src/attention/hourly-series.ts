import { ALL_TICKERS, type MentionBlock, type MentionSpan } from '../prices/blocks.ts';
import { HOUR, SECOND } from '../time/units.ts';
import { type MentionQuestion, sourcesOf } from './measure.ts';

/** One ticker's mentions by hour: index i of `counts` is the hour starting at `from` + i hours; NaN if not all sources were counted. */
export interface HourlySeries {
	readonly counts: Float64Array;
	/** The sources counted in the last counted hour: all numbers are theirs. */
	readonly sources: readonly number[];
}

/** From the rows and spans of one ticker over the hours starting in [from, to), UTC milliseconds. */
export function hourlySeries(
	block: MentionBlock,
	spans: readonly MentionSpan[],
	{ tickerId, from, to }: { tickerId: number; from: number; to: number },
	{ source, withRetweets }: Pick<MentionQuestion, 'source' | 'withRetweets'>,
): HourlySeries {
	const hours = Math.max(0, Math.round((to - from) / HOUR));
	const place = (seconds: number): number => Math.round((seconds * SECOND - from) / HOUR);
	const sources = sourcesOf({ source });
	const counted = sources.map(() => new Uint8Array(hours));
	for (const span of spans) {
		const flags = counted[sources.indexOf(span.source)];
		if (flags && (span.tickerId === ALL_TICKERS || span.tickerId === tickerId))
			flags.fill(1, Math.max(0, place(span.from)), Math.max(0, place(span.to)));
	}
	const last = Math.max(...counted.map((flags) => flags.lastIndexOf(1)));
	const used = sources.filter((_, i) => last >= 0 && counted[i]?.[last] === 1);
	const counts = new Float64Array(hours);
	for (let hour = 0; hour < hours; hour++)
		if (used.length === 0 || used.some((each) => counted[sources.indexOf(each)]?.[hour] !== 1)) counts[hour] = Number.NaN;
	for (let i = 0; i < block.count; i++) {
		const hour = place(block.time[i]!);
		if (block.tickerId[i] !== tickerId || hour < 0 || hour >= hours || !used.includes(block.source[i]!)) continue;
		counts[hour] = counts[hour]! + block.mentions[i]! + (withRetweets ? block.retweets[i]! : 0);
	}
	return { counts, sources: used };
}
