import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useRef } from 'react';
import { LicencePopup } from '../../entities/session/licence-popup.tsx';
import { Retry } from '../../ui/states/retry.tsx';
import { isDelayedClose, isEmptyDay, slotViews } from './picker-view.ts';
import { scheduleQuery } from './queries.ts';
import css from './reports.module.css';
import { SlotButton } from './slot-button.tsx';
import { words } from './words.ts';

interface Props {
	date: string;
	/** Name of the open report. */
	current: string | undefined;
	/** The newest known report: when it changes, today's slots are fetched again. */
	latest: string | null | undefined;
	open: (date: string, counts: boolean) => void;
}

/** The reports of one day. */
export function DaySlots({ date, current, latest, open }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const popup = useRef<HTMLDialogElement>(null);
	const { data, isError, refetch } = useQuery(scheduleQuery(api, date, latest));
	if (!data) {
		return (
			<div className={css['slots']}>
				<p className={css['message']}>{isError ? words.failed : words.loading}</p>
				{isError ? <Retry retry={() => void refetch()}>{words.retry}</Retry> : null}
			</div>
		);
	}
	const slots = slotViews(data.items, data.latest, current);
	if (!data.session || isEmptyDay(slots, data.latest)) {
		return (
			<p className={css['message']} role="status">
				{data.session ? words.noSlots : `${words.marketClosed}${data.holiday ? ` · ${data.holiday.name}` : ''}`}
			</p>
		);
	}
	return (
		<>
			<fieldset className={css['slots']}>
				<legend className="visually-hidden">{words.slots(date)}</legend>
				{slots.map((slot) => (
					<SlotButton key={slot.date} slot={slot} open={open} refuse={() => popup.current?.showModal()} />
				))}
			</fieldset>
			<p className={css['hint']}>
				{data.session.early_close ? `${words.early}. ` : ''}
				{isDelayedClose(slots) ? `${words.delayedLegend} ` : slots.some(({ locked }) => locked) ? `${words.lockLegend} ` : ''}
				{words.legend}
			</p>
			<LicencePopup dialog={popup} />
		</>
	);
}
