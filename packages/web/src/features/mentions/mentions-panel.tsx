import { MENTION_TIMEFRAMES, type MentionTimeframe } from '@sw/domain/attention/interval';
import { MENTION_SOURCES, type MentionSource } from '@sw/domain/prices/blocks';
import { newYorkMinute } from '@sw/domain/time/zone';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { MentionBar, Projection } from '../../charts/mentions/geometry.ts';
import { MentionBars } from '../../charts/mentions/mention-bars.tsx';
import { mentionWords, SOURCES } from '../../entities/mentions/words.ts';
import type { TickerMentions } from '../../lib/api/types.ts';
import { formatChange, formatCompact, formatCount } from '../../lib/format/numbers.ts';
import { etClock, etDayClock, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { ScrollBox, TableHeader } from '../../ui/content/scroll-box.tsx';
import { Toggles } from '../../ui/controls/toggles.tsx';
import panel from '../../ui/panel.module.css';
import { LoadFailedNote } from '../../ui/states/not-loaded.tsx';
import { Followed } from './followed.tsx';
import css from './mentions.module.css';
import { type MentionQuestion, tickerMentionsQuery } from './queries.ts';
import { followedWords, words } from './words.ts';

interface MentionLine {
	start: string;
	/** Start of the interval, New York time. */
	name: string;
	mentions: string;
	retweets: string;
	authors: string;
	usual: string;
}

interface SourceView {
	/** 'Reddit, simulated, 40 min old'; undefined if the source doesn't count the ticker. */
	counted: string | undefined;
	/** Sentences that compare the count of the current interval with the usual counts. */
	sentences: readonly string[];
	bars: readonly MentionBar[];
	/** Projected count of the current interval; undefined unless the projection is above the count so far. */
	about: Projection | undefined;
	/** Day labels below the bars. */
	names: readonly { at: number; label: string }[];
	/** Newest first. */
	lines: readonly MentionLine[];
}

const MAX_DAY_LABELS = 5;

const HOUR_MINUTES = 60;

const TIMEFRAMES = MENTION_TIMEFRAMES.map((name) => ({ name, label: words.timeframes[name] }));

interface Props {
	ticker: string;
	id: number;
}

/** Shows a ticker's mentions in each source, compared with the last 30 days of the same source. */
export function MentionsPanel({ ticker, id }: Props) {
	const heading = useId();
	const [timeframe, setTimeframe] = useState<MentionTimeframe>('day');
	const [retweets, setRetweets] = useState(false);
	const [isShown, setShown] = useState(false);
	return (
		<section className={panel['panel']} aria-labelledby={heading}>
			<h2 id={heading} className={panel['title']}>
				{words.title}
			</h2>
			<div className={css['choices']}>
				<Toggles
					label={words.timeframe}
					options={TIMEFRAMES}
					chosen={[timeframe]}
					choose={([one]) => {
						if (one) setTimeframe(one);
					}}
					single
				/>
				<label className={css['retweets']}>
					<input type="checkbox" checked={retweets} onChange={({ currentTarget }) => setRetweets(currentTarget.checked)} />
					{words.retweets}
				</label>
			</div>
			{MENTION_SOURCES.map((source) => (
				<SourceSection key={source} ticker={ticker} id={id} question={{ source, timeframe, retweets }} />
			))}
			<p className={panel['note']}>{words.legend}</p>
			{isShown ? (
				<Followed id={id} retweets={retweets} />
			) : (
				<button type="button" className={buttonClass} onClick={() => setShown(true)}>
					{followedWords.ask}
				</button>
			)}
		</section>
	);
}

function SourceSection({ ticker, id, question }: { ticker: string; id: number; question: MentionQuestion }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError, refetch } = useQuery({ ...tickerMentionsQuery(api, id, question), placeholderData: (before) => before });
	const [open, setOpen] = useState(false);
	const { source, retweets } = question;
	const view = data && sourceView(data, source, retweets);
	return (
		<div className={css['source']}>
			<h3 className={panel['subtitle']}>{view?.counted ?? SOURCES[source]}</h3>
			{view ? (
				view.counted === undefined ? (
					<p className={css['none']}>{words.none}</p>
				) : (
					<>
						<MentionBars
							bars={view.bars}
							projection={view.about}
							names={view.names}
							label={words.label(SOURCES[source], ticker, view.bars.length)}
							topLabel={formatCompact}
						/>
						<p className={css['said']}>{view.sentences.join(' ')}</p>
						<details className={css['twin']} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
							<summary>
								{words.table}
								<span className="visually-hidden">, {SOURCES[source]}</span>
							</summary>
							{open ? <LinesTable view={view} source={source} /> : null}
						</details>
					</>
				)
			) : isError ? (
				<LoadFailedNote retry={refetch}>{words.failed}</LoadFailedNote>
			) : (
				<div className={css['waiting']} aria-busy="true" />
			)}
		</div>
	);
}

