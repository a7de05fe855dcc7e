import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { ALGOS, type Algo, LICENCES, type Licence } from '@sw/domain/reports/licence';
import type { ReportTime } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate, useRouteContext } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { PageHead } from '../../entities/administration/admin-table.tsx';
import { ADMIN_KEY, type AdminSearch, ALWAYS_REFETCH, adminLink } from '../../entities/administration/table-state.ts';
import type { Api } from '../../lib/api/client.ts';
import { buttonClass } from '../../ui/button.ts';
import cards from '../../ui/cards-table.module.css';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import table from '../../ui/data-table.module.css';
import edges from '../../ui/edges.module.css';
import form from '../../ui/forms/form.module.css';
import { LoadFailed } from '../../ui/states/load-failed.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { words as common } from '../../ui/words.ts';
import {
	changeSlot,
	type DraftSlot,
	findSlotError,
	formatClock,
	listBuiltSlots,
	type SessionTimes,
	type SlotError,
	toDayLines,
	toInstant,
	withSlot,
} from './draft.ts';
import { PaintGrid } from './paint-grid.tsx';
import css from './timetable.module.css';
import { timetableWords as words } from './words.ts';

/** Edits the daily reports and the licences that open them, slot by slot, and saves them for one date or many. */
export function AdminTimetable({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const navigate = useNavigate();
	const date = /^\d{4}-\d\d-\d\d$/.test(search['date'] ?? '') ? search['date']! : undefined;
	const marketClock = useQuery({ ...dayQuery(api, newYorkDate(Date.now())), enabled: date === undefined });
	const shownDate = date ?? (marketClock.data ? newYorkDate(Date.parse(marketClock.data.now)) : undefined);
	const { data, isError, refetch } = useQuery({ ...dayQuery(api, shownDate ?? ''), enabled: shownDate !== undefined });
	const day = data?.date === shownDate ? data : undefined;
	const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		void navigate(adminLink('timetable', { date: String(new FormData(event.currentTarget).get('date') ?? '') }));
	};
	return (
		<>
			<PageHead title={words.title} />
			<p className={css['note']}>{words.note}</p>
			<form className={css['row']} onSubmit={onSubmit} key={`of ${shownDate}`}>
				<label className={css['field']}>
					{words.date}
					<input name="date" type="date" className={form['input']} defaultValue={shownDate} />
				</label>
				<button type="submit" className={buttonClass}>
					{words.show}
				</button>
			</form>
			{isError || marketClock.isError ? (
				<LoadFailed retry={() => void (date === undefined && marketClock.isError ? marketClock.refetch() : refetch())} />
			) : null}
			{day || isError || marketClock.isError ? null : (
				<p role="status" aria-busy="true">
					{common.loading}
				</p>
			)}
			{day && !day.session ? <StateBox title={words.closed(day.date)} detail={words.closedDetail(day.holiday?.name ?? null)} /> : null}
			{day?.session ? <Editor key={day.date} day={{ ...day, session: day.session }} /> : null}
		</>
	);
}

/** Shows the edited slots of one day, and the range of dates for which to save them. */
function Editor({ day }: { day: Schedule & { session: NonNullable<Schedule['session']> } }) {
	const { api } = useRouteContext({ from: '__root__' });
	const [draft, setDraft] = useState<DraftSlot[] | null>(null);
	const [span, setSpan] = useState({ from: day.date, to: day.date });
	const slots = draft ?? createDraftSlots(day);
	const session = { open: Date.parse(day.session.open), close: Date.parse(day.session.close) };
	const { from, to } = span;
	const runRequest = async (request: Promise<{ written: number }>): Promise<string> => {
		const { written } = await request;
		setDraft(null);
		return words.written(written, from, to);
	};
	const hasSpan = from !== '' && to !== '';
	return (
		<>
			{day.session.early_close ? <p className={css['note']}>{words.early}</p> : null}
			<Counts slots={slots} />
			<PaintGrid session={session} slots={slots} onChange={setDraft} />
			<SlotRows session={session} slots={slots} onChange={setDraft} />
			<AddSlot session={session} slots={slots} onChange={setDraft} />
			{draft === null ? null : (
				<p className={css['row']} role="status">
					{words.unsaved}
					<button type="button" className={buttonClass} onClick={() => setDraft(null)}>
						{words.undo}
					</button>
				</p>
			)}
			<fieldset className={css['dates']}>
				<legend>{words.dates}</legend>
				{(['from', 'to'] as const).map((end) => (
					<label key={end} className={css['field']}>
						{words[end]}
						<input
							type="date"
							className={form['input']}
							value={span[end]}
							onChange={(event) => setSpan({ ...span, [end]: event.currentTarget.value })}
						/>
					</label>
				))}
				<ActionButton
					label={words.write}
					effect={words.writeEffect(slots.length, from, to)}
					confirmLabel={words.confirmLabel}
					disabled={!hasSpan || slots.length === 0}
					act={() => runRequest(api.operations.fillSchedule({ body: { from, to, slots: toDayLines(session, slots) } }))}
				/>
				<ActionButton
					label={words.fill}
					effect={words.fillEffect(from, to)}
					confirmLabel={words.confirmLabel}
					disabled={!hasSpan}
					act={() => runRequest(api.operations.fillSchedule({ body: { from, to } }))}
				/>
				<ActionButton
					label={words.reset}
					effect={words.resetEffect(from, to)}
					confirmLabel={words.confirmLabel}
					disabled={!hasSpan}
					act={() => runRequest(api.operations.resetSchedule({ body: { from, to } }))}
				/>
			</fieldset>
		</>
	);
}

function createDraftSlots({ items }: Schedule): DraftSlot[] {
	return items.map(({ date, report, algo, is_use }) => ({ at: Date.parse(date) as ReportTime, report, algo, is_use }));
}

