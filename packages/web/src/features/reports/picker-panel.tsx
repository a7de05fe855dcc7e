import { type ExchangeDate, exchangeDate } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useSession } from '../../entities/session/session-query.ts';
import { Unconfirmed } from '../../entities/session/unconfirmed.tsx';
import { formatCount } from '../../lib/format/numbers.ts';
import { monthDayYear, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import dialogCss from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import edges from '../../ui/edges.module.css';
import { Retry } from '../../ui/states/load-failed.tsx';
import { words as uiWords } from '../../ui/words.ts';
import {
	createHolidayCalendar,
	createSlotViews,
	type DayView,
	daysOf,
	holidaysQuery,
	isDelayedClose,
	isEmptyDay,
	isEmptyMonth,
	monthsOf,
	reportDaysQuery,
	type ShownMonth,
	type SlotView,
	scheduleQuery,
	yearsOf,
} from './picker-view.ts';
import css from './reports.module.css';
import { words } from './words.ts';

const KEY_STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

interface Props {
	/** Today's date in market time. */
	today: ExchangeDate;
	/** Times of reports: `current` of the open one, undefined if that is the newest; `latest` of the newest; `oldest` of the oldest. */
	current: string | undefined;
	latest: string | null | undefined;
	oldest: string | null | undefined;
	/** Opens a report; undefined opens the newest. `withCounts`: also shows how many tickers match in each tab. */
	open: (date: string | undefined, withCounts: boolean) => void;
}

/** Shows days, months and years to choose from, and the report slots of the chosen day. */
export function PickerPanel({ today, current, latest, oldest, open }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const [selectedDate, setSelectedDate] = useState<string>(current ? dateOf(current) : latest ? dateOf(latest) : today);
	const [shownMonth, setShownMonth] = useState<ShownMonth>();
	const year = shownMonth?.year ?? Number(today.slice(0, 4));
	const holidays = useQuery(holidaysQuery(api, year));
	const calendar = useMemo(() => createHolidayCalendar(holidays.data ?? []), [holidays.data]);
	// The last 40 days may begin in the previous year.
	const [currentYear, previousYear] = useQueries({
		queries: [year, year - 1].map((queriedYear) => reportDaysQuery(api, queriedYear, latest)),
	});
	const reportDates = useMemo(
		() => (currentYear?.data && previousYear?.data ? new Set([...currentYear.data, ...previousYear.data]) : undefined),
		[currentYear, previousYear],
	);
	const days = useMemo(() => daysOf(calendar, shownMonth, today, reportDates), [calendar, shownMonth, today, reportDates]);
	const showMonth = (newMonth: ShownMonth): void => {
		setShownMonth(newMonth);
		const lastTradingDay = daysOf(calendar, newMonth, today, reportDates).findLast((day) => !day.future && !day.closed);
		if (lastTradingDay) setSelectedDate(lastTradingDay.date);
	};
	const years = yearsOf(today, oldest ? dateOf(oldest) : null);
	const clampMonth = (month: number, year: number): number => Math.min(month, monthsOf(today, year).at(-1) ?? 1);
	return (
		<div className={css['panel']}>
			<div className={css['top']}>
				<button type="button" className={buttonClass} onClick={() => open(undefined, false)}>
					{words.latest}
				</button>
				<select
					className={css['select']}
					aria-label={words.month}
					value={shownMonth?.month ?? ''}
					onChange={(event) => showMonth(event.currentTarget.value ? { year, month: Number(event.currentTarget.value) } : undefined)}
				>
					<option value="">{words.last}</option>
					{monthsOf(today, year).map((month) => (
						<option key={month} value={month}>
							{isEmptyMonth(reportDates, year, month) ? words.emptyMonth(words.months[month - 1] ?? '') : words.months[month - 1]}
						</option>
					))}
				</select>
				<select
					className={css['select']}
					aria-label={words.year}
					value={year}
					onChange={(event) => {
						const newYear = Number(event.currentTarget.value);
						showMonth({ year: newYear, month: clampMonth(shownMonth?.month ?? 12, newYear) });
					}}
				>
					{years.map((yearOption) => (
						<option key={yearOption}>{yearOption}</option>
					))}
				</select>
			</div>
			<DateStrip days={days} selected={selectedDate} choose={setSelectedDate} />
			<DaySlots date={exchangeDate(selectedDate)} current={current} latest={latest} oldest={oldest} open={open} />
		</div>
	);
}

interface DateStripProps {
	days: readonly DayView[];
	selected: string;
	choose: (date: string) => void;
}

/** Shows trading days side by side, scrolled to the chosen one. The strip is one tab stop; arrow keys move between days. */
function DateStrip({ days, selected, choose }: DateStripProps) {
	const strip = useRef<HTMLDivElement>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the shown days change.
	useEffect(() => {
		const box = strip.current;
		const day = box?.querySelector<HTMLElement>('[aria-current]') ?? box?.querySelector<HTMLElement>('button:last-child');
		if (box && day) box.scrollLeft = day.offsetLeft - box.clientWidth / 2;
	}, [days]);
	const onKeyDown = (event: KeyboardEvent): void => {
		const step = KEY_STEPS[event.key];
		if (step === undefined) return;
		event.preventDefault();
		const buttons = [...(strip.current?.querySelectorAll('button:enabled') ?? [])] as HTMLElement[];
		buttons[buttons.indexOf(document.activeElement as HTMLElement) + step]?.focus();
	};
	const tabStop = days.some(({ date }) => date === selected) ? selected : days.findLast((day) => !day.future)?.date;
	return (
		<div ref={strip} className={`${edges['edges']} ${css['strip']}`} role="toolbar" aria-label={words.days} onKeyDown={onKeyDown}>
			{days.map(({ date, weekday, label, future, ...day }) => {
				const mark = markOf(day);
				return (
					<button
						key={date}
						type="button"
						className={css['day']}
						disabled={future}
						tabIndex={date === tabStop ? 0 : -1}
						aria-current={date === selected ? 'date' : undefined}
						aria-label={[`${weekday} ${monthDayYear(date)}`, mark?.meaning].filter(Boolean).join(', ')}
						title={mark?.meaning}
						data-mark={mark?.kind}
						onClick={() => choose(date)}
					>
						<small>{weekday}</small> {label}
						{/* Reserves the height of a mark on every day. */}
						<span className={css['mark']} aria-hidden="true" data-text={mark?.text ?? '\u00a0'} />
					</button>
				);
			})}
		</div>
	);
}

/** Returns the mark of a day that is closed, closes early or has no reports; undefined for other days. */
function markOf({ early, closed, empty, holiday }: Pick<DayView, 'early' | 'closed' | 'empty' | 'holiday'>) {
	if (closed) return { kind: 'closed', text: words.closedMark, meaning: withReason(words.marketClosed, holiday) };
	if (early) {
		const meaning = withReason(words.early, holiday);
		return {
			kind: empty ? 'early empty' : 'early',
			text: words.earlyMark,
			meaning: empty ? `${meaning}, ${words.empty}` : meaning,
		};
	}
	return empty ? { kind: 'empty', text: words.emptyMark, meaning: words.empty } : undefined;
}

function withReason(fact: string, holiday: string | undefined): string {
	return holiday ? `${fact} · ${holiday}` : fact;
}

function dateOf(report: string): ExchangeDate {
	return newYorkDate(msOf(report));
}

/** Milliseconds to wait for a second click before a click counts as single. */
const CLICK_WAIT_MS = 300;

interface DaySlotsProps {
	date: string;
	/** Time of the open report. */
	current: string | undefined;
	/** Time of the newest known report. When it changes, today's slots are reloaded. */
	latest: string | null | undefined;
	oldest: string | null | undefined;
	open: (date: string, withCounts: boolean) => void;
}

/** Shows the report slots of one day, or why there are none. */
function DaySlots({ date, current, latest, oldest, open }: DaySlotsProps) {
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
	const slots = createSlotViews(data.items, data.latest, current);
	const earlyCloseText = data.session?.early_close ? withReason(words.early, data.holiday?.name) : undefined;
	if (!data.session || isEmptyDay(slots, data.latest)) {
		const reason = oldest && date < dateOf(oldest) ? words.beforeFirst(dateOf(oldest)) : earlyCloseText;
		return (
			<p className={css['message']} role="status">
				{data.session ? withReason(words.noSlots, reason) : withReason(words.marketClosed, data.holiday?.name)}
			</p>
		);
	}
	return (
		<>
			<fieldset className={css['slots']}>
				<legend className="visually-hidden">{words.slots(date)}</legend>
				{slots.map((slot) => (
					<SlotButton key={slot.date} slot={slot} open={open} onLocked={() => popup.current?.showModal()} />
				))}
			</fieldset>
			<p className={css['hint']}>
				{earlyCloseText ? `${earlyCloseText}. ` : ''}
				{words.lengthLegend}{' '}
				{isDelayedClose(slots) ? `${words.delayedLegend} ` : slots.some(({ locked }) => locked) ? `${words.lockLegend} ` : ''}
				{words.legend}
			</p>
			<LicencePopup dialog={popup} />
		</>
	);
}

interface SlotButtonProps {
	slot: SlotView;
	/** Opens a report. `withCounts`, set by a double click: also shows how many tickers match in each tab. */
	open: (date: string, withCounts: boolean) => void;
	/** Called for a slot that the licence doesn't include. */
	onLocked: () => void;
}

/** Shows the button that opens the report of one slot. */
function SlotButton({ slot, open, onLocked }: SlotButtonProps) {
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
			onClick={slot.state === 'locked' ? onLocked : onClick}
		>
			{slot.clock} {slot.locked ? <Lock /> : null}
			{slot.forecast ? <small className={css['kind']}>{words.forecast}</small> : null}
			{slot.tickers === null ? null : (
				<>
					<small className={css['length']} data-text={formatCount(slot.tickers)} />
					<span className={css['bar']}>
						<span style={{ width: `${slot.share * 100}%` }} />
					</span>
				</>
			)}
		</button>
	);
}