function LinesTable({ view, source }: { view: SourceView; source: MentionSource }) {
	return (
		<ScrollBox label={words.tableLabel(SOURCES[source])} className={panel['scroll']}>
			<table className={panel['table']}>
				<TableHeader names={words.columns} />
				<tbody>
					{view.lines.map((line) => (
						<tr key={line.start}>
							<th scope="row">{line.name}</th>
							<td>{line.mentions}</td>
							<td>{line.retweets}</td>
							<td>{line.authors}</td>
							<td>{line.usual}</td>
						</tr>
					))}
				</tbody>
			</table>
		</ScrollBox>
	);
}

/** Prepares one source of an answer for display. */
function sourceView(answer: TickerMentions, source: MentionSource, retweets: boolean): SourceView {
	const item = answer.items.find((one) => one.source === source);
	if (!item || item.counter === null) return { counted: undefined, sentences: [], bars: [], about: undefined, names: [], lines: [] };
	const usual = new Map(item.usual.map((one) => [one.hour, one]));
	const mentionsAt = (at: number): number | null => {
		const mentions = item.mentions[at] ?? null;
		return mentions === null ? null : mentions + (retweets ? (item.retweets[at] ?? 0) : 0);
	};
	const { starts, now } = answer;
	return {
		counted: mentionWords.counted(source, item.counter, item.age),
		sentences: sentencesOf(answer, item.authors.at(-1) ?? null),
		bars: starts.map((start, at) => ({ value: mentionsAt(at), usual: usual.get(hourOf(start)) ?? null })),
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
					mentions: countText(item.mentions[at]),
					retweets: countText(item.retweets[at]),
					authors: countText(item.authors[at]),
					usual: band ? words.range(countText(band.low), countText(band.high)) : 'n/a',
				};
			})
			.reverse(),
	};
}

function countText(value: number | null | undefined): string {
	return value === null || value === undefined ? 'n/a' : formatCount(Math.round(value));
}

function sentencesOf({ now, until, urgent }: TickerMentions, authors: number | null): string[] {
	if (!now) return [];
	const error = now.error === null ? null : countText(now.error);
	return [
		words.now(mentionWords.about(countText(now.mentions), error)),
		now.mean === null
			? words.noMean(now.days)
			: words.mean(countText(now.mean), now.days, now.change === null ? 'n/a' : formatChange(now.change)),
		until === null ? '' : words.counted(formatCount(now.counted), etClock(msOf(until))),
		authors === null ? words.noAuthors : words.authors(formatCount(authors)),
		urgent === null ? '' : words.hour(formatCount(urgent.mentions), countText(urgent.threshold), urgent.beyond, formatCount(urgent.hours)),
	].filter((sentence) => sentence !== '');
}

function namesOf(starts: readonly string[]): { at: number; label: string }[] {
	const step = Math.max(1, Math.ceil(starts.length / MAX_DAY_LABELS));
	return starts.flatMap((start, at) => (at % step === 0 ? [{ at, label: dayOf(start) }] : []));
}

function dayOf(iso: string): string {
	return etDayClock(msOf(iso)).slice(0, 5);
}

function hourOf(iso: string): number {
	return Math.floor(newYorkMinute(msOf(iso)) / HOUR_MINUTES);
}