export type Schedule = AnswerOf<Contract['reports']['schedule']>;

/** Queries the current slots of a date. */
function dayQuery(api: Api, date: string) {
	return queryOptions({
		queryKey: [...ADMIN_KEY, 'timetable', date],
		queryFn: () => api.reports.schedule({ query: { time: date } }),
		...ALWAYS_REFETCH,
	});
}

/** Shows how many of the day's reports each licence opens, forecasts included. */
function Counts({ slots }: { slots: readonly DraftSlot[] }) {
	const builtSlots = listBuiltSlots(slots);
	const counts = LICENCES.map((licence) => {
		const openSlots = builtSlots.filter(({ licences }) => licences.includes(licence));
		return words.countOf(licence, openSlots.length, builtSlots.length);
	});
	return (
		<p>
			{words.counts}: {counts.join(', ')}
		</p>
	);
}

interface Props {
	session: SessionTimes;
	slots: readonly DraftSlot[];
	onChange(slots: DraftSlot[]): void;
}

/** Lists the slots of a day, each with its licence, its algo and whether its report is built. */
function SlotRows({ session, slots, onChange }: Props) {
	const licencesByTime = new Map(listBuiltSlots(slots).map(({ slot, licences }) => [slot.at, licences.join(', ')]));
	return (
		<ScrollBox className={`${css['rows']} ${table['scroll']} ${cards['cards']}`} label={words.slots}>
			<table className={table['table']}>
				<thead>
					<tr className={edges['edges']}>
						<th scope="col">{words.time}</th>
						<th scope="col">{words.algo}</th>
						<th scope="col">{words.level}</th>
						<th scope="col">{words.use}</th>
						<th scope="col">{words.opens}</th>
						<th scope="col">
							<span className="visually-hidden">{words.remove}</span>
						</th>
					</tr>
				</thead>
				<tbody>
					{slots.map(({ at, algo, report, is_use }) => {
						const clock = formatClock(at);
						return (
							<tr key={at}>
								<th scope="row">{clock}</th>
								<td data-label={words.algo}>
									{findSlotError([], session, { at, algo: 'reverse' }) === null ? (
										<Choice<Algo>
											label={words.at(clock, words.algo)}
											value={algo}
											choices={ALGOS}
											onChange={(newAlgo) => onChange(changeSlot(slots, at, { algo: newAlgo }))}
										/>
									) : (
										algo
									)}
								</td>
								<td data-label={words.level}>
									<Choice<Licence>
										label={words.at(clock, words.level)}
										value={report}
										choices={LICENCES}
										onChange={(licence) => onChange(changeSlot(slots, at, { report: licence }))}
									/>
								</td>
								<td data-label={words.use}>
									<label className={css['use']}>
										<input
											type="checkbox"
											aria-label={words.at(clock, words.use)}
											checked={is_use}
											onChange={(event) => onChange(changeSlot(slots, at, { is_use: event.currentTarget.checked }))}
										/>
									</label>
								</td>
								<td data-label={words.opens}>{licencesByTime.get(at) ?? words.unused}</td>
								<td>
									<button
										type="button"
										className={buttonClass}
										aria-label={words.at(clock, words.remove)}
										onClick={() => onChange(slots.filter((slot) => slot.at !== at))}
									>
										{words.remove}
									</button>
								</td>
							</tr>
						);
					})}
				</tbody>
			</table>
		</ScrollBox>
	);
}

function Choice<T extends string>({
	label,
	value,
	choices,
	onChange,
}: {
	label: string;
	value: T;
	choices: readonly T[];
	onChange(value: T): void;
}) {
	return (
		<select aria-label={label} className={form['input']} value={value} onChange={(event) => onChange(event.currentTarget.value as T)}>
			{choices.map((option) => (
				<option key={option}>{option}</option>
			))}
		</select>
	);
}

/** Adds a slot at a typed time of the day. */
function AddSlot({ session, slots, onChange }: Props) {
	const [input, setInput] = useState<{ clock: string; algo: Algo; report: Licence }>({ clock: '', algo: 'reverse', report: 'pro' });
	const [slotError, setSlotError] = useState<SlotError>(null);
	const onSubmit = (event: FormEvent): void => {
		event.preventDefault();
		const { clock, algo, report } = input;
		const slot = { at: toInstant(session, clock), algo, report, is_use: true };
		const error = clock === '' ? 'time' : findSlotError(slots, session, slot);
		setSlotError(error);
		if (error !== null) return;
		onChange(withSlot(slots, slot));
		setInput({ ...input, clock: '' });
	};
	return (
		<form className={css['row']} onSubmit={onSubmit}>
			<label className={css['field']}>
				{words.time}
				<input
					type="time"
					className={form['input']}
					value={input.clock}
					aria-invalid={slotError !== null}
					aria-describedby={slotError === null ? undefined : 'slot-fault'}
					onChange={(event) => setInput({ ...input, clock: event.currentTarget.value })}
				/>
			</label>
			<div className={css['field']}>
				{words.algo}
				<Choice<Algo> label={words.algo} value={input.algo} choices={ALGOS} onChange={(algo) => setInput({ ...input, algo })} />
			</div>
			<div className={css['field']}>
				{words.level}
				<Choice<Licence>
					label={words.level}
					value={input.report}
					choices={LICENCES}
					onChange={(report) => setInput({ ...input, report })}
				/>
			</div>
			<button type="submit" className={buttonClass}>
				{words.add}
			</button>
			{slotError === null ? null : (
				<p id="slot-fault" role="alert" className={form['fault']}>
					{words.fault(slotError)}
				</p>
			)}
		</form>
	);
}