function labelOf({ clock, forecast, state, locked, licence, tickers }: SlotView): string {
	const slotName = forecast ? `${clock} ${words.forecast}` : clock;
	if (state === 'later') return locked ? words.laterLockedSlot(slotName, licence) : words.laterSlot(slotName);
	const label = locked ? words.lockedSlot(slotName, licence) : words.openSlot(slotName);
	return tickers === null ? label : `${label}, ${words.length(tickers)}`;
}

function Lock() {
	return (
		<svg viewBox="0 0 12 14" width="9" height="11" aria-hidden="true">
			<path d="M3 6V4a3 3 0 0 1 6 0v2" fill="none" stroke="currentColor" strokeWidth="1.6" />
			<rect x="1.5" y="6" width="9" height="7" rx="1.5" fill="currentColor" />
		</svg>
	);
}

/** Distinguishes clicks from double clicks. A keyboard click (`detail` 0) acts without delay; with Shift, it counts as a double click. */
function useClickDelay(onSingle: () => void, onDouble: () => void): (event: MouseEvent) => void {
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	useEffect(() => () => clearTimeout(timer.current), []);
	return ({ detail, shiftKey }) => {
		clearTimeout(timer.current);
		if (detail >= 2 || (detail === 0 && shiftKey)) onDouble();
		else if (detail === 0) onSingle();
		else timer.current = setTimeout(onSingle, CLICK_WAIT_MS);
	};
}

/** Explains that the licence doesn't include something, such as a report. Open it with `dialog.current?.showModal()`. */
export function LicencePopup({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
	const { profile } = useSession();
	return (
		<Dialog dialog={dialog} title={uiWords.licencePopup}>
			<p>{uiWords.licencePopupDetail}</p>
			{profile?.status === 'unconfirmed' ? <Unconfirmed email={profile.email} /> : null}
			<form method="dialog" className={dialogCss['actions']}>
				<Link to="/prices" className={buttonClass}>
					{uiWords.changeLicence}
				</Link>
				<button type="submit" className={buttonClass}>
					{uiWords.close}
				</button>
			</form>
		</Dialog>
	);
}
