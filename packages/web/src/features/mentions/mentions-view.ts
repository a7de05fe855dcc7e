import type { MentionSource } from '@sw/domain/prices/blocks';
import { newYorkMinute } from '@sw/domain/time/zone';
import type { Approximated, MentionBar } from '../../charts/mentions/geometry.ts';
import { mentionWords } from '../../entities/mentions/words.ts';
import type { TickerMentions } from '../../lib/api/types.ts';
import { formatChange, formatCount } from '../../lib/format/numbers.ts';
import { etClock, etDayClock, msOf } from '../../lib/format/times.ts';
import { words } from './words.ts';

export interface MentionLine {
	start: string;
	/** When the interval began, New York time. */
	name: string;
	mentions: string;
	retweets: string;
	authors: string;
	usual: string;
}

export interface SourceView {
	/** 'Reddit, simulated, 40 min old'; undefined if the source doesn't count the ticker. */
	counted: string | undefined;
	/** The current interval's count, and what it is compared with. */
	sentences: readonly string[];
	bars: readonly MentionBar[];
	about: Approximated | undefined;
	/** Day labels below the bars. */
	names: readonly { at: number; label: string }[];
	/** Newest first. */
	lines: readonly MentionLine[];
}

const MOST_NAMES = 5;
const HOUR_MINUTES = 60;

/** One source of an answer, ready to draw. */
export function sourceView(answer: TickerMentions, source: MentionSource, retweets: boolean): SourceView {
	const item = answer.items.find((one) => one.source === source);
	if (!item || item.counter === null) return { counted: undefined, sentences: [], bars: [], about: undefined, names: [], lines: [] };
	const usual = new Map(item.usual.map((one) => [one.hour, one]));
	const shown = (at: number): number | null => {
		const mentions = item.mentions[at] ?? null;
		return mentions === null ? null : mentions + (retweets ? (item.retweets[at] ?? 0) : 0);
	};
	const { starts, now } = answer;
	return {
		counted: mentionWords.counted(source, item.counter, item.age),
		sentences: sentencesOf(answer, item.authors.at(-1) ?? null),
		bars: starts.map((start, at) => ({ value: shown(at), usual: usual.get(hourOf(start)) ?? null })),
		about:
			now && now.mentions !== null && now.error !== null && now.mentions > now.counted
				? { value: now.mentions, error: now.error }
				: undefined,
		names: namesOf(starts),
		lines: starts
			.map((start, at) => {
				const band = usual.get(hourOf(start));
				return {
					start,
					name: etDayClock(msOf(start)),
					mentions: text(item.mentions[at]),
					retweets: text(item.retweets[at]),
					authors: text(item.authors[at]),
					usual: band ? words.range(text(band.low), text(band.high)) : 'n/a',
				};
			})
			.reverse(),
	};
}

function text(value: number | null | undefined): string {
	return value === null || value === undefined ? 'n/a' : formatCount(Math.round(value));
}

function sentencesOf({ now, until, urgent }: TickerMentions, authors: number | null): string[] {
	if (!now) return [];
	const error = now.error === null ? null : text(now.error);
	return [
		words.now(mentionWords.about(text(now.mentions), error)),
		now.mean === null
			? words.noMean(now.days)
			: words.mean(text(now.mean), now.days, now.change === null ? 'n/a' : formatChange(now.change)),
		until === null ? '' : words.counted(formatCount(now.counted), etClock(msOf(until))),
		authors === null ? words.noAuthors : words.authors(formatCount(authors)),
		urgent === null ? '' : words.hour(formatCount(urgent.mentions), text(urgent.threshold), urgent.beyond, formatCount(urgent.hours)),
	].filter((sentence) => sentence !== '');
}

function namesOf(starts: readonly string[]): { at: number; label: string }[] {
	const every = Math.max(1, Math.ceil(starts.length / MOST_NAMES));
	return starts.flatMap((start, at) => (at % every === 0 ? [{ at, label: dayOf(start) }] : []));
}

function dayOf(iso: string): string {
	return etDayClock(msOf(iso)).slice(0, 5);
}

function hourOf(iso: string): number {
	return Math.floor(newYorkMinute(msOf(iso)) / HOUR_MINUTES);
}
