import { LIST_MAIL_SLOTS } from '@sw/domain/inbox/list-mail';
import { TABS } from '@sw/domain/signals/sector';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { filtersQuery } from '../../entities/filters/saved-filters.ts';
import { useLicence } from '../../entities/session/session-query.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import field from '../../ui/form.module.css';
import { Labelled } from '../../ui/forms/labelled.tsx';
import { LoadFailedNote } from '../../ui/states/not-loaded.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import css from './delivery.module.css';
import { type ListMail, listMailsQuery } from './use-delivery.ts';
import { listMailWords as words } from './words.ts';

/** Shows the lists that are mailed to the account on each trading day, and the form to schedule one. */
export function ListMails() {
	const { api } = useRouteContext({ from: '__root__' });
	const licence = useLicence();
	const { data, isError, refetch } = useQuery({ ...listMailsQuery(api), enabled: licence != null });
	if (licence === undefined) return null;
	return (
		<section aria-labelledby="list-mails">
			<h2 id="list-mails" className={css['title']}>
				{words.title}
			</h2>
			{licence === null ? (
				<p className={css['note']}>{words.noLicence}</p>
			) : data ? (
				<>
					<p className={css['note']}>{data.items.length === 0 ? words.empty : words.lead}</p>
					<ScheduledLists items={data.items} />
					{data.items.length < data.allowed ? <ListMailForm /> : <p className={css['note']}>{words.full(data.allowed)}</p>}
				</>
			) : isError ? (
				<LoadFailedNote retry={refetch}>{words.failed}</LoadFailedNote>
			) : (
				<div className={css['waiting']} aria-busy="true" />
			)}
		</section>
	);
}

function formatName({ filter_name: name, tab_type: tab }: ListMail): string {
	return name ?? tabLabel(tab);
}

function tabLabel(tab: string): string {
	return TABS.find(({ name }) => name === tab)?.label ?? tab;
}

function ScheduledLists({ items }: { items: readonly ListMail[] }) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const submission = useSubmit([]);
	const remove = async (id: number): Promise<void> => {
		await api.inbox.deleteListMail({ params: { id }, body: {} });
		await queryClient.invalidateQueries({ queryKey: listMailsQuery(api).queryKey });
	};
	if (items.length === 0) return null;
	return (
		<>
			<ul className={css['scheduled']} aria-label={words.table}>
				{items.map((mail) => (
					<li key={mail.id} className={css['mail']}>
						<span>
							{words.scheduledList(formatName(mail), mail.slot)}{' '}
							{mail.next === null ? null : (
								<small className={`${css['note']} ${css['next']}`}>{words.next(etDateTime(msOf(mail.next)))}</small>
							)}
						</span>
						<button
							type="button"
							className={buttonClass}
							disabled={submission.busy}
							aria-label={words.remove(formatName(mail), mail.slot)}
							onClick={() => submission.send(() => remove(mail.id))}
						>
							{words.removeShort}
						</button>
					</li>
				))}
			</ul>
			{submission.failure ? (
				<p className={css['stopped']} role="alert">
					{submission.failure}
				</p>
			) : null}
		</>
	);
}

const DEFAULT_SLOT = '10:00';

function ListMailForm() {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const { data: filters } = useQuery(filtersQuery(api));
	// The name of a tab, or the id of a saved filter.
	const [list, setList] = useState<string>(TABS[0].name);
	const [slot, setSlot] = useState(DEFAULT_SLOT);
	const submission = useSubmit(['slot', 'filter']);
	const add = async (): Promise<void> => {
		const filter = filters?.items.find(({ id }) => String(id) === list);
		const tab = filter?.tab ?? TABS.find(({ name }) => name === list)?.name ?? TABS[0].name;
		await api.inbox.addListMail({ body: { filter: filter?.id ?? null, tab_type: tab, slot } });
		await queryClient.invalidateQueries({ queryKey: listMailsQuery(api).queryKey });
	};
	const onSubmit = (event: FormEvent): void => {
		event.preventDefault();
		submission.send(add);
	};
	return (
		<form onSubmit={onSubmit} noValidate>
			<Labelled label={words.list} error={submission.fieldErrors.filter}>
				{(fieldProps) => (
					<select {...fieldProps} className={field['input']} value={list} onChange={(event) => setList(event.currentTarget.value)}>
						<optgroup label={words.tabs}>
							{TABS.map(({ name, label }) => (
								<option key={name} value={name}>
									{label}
								</option>
							))}
						</optgroup>
						{filters && filters.items.length > 0 ? (
							<optgroup label={words.filters}>
								{filters.items.map(({ id, name }) => (
									<option key={id} value={String(id)}>
										{name}
									</option>
								))}
							</optgroup>
						) : null}
					</select>
				)}
			</Labelled>
			<Labelled label={words.slot} hint={words.slotHint} error={submission.fieldErrors.slot ?? submission.failure ?? undefined}>
				{(fieldProps) => (
					<select
						{...fieldProps}
						className={field['input']}
						value={slot}
						onChange={(event) => {
							setSlot(event.currentTarget.value);
							submission.clearFieldError('slot');
						}}
					>
						{LIST_MAIL_SLOTS.map((name) => (
							<option key={name} value={name}>
								{name}
							</option>
						))}
					</select>
				)}
			</Labelled>
			<div className={css['acts']}>
				<button type="submit" className={buttonClass} disabled={submission.busy}>
					{words.add}
				</button>
			</div>
		</form>
	);
}
