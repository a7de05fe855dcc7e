import { sectorLabel } from '@sw/domain/signals/sector';
import { TIMEFRAMES, timeframeIndex } from '@sw/domain/time/timeframe';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { listOf } from '../../entities/filters/list-of.ts';
import { filtersQuery } from '../../entities/filters/saved-filters.ts';
import { listLink } from '../../entities/list-state/link.ts';
import { FilterRecord } from '../../entities/record/filter-record.tsx';
import { useLicence } from '../../entities/session/licence.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { etClock, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { primaryClass } from '../../ui/primary.ts';
import { words as common } from '../../ui/words.ts';
import { NoticeCard } from './notice-card.tsx';
import css from './notice-view.module.css';
import type { NoticeCard as Card, Message, Notice } from './queries.ts';
import { noticeWords as words } from './words.ts';

type Entries = Notice['filters'];

const conditionWords = (filters: Entries): string =>
	filters
		.map(({ sector, timeframe, value }) => words.condition(sectorLabel(sector), TIMEFRAMES[timeframeIndex(timeframe)].label, value))
		.join(words.and);

const sameEntries = (one: Entries, other: Entries): boolean => {
	const named = (entries: Entries): string =>
		entries
			.map(({ sector, timeframe, value }) => `${sector} ${timeframe} ${value}`)
			.sort()
			.join();
	return named(one) === named(other);
};

interface CardsProps {
	title: string;
	cards: readonly Card[];
	/** Total number; an alert shows only the first ones. */
	all: number;
	notice: Notice;
	list: ReturnType<typeof listOf>;
}

const Cards = ({ title, cards, all, notice, list }: CardsProps) =>
	cards.length === 0 ? null : (
		<section>
			<h3 className={css['title']}>{title}</h3>
			<ul className={css['cards']}>
				{cards.map((card) => (
					<li key={card.ticker_id}>
						<NoticeCard card={card} list={list} at={etClock(msOf(notice.report)).replace(' ET', '')} operation={notice.operation} />
					</li>
				))}
			</ul>
			{all > cards.length ? <p className={css['quiet']}>{words.more(all - cards.length)}</p> : null}
		</section>
	);

/** A filter alert: which tickers entered, which left and why, the current list, and links. */
export const NoticeView = ({ message, notice }: { message: Message; notice: Notice }) => {
	const { api } = useRouteContext({ from: '__root__' });
	const licence = useLicence();
	const { data: filters } = useQuery({ ...filtersQuery(api), enabled: licence != null });
	const setting = filters?.items.find(({ id }) => id === message.filter);
	const slots = notice.timeframes.slice(0, 3);
	const list = {
		...listOf({ id: message.filter ?? 0, tab: notice.tab_type, timeframes: slots, operation: notice.operation, filters: notice.filters }),
		filter: message.filter ?? undefined,
		report: notice.report,
	};
	const at = etClock(msOf(notice.report));
	return (
		<>
			<Cards title={words.entered} cards={notice.entered} all={message.entered} notice={notice} list={list} />
			<Cards title={words.left} cards={notice.left} all={message.left} notice={notice} list={list} />
			<div className={css['facts']}>
				<p>
					{words.matchedLead} <b>{words.matched(formatCount(notice.matches), formatCount(notice.of))}</b>{' '}
					{words.matchedRest(at, notice.matched_before, etClock(msOf(notice.since)))}
				</p>
				<p className={css['quiet']}>
					{notice.filters.length === 0 ? words.askedAll : words.asked(conditionWords(notice.filters))}{' '}
					{setting && !sameEntries(setting.filters, notice.filters) ? words.changedSince : ''}
					{message.filter === null ? words.filterGone : ''}
				</p>
				{setting ? <FilterRecord setting={setting} brief /> : null}
			</div>
			<footer className={css['foot']}>
				{notice.open ? (
					<Link {...listLink('/reports', list)} className={primaryClass}>
						{words.showList(at)}
					</Link>
				) : (
					<>
						<span className={css['quiet']}>{words.locked}</span>
						<Link to="/prices" className={primaryClass}>
							{common.changeLicence}
						</Link>
					</>
				)}
				<Link to="/target" className={buttonClass}>
					{words.target}
				</Link>
				{message.filter === null ? null : (
					<Link to="/filter-settings-list" search={{ edit: String(message.filter) }} className={buttonClass}>
						{words.edit}
					</Link>
				)}
			</footer>
		</>
	);
};
