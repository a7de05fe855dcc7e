import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { filtersQuery } from '../../entities/filters/saved-filters.ts';
import { useSession } from '../../entities/session/session-query.ts';
import { etClock, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { EtTime } from '../../ui/et-time.tsx';
import { Retry } from '../../ui/states/load-failed.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { ApplyPanel } from './apply-panel.tsx';
import { TargetCard } from './target-card.tsx';
import { SHOWN_MATCHES, targetQuery } from './target-view.ts';
import css from './targets.module.css';
import { useOrder } from './use-order.ts';
import { words } from './words.ts';

/** Number of lists that are loaded before any scrolling. */
export const INITIAL_LISTS = 8;

const NO_TARGET: Parameters<typeof targetQuery>[1] = {
	id: 0,
	tab: 'free',
	timeframes: [],
	operation: null,
	filters: [],
	groups: [],
	orientation: [],
};

/** Shows the first matches of every saved filter side by side, in the reader's order. */
export function TargetBoard() {
	const { api } = useRouteContext({ from: '__root__' });
	const { profile } = useSession();
	const { data, isError, refetch } = useQuery(filtersQuery(api));
	const items = data?.items ?? [];
	const order = useOrder(items);
	const { moved } = order;
	const board = useRef<HTMLUListElement>(null);
	const { time, since } = useReportTimes(items[0]);
	const isAdmin = profile?.role === 'admin';

	// Moving a list briefly removes it from the document. The pressed button loses the focus, so this effect restores it.
	const ids = order.ids.join();
	// biome-ignore lint/correctness/useExhaustiveDependencies: the new order is rendered a moment after the click
	useEffect(() => {
		const { activeElement } = document;
		if (!moved || (activeElement !== document.body && !activeElement?.matches('[data-move]'))) return;
		const buttons = [...(board.current?.querySelectorAll<HTMLButtonElement>(`[data-target="${moved.id}"] [data-move]`) ?? [])];
		const sameButton = buttons.find((button) => button.dataset['move'] === String(moved.step));
		(sameButton?.disabled ? buttons.find((button) => !button.disabled) : sameButton)?.focus();
	}, [moved, ids]);

	if (isError && !data)
		return (
			<StateBox title={words.getFailed} detail={words.failedNext}>
				<Retry retry={() => void refetch()}>{words.retry}</Retry>
			</StateBox>
		);
	const newFilter = (
		<Link to="/filter-settings-list" search={{ edit: 'new' }} className={buttonClass} preload={false}>
			{words.newFilter}
		</Link>
	);
	const reportMs = time === undefined ? undefined : msOf(time);
	const movedName = items.find(({ id }) => id === moved?.id)?.name;
	return (
		<>
			<div className={css['bar']}>
				{data ? (
					<p className={css['facts']}>
						{words.used(data.limit, data.allowed)} ·{' '}
						{reportMs === undefined ? (
							words.first(SHOWN_MATCHES, undefined)
						) : (
							<EtTime ms={reportMs}>{words.first(SHOWN_MATCHES, etClock(reportMs))}</EtTime>
						)}
						{since === undefined ? null : <> · {words.since(etClock(msOf(since)))}</>}
					</p>
				) : null}
				{newFilter}
				{time === undefined ? null : (
					<Link to="/reports/$report" params={{ report: time }} className={buttonClass} preload={false}>
						{words.latest(etClock(msOf(time)))}
					</Link>
				)}
			</div>
			{items.some((item) => !item.is_branded) ? <ApplyPanel items={items} /> : null}
			{data && items.length === 0 ? (
				<StateBox title={words.empty} detail={words.emptyNext}>
					{newFilter}
				</StateBox>
			) : null}
			<ul ref={board} className={css['board']} aria-label={words.lists} aria-busy={!data}>
				{items.map((setting) => {
					const position = order.ids.indexOf(setting.id);
					return (
						<li
							key={setting.id}
							data-target={setting.id}
							data-dragged={order.draggedId === setting.id ? '' : undefined}
							style={order.draggedId === undefined ? undefined : { order: position }}
						>
							<TargetCard
								setting={setting}
								place={position + 1}
								of={items.length}
								order={order}
								loadsImmediately={position < INITIAL_LISTS}
								canEdit={isAdmin || !setting.is_branded}
							/>
						</li>
					);
				})}
			</ul>
			<p className="visually-hidden" role="status">
				{moved && movedName ? words.newPosition(movedName, moved.place, items.length) : ''}
			</p>
			<p className="visually-hidden" role="status">
				{reportMs === undefined ? '' : words.refreshed(etClock(reportMs))}
			</p>
		</>
	);
}

/** Returns the time of the lists' report and of the previous report, both read from the first list. */
function useReportTimes(firstFilter: Parameters<typeof targetQuery>[1] | undefined) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data } = useQuery({ ...targetQuery(api, firstFilter ?? NO_TARGET), enabled: firstFilter !== undefined });
	return { time: data?.list.time ?? undefined, since: data?.changes.since ?? undefined };
}
