import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type MouseEvent, useEffect, useRef } from 'react';
import { LicencePopup } from '../../entities/session/licence-popup.tsx';
import { Retry } from '../../ui/states/retry.tsx';
import { isDelayedClose, isEmptyDay, type SlotView, slotViews } from './picker-view.ts';
import { scheduleQuery } from './queries.ts';
import css from './reports.module.css';
import { words } from './words.ts';

/** Milliseconds that a click waits for a second one. */
const CLICK_WAIT_MS = 300;

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

interface SlotButtonProps {
	slot: SlotView;
	/** With the match counts of each tab after a double click. */
	open: (date: string, counts: boolean) => void;
	/** The licence is too low. */
	refuse: () => void;
}

/** One quarter-hour of the day. */
function SlotButton({ slot, open, refuse }: SlotButtonProps) {
	const onClick = useClickDelay(
		() => open(slot.date, false),
		() => open(slot.date, true),
	);
	return (
		<button
			type="button"
			className={css['slot']}
			disabled={slot.state === 'later'}
			data-state={slot.state}
			aria-current={slot.current ? 'true' : undefined}
			aria-label={labelOf(slot)}
			onClick={slot.state === 'locked' ? refuse : onClick}
		>
			{slot.clock} {slot.locked ? <Lock /> : null}
			{slot.forecast ? <small>{words.forecast}</small> : null}
		</button>
	);
}

function labelOf({ clock, forecast, state, locked, report }: SlotView): string {
	const shown = forecast ? `${clock} ${words.forecast}` : clock;
	if (state === 'later') return locked ? words.laterLockedSlot(shown, report) : words.laterSlot(shown);
	return locked ? words.lockedSlot(shown, report) : words.openSlot(shown);
}

function Lock() {
	return (
		<svg viewBox="0 0 12 14" width="9" height="11" aria-hidden="true">
			<path d="M3 6V4a3 3 0 0 1 6 0v2" fill="none" stroke="currentColor" strokeWidth="1.6" />
			<rect x="1.5" y="6" width="9" height="7" rx="1.5" fill="currentColor" />
		</svg>
	);
}

/** Distinguishes a click from a double click. Keyboard clicks (`detail` 0) never wait, and with Shift they count as double. */
function useClickDelay(once: () => void, twice: () => void): (event: MouseEvent) => void {
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	useEffect(() => () => clearTimeout(timer.current), []);
	return ({ detail, shiftKey }) => {
		clearTimeout(timer.current);
		if (detail >= 2 || (detail === 0 && shiftKey)) twice();
		else if (detail === 0) once();
		else timer.current = setTimeout(once, CLICK_WAIT_MS);
	};
}
