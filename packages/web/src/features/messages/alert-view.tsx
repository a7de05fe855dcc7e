import { formatConditions } from '@sw/domain/filters/group-text';
import { sectorLabel } from '@sw/domain/signals/sector';
import { TIMEFRAMES, timeframeIndex } from '@sw/domain/time/timeframe';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { listStateOf } from '../../entities/filters/filter-list-state.ts';
import { filtersQuery } from '../../entities/filters/saved-filters.ts';
import { listLink } from '../../entities/list-state/search.ts';
import { useLicence } from '../../entities/session/session-query.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { etClock, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { primaryClass } from '../../ui/primary.ts';
import { onDemand } from '../../ui/states/on-demand.tsx';
import { words as common } from '../../ui/words.ts';
import { AlertCard } from './alert-card.tsx';
import css from './alert-view.module.css';
import type { AlertTicker as Card, FilterAlert, Message } from './queries.ts';
import { alertWords as words } from './words.ts';

type Entries = FilterAlert['filters'];
/** Loaded separately, because the alert is readable without the record. */
const FilterRecord = onDemand(async () => (await import('../../entities/record/filter-record.tsx')).FilterRecord, 'silent');

type AlertConditions = Pick<FilterAlert, 'filters' | 'groups'>;

interface CardsProps {
	title: string;
	cards: readonly Card[];
	/** Total number of tickers; an alert shows only the first ones. */
	total: number;
	alert: FilterAlert;
	list: ReturnType<typeof listStateOf>;
}

/** Shows a filter alert: which tickers entered, which left and why, the current list, and links. */
export function AlertView({ message, alert }: { message: Message; alert: FilterAlert }) {
	const { api } = useRouteContext({ from: '__root__' });
	const licence = useLicence();
	const { data: savedFilters } = useQuery({ ...filtersQuery(api), enabled: licence != null });
	const setting = savedFilters?.items.find(({ id }) => id === message.filter);
	const ratedTimeframes = alert.timeframes.slice(0, 3);
	const list = {
		...listStateOf({
			id: message.filter ?? 0,
			tab: alert.tab_type,
			timeframes: ratedTimeframes,
			operation: alert.operation,
			filters: alert.filters,
		}),
		filter: message.filter ?? undefined,
		report: alert.report,
	};
	const reportClock = etClock(msOf(alert.report));
	return (
		<>
			<Cards title={words.entered} cards={alert.entered} total={message.entered} alert={alert} list={list} />
			<Cards title={words.left} cards={alert.left} total={message.left} alert={alert} list={list} />
			<div className={css['facts']}>
				<p>
					{words.matchedLead} <b>{words.matched(formatCount(alert.matches), formatCount(alert.of))}</b>{' '}
					{words.matchedRest(reportClock, alert.matched_before, etClock(msOf(alert.since)))}
				</p>
				<p className={css['quiet']}>
					{formatAlertConditions(alert)} {setting && !hasSameConditions(setting, alert) ? words.changedSince : ''}
					{message.filter === null ? words.filterGone : ''}
				</p>
				{setting ? <FilterRecord setting={setting} brief /> : null}
			</div>
			<footer className={css['foot']}>
				{alert.open ? (
					<Link {...listLink('/reports', list)} className={primaryClass}>
						{words.showList(reportClock)}
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
}

function Cards({ title, cards, total, alert, list }: CardsProps) {
	return cards.length === 0 ? null : (
		<section>
			<h3 className={css['title']}>{title}</h3>
			<ul className={css['cards']}>
				{cards.map((card) => (
					<li key={card.ticker_id}>
						<AlertCard card={card} list={list} reportClock={etClock(msOf(alert.report)).replace(' ET', '')} operation={alert.operation} />
					</li>
				))}
			</ul>
			{total > cards.length ? <p className={css['quiet']}>{words.more(total - cards.length)}</p> : null}
		</section>
	);
}

function hasSameConditions(a: AlertConditions, b: AlertConditions): boolean {
	const entriesKey = (entries: Entries): string =>
		entries
			.map(({ sector, timeframe, value }) => `${sector} ${timeframe} ${value}`)
			.sort()
			.join();
	return entriesKey(a.filters) === entriesKey(b.filters) && JSON.stringify(a.groups) === JSON.stringify(b.groups);
}

function formatAlertConditions({ filters, groups }: AlertConditions): string {
	if (groups.length > 0) return words.conditions(formatConditions({ entries: filters, groups }));
	return filters.length === 0 ? words.noConditions : words.conditions(formatEntries(filters));
}

function formatEntries(filters: Entries): string {
	return filters
		.map(({ sector, timeframe, value }) => words.condition(sectorLabel(sector), TIMEFRAMES[timeframeIndex(timeframe)].label, value))
		.join(words.and);
}
