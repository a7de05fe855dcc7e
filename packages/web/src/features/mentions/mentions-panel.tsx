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
import { type MentionSelection, tickerMentionsQuery } from './queries.ts';
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
	heading: string | undefined;
	/** Sentences that compare the count of the current interval with the usual counts. */
	sentences: readonly string[];
	bars: readonly MentionBar[];
	/** Projected count of the current interval; undefined unless the projection is above the count so far. */
	projection: Projection | undefined;
	/** Day labels below the bars. */
	dayLabels: readonly { at: number; label: string }[];
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
					selected={[timeframe]}
					onSelect={([value]) => {
						if (value) setTimeframe(value);
					}}
					single
				/>
				<label className={css['retweets']}>
					<input type="checkbox" checked={retweets} onChange={({ currentTarget }) => setRetweets(currentTarget.checked)} />
					{words.retweets}
				</label>
			</div>
			{MENTION_SOURCES.map((source) => (
				<SourceSection key={source} ticker={ticker} id={id} selection={{ source, timeframe, retweets }} />
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

function SourceSection({ ticker, id, selection }: { ticker: string; id: number; selection: MentionSelection }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError, refetch } = useQuery({ ...tickerMentionsQuery(api, id, selection), placeholderData: (previous) => previous });
	const [isOpen, setOpen] = useState(false);
	const { source, retweets } = selection;
	const view = data && createSourceView(data, source, retweets);
	return (
		<div className={css['source']}>
			<h3 className={panel['subtitle']}>{view?.heading ?? SOURCES[source]}</h3>
			{view ? (
				view.heading === undefined ? (
					<p className={css['none']}>{words.none}</p>
				) : (
					<>
						<MentionBars
							bars={view.bars}
							projection={view.projection}
							names={view.dayLabels}
							label={words.label(SOURCES[source], ticker, view.bars.length)}
							topLabel={formatCompact}
						/>
						<p className={css['said']}>{view.sentences.join(' ')}</p>
						<details className={css['twin']} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
							<summary>
								{words.table}
								<span className="visually-hidden">, {SOURCES[source]}</span>
							</summary>
							{isOpen ? <LinesTable view={view} source={source} /> : null}
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
function createSourceView(response: TickerMentions, source: MentionSource, retweets: boolean): SourceView {
	const item = response.items.find((candidate) => candidate.source === source);
	if (!item || item.counter === null)
		return { heading: undefined, sentences: [], bars: [], projection: undefined, dayLabels: [], lines: [] };
	const usual = new Map(item.usual.map((band) => [band.hour, band]));
	const getMentions = (at: number): number | null => {
		const mentions = item.mentions[at] ?? null;
		return mentions === null ? null : mentions + (retweets ? (item.retweets[at] ?? 0) : 0);
	};
	const { starts, now } = response;
	return {
		heading: mentionWords.counted(source, item.counter, item.age),
		sentences: createSentences(response, item.authors.at(-1) ?? null),
		bars: starts.map((start, at) => ({ value: getMentions(at), usual: usual.get(hourOf(start)) ?? null })),
		projection:
			now && now.mentions !== null && now.error !== null && now.mentions > now.counted
				? { value: now.mentions, error: now.error }
				: undefined,
		dayLabels: createDayLabels(starts),
		lines: starts
			.map((start, at) => {
				const band = usual.get(hourOf(start));
				return {
					start,
					name: etDayClock(msOf(start)),
					mentions: formatOptionalCount(item.mentions[at]),
					retweets: formatOptionalCount(item.retweets[at]),
					authors: formatOptionalCount(item.authors[at]),
					usual: band ? words.range(formatOptionalCount(band.low), formatOptionalCount(band.high)) : 'n/a',
				};
			})
			.reverse(),
	};
}

function formatOptionalCount(value: number | null | undefined): string {
	return value === null || value === undefined ? 'n/a' : formatCount(Math.round(value));
}

function createSentences({ now, until, urgent }: TickerMentions, authors: number | null): string[] {
	if (!now) return [];
	const error = now.error === null ? null : formatOptionalCount(now.error);
	return [
		words.now(mentionWords.about(formatOptionalCount(now.mentions), error)),
		now.mean === null
			? words.noMean(now.days)
			: words.mean(formatOptionalCount(now.mean), now.days, now.change === null ? 'n/a' : formatChange(now.change)),
		until === null ? '' : words.counted(formatCount(now.counted), etClock(msOf(until))),
		authors === null ? words.noAuthors : words.authors(formatCount(authors)),
		urgent === null
			? ''
			: words.hour(formatCount(urgent.mentions), formatOptionalCount(urgent.threshold), urgent.beyond, formatCount(urgent.hours)),
	].filter((sentence) => sentence !== '');
}

function createDayLabels(starts: readonly string[]): { at: number; label: string }[] {
	const step = Math.max(1, Math.ceil(starts.length / MAX_DAY_LABELS));
	return starts.flatMap((start, at) => (at % step === 0 ? [{ at, label: formatDay(start) }] : []));
}

function formatDay(iso: string): string {
	return etDayClock(msOf(iso)).slice(0, 5);
}

function hourOf(iso: string): number {
	return Math.floor(newYorkMinute(msOf(iso)) / HOUR_MINUTES);
}
