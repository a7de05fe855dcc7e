import { INFORMATION_CHOICES } from '@sw/domain/filings/information-choice';
import { FILTER_COMMENT_LENGTH, FILTER_NAME_LENGTH } from '@sw/domain/filters/filter-name';
import type { ListTickerType } from '@sw/domain/prices/ticker';
import { OPERATIONS } from '@sw/domain/signals/sector';
import { newYorkDate } from '@sw/domain/time/zone';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { FilterSetting } from '../../entities/filters/saved-filters.ts';
import { informationWords } from '../../entities/list-state/choices-words.ts';
import type { Api } from '../../lib/api/client.ts';
import { monthDayYear, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import field from '../../ui/form.module.css';
import { Labelled } from '../../ui/forms/labelled.tsx';
import { snack } from '../../ui/snackbars/snack.ts';
import { onDemand } from '../../ui/states/on-demand.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { ConditionsGrid, TabAndTimeframeFields } from './conditions-grid.tsx';
import { CopyLink } from './copy-link.tsx';
import { conditionsOf, copyDraft, DEFAULT_TEST, type Draft, findBuiltInFilter, isChanged, toDraft, toRequestBody } from './draft.ts';
import css from './filters.module.css';
import type { GroupsProps } from './groups-editor.tsx';
import { FILTER_FIELDS, type Filters } from './use-filters.ts';
import { words } from './words.ts';

const GroupsEditor = onDemand(async () => (await import('./groups-editor.tsx')).GroupsEditor);

interface Props {
	/** The editor's initial state. */
	start: Draft;
	/** The saved filter; undefined for a new one. */
	saved: FilterSetting | undefined;
	/** Whether choices other than the filter narrow the list next to the editor. Default: false. */
	isNarrowed?: boolean;
	/** Types of the tickers in the list next to the editor. Default: 'all'. */
	tickerType?: ListTickerType;
	/** Whether a new filter's tab and timeframes can be chosen. A filter created next to a list gets the list's values. Default: false. */
	hasTabFields?: boolean;
	/** Whether the reader is an administrator and may change built-in filters. */
	isAdmin: boolean;
	filters: Filters;
	/** The message shown after saving. */
	savedMessage?: { title: string; detail(name: string): string };
	onSaved: (setting: FilterSetting) => void;
	onDeleted: () => void;
}

const SAVED_TEXTS = { title: words.savedSnack, detail: words.savedDetail };

/** Edits a filter: conditions with a live count of matches, name and comment. */
export function FilterEditor({
	start,
	saved,
	isNarrowed = false,
	tickerType = 'all',
	hasTabFields = false,
	isAdmin,
	filters,
	savedMessage = SAVED_TEXTS,
	onSaved,
	onDeleted,
}: Props) {
	const form = useRef<HTMLFormElement>(null);
	const [draft, setDraft] = useState(start);
	const [isNameless, setNameless] = useState(false);
	const submission = useSubmit(FILTER_FIELDS);
	const isLocked = draft.branded && !isAdmin;
	const builtIn = findBuiltInFilter(filters.query.data?.items ?? [], draft);
	const filterList = filters.query.data;
	const isFull = draft.id === undefined && filterList !== undefined && filterList.allowed > 0 && filterList.limit >= filterList.allowed;
	const focusFirst = (fields: readonly string[]): void => {
		(form.current?.elements.namedItem(fields[0] ?? '') as HTMLElement | null)?.focus();
	};
	const save = (next: Draft): void => {
		const hasNoName = next.name.trim() === '';
		setNameless(hasNoName);
		if (hasNoName) {
			setDraft(next);
			focusFirst(['name']);
			return;
		}
		const saveDraft = async (): Promise<void> => {
			const setting = await filters.save(next);
			if (!setting) return;
			setDraft(toDraft(setting));
			snack.info(savedMessage.title, savedMessage.detail(setting.name));
			onSaved(setting);
		};
		submission.send(saveDraft, focusFirst);
	};
	const changeText = (name: 'name' | 'comment', text: string): void => {
		setDraft({ ...draft, [name]: text });
		submission.clearFieldError(name);
	};
	const onSubmit = (event: FormEvent): void => {
		event.preventDefault();
		if (!isLocked && isChanged(draft, saved)) save(draft);
	};
	return (
		<form ref={form} onSubmit={onSubmit} noValidate>
			{isLocked ? <p className={css['hint']}>{words.branded}</p> : null}
			{isFull ? (
				<p className={css['fault']} role="status">
					{words.full(filterList.allowed)}
				</p>
			) : null}
			{hasTabFields && draft.id === undefined ? <TabAndTimeframeFields draft={draft} change={setDraft} /> : null}
			<ConditionsGrid draft={draft} change={isLocked ? undefined : setDraft} />
			<Labelled label={words.information}>
				{(fieldProps) => (
					<select
						{...fieldProps}
						className={field['input']}
						value={draft.information ?? ''}
						disabled={isLocked}
						onChange={(event) =>
							setDraft({ ...draft, information: INFORMATION_CHOICES.find((choice) => choice === event.currentTarget.value) })
						}
					>
						<option value="">{words.anyInformation}</option>
						{INFORMATION_CHOICES.map((choice) => (
							<option key={choice} value={choice}>
								{informationWords[choice]}
							</option>
						))}
					</select>
				)}
			</Labelled>
			{isLocked && draft.groups.length === 0 ? null : (
				<Groups groups={draft.groups} change={isLocked ? undefined : (groups) => setDraft({ ...draft, groups })} />
			)}
			{builtIn && draft.id === undefined && draft.entries.length === 0 ? (
				<button type="button" className={buttonClass} onClick={() => setDraft({ ...draft, entries: builtIn.filters })}>
					{words.isBuiltIn(builtIn.name)}
				</button>
			) : null}
			<CountLine draft={draft} isNarrowed={isNarrowed} tickerType={tickerType} />
			<Labelled label={words.name} error={isNameless ? words.nameRequired : submission.fieldErrors.name}>
				{(fieldProps) => (
					<input
						{...fieldProps}
						name="name"
						className={field['input']}
						value={draft.name}
						maxLength={FILTER_NAME_LENGTH}
						readOnly={isLocked}
						onChange={(event) => changeText('name', event.currentTarget.value)}
					/>
				)}
			</Labelled>
			<Labelled label={words.operation}>
				{(fieldProps) => (
					<select
						{...fieldProps}
						className={field['input']}
						value={draft.operation ?? ''}
						disabled={isLocked}
						onChange={(event) => setDraft({ ...draft, operation: OPERATIONS.find((o) => o === event.currentTarget.value) ?? null })}
					>
						<option value="">{words.tabDirection}</option>
						{OPERATIONS.map((operation) => (
							<option key={operation}>{operation}</option>
						))}
					</select>
				)}
			</Labelled>
			<Labelled label={words.comment} error={submission.fieldErrors.comment}>
				{(fieldProps) => (
					<textarea
						{...fieldProps}
						name="comment"
						className={field['input']}
						rows={2}
						value={draft.comment}
						maxLength={FILTER_COMMENT_LENGTH}
						readOnly={isLocked}
						onChange={(event) => changeText('comment', event.currentTarget.value)}
					/>
				)}
			</Labelled>
			<div className={css['actions']}>
				{isLocked ? null : (
					<button type="submit" className={buttonClass} disabled={submission.busy || !isChanged(draft, saved)}>
						{draft.id === undefined ? words.save : words.update}
					</button>
				)}
				{draft.id === undefined ? null : (
					<button
						type="button"
						className={buttonClass}
						disabled={submission.busy}
						onClick={() => save({ ...copyDraft(draft), name: draft.name === saved?.name ? '' : draft.name })}
					>
						{words.saveAsNew}
					</button>
				)}
				{draft.name.trim() === '' && draft.entries.length + draft.groups.length === 0 && !draft.information ? null : (
					<CopyLink draft={draft} />
				)}
				{saved && !saved.is_branded ? (
					<button
						type="button"
						className={buttonClass}
						onClick={() => void filters.remove(saved).then((removed) => removed && onDeleted())}
					>
						{words.delete}
					</button>
				) : null}
			</div>
		</form>
	);
}

/** Shows a filter's groups, or a button to add the first one. The groups editor is loaded only for filters with groups. */
function Groups({ groups, change }: GroupsProps) {
	if (groups.length > 0) return <GroupsEditor groups={groups} change={change} />;
	return (
		<button
			type="button"
			className={`${buttonClass} ${css['addGroup']}`}
			onPointerEnter={GroupsEditor.fetch}
			onFocus={GroupsEditor.fetch}
			onClick={() => change?.([{ match: 'any', filters: [DEFAULT_TEST], groups: [] }])}
		>
			{words.addGroup}
		</button>
	);
}

/** Milliseconds without a change before the matches are counted. */
const COUNT_DELAY_MS = 250;

interface CountLineProps {
	draft: Draft;
	isNarrowed: boolean;
	tickerType: ListTickerType;
}

/** Shows the number of current matches, and how often the conditions matched in past reports. `isNarrowed`: as in the editor's props. */
function CountLine({ draft, isNarrowed, tickerType }: CountLineProps) {
	const { api } = useRouteContext({ from: '__root__' });
	const debounced = useDebounced(draft, JSON.stringify([draft.id, draft.tab, draft.strategy, conditionsOf(draft)]), COUNT_DELAY_MS);
	const { data, isError } = useQuery({ ...countQuery(api, debounced, tickerType), placeholderData: (previous) => previous });
	if (!data) return <p className={css['count']}>{isError ? words.countFailed : words.counting}</p>;
	return (
		<div className={css['count']} role="status">
			<p>
				<b>{words.wouldMatch(data.now)}</b>
				{data.frozen > 0 ? words.frozenToo(data.frozen) : null}
				{data.tickers.length > 0 ? `: ${data.tickers.join(', ')}${data.now > data.tickers.length ? words.more : ''}` : null}
			</p>
			{isNarrowed ? <p>{words.countedAlone}</p> : null}
			<p>
				{data.past && data.past.reports > 0
					? `${words.past(data.past.matched, data.past.reports, data.past.sessions, data.past.mean)}; ${words.share(data.past.share)}${data.past.licence === 'pro' ? '' : ` (${words.ofLicence(data.past.licence)})`}`
					: words.noPast}
			</p>
			<HistoryCount key={JSON.stringify(createCountBody(debounced, tickerType))} draft={debounced} tickerType={tickerType} />
		</div>
	);
}

/** Counts matches in all past reports when the reader asks for it. */
function HistoryCount({ draft, tickerType }: Pick<CountLineProps, 'draft' | 'tickerType'>) {
	const { api } = useRouteContext({ from: '__root__' });
	const [isRequested, setRequested] = useState(false);
	const body = { ...createCountBody(draft, tickerType), past: false, history: true };
	const { data, isError } = useQuery({
		queryKey: ['filters', 'count', body],
		queryFn: () => api.filters.countFilter({ body }),
		enabled: isRequested,
	});
	if (!isRequested)
		return (
			<button type="button" className={buttonClass} onClick={() => setRequested(true)}>
				{words.countAll}
			</button>
		);
	if (!data) return <p>{isError ? words.countFailed : words.counting}</p>;
	const { history } = data;
	return (
		<p>
			{history?.from
				? words.history(monthDayYear(newYorkDate(msOf(history.from))), history.matches, history.matched, history.reports)
				: words.noPast}
		</p>
	);
}

function countQuery(api: Api, draft: Draft, tickerType: ListTickerType) {
	const body = createCountBody(draft, tickerType);
	return queryOptions({ queryKey: ['filters', 'count', body], queryFn: () => api.filters.countFilter({ body }) });
}

/** Returns the body of a count request: the filter as it would be saved, and the list's ticker type. Other choices of the list aren't counted. */
function createCountBody(draft: Draft, tickerType: ListTickerType) {
	const { version, tab, timeframes, filters, groups } = toRequestBody(draft);
	return { version, tab, timeframes, filters, groups, ticker_type: tickerType, ...(draft.id === undefined ? {} : { filter: draft.id }) };
}

/** Returns the latest value that stayed unchanged for `ms` milliseconds. Values are compared by `key`. */
function useDebounced<T>(value: T, key: string, ms: number): T {
	const [settled, setSettled] = useState({ value, key });
	// biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the value.
	useEffect(() => {
		const timer = setTimeout(() => setSettled({ value, key }), ms);
		return () => clearTimeout(timer);
	}, [key, ms]);
	return settled.value;
}
