import { SOURCE_LANGUAGE } from '@sw/domain/outreach/languages';
import { formatEt } from '@sw/domain/time/format';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useId } from 'react';
import { etClock, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { PageSteps } from '../../ui/controls/page-steps.tsx';
import { EtTime } from '../../ui/et-time.tsx';
import field from '../../ui/form.module.css';
import { StateBox } from '../../ui/states/state-box.tsx';
import css from './message-list.module.css';
import { type InboxState, PAGE_SIZE, writeInboxState } from './message-state.ts';
import type { MessageHead, MessageList as MessagePage } from './queries.ts';
import { words } from './words.ts';

interface Props {
	messages: MessagePage;
	state: InboxState;
	/** Id of the open message. */
	current: number | undefined;
	go: (state: InboxState) => void;
	/** Alert switches, shown if the inbox is empty. */
	filterAlerts: ReactNode;
}

/** Shows one page of messages, newest first, with search and pagination. */
export function MessageList({ messages, state, current, go, filterAlerts }: Props) {
	const { items, total_count: total } = messages;
	const firstIndex = (state.page - 1) * PAGE_SIZE;
	const pageLink = (page: number) => ({ to: '/messages' as const, search: writeInboxState({ ...state, page }) });
	return (
		<>
			<Search state={state} go={go} />
			{items.length === 0 ? (
				<EmptyList state={state} filterAlerts={filterAlerts} />
			) : (
				<ul className={css['list']} aria-label={words.list}>
					{items.map((head) => (
						<Row key={head.id} head={head} state={state} current={current} />
					))}
				</ul>
			)}
			{total > PAGE_SIZE || state.page > 1 ? (
				<PageSteps
					label={words.pages}
					text={words.page(Math.min(firstIndex + 1, total), Math.min(firstIndex + PAGE_SIZE, total), total)}
					previous={state.page > 1 ? pageLink(state.page - 1) : undefined}
					next={firstIndex + PAGE_SIZE < total ? pageLink(state.page + 1) : undefined}
				/>
			) : null}
		</>
	);
}

function EmptyList({ state, filterAlerts }: Pick<Props, 'state' | 'filterAlerts'>) {
	if (state.kind !== undefined || state.unread || state.q !== '')
		return (
			<StateBox title={words.empty} detail={words.emptySearch}>
				<Link to="/messages" className={buttonClass}>
					{words.showAll}
				</Link>
			</StateBox>
		);
	return (
		<>
			<StateBox title={words.empty} detail={words.emptyNext}>
				<Link to="/filter-settings-list" className={buttonClass}>
					{words.toFilters}
				</Link>
			</StateBox>
			<div className={css['filterAlerts']}>{filterAlerts}</div>
		</>
	);
}

function Search({ state, go }: Pick<Props, 'state' | 'go'>) {
	const id = useId();
	const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const q = String(new FormData(event.currentTarget).get('q') ?? '').trim();
		go({ ...state, q, page: 1 });
	};
	return (
		<search>
			<form className={css['search']} onSubmit={onSubmit} key={state.q}>
				<label className="visually-hidden" htmlFor={id}>
					{words.search}
				</label>
				<input
					id={id}
					name="q"
					type="search"
					className={field['input']}
					placeholder={words.searchHint}
					defaultValue={state.q}
					maxLength={200}
				/>
				<button type="submit" className={buttonClass}>
					{words.find}
				</button>
			</form>
		</search>
	);
}

function Row({ head, state, current }: { head: MessageHead } & Pick<Props, 'state' | 'current'>) {
	const timeMs = msOf(head.report ?? head.created);
	return (
		<li>
			<Link
				to="/messages/$id"
				params={{ id: String(head.id) }}
				search={writeInboxState(state)}
				className={css['row'] ?? ''}
				data-unread={head.read ? undefined : ''}
				aria-current={head.id === current ? 'true' : undefined}
				resetScroll={false}
			>
				<span className={css['subject']}>
					{head.read ? null : <span className="visually-hidden">{words.isUnread}: </span>}
					<span lang={SOURCE_LANGUAGE}>{head.subject}</span>
				</span>
				<EtTime ms={timeMs} className={css['time']}>
					{shortDay(timeMs)} {etClock(timeMs).replace(' ET', '')}
				</EtTime>
				<span className={css['summary']} lang={SOURCE_LANGUAGE}>
					{head.summary}
				</span>
				<small className={css['kind']}>{words.mark[head.kind]}</small>
			</Link>
		</li>
	);
}

/** Formats the date in New York: '06/30'. */
function shortDay(ms: number): string {
	return formatEt(ms, 'date').slice(0, 5);
}
